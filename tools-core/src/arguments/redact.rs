//! Secret arguments: found by their schema, shown as `[redacted]`.

use serde_json::{Map, Value};

use super::shape::Shape;
use crate::{
    args::Coercion,
    schema::{keeps_secret, pointer},
};

/// What stands in the place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// A recursive schema is followed no deeper into a value than arguments may be.
const MAX_DEPTH: usize = 256;

/// The arguments with `[redacted]` wherever the schema says `writeOnly`.
pub(crate) fn redacted(schema: &Map<String, Value>, arguments: Map<String, Value>) -> Map<String, Value> {
    let schema = Value::Object(schema.clone());
    if !keeps_secret(&schema) {
        return arguments;
    }
    let mut value = Value::Object(arguments);
    for place in secrets(&schema, &value) {
        if let Some(secret) = value.pointer_mut(&place) {
            *secret = REDACTED.into();
        }
    }
    object(value)
}

/// Coercions that show no secret: of an object or a list with one inside, what came
/// is not told, and what is inside a secret is told as the secret itself, for its
/// keys are secret too.
pub(crate) fn redacted_coercions(
    schema: &Map<String, Value>,
    arguments: &Map<String, Value>,
    mut coercions: Vec<Coercion>,
) -> Vec<Coercion> {
    if coercions.is_empty() {
        return coercions;
    }
    let schema = Value::Object(schema.clone());
    if !keeps_secret(&schema) {
        return coercions;
    }
    let mut shown = Value::Object(arguments.clone());
    let places = secrets(&schema, &shown);
    for place in &places {
        if let Some(secret) = shown.pointer_mut(place) {
            *secret = REDACTED.into();
        }
    }
    for coercion in &mut coercions {
        if let Some(place) = places.iter().find(|place| is_at(&coercion.pointer, place)) {
            coercion.pointer.clone_from(place);
            coercion.from = REDACTED.into();
            coercion.to = coercion.to.as_ref().map(|_| REDACTED.into());
        } else if places.iter().any(|place| is_at(place, &coercion.pointer)) {
            coercion.from = REDACTED.into();
            coercion.to = coercion.to.as_ref().and_then(|_| shown.pointer(&coercion.pointer).cloned());
        }
    }
    coercions
}

/// Whether a place is this one or inside of it.
fn is_at(place: &str, outer: &str) -> bool {
    place.strip_prefix(outer).is_some_and(|inner| inner.is_empty() || inner.starts_with('/'))
}

/// Edited arguments in which an untouched `[redacted]` is the original again.
///
/// # Errors
/// The pointer of a `[redacted]` that stands where nothing was: which secret it
/// means cannot be told.
pub(crate) fn restored(
    schema: &Map<String, Value>,
    edited: Map<String, Value>,
    original: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let schema = Value::Object(schema.clone());
    if !keeps_secret(&schema) {
        return Ok(edited);
    }
    let original = Value::Object(original.clone());
    let mut value = Value::Object(edited);
    let known = secrets(&schema, &original);
    for place in secrets(&schema, &value) {
        if value.pointer(&place).and_then(Value::as_str) != Some(REDACTED) {
            continue;
        }
        let before = original
            .pointer(&place)
            .filter(|_| known.contains(&place) && in_place(&value, &original, &place));
        let before = before.cloned().ok_or_else(|| place.clone())?;
        if let Some(secret) = value.pointer_mut(&place) {
            *secret = before;
        }
    }
    Ok(object(value))
}

/// Whether no list on the way became longer or shorter: else an item at this
/// place may be another one.
fn in_place(value: &Value, original: &Value, place: &str) -> bool {
    place.match_indices('/').all(|(at, _)| {
        let way = place.get(..at).unwrap_or_default();
        match (value.pointer(way), original.pointer(way)) {
            (Some(Value::Array(now)), Some(Value::Array(before))) => now.len() == before.len(),
            (now, before) => now.is_some() && before.is_some(),
        }
    })
}

/// Whether a pattern of `patternProperties` takes a name.
#[cfg(feature = "agent")]
fn takes(pattern: &str, name: &str) -> bool {
    super::Checker::pattern_takes(pattern, name)
}

/// Without an agent nothing is shown to anybody.
#[cfg(not(feature = "agent"))]
fn takes(_: &str, _: &str) -> bool {
    true
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The pointers of all that is secret in a value; what is inside a secret is not
/// told apart.
fn secrets(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    visit(schema, &[schema], value, String::new(), 0, &mut found);
    found
}

/// In doubt it is secret: of a union each alternative counts.
fn visit(
    root: &Value,
    schemas: &[&Value],
    value: &Value,
    place: String,
    depth: usize,
    found: &mut Vec<String>,
) {
    let mut shapes: Vec<Shape<'_>> = schemas.iter().map(|schema| Shape::of(schema, root)).collect();
    // Unions inside unions: each round adds those of the last.
    let mut at = 0;
    while let Some(shape) = shapes.get(at).filter(|_| at < 64) {
        let inner: Vec<Shape<'_>> = shape.unions().flatten().map(|schema| Shape::of(schema, root)).collect();
        shapes.extend(inner);
        at += 1;
    }
    if shapes.iter().any(Shape::is_secret) {
        found.push(place);
        return;
    }
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                let inner: Vec<&Value> =
                    shapes.iter().flat_map(|shape| shape.property(name, takes)).collect();
                visit(root, &inner, value, pointer::child(&place, name), depth + 1, found);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                let inner: Vec<&Value> = shapes.iter().flat_map(|shape| shape.item(index)).collect();
                visit(root, &inner, value, format!("{place}/{index}"), depth + 1, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        object(value)
    }

    fn schema() -> Map<String, Value> {
        map(json!({
            "type": "object",
            "properties": {
                "user": { "type": "string" },
                "password": { "type": "string", "writeOnly": true },
                "keys": { "type": "array", "items": { "$ref": "#/$defs/Key" } },
                "login": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/Key" }] },
            },
            "patternProperties": { "^x-": { "writeOnly": true } },
            "$defs": { "Key": { "type": "object", "properties": {
                "id": { "type": "string" }, "secret": { "type": "string", "writeOnly": true },
            } } },
        }))
    }

    // proves EVT-04
    #[test]
    fn secrets_at_every_depth_are_redacted() {
        let given = map(json!({
            "user": "ada", "password": "p", "keys": [{ "id": "1", "secret": "s" }],
            "login": { "id": "2", "secret": "t" }, "x-token": { "a": 1 },
        }));
        let shown = redacted(&schema(), given.clone());
        let expected = json!({
            "user": "ada", "password": "[redacted]", "keys": [{ "id": "1", "secret": "[redacted]" }],
            "login": { "id": "2", "secret": "[redacted]" }, "x-token": "[redacted]",
        });
        assert_eq!(Value::Object(shown.clone()), expected);
        assert_eq!(restored(&schema(), shown, &given), Ok(given));
    }

    // proves APR-04
    #[test]
    fn an_untouched_secret_stands_for_the_original() {
        let original = map(json!({ "password": "p", "keys": [{ "secret": "s" }, { "secret": "t" }] }));
        let of = |edited: Value| restored(&schema(), map(edited), &original).map(Value::Object);
        let cases = [
            (
                json!({ "user": "bob", "password": "[redacted]" }),
                Ok(json!({ "user": "bob", "password": "p" })),
            ),
            (json!({ "password": "new" }), Ok(json!({ "password": "new" }))),
            (json!({ "user": "[redacted]" }), Ok(json!({ "user": "[redacted]" }))),
            // Which of the two was taken out?
            (json!({ "keys": [{ "secret": "[redacted]" }] }), Err("/keys/0/secret".to_owned())),
            (json!({ "x-a": "[redacted]" }), Err("/x-a".to_owned())),
        ];
        for (edited, expected) in cases {
            assert_eq!(of(edited.clone()), expected, "{edited}");
        }
    }
}
