//! The parts of a page that are marked as its main content.

use std::ops::Range;

use super::lines::Gap;
use super::reader::Reader;

/// Parts of a page that may be its main content, in bytes of the text.
#[derive(Debug, Default)]
pub(super) struct Landmark {
    depth: usize,
    start: usize,
    pub(super) ranges: Vec<Range<usize>>,
}

impl Reader {
    pub(super) fn enter_landmark(&mut self, which: fn(&mut Self) -> &mut Landmark) {
        which(self).depth += 1;
        if which(self).depth == 1 {
            self.lay_out();
            self.lines.gap(Gap::Paragraph);
            which(self).start = self.lines.length();
        }
    }

    pub(super) fn leave_landmark(&mut self, which: fn(&mut Self) -> &mut Landmark) {
        which(self).depth -= 1;
        if which(self).depth == 0 {
            self.lines.gap(Gap::Paragraph);
            let range = which(self).start..self.lines.length();
            which(self).ranges.push(range);
        }
    }
}
