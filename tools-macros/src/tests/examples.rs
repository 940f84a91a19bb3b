//! Examples against parameters.

use super::{messages, told};

const SEARCH: &str =
    "/** S. */ fn search(query: String, #[arg(default = 5)] limit: u32, deep: Option<bool>) {}";

// proves MAC-27
#[test]
fn objects_with_the_right_names() {
    told(&[
        (r#"examples = [{ "query": "rust", "limit": 3, "deep": null }, { "query": "" }]"#, SEARCH, &[]),
        (
            "examples = [5]",
            SEARCH,
            &["an example is a JSON object, and this is an integer\nwrite `{ \"parameter\": value }`"],
        ),
        (
            r#"examples = { "query": "rust" }"#,
            SEARCH,
            &["`examples` takes a list of JSON objects\nwrite `examples = [{ \"city\": \"Athens\" }]`"],
        ),
        (
            r#"examples = [{ "query": "rust", "limt": 3 }]"#,
            SEARCH,
            &["`search` has no parameter `limt`\n\
               did you mean `limit`? the parameters are `query`, `limit` and `deep`"],
        ),
        (
            r#"examples = [{ "query": "rust", "page": 3 }]"#,
            SEARCH,
            &["`search` has no parameter `page`\nthe parameters are `query`, `limit` and `deep`"],
        ),
        (
            r#"examples = [{ "a": 3 }]"#,
            "/** F. */ fn f(db: &Db) {}",
            &["`f` has no parameter `a`\nthe tool has no parameters: write `{}`"],
        ),
        (
            "examples = [{}]",
            SEARCH,
            &["this example lacks the required argument `query`\n\
               write `\"query\": …` in it, or give the parameter a default"],
        ),
        (r#"examples = [{ "max": 1 }]"#, "/** F. */ fn f(#[arg(name = \"max\")] limit: u32) {}", &[]),
        (r#"examples = [{ "a": 1, "b": 2 }]"#, "/** F. */ fn f(a: u32, #[arg(flatten)] p: Page) {}", &[]),
        (r#"examples = [{ "a": 1, "b": 2 }], unknown_fields = "ignore""#, "/** F. */ fn f(a: u32) {}", &[]),
    ]);
}

// proves MAC-27
#[test]
fn values_of_the_right_kind() {
    let rows = [
        ("String", r#""a""#, "5", "a string", "an integer", "\"text\""),
        ("Box<Option<String>>", "null", "true", "a string", "a boolean", "\"text\""),
        ("char", r#""a""#, "5", "a string of one character", "an integer", "\"x\""),
        ("bool", "true", r#""yes""#, "`true` or `false`", "a string", "true"),
        ("i64", "-5", "1.0", "an integer", "a fraction", "5"),
        ("usize", "5", "null", "an integer", "`null`", "5"),
        ("f64", "5", r#""5""#, "a number", "a string", "0.5"),
        ("Vec<u32>", "[1, 2]", "1", "a list", "an integer", "[…]"),
        (
            "std::collections::BTreeSet<String>",
            r#"["a"]"#,
            r#"["a", 1]"#,
            "a string",
            "an integer",
            "\"text\"",
        ),
        ("[f32; 2]", "[1, 2.5]", "{}", "a list", "an object", "[…]"),
        (
            "HashMap<String, bool>",
            r#"{ "a": true }"#,
            r#"{ "a": [] }"#,
            "`true` or `false`",
            "a list",
            "true",
        ),
    ];
    for (ty, right, wrong, wanted, found, sample) in rows {
        let item = format!("/** F. */ fn f(q: {ty}) {{}}");
        let example = |value: &str| format!("examples = [{{ \"q\": {value} }}]");
        let message = format!("`q` takes {wanted}, and this is {found}\nwrite a value such as `{sample}`");
        assert!(messages(&example(right), &item).is_empty(), "{ty} {right}");
        assert_eq!(messages(&example(wrong), &item), [message], "{ty} {wrong}");
    }
    let negative = "`q` takes no negative number\nwrite a value such as `5`";
    let two = "`q` takes a string of one character, and this one has 2\nwrite a value such as `\"x\"`";
    told(&[(r#"examples = [{ "q": "ab" }]"#, "/** F. */ fn f(q: char) {}", &[two])]);
    told(&[(r#"examples = [{ "q": -1 }]"#, "/** F. */ fn f(q: u8) {}", &[negative])]);
}

/// A type that only looks like one of the standard library is the user's own.
#[test]
fn own_types_are_trusted() {
    for ty in ["Db", "self::String", "crate::Vec<u32>", "(u32, u32)", "Value", "Uuid"] {
        let item = format!("/** F. */ fn f(q: {ty}) {{}}");
        assert!(messages("examples = [{ \"q\": [1, {}] }]", &item).is_empty(), "{ty}");
    }
}
