//! Closes every object that a Rust struct makes: an unknown key is a mistake
//! that serde would pass over in silence.

use serde_json::{Map, Value};

use super::walk;

pub(super) fn close(schema: &mut Value) {
    close_in(schema, false);
}

/// `enclosed`: an object around this one, at the same place of the value,
/// already refuses unknown keys.
fn close_in(schema: &mut Value, enclosed: bool) {
    let Value::Object(map) = schema else { return };
    let composed = composes_objects(map);
    // Maps with keys of a kind have patterns instead.
    let describes = map.contains_key("properties") || map.contains_key("patternProperties");
    let open = !map.contains_key("additionalProperties") && !map.contains_key("unevaluatedProperties");
    if describes && open && !enclosed {
        // Keys that alternatives bring are known too: only `unevaluated…` sees them.
        let keyword = if composed { "unevaluatedProperties" } else { "additionalProperties" };
        map.insert(keyword.into(), Value::Bool(false));
    }
    let enclosed = enclosed || (describes && composed);
    walk::children_mut(map, |keyword, _, child| close_in(child, enclosed && walk::is_in_place(keyword)));
}

fn composes_objects(map: &Map<String, Value>) -> bool {
    ["allOf", "anyOf", "oneOf"].iter().any(|keyword| {
        let Some(Value::Array(parts)) = map.get(*keyword) else { return false };
        parts.iter().filter_map(Value::as_object).any(|part| {
            part.contains_key("properties") || part.contains_key("$ref") || composes_objects(part)
        })
    })
}
