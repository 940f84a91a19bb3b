//! The text never outgrows the page.

use url::Url;

use super::super::read;

// proves FET-06
#[test]
fn nasty_pages_stay_small() {
    let long_base = format!("https://example.com/{}/", "x".repeat(2_000));
    let count = 20_000;
    let cases = [
        ("quotes in quotes", "<blockquote>a".repeat(count)),
        ("lines in quotes", "<blockquote>".repeat(600) + "<pre>" + &"a\n".repeat(count)),
        ("breaks in lists", "<ol start=2000000000><li>".repeat(9) + &"a<br>".repeat(count)),
        ("lists in lists", "<ul><li>a".repeat(count)),
        ("links and a long base", "<a href=x>a</a>".repeat(count)),
        ("a long base of its own", format!("<base href='{long_base}'>") + &"<a href=x>a</a>".repeat(count)),
        ("tables in tables", "<table><td>a<td>b".repeat(count)),
        ("headings", "<h6>a".repeat(count)),
        ("items", "<li>a".repeat(count)),
        ("numbers", "<ol start=2000000000>".to_owned() + &"<li>a".repeat(count)),
        ("headers", "<table><tr>".to_owned() + &"<th>".repeat(count) + "a<tr><td>b"),
        ("fences", "<pre>".to_owned() + &"`".repeat(count)),
        ("NUL", "<textarea>".to_owned() + &"\0".repeat(count)),
        ("entities", "&nGt;".repeat(count)),
        ("rules", "<hr>".repeat(count)),
        ("code", "<code>a</code>".repeat(count)),
        ("images", "<img alt=a>".repeat(count)),
        ("reversed lists", "<ol reversed><li>a".repeat(count)),
    ];
    for base in ["https://example.com/", &long_base] {
        let base = Url::parse(base).unwrap();
        for (name, html) in &cases {
            let text = read(html, &base).text;
            assert!(text.len() <= 4 * html.len() + 16 * 1024, "{name}: {} of {}", text.len(), html.len());
            assert!(text.contains('a') || !html.contains(">a"), "{name}: nothing is left");
        }
    }
}

#[test]
fn links_lose_their_targets_but_not_their_text() {
    let base = Url::parse(&format!("https://example.com/{}/", "x".repeat(2_000))).unwrap();
    let text = read(&"<p><a href=x>word</a>".repeat(1_000), &base).text;
    assert_eq!(text.matches("word").count(), 1_000);
    assert_eq!(text.matches("](https://").count(), 22);
}
