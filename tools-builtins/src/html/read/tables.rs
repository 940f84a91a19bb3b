//! Tables.
//!
//! A row is a line. But many a table only places things on the page: one that
//! has another table, a heading or whole lines in a cell. From there on its
//! cells are blocks like any other.

use super::lines::Gap;
use super::reader::{End, Reader};
use crate::html::walk::Element;

/// An open table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Whether it only places things on the page: its cells are blocks then.
    pub(super) layout: bool,
    pub(super) in_cell: bool,
    in_head: bool,
    rows: usize,
    cells: usize,
    headers: usize,
}

impl Table {
    pub(super) fn new(layout: bool) -> Self {
        Self { layout, ..Self::default() }
    }

    /// Whether the rows that come are those of the head.
    pub(super) fn set_head(&mut self, in_head: bool) {
        self.in_head = in_head;
    }

    pub(super) fn begin_row(&mut self) {
        (self.cells, self.headers) = (0, 0);
    }

    /// Begins a cell; says whether another one stands before it.
    pub(super) fn begin_cell(&mut self, header: bool) -> bool {
        self.in_cell = true;
        self.cells += 1;
        self.headers += usize::from(header);
        self.cells > 1
    }

    /// Ends a row. If it is the table's header, says how many cells it has.
    pub(super) fn end_row(&mut self) -> Option<usize> {
        self.rows += 1;
        let header = self.in_head || self.headers == self.cells;
        (self.rows == 1 && header && self.cells > 0).then_some(self.cells)
    }
}

impl Reader {
    pub(super) fn table(&mut self, element: &Element<'_>) -> End {
        self.lay_out();
        self.lines.gap(Gap::Paragraph);
        let layout =
            element.attr("role").is_some_and(|role| matches!(role.trim_ascii(), "presentation" | "none"));
        self.tables.push(Table::new(layout));
        self.update_flat();
        End::Table
    }

    pub(super) fn row(&mut self) -> End {
        if let Some(table) = self.tables.last_mut() {
            table.begin_row();
        }
        self.lines.gap(if self.in_layout() { Gap::Paragraph } else { Gap::Line });
        End::Row
    }

    pub(super) fn end_row(&mut self) {
        let header = self.tables.last_mut().and_then(Table::end_row);
        if let Some(cells) = header
            && !self.in_layout()
            && !self.lines.is_fresh()
        {
            self.lines.rule(&format!("---{}", " | ---".repeat(cells - 1)), Gap::Line);
        }
        self.lines.gap(Gap::Line);
    }

    pub(super) fn cell(&mut self, header: bool) -> End {
        let separate = self.tables.last_mut().is_some_and(|table| table.begin_cell(header));
        if self.in_layout() {
            self.lines.gap(Gap::Paragraph);
        } else {
            self.lines.blank();
            if separate && !self.lines.in_pre() {
                self.lines.separate();
            }
        }
        self.update_flat();
        End::Cell
    }

    pub(super) fn end_cell(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            table.in_cell = false;
        }
        self.update_flat();
        if self.in_layout() {
            self.lines.gap(Gap::Paragraph);
        }
    }

    pub(super) fn set_head(&mut self, in_head: bool) {
        if let Some(table) = self.tables.last_mut() {
            table.set_head(in_head);
        }
    }

    pub(super) fn in_layout(&self) -> bool {
        self.tables.last().is_some_and(|table| table.layout)
    }

    /// What begins has no place in a cell: the table around it is there to
    /// place things on the page, and its cells are blocks from here on.
    pub(super) fn lay_out(&mut self) {
        if let Some(table) = self.tables.last_mut().filter(|table| table.in_cell && !table.layout) {
            table.layout = true;
            self.lines.forget_separators();
            self.update_flat();
        }
    }

    pub(super) fn update_flat(&mut self) {
        let in_cell = self.tables.last().is_some_and(|table| table.in_cell && !table.layout);
        self.lines.flat = in_cell || self.headings > 0;
    }
}
