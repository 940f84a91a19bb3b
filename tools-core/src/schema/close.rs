//! Closes every object that a Rust struct makes: an unknown key is a mistake
//! that serde would pass over in silence.

use serde_json::{Map, Value};

use super::walk;

pub(super) fn close(schema: &mut Value) {
    close_in(schema, None);
}

/// `enclosing`: the fields of an object around this one, at the same place of
/// the value, that already refuses unknown keys.
fn close_in(schema: &mut Value, enclosing: Option<&[String]>) {
    let Value::Object(map) = schema else { return };
    let composed = composes_objects(map);
    // Maps with keys of a kind have patterns instead.
    let describes = map.contains_key("properties") || map.contains_key("patternProperties");
    let open = !map.contains_key("additionalProperties") && !map.contains_key("unevaluatedProperties");
    match enclosing {
        None if describes && open => {
            // Keys that alternatives bring are known too: only `unevaluated…` sees them.
            let keyword = if composed { "unevaluatedProperties" } else { "additionalProperties" };
            map.insert(keyword.into(), Value::Bool(false));
        }
        Some(fields) if map.contains_key("additionalProperties") => except(map, fields),
        _ => {}
    }
    let fields = (composed && describes || enclosing.is_some()).then(|| {
        let own = map.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        enclosing.into_iter().flatten().chain(own).cloned().collect::<Vec<String>>()
    });
    walk::children_mut(map, |keyword, _, child| {
        close_in(child, fields.as_deref().filter(|_| walk::is_in_place(keyword)));
    });
}

/// A map among the alternatives takes the keys that are no fields of the object.
fn except(map: &mut Map<String, Value>, fields: &[String]) {
    if let Value::Object(own) = map.entry("properties").or_insert_with(|| Value::Object(Map::new())) {
        for field in fields {
            own.entry(field).or_insert_with(|| Value::Object(Map::new()));
        }
    }
}

fn composes_objects(map: &Map<String, Value>) -> bool {
    ["allOf", "anyOf", "oneOf"].iter().any(|keyword| {
        let Some(Value::Array(parts)) = map.get(*keyword) else { return false };
        parts.iter().filter_map(Value::as_object).any(|part| {
            part.contains_key("properties") || part.contains_key("$ref") || composes_objects(part)
        })
    })
}
