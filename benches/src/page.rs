//! A large page, as news sites and encyclopaedias send them.

use std::fmt::Write as _;

const WORDS: [&str; 24] = [
    "harbour",
    "morning",
    "council",
    "bridge",
    "weather",
    "opened",
    "after",
    "the",
    "of",
    "a",
    "engineers",
    "said",
    "that",
    "water",
    "would",
    "rise",
    "slowly",
    "and",
    "boats",
    "could",
    "pass",
    "again",
    "by",
    "noon",
];

/// HTML of at least so many bytes, the same each time.
pub fn html(bytes: usize) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>The harbour &amp; its bridge</title>\
         <style>body{margin:0} .card{display:flex}</style><script>window.q=[];for(var i=0;i<9;i++)q.push(i)</script>\
         </head><body><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><div class=\"page wide\"><main>",
    );
    let mut seed = 1_u32;
    let mut next = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize
    };
    let mut part = 0;
    while page.len() < bytes {
        part += 1;
        let _ = write!(
            page,
            "<section class=\"card part\" id=\"s{part}\" data-part=\"{part}\"><h2>Part {part}</h2>"
        );
        for paragraph in 0..4 {
            page.push_str("<p class=\"text\">");
            for word in 0..60 + next() % 40 {
                let text = WORDS[next() % WORDS.len()];
                match word % 29 {
                    7 => drop(write!(
                        page,
                        "<a href=\"/wiki/{text}?from={part}\" title=\"{text}\">{text}</a> "
                    )),
                    13 => drop(write!(page, "<b>{text}</b>, ")),
                    19 => drop(write!(page, "<em>{text}</em>&nbsp;&mdash; ")),
                    _ => drop(write!(page, "{text} ")),
                }
            }
            let _ = write!(page, "</p>\n<!-- paragraph {paragraph} -->\n");
        }
        page.push_str("<ul class=list>");
        for item in 0..5 {
            let _ = write!(page, "<li><span>{}</span> of {item}", WORDS[next() % WORDS.len()]);
        }
        page.push_str("</ul><table><thead><tr><th>Hour</th><th>Level</th></tr></thead><tbody>");
        for row in 0..6 {
            let _ = write!(page, "<tr><td>{row}:00</td><td>{}&thinsp;cm</td></tr>", next() % 400);
        }
        page.push_str("</tbody></table><figure><img src=\"/i.png\" alt=\"The bridge\"><figcaption>Open</figcaption></figure></section>\n");
    }
    page.push_str("</main></div><footer>All rights reserved</footer></body></html>");
    page
}
