//! Walks the positions of a schema that hold schemas, and no others: a property
//! that is called `format` is a name, not a keyword.

use serde_json::{Map, Value};

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
pub(crate) fn children<'s>(schema: &'s Map<String, Value>, mut visit: impl FnMut(&'s str, Option<String>, &'s Value)) {
    for (keyword, value) in schema {
        match value {
            Value::Object(members) if MAP.contains(&keyword.as_str()) => {
                members.iter().for_each(|(name, schema)| visit(keyword, Some(name.clone()), schema));
            }
            Value::Array(members) if LIST.contains(&keyword.as_str()) || keyword == "items" => {
                members.iter().enumerate().for_each(|(i, schema)| visit(keyword, Some(i.to_string()), schema));
            }
            _ if ONE.contains(&keyword.as_str()) => visit(keyword, None, value),
            _ => {}
        }
    }
}

/// Calls `visit` with each schema directly inside this one.
pub(crate) fn children_mut(schema: &mut Map<String, Value>, mut visit: impl FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        match value {
            Value::Object(members) if MAP.contains(&keyword.as_str()) => {
                members.values_mut().for_each(|schema| visit(keyword, schema));
            }
            Value::Array(members) if LIST.contains(&keyword.as_str()) || keyword == "items" => {
                members.iter_mut().for_each(|schema| visit(keyword, schema));
            }
            _ if ONE.contains(&keyword.as_str()) => visit(keyword, value),
            _ => {}
        }
    }
}

/// Calls `change` with this schema and every one inside it, the outer first.
pub(crate) fn each_mut(schema: &mut Value, change: &mut impl FnMut(&mut Value)) {
    change(schema);
    if let Value::Object(map) = schema {
        children_mut(map, |_, child| each_mut(child, change));
    }
}

/// Calls `look` with the pointer and the object of this schema and of every one inside it.
pub(crate) fn each<'s>(pointer: &str, schema: &'s Value, look: &mut impl FnMut(&str, &'s Map<String, Value>)) {
    let Value::Object(map) = schema else { return };
    look(pointer, map);
    children(map, |keyword, key, child| {
        let mut place = super::pointer::child(pointer, keyword);
        if let Some(key) = key {
            place = super::pointer::child(&place, &key);
        }
        each(&place, child, look);
    });
}
