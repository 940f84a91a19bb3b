//! Every message, as the user gets it. Where each one points to is shown by the
//! compile-fail tests of the workspace.

mod arguments;
mod attributes;
mod examples;
mod expansion;
mod functions;

use proc_macro2::TokenStream;

use crate::model::Tool;

/// All messages for one tool, in order.
fn messages(attr: &str, item: &str) -> Vec<String> {
    let tokens = |source: &str| source.parse::<TokenStream>().unwrap();
    match Tool::read(tokens(attr), tokens(item)) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.to_string()).collect(),
    }
}

/// Rows of: what stands in `#[tool(…)]`, the function, and its messages.
#[track_caller]
fn told(table: &[(&str, &str, &[&str])]) {
    for (attr, item, expected) in table {
        assert_eq!(messages(attr, item), *expected, "#[tool({attr})] {item}");
    }
}
