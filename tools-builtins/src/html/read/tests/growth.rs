//! What twice the page costs: what is allocated is counted, not timed.

use allocation_counter::{AllocationInfo, measure};
use url::Url;

use super::super::{Page, read};

const COUNT: usize = 100_000;
const MEGABYTE: usize = 1_000_000;

fn read_counted(html: &str, base: &Url) -> (Page, AllocationInfo) {
    let mut page = None;
    let counted = measure(|| page = Some(read(html, base)));
    (page.unwrap(), counted)
}

/// Reads half of each page's repetitions, and all of them.
fn check(cases: &[(&str, &str, &str, usize)]) {
    let base = Url::parse("https://example.com/dir/page?q").unwrap();
    for (name, start, part, count) in cases {
        let page = |count| format!("{start}{}", part.repeat(count));
        let (half_page, whole_page) = (page(count / 2), page(*count));
        let (half, half_counted) = read_counted(&half_page, &base);
        let (whole, counted) = read_counted(&whole_page, &base);

        let (half_length, length) = (half.text.len(), whole.text.len());
        assert!(length <= 9 * half_length / 4 + 1_000, "{name}: {half_length} bytes become {length}");
        assert!(length <= 4 * whole_page.len() + 16 * 1_024, "{name}: {length} of {}", whole_page.len());
        // A buffer that doubles may just have done so.
        let grows = [
            ("allocations", half_counted.count_total, counted.count_total),
            ("bytes", half_counted.bytes_total, counted.bytes_total),
        ];
        for (what, half, whole) in grows {
            assert!(whole <= 5 * half / 2 + 10_000, "{name}: {half} {what} become {whole}");
        }
        let limit = u64::try_from(6 * whole_page.len() + 200_000).unwrap();
        assert!(counted.bytes_max <= limit, "{name}: {} of {}", counted.bytes_max, whole_page.len());
    }
}

// proves FET-06
#[test]
fn what_nests_costs_as_much_as_what_does_not() {
    let cases = [
        ("div", "", "<div>a", COUNT),
        ("b", "", "<b>a", COUNT),
        ("blockquote", "", "<blockquote>a", COUNT),
        ("table", "", "<table>a", COUNT),
        ("table with cells", "", "<table><td>a", COUNT),
        ("ul", "", "<ul>a", COUNT),
        ("ol", "", "<ol start=999999999999><li>a", COUNT),
        ("ol reversed", "", "<ol reversed><li>a", COUNT),
        ("a", "", "<a href=x>a", COUNT),
        ("svg", "", "<svg>a", COUNT),
        ("math", "", "<math><msup>a", COUNT),
        ("noscript", "", "<noscript>a", COUNT),
        ("template", "", "<template>a", COUNT),
        ("unclosed formatting", "", "<b><p>a", COUNT),
        ("misnested formatting", "", "<b><p>a</b>", COUNT),
        ("formatting of many names", "", "<a><b><i><u><em><p>a</a></b></i>", COUNT / 10),
        ("marks", "", "<code><q><s><sup>1", COUNT / 10),
        ("ends without starts", "<p>", "</b></div></table>", COUNT / 10),
        ("ends in depth", &"<div>".repeat(600), "</b></span></p>", COUNT / 10),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn what_is_long_costs_as_much_as_what_is_short() {
    let cases = [
        ("one line", "<p>", "word ", MEGABYTE / 5),
        ("one word", "<p>", "w", MEGABYTE),
        ("one word of marks", "<p><a href=x>", "é\u{AD}", MEGABYTE / 4),
        ("a line of preformatted text", "<pre>", "w ", MEGABYTE / 2),
        ("lines of preformatted text", "<blockquote><ul><li><pre>", "w\n", MEGABYTE / 10),
        ("attributes", "<p ", "a=b ", MEGABYTE / 4),
        ("one attribute", "<a href='", "b", MEGABYTE),
        ("one style", "<p style='", "b:c;", MEGABYTE / 4),
        ("one tag's name", "<", "b", MEGABYTE),
        ("a comment", "<!--", "<p>-", MEGABYTE / 4),
        ("comments", "", "<!>", MEGABYTE / 3),
        ("less-than signs", "", "<", MEGABYTE),
        ("ends of script", "<script>", "</script", MEGABYTE / 8),
        ("CDATA", "<svg>", "<![CDATA[a]]>", MEGABYTE / 13),
        ("a title", "<title>", "a", MEGABYTE),
        ("paragraphs", "", "<p>a", COUNT),
        ("empty paragraphs", "", "<p>", COUNT),
        ("ampersands", "", "&", MEGABYTE),
        ("entities", "", "&amp;", MEGABYTE / 5),
        ("entities without an end", "", "&amp", MEGABYTE / 4),
        ("one that is none", "&", "a", MEGABYTE),
        ("a number", "&#", "1", MEGABYTE),
        ("no-break spaces", "a", "&nbsp;", MEGABYTE / 6),
        ("line breaks", "a", "<br>", MEGABYTE / 4),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn what_spans_or_counts_costs_as_much_as_what_does_not() {
    let nested = "<table><td>".repeat(100);
    let cases = [
        ("cells", "<table><tr>", "<td>a", COUNT),
        ("header cells", "<table><tr>", "<th>a", COUNT),
        ("empty cells", "<table><tr>", "<td>", COUNT),
        ("cells in cells", nested.as_str(), "<td>a", COUNT / 10),
        ("rows", "<table>", "<tr><td>a", COUNT),
        ("bars", "<table><td>", "|", MEGABYTE),
        ("wide cells", "<table>", "<tr><td colspan=1000000000>a<td>b", COUNT / 10),
        ("high cells", "<table><tr>", "<td rowspan=1000000000>a", COUNT / 10),
        (
            "rows under high cells",
            &("<table><tr>".to_owned() + &"<td rowspan=0>a".repeat(1_000)),
            "<tr><td>b",
            COUNT,
        ),
        ("wide tables", "", "<table><tr><th colspan=64>a<th>b</table>", COUNT / 10),
        ("numbers", "<ol start=999999999999>", "<li>a", COUNT),
        ("long numbers", "<ol start=2147483647>", "<li>a", COUNT),
        ("values", "<ol>", "<li value=-2147483648>a", COUNT / 10),
        ("downwards", "<ol reversed>", "<li>a", COUNT),
        ("fields", "", "<input value=a>", COUNT / 10),
        ("links", "", "<a href=x>a</a>", COUNT / 10),
        ("landmarks", "", "<main>a</main><article>b</article>", COUNT / 10),
    ];
    check(&cases);
}
