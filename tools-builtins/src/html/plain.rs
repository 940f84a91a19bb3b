//! A fragment of HTML as one line of text.

#[cfg(test)]
mod tests;

use html5ever::{LocalName, local_name};

use super::clean::append_line;
use super::walk::{Element, Visitor, walk};

/// The fragment's text on one line: without tags, with entities decoded once,
/// with single blanks.
///
/// Scripts and styles have no text. Nothing else is left out, since a snippet
/// of a search engine has no hidden parts.
pub(crate) fn plain(fragment: &str) -> String {
    let mut line = Line { text: String::new(), blank: false, hidden: 0 };
    walk(fragment, &mut line);
    line.text
}

struct Line {
    text: String,
    blank: bool,
    hidden: usize,
}

impl Visitor for Line {
    fn open(&mut self, element: &Element<'_>) {
        self.hidden += usize::from(is_hidden(element.name()));
        self.blank |= breaks(element.name());
    }

    fn text(&mut self, text: &str) {
        if self.hidden == 0 {
            append_line(&mut self.text, &mut self.blank, text);
        }
    }

    fn close(&mut self, name: &LocalName) {
        self.hidden -= usize::from(is_hidden(name));
        self.blank |= breaks(name);
    }
}

fn is_hidden(name: &LocalName) -> bool {
    matches!(*name, local_name!("script") | local_name!("style") | local_name!("template"))
}

/// Whether words on its two sides are not one word.
pub(crate) fn breaks(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("br")
            | local_name!("p")
            | local_name!("div")
            | local_name!("li")
            | local_name!("td")
            | local_name!("th")
            | local_name!("tr")
    )
}
