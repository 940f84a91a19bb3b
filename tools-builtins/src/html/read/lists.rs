//! Numbers of list items.

use html5ever::{LocalName, local_name};

use crate::html::walk::{Element, Visitor, walk};

/// An open list.
#[derive(Debug)]
pub(super) struct List {
    /// The next item's number and the step to the one after it.
    numbers: Option<(i64, i64)>,
    /// Whether an item has begun.
    pub(super) begun: bool,
}

impl List {
    pub(super) fn bullets() -> Self {
        Self { numbers: None, begun: false }
    }

    /// `items` is how many there are, if they are numbered downwards.
    pub(super) fn numbered(element: &Element<'_>, items: Option<usize>) -> Self {
        let start = element.attr("start").and_then(integer);
        let numbers = match items {
            Some(items) => (start.unwrap_or(i64::try_from(items).unwrap_or(i64::MAX)), -1),
            None => (start.unwrap_or(1), 1),
        };
        Self { numbers: Some(numbers), begun: false }
    }

    /// What stands before the next item.
    pub(super) fn marker(&mut self, item: &Element<'_>) -> String {
        let Some((next, step)) = &mut self.numbers else { return "- ".to_owned() };
        let number = item.attr("value").and_then(integer).unwrap_or(*next);
        *next = number.saturating_add(*step);
        format!("{number}. ")
    }
}

/// An integer as HTML reads it, within 32 bits like in browsers.
pub(super) fn integer(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    let number: i64 = digits.get(..end)?.parse::<i32>().ok()?.into();
    Some(if text.starts_with('-') { -number } else { number })
}

/// How many items each list has that is numbered downwards, in the order in
/// which the lists begin. Such a list's first number depends on all of it, so
/// that a page with one is walked twice.
pub(super) fn count_reversed(html: &str) -> Vec<usize> {
    const WORD: &[u8] = b"reversed";
    let mut counter = Counter::default();
    if html.as_bytes().windows(WORD.len()).any(|window| window.eq_ignore_ascii_case(WORD)) {
        walk(html, &mut counter);
    }
    counter.counts
}

#[derive(Default)]
struct Counter {
    counts: Vec<usize>,
    /// The open lists: which count is theirs.
    open: Vec<Option<usize>>,
}

impl Visitor for Counter {
    fn open(&mut self, element: &Element<'_>) {
        match *element.name() {
            // None of these is ever foreign: they break out of SVG and MathML.
            local_name!("ol") if element.attr("reversed").is_some() => {
                self.open.push(Some(self.counts.len()));
                self.counts.push(0);
            }
            local_name!("ol") | local_name!("ul") | local_name!("menu") => self.open.push(None),
            local_name!("li") => {
                if let Some(count) =
                    self.open.last().copied().flatten().and_then(|index| self.counts.get_mut(index))
                {
                    *count += 1;
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, name: &LocalName) {
        if matches!(*name, local_name!("ol") | local_name!("ul") | local_name!("menu")) {
            self.open.pop();
        }
    }
}
