//! The lines of the text, as they are written.
//!
//! Blanks, line breaks and marks are only noted until a character follows
//! them. So no line ends in a blank, and no two blank lines come together.

use super::marks::Marks;
use crate::html::clean::{Fate, fate};

/// How many quotes and list items shape a line; those further in do not.
const MAX_CONTAINERS: usize = 8;
/// What the text may be longer than four times the page, in bytes.
const SPARE: usize = 16 * 1024;

/// What lies between the last line and the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    Line,
    Paragraph,
}

/// What stands before each line in it.
#[derive(Debug)]
pub(super) enum Container {
    Quote,
    /// The marker of the first line, and how far the others are indented.
    Item(Option<String>, usize),
}

#[derive(Debug)]
pub(super) struct Lines {
    out: String,
    /// The longest that the text may become.
    limit: usize,
    /// How many bytes of quote marks, indentation and cells that others span
    /// may still be written.
    shape_left: usize,
    gap: Gap,
    /// Whether nothing is written on the line yet, nor the gap before it.
    fresh: bool,
    after_break: bool,
    blank: bool,
    /// No-break spaces that are written only if something follows.
    no_break: usize,
    separators: usize,
    heading: usize,
    containers: Vec<Container>,
    /// How many containers were open all the time since the last line.
    shared: usize,
    pub(super) marks: Marks,
    /// Whether all goes on one line, as in a heading and in a cell.
    pub(super) flat: bool,
    /// Whether a bar would be taken for the edge of a cell.
    pub(super) in_cell: bool,
    pre: Option<String>,
}

impl Lines {
    /// `page` is the page's length in bytes.
    pub(super) fn new(page: usize) -> Self {
        Self {
            out: String::new(),
            limit: page.saturating_mul(4).saturating_add(SPARE),
            shape_left: page.saturating_add(SPARE),
            gap: Gap::Line,
            fresh: true,
            after_break: false,
            blank: false,
            no_break: 0,
            separators: 0,
            heading: 0,
            containers: Vec::new(),
            shared: 0,
            marks: Marks::default(),
            flat: false,
            in_cell: false,
            pre: None,
        }
    }

    pub(super) fn finish(mut self) -> String {
        let end = self.out.trim_end_matches([' ', '\n']).len();
        self.out.truncate(end);
        self.out
    }

    pub(super) fn length(&self) -> usize {
        self.out.len()
    }

    /// Whether nothing stands on the line.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh
    }

    pub(super) fn in_pre(&self) -> bool {
        self.pre.is_some()
    }

    /// Whether what is raised would be read as one with what is before it.
    pub(super) fn raises(&self, next: char) -> bool {
        matches!(next, '0'..='9' | '+' | '-' | '\u{2212}')
            && self.out.ends_with(|last: char| last.is_alphanumeric() || last == ')')
    }

    pub(super) fn written_since(&self, start: usize) -> &str {
        self.out.get(start..).unwrap_or_default()
    }

    /// Takes the opening mark back that stands before `start`.
    pub(super) fn unmark(&mut self, start: usize) {
        if let Some(at) = start.checked_sub(1)
            && self.written_since(at).starts_with('[')
        {
            self.out.remove(at);
        }
    }

    /// Appends as it is. Past the limit nothing is written any more.
    pub(super) fn push(&mut self, text: &str) {
        if self.out.len() + text.len() > self.limit {
            self.limit = 0;
        } else {
            self.out.push_str(text);
        }
    }

    /// Text in which blanks collapse, unless it is preformatted.
    pub(super) fn text(&mut self, text: &str) {
        if let Some(pre) = &mut self.pre {
            return append_pre(pre, text);
        }
        // Words with single blanks between them are appended in one go.
        let (mut start, mut end) = (0, 0);
        for (at, character) in text.char_indices() {
            let plain = matches!(character, '!'..='~');
            if plain && at <= end + 1 && end > start {
                end = at + 1;
                continue;
            }
            if character == ' ' && at == end && end > start {
                continue;
            }
            self.words(text.get(start..end).unwrap_or_default());
            self.blank |= end > start && at > end;
            (start, end) = (at, at);
            if plain {
                end = at + 1;
                continue;
            }
            match fate(character) {
                Fate::Blank => self.blank = true,
                Fate::Drop => {}
                Fate::Keep if character == '\u{A0}' && (self.fresh || self.separators > 0) => {
                    self.no_break += 1;
                }
                Fate::Keep => {
                    self.begin(character);
                    self.push(character.encode_utf8(&mut [0; 4]));
                }
            }
        }
        self.words(text.get(start..end).unwrap_or_default());
        self.blank |= end > start && text.len() > end;
    }

    fn words(&mut self, words: &str) {
        let Some(first) = words.chars().next() else { return };
        self.begin(first);
        if self.in_cell && words.contains('|') {
            self.push(&words.replace('|', "\\|"));
        } else {
            self.push(words);
        }
    }

    /// Text that is written as it is, between blanks of its own.
    pub(super) fn atom(&mut self, text: &str) {
        match &mut self.pre {
            Some(pre) => pre.push_str(text),
            None => self.words(text),
        }
    }

    /// A blank, where text stands before and after.
    pub(super) fn blank(&mut self) {
        self.blank |= !self.in_pre();
    }

    /// Writes what is due before this character.
    fn begin(&mut self, next: char) {
        let first = self.fresh;
        if first {
            self.start_line();
        }
        let blank = std::mem::take(&mut self.blank) && !first;
        if self.separators > 0 {
            for index in 0..std::mem::take(&mut self.separators) {
                self.push(if index == 0 && !first { " | " } else { "| " });
            }
        } else if blank {
            self.push(" ");
        }
        for _ in 0..std::mem::take(&mut self.no_break) {
            self.push("\u{A0}");
        }
        if !self.marks.are_written() {
            self.write_marks(next);
        }
    }

    /// Ends the line before, and writes what stands before the next one.
    fn start_line(&mut self) {
        if !self.out.is_empty() {
            if self.gap == Gap::Paragraph {
                self.push("\n");
                self.shape(self.shared, true);
            }
            self.push("\n");
        }
        self.shared = self.containers.len();
        self.shape(self.shared, false);
        if self.heading > 0 {
            self.push("######".get(..self.heading).unwrap_or("######"));
            self.push(" ");
        }
        (self.fresh, self.gap, self.after_break) = (false, Gap::Line, false);
    }

    /// Writes what the outermost `depth` containers put before a line.
    fn shape(&mut self, depth: usize, empty: bool) {
        let mut shape = String::new();
        for container in self.containers.iter_mut().take(depth) {
            match container {
                Container::Quote => shape.push_str("> "),
                Container::Item(marker, _) if !empty && marker.is_some() => {
                    shape.push_str(&marker.take().unwrap_or_default());
                }
                Container::Item(_, width) => shape.extend(std::iter::repeat_n(' ', *width)),
            }
        }
        let shape = if empty { shape.trim_end() } else { &shape };
        if self.may_write(shape.len()) {
            self.push(shape);
        }
    }

    /// Whether so many bytes that are not in the page may still be written.
    pub(super) fn may_write(&mut self, bytes: usize) -> bool {
        let left = self.shape_left.checked_sub(bytes);
        self.shape_left = left.unwrap_or(self.shape_left);
        left.is_some()
    }

    /// Ends the line. A blank line follows if that is ever asked for before
    /// the next character, except between a list item's marker and its text.
    pub(super) fn gap(&mut self, gap: Gap) {
        if let Some(pre) = &mut self.pre {
            if !pre.is_empty() && !pre.ends_with('\n') {
                pre.push('\n');
            }
            return;
        }
        if self.flat {
            self.blank = true;
            return;
        }
        self.end_link();
        let begun = !matches!(self.containers.last(), Some(Container::Item(Some(_), _)));
        if begun {
            self.gap = self.gap.max(gap);
        }
        (self.fresh, self.blank, self.no_break, self.separators) = (true, false, 0, 0);
    }

    /// Ends the line, and takes back that a blank line was asked for.
    pub(super) fn tight_gap(&mut self) {
        self.gap(Gap::Line);
        if !self.flat {
            self.gap = Gap::Line;
        }
    }

    /// `br`: two of them make a paragraph.
    pub(super) fn line_break(&mut self) {
        match &mut self.pre {
            Some(pre) => pre.push('\n'),
            None if self.fresh && self.after_break => self.gap(Gap::Paragraph),
            None => {
                self.gap(Gap::Line);
                self.after_break = true;
            }
        }
    }

    /// Whether lines are in it from now on.
    pub(super) fn enter(&mut self, container: Container) -> bool {
        let enters = !self.flat && !self.in_pre() && self.containers.len() < MAX_CONTAINERS;
        if enters {
            self.containers.push(container);
        }
        enters
    }

    pub(super) fn leave(&mut self) {
        self.containers.pop();
        self.shared = self.shared.min(self.containers.len());
    }

    /// The level of the heading that begins, or 0 where it ends.
    pub(super) fn set_heading(&mut self, level: usize) {
        self.heading = level;
    }

    /// A cell of a table begins, so many columns after the last one.
    pub(super) fn separate(&mut self, columns: usize) {
        match &mut self.pre {
            Some(pre) => pre.extend((columns > 0).then_some('\t')),
            None => (self.separators, self.no_break) = (self.separators + columns, 0),
        }
    }

    pub(super) fn forget_separators(&mut self) {
        self.separators = 0;
    }

    /// A line of its own, without marks.
    pub(super) fn rule(&mut self, text: &str, gap: Gap) {
        self.gap(gap);
        if !self.flat && !self.in_pre() {
            self.start_line();
            self.push(text);
            self.gap(gap);
        }
    }

    pub(super) fn open_pre(&mut self) {
        self.gap(Gap::Paragraph);
        self.pre = Some(String::new());
    }

    /// Writes the preformatted text, in a fence that does not occur in it.
    pub(super) fn close_pre(&mut self) {
        let Some(pre) = self.pre.take() else { return };
        if self.flat || pre.trim().is_empty() {
            return self.text(&pre);
        }
        let longest = pre.split(|character| character != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.start_line();
        self.push(&fence);
        let lines = pre.trim_matches('\n').lines().map(|line| line.trim_end_matches([' ', '\t']));
        for line in lines.chain([&*fence]) {
            self.push("\n");
            self.shape(self.containers.len(), line.is_empty());
            self.push(line);
        }
        self.gap(Gap::Paragraph);
    }
}

fn append_pre(pre: &mut String, text: &str) {
    for character in text.chars() {
        match fate(character) {
            Fate::Keep => pre.push(character),
            Fate::Blank if matches!(character, '\n' | '\t') => pre.push(character),
            Fate::Blank => pre.push(' '),
            Fate::Drop => {}
        }
    }
}
