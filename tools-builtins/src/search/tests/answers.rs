//! Every field of the documented answers, replaced and removed in turn.

use serde_json::{Value, json};

use super::*;

/// Where every value of the answer is.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let at = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                places(value, &at, all);
                all.push(at);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                places(value, &format!("{at}/{index}"), all);
                all.push(format!("{at}/{index}"));
            }
        }
        _ => {}
    }
}

fn without(value: &Value, at: &str) -> Value {
    let mut value = value.clone();
    let (parent, last) = at.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.shift_remove(last)),
        Value::Array(items) => drop(items.remove(last.parse().unwrap())),
        _ => panic!("{at}"),
    }
    value
}

/// What may be told when the value at a place is wrong: the whole is wrong, its
/// item is skipped, or nothing but that text is lost.
fn outcome(engine: Engine, at: &str) -> &'static str {
    match (engine, at) {
        (Engine::Brave, "/type" | "/web" | "/web/results") => "whole",
        (Engine::Wikipedia, "/pages") => "whole",
        (Engine::Brave, _) if at.starts_with("/web/results/") => match at.split('/').nth(4) {
            None | Some("title" | "url" | "description") => "item",
            _ => "text",
        },
        (Engine::Wikipedia, _) if at.starts_with("/pages/") => match at.split('/').nth(3) {
            None | Some("id" | "title" | "excerpt") => "item",
            _ => "text",
        },
        _ => "text",
    }
}

// proves SEA-11
#[test]
fn a_wrong_type_anywhere_skips_an_item_or_is_an_error() {
    let wrong =
        [json!(null), json!(7), json!(-1.5), json!(true), json!([]), json!([[]]), json!({}), json!("")];
    for engine in [Engine::Brave, Engine::Wikipedia] {
        let whole: Value = serde_json::from_str(fixture(engine)).unwrap();
        let all = read(engine, fixture(engine)).unwrap().hits.len();
        let mut seen = Vec::new();
        places(&whole, "", &mut seen);
        assert!(seen.len() > 20);
        for at in &seen {
            for value in wrong.iter().map(Some).chain([None]) {
                let mut body = without(&whole, at);
                if let Some(value) = value {
                    body = whole.clone();
                    *body.pointer_mut(at).unwrap() = value.clone();
                }
                let got = read(engine, body.to_string());
                match (outcome(engine, at), got) {
                    ("whole", Err(error)) => assert_eq!(error.code(), "wrong_shape"),
                    ("whole", Ok(found)) => assert!(found.hits.is_empty(), "{at} {value:?}"),
                    ("item", Ok(found)) => {
                        assert!(found.hits.len() + 1 >= all, "{at} {value:?}: {found:?}");
                    }
                    ("text", Ok(found)) => assert_eq!(found.hits.len(), all, "{at} {value:?}"),
                    (_, got) => panic!("{} {at} {value:?}: {got:?}", engine.name()),
                }
            }
        }
        for value in &wrong {
            assert_eq!(told(read(engine, value.to_string())), "wrong_shape");
        }
    }
}

// proves SEA-11
#[test]
fn what_an_item_needs_is_needed() {
    let cases = [
        (Engine::Brave, "/web/results/0", "title", json!(7), false),
        (Engine::Brave, "/web/results/0", "title", json!(" "), false),
        (Engine::Brave, "/web/results/0", "url", json!(["https://e.com"]), false),
        (Engine::Brave, "/web/results/0", "description", json!(7), false),
        (Engine::Brave, "/web/results/0", "description", json!(null), true),
        (Engine::Brave, "/web/results/0", "age", json!({}), true),
        (Engine::Brave, "/web/results/0", "page_age", json!(20_260_329), true),
        (Engine::Wikipedia, "/pages/0", "id", json!("6678"), false),
        (Engine::Wikipedia, "/pages/0", "title", json!(null), false),
        (Engine::Wikipedia, "/pages/0", "excerpt", json!([]), false),
        (Engine::Wikipedia, "/pages/0", "excerpt", json!(null), true),
        (Engine::Wikipedia, "/pages/0", "description", json!(7), true),
    ];
    for (engine, item, field, value, kept) in cases {
        let mut body: Value = serde_json::from_str(fixture(engine)).unwrap();
        let first = read(engine, body.to_string()).unwrap().hits.remove(0).url;
        body.pointer_mut(item).unwrap()[field] = value.clone();
        let hits = read(engine, body.to_string()).unwrap().hits;
        // The first page of Brave's answer comes twice; the second has another text.
        let is_first = hits[0].url == first && hits[0].snippet != "The same page again";
        assert_eq!(is_first, kept, "{} {field} {value}", engine.name());
    }
}
