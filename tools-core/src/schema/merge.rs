//! Puts what is behind a reference, or in an alternative, into the schema that had it.

use serde_json::{Map, Value};

use super::inline::Mode;

pub(super) fn merge(map: &mut Map<String, Value>, behind: Map<String, Value>, mode: Mode) {
    if mode == Mode::Rust && map.contains_key("properties") {
        return merge_fields(map, behind);
    }
    let said = std::mem::replace(map, behind);
    let clash = said.iter().any(|(keyword, value)| {
        !is_annotation(keyword)
            && (map.get(keyword).is_some_and(|behind| behind != value) || is_linked(keyword))
    });
    if clash {
        // In 2020-12 a reference is one more condition: so is its target.
        let behind = std::mem::replace(map, said);
        return all_of(map, behind);
    }
    map.extend(said);
}

/// The fields of a tagged variant first, then those of its struct. A map that
/// is behind takes the keys that are no fields.
fn merge_fields(map: &mut Map<String, Value>, behind: Map<String, Value>) {
    let mut clash = Map::new();
    for (keyword, value) in behind {
        match (map.get_mut(&keyword), value) {
            (Some(Value::Object(own)), Value::Object(more)) if keyword == "properties" => {
                more.into_iter().for_each(|(name, schema)| {
                    own.entry(name).or_insert(schema);
                });
            }
            (Some(Value::Array(own)), Value::Array(more)) if keyword == "required" => {
                more.into_iter().for_each(|name| {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                });
            }
            (Some(own), more) if *own == more || keyword == "type" || is_annotation(&keyword) => {}
            (Some(_), more) => {
                clash.insert(keyword, more);
            }
            (None, more) => {
                map.insert(keyword, more);
            }
        }
    }
    if !clash.is_empty() {
        all_of(map, clash);
    }
}

fn all_of(map: &mut Map<String, Value>, one_more: Map<String, Value>) {
    match map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(all) => all.push(Value::Object(one_more)),
        other => *other = Value::Array(vec![Value::Object(one_more)]),
    }
}

fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "$comment"
            | "default"
            | "deprecated"
            | "description"
            | "examples"
            | "readOnly"
            | "title"
            | "writeOnly"
    )
}

/// Keywords that mean something else beside others of the same object.
fn is_linked(keyword: &str) -> bool {
    matches!(
        keyword,
        "additionalItems"
            | "additionalProperties"
            | "contains"
            | "else"
            | "if"
            | "items"
            | "maxContains"
            | "minContains"
            | "patternProperties"
            | "prefixItems"
            | "properties"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties"
    )
}
