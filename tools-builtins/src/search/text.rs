//! Texts of results: plain, on one line, of bounded length.

use crate::html;

/// The longest title, in characters.
pub(super) const TITLE: usize = 500;
/// The longest snippet, in characters.
pub(super) const SNIPPET: usize = 2_000;
/// The longest date and age, in characters.
pub(super) const DATE: usize = 40;

/// A text without its markup, with each entity decoded once.
pub(super) fn plain(markup: &str) -> String {
    // Most texts have none.
    if markup.contains(['<', '&']) { html::plain(markup) } else { markup.to_owned() }
}

/// A text on one line, cut at a number of characters. Blanks and control
/// characters become one space.
pub(super) fn line(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut room = max;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            // A space is of use only before another character.
            if room < 2 {
                break;
            }
            line.push(' ');
            room -= 1;
        }
        let before = line.len();
        line.extend(word.chars().take(room));
        room -= line.get(before..).map_or(0, |added| added.chars().count());
        if room == 0 {
            break;
        }
    }
    line
}

/// A date as the engines write it, such as `2026-03-29` or with a time.
pub(super) fn date(text: &str) -> Option<String> {
    let text = text.trim();
    let day = text.bytes().zip(b"0000-00-00").take_while(|(b, like)| match **like {
        b'0' => b.is_ascii_digit(),
        dash => *b == dash,
    });
    let sane = text.len() <= DATE
        && text.bytes().all(|b| b.is_ascii_digit() || b"-:.+TZ ".contains(&b))
        && day.count() == 10;
    sane.then(|| text.to_owned())
}
