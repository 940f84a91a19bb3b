//! Walks the positions of a schema that hold schemas, and no others: a property
//! that is called `format` is a name, not a keyword.

use serde_json::{Map, Value};

use super::pointer;

/// Keywords whose value is one schema. `items` was also a list in older drafts.
const ONE: [&str; 12] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is a map of names to schemas.
const MAP: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// Calls `visit` with the place of each schema directly inside this one: its
/// keyword, and its key in a list or map.
pub(crate) fn children<'s>(
    schema: &'s Map<String, Value>,
    mut visit: impl FnMut(&'s str, Option<String>, &'s Value),
) {
    for (keyword, value) in schema {
        match value {
            Value::Object(members) if MAP.contains(&keyword.as_str()) => {
                members.iter().for_each(|(name, schema)| visit(keyword, Some(name.clone()), schema));
            }
            Value::Array(members) if LIST.contains(&keyword.as_str()) || keyword == "items" => {
                members
                    .iter()
                    .enumerate()
                    .for_each(|(i, schema)| visit(keyword, Some(i.to_string()), schema));
            }
            _ if ONE.contains(&keyword.as_str()) => visit(keyword, None, value),
            _ => {}
        }
    }
}

/// Calls `visit` with each schema directly inside this one, as [`children`] does.
pub(crate) fn children_mut(
    schema: &mut Map<String, Value>,
    mut visit: impl FnMut(&str, Option<String>, &mut Value),
) {
    for (keyword, value) in schema {
        match value {
            Value::Object(members) if MAP.contains(&keyword.as_str()) => {
                members.iter_mut().for_each(|(name, schema)| visit(keyword, Some(name.clone()), schema));
            }
            Value::Array(members) if LIST.contains(&keyword.as_str()) || keyword == "items" => {
                members
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, schema)| visit(keyword, Some(i.to_string()), schema));
            }
            _ if ONE.contains(&keyword.as_str()) => visit(keyword, None, value),
            _ => {}
        }
    }
}

/// Keywords that apply to the same value as the schema they stand in.
pub(crate) fn is_in_place(keyword: &str) -> bool {
    matches!(keyword, "allOf" | "anyOf" | "oneOf" | "if" | "then" | "else" | "not" | "dependentSchemas")
}

/// Calls `change` with the pointer of this schema and of every one inside it,
/// the outer first.
pub(crate) fn each_mut(pointer: &str, schema: &mut Value, change: &mut impl FnMut(&str, &mut Value)) {
    change(pointer, schema);
    if let Value::Object(map) = schema {
        children_mut(map, |keyword, key, child| each_mut(&place(pointer, keyword, key), child, change));
    }
}

/// Calls `look` with the pointer and the object of this schema and of every one inside it.
pub(crate) fn each<'s>(
    pointer: &str,
    schema: &'s Value,
    look: &mut impl FnMut(&str, &'s Map<String, Value>),
) {
    let Value::Object(map) = schema else { return };
    look(pointer, map);
    children(map, |keyword, key, child| {
        each(&place(pointer, keyword, key), child, look);
    });
}

fn place(parent: &str, keyword: &str, key: Option<String>) -> String {
    let place = pointer::child(parent, keyword);
    key.map_or_else(|| place.clone(), |key| pointer::child(&place, &key))
}
