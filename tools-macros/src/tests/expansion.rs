//! What comes out: the function as it was, and all faults.

use proc_macro2::TokenStream;

use crate::{expand::expand, fallback::fallback, model::Tool};

fn expanded(attr: &str, item: &str) -> String {
    let (attr, item): (TokenStream, TokenStream) = (attr.parse().unwrap(), item.parse().unwrap());
    match Tool::read(attr, item.clone()) {
        Ok(tool) => expand(&tool, item),
        Err(faults) => fallback(item, &faults),
    }
    .to_string()
}

fn tokens(source: &str) -> String {
    source.parse::<TokenStream>().unwrap().to_string()
}

// proves MAC-10, TOOL-05
#[test]
fn the_function_is_given_back_also_when_it_is_no_tool() {
    for item in
        ["pub async fn f(q: u32) -> u32 { this is ! not rust }", "fn f(a b) {}", "struct S { a: u32 }"]
    {
        let out = expanded("", item);
        assert!(out.starts_with(&tokens(item)), "{out}");
        assert!(out.contains("compile_error"), "{out}");
    }
}

// proves MAC-10
#[test]
fn a_broken_body_is_no_fault_of_the_tool() {
    let item = "#[inline] pub async fn f(q: u32) -> u32 { this is ! not rust }";
    let out = expanded("description = \"F.\"", item);
    assert!(out.starts_with(&tokens(item)), "{out}");
    assert!(!out.contains("compile_error"), "{out}");
}

// proves MAC-08
#[test]
fn only_absolute_paths_are_named() {
    let out = expanded(
        "description = \"F.\", crate = a::b",
        "fn f(db: &Db, #[arg(default = 5, range = 0..9, secret)] q: u32, #[arg(len = 1..MOST, default = \"a\")] t: String) -> Result<(), E> {}",
    );
    assert!(out.contains("use a :: b :: __private as __tools"), "{out}");
    for word in ["Some", "None", "Box", "Into"] {
        assert_eq!(
            out.matches(&format!(" {word} ")).count(),
            out.matches(&format!(":: {word} ")).count(),
            "{word} {out}"
        );
    }
}
