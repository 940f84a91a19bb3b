//! Where serde reads what the schema refuses, and why that is as it should be.

use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    /// serde passes over keys that it does not know; our objects are closed,
    /// so that a misspelled key is an error and no silent default.
    UnknownKey,
    /// serde reads a struct from a list of its fields' values, and a tagged enum
    /// from a list of tag and content; only compact formats write that.
    StructAsList,
    /// serde reads `"A"` from `{"A": null}` too.
    UnitAsObject,
    /// Where serde keeps a value to look at it twice (flattened, tagged inside,
    /// untagged), it reads a unit from an empty object too.
    UnitAsEmpty,
    /// There it reads a variant's name from its number too.
    NameAsNumber,
    /// serde reads a set from a list with repeats.
    Repeats,
    /// serde reads `{"t": "A"}` where the content of `A` is an `Option`; the
    /// schema wants the content that serde writes.
    MissingContent,
    /// serde reads a number too large for `f32` as infinite.
    Infinite,
}

/// Which differences there are between what came and what serde makes of it.
pub(super) fn explain(came: &Value, written: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(came, written, &mut found);
    found
}

fn compare(came: &Value, written: &Value, found: &mut Vec<Difference>) {
    match (came, written) {
        (Value::Object(came), Value::Object(written)) => {
            let left_out = |name| written.get(name) == Some(&Value::Null) && !came.contains_key(name);
            if (left_out("c") && written.contains_key("t")) || (left_out("v") && written.contains_key("k")) {
                found.push(Difference::MissingContent);
            }
            for (name, value) in came {
                match written.get(name) {
                    Some(written) => compare(value, written, found),
                    None => found.push(Difference::UnknownKey),
                }
            }
        }
        (Value::Array(came), Value::Array(written)) => {
            if came.len() != written.len() {
                found.push(Difference::Repeats);
            }
            came.iter().zip(written).for_each(|(came, written)| compare(came, written, found));
        }
        (Value::Object(came), Value::Null) if came.is_empty() => found.push(Difference::UnitAsEmpty),
        (Value::Number(_), Value::String(_)) => found.push(Difference::NameAsNumber),
        (Value::Number(_), Value::Null) => found.push(Difference::Infinite),
        (Value::Array(came), Value::Object(written)) => {
            found.push(Difference::StructAsList);
            came.iter().zip(written.values()).for_each(|(came, written)| compare(came, written, found));
        }
        (Value::Object(came), Value::String(written)) if came.contains_key(written) => {
            found.push(Difference::UnitAsObject);
        }
        _ => {}
    }
}
