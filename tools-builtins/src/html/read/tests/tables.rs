//! Tables.

use super::check;

// proves FET-06
#[test]
fn tables_keep_their_rows() {
    let cases = [
        ("rows", "a<table><tr><td>b<td>c<tr><td>d<td>e</table>f", "a\n\nb | c\nd | e\n\nf"),
        ("a header", "<table><tr><th>a<th>b<tr><th>c<td>d</table>", "a | b\n--- | ---\nc | d"),
        ("a head", "<table><thead><tr><td>a<td>b<tbody><tr><td>c<td>d</table>", "a | b\n--- | ---\nc | d"),
        ("a caption", "<table><caption>a</caption><tr><td>b</table>", "a\n\nb"),
        ("empty cells", "<table><tr><td>a<td><td>b<tr><td><td>c<td><tr><td></table>", "a | | b\n| c"),
        (
            "cells on one line",
            "<table><tr><td><p>a<p>b<td><ul><li>c<li>d</ul><td>e<br>f</table>",
            "a b | c d | e f",
        ),
        ("links", "<table><tr><td><a href=/x>a</a><td>b</table>", "[a](https://example.com/x) | b"),
        ("text between cells", "<table>a<tr>b<td>c</table>", "a\nb c"),
        ("in a quote", "<blockquote><table><tr><td>a<td>b<tr><td>c</table></blockquote>", "> a | b\n> c"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn tables_that_place_things_are_blocks() {
    let cases = [
        (
            "a table in a cell",
            "<table><tr><td>a<td><table><tr><td>b<td>c<tr><td>d</table><td>e</table>",
            "a\n\nb | c\nd\n\ne",
        ),
        ("a heading in a cell", "<table><tr><td><h1>a</h1>b<td>c</table>", "# a\n\nb\n\nc"),
        ("lines in a cell", "<table><tr><td>1<td><pre>a\nb</pre></table>", "1\n\n```\na\nb\n```"),
        ("by role", "<table role=presentation><tr><td>a<p>b<td>c</table>", "a\n\nb\n\nc"),
        ("many in each other", &"<table><tr><td>a<td>".repeat(20), &vec!["a"; 20].join("\n\n")),
    ];
    check(&cases);
}
