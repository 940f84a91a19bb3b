//! Elements that are paragraphs, or hold some.

use html5ever::{LocalName, local_name};

/// Whether nothing else is to be done about it than to part it from the rest.
pub(super) fn is_block(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("address")
            | local_name!("article")
            | local_name!("aside")
            | local_name!("caption")
            | local_name!("center")
            | local_name!("details")
            | local_name!("dialog")
            | local_name!("div")
            | local_name!("fieldset")
            | local_name!("figcaption")
            | local_name!("figure")
            | local_name!("footer")
            | local_name!("form")
            | local_name!("header")
            | local_name!("hgroup")
            | local_name!("legend")
            | local_name!("main")
            | local_name!("nav")
            | local_name!("p")
            | local_name!("search")
            | local_name!("section")
            | local_name!("summary")
    )
}
