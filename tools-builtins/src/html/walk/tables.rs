//! Tags of tables.

use html5ever::tokenizer::Tag;
use html5ever::{LocalName, local_name};

use super::Visitor;
use super::kind::{PART, TABLE_SCOPE};
use super::stack::Stack;

impl<V: Visitor> Stack<'_, V> {
    /// The innermost part of a table that is open, or the template or the end
    /// of the search before it.
    fn innermost_part(&self) -> Option<(usize, LocalName)> {
        let depth = self.find(0, |open| open.has(PART))?;
        self.open.get(depth).map(|open| (depth, open.name.clone()))
    }

    /// The table or its part that this end tag closes.
    pub(super) fn find_part(&self, name: &LocalName) -> Option<usize> {
        self.find(TABLE_SCOPE, |open| open.is(name))
    }

    /// Opens a part of a table, with the parts around it that were left out.
    pub(super) fn table_part(&mut self, tag: &Tag) {
        let cell = matches!(tag.name, local_name!("td") | local_name!("th"));
        let row = tag.name == local_name!("tr");
        let column = tag.name == local_name!("col");
        // Each turn closes an element or opens a part one level further in.
        while let Some((depth, part)) = self.innermost_part() {
            let missing = match part {
                local_name!("tr") if cell => None,
                local_name!("tbody") | local_name!("thead") | local_name!("tfoot") if row => None,
                local_name!("tbody") | local_name!("thead") | local_name!("tfoot") if cell => {
                    Some(local_name!("tr"))
                }
                local_name!("colgroup") if column => None,
                local_name!("table") if cell || row => Some(local_name!("tbody")),
                local_name!("table") if column => Some(local_name!("colgroup")),
                local_name!("table") => None,
                // What stands in a template is never shown.
                local_name!("template") => return,
                _ => {
                    self.pop_to(depth);
                    continue;
                }
            };
            self.pop_to(depth + 1);
            match missing {
                Some(name) => self.insert(&name, &[]),
                None if column => return self.insert_void(&tag.name, &tag.attrs, false),
                None => return self.insert(&tag.name, &tag.attrs),
            }
        }
    }

    /// Closes a table in which another one begins, but not in a cell.
    pub(super) fn close_table_without_cell(&mut self) {
        if self.in_table_itself()
            && let Some(depth) = self.find_part(&local_name!("table"))
        {
            self.pop_to(depth);
        }
    }

    /// Whether a table is open, but neither a cell nor a caption in it.
    pub(super) fn in_table_itself(&self) -> bool {
        self.innermost_part().is_some_and(|(_, part)| {
            matches!(
                part,
                local_name!("table")
                    | local_name!("tbody")
                    | local_name!("thead")
                    | local_name!("tfoot")
                    | local_name!("tr")
                    | local_name!("colgroup")
            )
        })
    }

    /// Closes a group of columns before anything that can not be in it.
    pub(super) fn leave_columns(&mut self, next: &LocalName) {
        if self.top_is(&local_name!("colgroup"))
            && !matches!(*next, local_name!("col") | local_name!("template"))
        {
            self.pop();
        }
    }

    pub(super) fn text_in_table(&mut self, text: &str) {
        if self.top_is(&local_name!("colgroup")) && !text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            self.pop();
        }
    }
}
