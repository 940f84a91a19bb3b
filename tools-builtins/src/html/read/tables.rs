//! Tables.
//!
//! A row is a line. But many a table only places things on the page: one that
//! has another table, a heading or whole lines in a cell. From there on its
//! cells are blocks like any other.
//!
//! A cell that spans several columns or rows is followed by empty ones, so that
//! the others stay in their columns.

use html5ever::local_name;

use super::lines::Gap;
use super::lists::integer;
use super::reader::{End, Reader};
use crate::html::walk::Element;

/// How many columns a cell can span, and in how many columns one can span rows.
const MAX_SPAN: usize = 64;

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
    /// The column of the last cell.
    column: usize,
    /// How many columns the row has.
    columns: usize,
    /// The row in which each column is no longer taken by a cell above.
    free: Vec<usize>,
}

impl Table {
    pub(super) fn new(layout: bool) -> Self {
        Self { layout, ..Self::default() }
    }

    fn begin_row(&mut self) {
        (self.cells, self.headers, self.column, self.columns) = (0, 0, 0, 0);
    }

    /// Begins a cell; says how many columns after the last one.
    fn begin_cell(&mut self, header: bool, width: usize, height: usize) -> usize {
        self.in_cell = true;
        self.cells += 1;
        self.headers += usize::from(header);
        let last = std::mem::replace(&mut self.column, self.columns);
        while self.free.get(self.column).is_some_and(|free| *free > self.rows) {
            self.column += 1;
        }
        self.columns = self.column + width;
        if height > 1 {
            let end = self.columns.min(MAX_SPAN).max(self.free.len());
            self.free.resize(end, 0);
            let free = self.rows.saturating_add(height);
            self.free.iter_mut().skip(self.column).take(width).for_each(|column| *column = free);
        }
        self.column - last
    }

    /// Ends a row. If it is the table's header, says how many columns it has.
    fn end_row(&mut self) -> Option<usize> {
        self.rows += 1;
        let header = self.in_head || self.headers == self.cells;
        // A cell alone is a heading, whatever it spans.
        let columns = if self.cells == 1 { 1 } else { self.columns };
        (self.rows == 1 && header && self.cells > 0).then_some(columns)
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
        if let Some(columns) = header
            && !self.in_layout()
            && !self.lines.is_fresh()
            && self.lines.may_write(6 * columns)
        {
            self.lines.rule(&format!("---{}", " | ---".repeat(columns - 1)), Gap::Line);
        }
        self.lines.gap(Gap::Line);
    }

    pub(super) fn cell(&mut self, element: &Element<'_>) -> End {
        let span = |name, most, zero| match element.attr(name).and_then(integer) {
            Some(0) => zero,
            span => usize::try_from(span.unwrap_or(1)).unwrap_or(1).min(most),
        };
        let (width, height) = (span("colspan", MAX_SPAN, 1), span("rowspan", usize::MAX, usize::MAX));
        let header = *element.name() == local_name!("th");
        let (columns, next) = self
            .tables
            .last_mut()
            .map_or((0, 0), |table| (table.begin_cell(header, width, height), usize::from(table.cells > 1)));
        if self.in_layout() {
            self.lines.gap(Gap::Paragraph);
        } else {
            self.lines.blank();
            let affordable = columns == next || self.lines.may_write(2 * (columns - next));
            self.lines.separate(if affordable { columns } else { next });
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

    pub(super) fn row_group(&mut self, head: bool) {
        if let Some(table) = self.tables.last_mut() {
            table.in_head = head;
            table.free.clear();
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
        self.lines.in_cell = in_cell;
        self.lines.flat = in_cell || self.headings > 0;
    }
}
