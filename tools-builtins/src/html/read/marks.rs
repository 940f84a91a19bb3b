//! Marks around text within a line: code, quotations, links and what is struck
//! out, raised or beside the line.
//!
//! An opening mark is written with the first character inside, so that
//! nothing stands for what has no text. A link's target follows its first
//! line: one that goes over several blocks is not marked beyond that.

use super::lines::Lines;

/// An open mark.
#[derive(Debug)]
pub(super) enum Mark {
    Code,
    Quote,
    Struck,
    /// How the text before it is said.
    Ruby,
    /// An exponent or the like, which is not to be read as one with the digits
    /// before it.
    Raised,
    /// With its target.
    Link(String),
    /// A link whose target is written.
    Spent,
}

/// The open marks.
#[derive(Debug, Default)]
pub(super) struct Marks {
    open: Vec<Mark>,
    /// How many of them are written.
    written: usize,
    /// The link that is written: which mark it is and where its text begins.
    link: Option<(usize, usize)>,
}

impl Marks {
    pub(super) fn are_written(&self) -> bool {
        self.written == self.open.len()
    }
}

impl Lines {
    pub(super) fn open_mark(&mut self, mark: Mark) {
        self.marks.open.push(mark);
    }

    /// Writes the marks that text is now to follow, with `next` first.
    pub(super) fn write_marks(&mut self, next: char) {
        while let Some(mark) = self.marks.open.get(self.marks.written) {
            let (text, link) = match mark {
                Mark::Code => ("`", false),
                Mark::Quote => ("\"", false),
                Mark::Struck => ("~~", false),
                Mark::Ruby => ("(", false),
                Mark::Raised if self.raises(next) => ("^", false),
                Mark::Link(_) => ("[", true),
                Mark::Raised | Mark::Spent => ("", false),
            };
            self.push(text);
            if link {
                self.end_link();
                self.marks.link = Some((self.marks.written, self.length()));
            }
            self.marks.written += 1;
        }
    }

    pub(super) fn close_mark(&mut self) {
        let Some(last) = self.marks.open.len().checked_sub(1) else { return };
        if self.marks.written > last {
            if self.marks.link.is_some_and(|(mark, _)| mark == last) {
                self.end_link();
            }
            self.marks.written = last;
            match self.marks.open.last() {
                Some(Mark::Code) => self.push("`"),
                Some(Mark::Quote) => self.push("\""),
                Some(Mark::Struck) => self.push("~~"),
                Some(Mark::Ruby) => self.push(")"),
                _ => {}
            }
        }
        self.marks.open.pop();
    }

    /// Writes the target of the link that is open on this line.
    pub(super) fn end_link(&mut self) {
        let Some((mark, start)) = self.marks.link.take() else { return };
        let Some(mark) = self.marks.open.get_mut(mark) else { return };
        let Mark::Link(target) = std::mem::replace(mark, Mark::Spent) else { return };
        let text = self.written_since(start);
        if text == target
            || target.strip_suffix('/') == Some(text)
            || target.strip_prefix("mailto:") == Some(text)
        {
            self.unmark(start);
        } else {
            // Else one of its parentheses would be taken for the last.
            let (before, after) = if is_balanced(&target) { ("](", ")") } else { ("](<", ">)") };
            self.push(before);
            self.push(&target);
            self.push(after);
        }
    }
}

/// Whether each closing parenthesis follows one that it closes.
fn is_balanced(url: &str) -> bool {
    let depth = url.bytes().try_fold(0_usize, |depth, byte| match byte {
        b'(' => Some(depth + 1),
        b')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}
