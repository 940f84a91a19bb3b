//! Reads HTML.

mod clean;
mod plain;
mod probe;
mod read;
mod walk;

pub(crate) use plain::{breaks, plain};
pub use probe::read_html;
pub(crate) use read::read;
pub(crate) use walk::{Element, Visitor, walk};
