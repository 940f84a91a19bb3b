//! A tool's result for a person: names and values, lists with numbers, long texts
//! as they are. What a tool brings from elsewhere must not command the terminal.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::terminal::shown;

/// A text of more than this many characters, or of several lines, is set off
/// from its name.
const SHORT: usize = 100;
/// What lies deeper is JSON again.
const DEPTH: usize = 4;

/// Lines, without the last end.
pub(crate) fn lines(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, "", 0);
    text.truncate(text.trim_end().len());
    text
}

fn write(text: &mut String, value: &Value, indent: &str, depth: usize) {
    match value {
        Value::Object(fields) if depth < DEPTH => {
            for (name, value) in fields {
                field(text, name, value, indent, depth);
            }
        }
        Value::Array(items) if depth < DEPTH => list(text, items, indent, depth),
        Value::String(string) => block(text, string, indent),
        other => block(text, &other.to_string(), indent),
    }
}

fn field(text: &mut String, name: &str, value: &Value, indent: &str, depth: usize) {
    let name = shown(name);
    let nested = format!("{indent}  ");
    match value {
        Value::Array(items) if !items.is_empty() && depth < DEPTH => {
            let _ = writeln!(text, "{indent}{name}:");
            list(text, items, &nested, depth + 1);
        }
        Value::Object(fields) if !fields.is_empty() && depth < DEPTH => {
            let _ = writeln!(text, "{indent}{name}:");
            write(text, value, &nested, depth + 1);
        }
        Value::String(string) if string.contains('\n') || string.chars().nth(SHORT).is_some() => {
            let _ = writeln!(text, "{indent}{name}:");
            block(text, string, &nested);
        }
        Value::String(string) => {
            let _ = writeln!(text, "{indent}{name}: {}", shown(string));
        }
        other => {
            let _ = writeln!(text, "{indent}{name}: {}", shown(&other.to_string()));
        }
    }
}

fn list(text: &mut String, items: &[Value], indent: &str, depth: usize) {
    for (index, item) in items.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        let inner = format!("{indent}{:1$}", "", number.len());
        let mut body = String::new();
        match item {
            Value::Object(fields) if depth < DEPTH => entry(&mut body, fields, &inner, depth),
            other => write(&mut body, other, &inner, depth + 1),
        }
        let _ = writeln!(text, "{indent}{number}{}", body.trim());
    }
}

/// One of several things of a kind: its texts speak for themselves.
fn entry(text: &mut String, fields: &Map<String, Value>, indent: &str, depth: usize) {
    for (name, value) in fields {
        match value {
            Value::String(string) if string.is_empty() => {}
            Value::String(string) => block(text, string, indent),
            Value::Null | Value::Bool(false) => {}
            Value::Bool(true) => block(text, &format!("({name})"), indent),
            other => field(text, name, other, indent, depth + 1),
        }
    }
}

fn block(text: &mut String, string: &str, indent: &str) {
    for line in shown(string).lines() {
        let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_for_a_person() {
        let long = "a long text ".repeat(10);
        let cases = [
            (json!({ "expression": "1+1", "result": 2 }), "expression: 1+1\nresult: 2".to_owned()),
            (json!([1, "two", [3]]), "1. 1\n2. two\n3. 1. 3".into()),
            (json!([]), String::new()),
            (json!({}), String::new()),
            (json!({ "list": [], "map": {}, "none": null }), "list: []\nmap: {}\nnone: null".into()),
            (json!({ "text": long }), format!("text:\n  {}", long.trim_end())),
            (json!({ "text": "one\n\ntwo" }), "text:\n  one\n\n  two".into()),
            (
                json!({ "results": [
                    { "title": "Zurich", "url": "https://example.com/", "snippet": "A city.", "sponsored": false },
                    { "title": "Shoes", "url": "https://shop.example/", "snippet": "", "sponsored": true },
                ], "more": true }),
                "results:\n  1. Zurich\n     https://example.com/\n     A city.\n  2. Shoes\n     \
                 https://shop.example/\n     (sponsored)\nmore: true"
                    .into(),
            ),
            (
                json!({ "a": { "b": { "c": { "d": { "e": 1 } } } } }),
                "a:\n  b:\n    c:\n      d:\n        {\"e\":1}".into(),
            ),
        ];
        for (value, wanted) in cases {
            assert_eq!(lines(&value), wanted, "{value}");
        }
    }

    #[test]
    fn nothing_commands_the_terminal() {
        let text =
            lines(&json!({ "ti\u{1b}[2Jtle": "\u{1b}]0;owned\u{7}x", "list": [{ "a": "\u{9b}31m" }] }));
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{text:?}");
    }
}
