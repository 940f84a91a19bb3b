//! A walk over a page's elements and text, in the order of the page.
//!
//! Tags are put into place as a browser's tree construction does it: end tags
//! that may be left out are implied, and stray ones ignored. But no tree is
//! kept, only the stack of open elements. What a browser moves elsewhere
//! therefore stays where it was written: text between the cells of a table,
//! and the part of a link or of an emphasis that crosses the end of a block.

mod attributes;
mod body;
mod feed;
mod foreign;
mod kind;
mod stack;
mod tables;
#[cfg(test)]
mod tests;

use html5ever::{Attribute, LocalName};

/// What is told about a page, in its order.
pub(crate) trait Visitor {
    /// An element begins. Each is closed in the end, the innermost first.
    fn open(&mut self, element: &Element<'_>);
    /// Text with its entities decoded; one run may come in several pieces.
    fn text(&mut self, text: &str);
    /// The innermost open element ends.
    fn close(&mut self, name: &LocalName);
}

/// The start of an element.
#[derive(Debug)]
pub(crate) struct Element<'a> {
    name: &'a LocalName,
    attributes: &'a [Attribute],
    foreign: bool,
}

impl<'a> Element<'a> {
    /// The name in lower case, also of elements of SVG that have capitals.
    pub(crate) fn name(&self) -> &'a LocalName {
        self.name
    }

    /// Whether it belongs to SVG or MathML, and not to HTML.
    pub(crate) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// The value of the attribute of this lower-case name.
    pub(crate) fn attr(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|attribute| &*attribute.name.local == name).map(|found| &*found.value)
    }

    /// Whether `class` names this class.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attr("class").is_some_and(|classes| classes.split_ascii_whitespace().any(|one| one == class))
    }
}

/// Tells the visitor what is in the page.
///
/// Scripts do not run, but `noscript` is skipped as if they did. The elements
/// `html`, `head` and `body` are never told, since every page has them. An
/// element that opens inside 512 others closes the innermost of them first, so
/// time is linear in the page, and memory bounded beside its longest tag.
/// Of one tag's attributes only the first 256 count.
pub(crate) fn walk(html: &str, visitor: &mut impl Visitor) {
    feed::feed(html, stack::Stack::new(visitor));
}
