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
        (
            "bars in cells",
            "<table><tr><th>a|b<td><code>c|d</code><td>|</table>|",
            "a\\|b | `c\\|d` | \\|\n\n|",
        ),
        ("a rule in a cell", "<table><tr><td>a<hr>b<td>c</table>", "a b | c"),
        (
            "no-break spaces alone",
            "<table><tr><td>&nbsp;<td>a<td>&nbsp;<tr><td>&nbsp;<td>&nbsp;</table>b",
            "| a\n\nb",
        ),
        (
            "in preformatted text",
            "<pre><table><tr><td>1<td>a<tr><td>2<td>b</table></pre>",
            "```\n1\ta\n2\tb\n```",
        ),
        ("links", "<table><tr><td><a href=/x>a</a><td>b</table>", "[a](https://example.com/x) | b"),
        ("text between cells", "<table>a<tr>b<td>c</table>", "a\nb c"),
        ("in a quote", "<blockquote><table><tr><td>a<td>b<tr><td>c</table></blockquote>", "> a | b\n> c"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn cells_that_span_others_keep_the_columns() {
    let cases = [
        (
            "a head of two rows",
            "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3</table>",
            "a | b\n--- | --- | ---\n| c | d\n1 | 2 | 3",
        ),
        ("columns", "<table><tr><td colspan=3>a<td>b<tr><td colspan=0>c<td>d</table>", "a | | | b\nc | d"),
        (
            "rows",
            "<table><tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e<tr><td>f<td>g<td>h</table>",
            "a | b | c\nd | | e\nf | g | h",
        ),
        (
            "rows and columns",
            "<table><tr><td>a<td rowspan=3 colspan=2>b<td>c<tr><td>d<td>e<tr><td>f<td>g</table>",
            "a | b | | c\nd | | | e\nf | | | g",
        ),
        (
            "to the end of the group",
            "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td>e</table>",
            "a | b\n| c\n| d\ne",
        ),
        ("a title", "<table><tr><th colspan=2>a<tr><th>b<td>c</table>", "a\n---\nb | c"),
        ("nonsense", "<table><tr><td colspan=-2 rowspan=x>a<td>b<tr><td>c<td>d</table>", "a | b\nc | d"),
        (
            "far too many",
            "<table><tr><td colspan=1000000000>a<td rowspan=1000000000>b<td>c</table>",
            &format!("a {}b | c", "| ".repeat(64)),
        ),
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
