//! From Rust types and schemas from elsewhere to one closed schema. Cases that
//! broke other systems are named by their situation.

mod foreign;
mod hostile;
mod keywords;
mod numbers;
mod parameters;
mod references;
mod serde_attributes;
mod shared;
mod types;
mod unions;

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::{check, input_schema_of, normalize, output_schema_of, walk};

fn input<T: JsonSchema>() -> Value {
    sound(input_schema_of::<T>())
}

fn output<T: JsonSchema>() -> Value {
    sound(output_schema_of::<T>())
}

fn normal(schema: Value) -> Value {
    sound(normalize(&map(schema)))
}

fn map(schema: Value) -> Map<String, Value> {
    let Value::Object(map) = schema else { panic!("{schema} is no object") };
    map
}

/// What holds for every schema of ours, whatever it describes.
fn sound(schema: Map<String, Value>) -> Value {
    check(&schema).unwrap();
    let root = Value::Object(schema);
    walk::each("", &root, &mut |place, map| {
        for keyword in ["$schema", "title"] {
            assert!(!map.contains_key(keyword), "{keyword} at {place}: {root:#}");
        }
        assert!(map.get("required") != Some(&json!([])), "empty `required` at {place}: {root:#}");
        let format = map.get("format").and_then(Value::as_str).unwrap_or_default();
        assert!(
            !["int", "uint", "float", "double"].iter().any(|kind| format.starts_with(kind)),
            "{format} at {place}"
        );
        walk::children(map, |keyword, key, child| {
            let closes = matches!(
                keyword,
                "additionalProperties" | "unevaluatedProperties" | "items" | "unevaluatedItems"
            );
            assert!(
                child.is_object() || (closes && *child == false),
                "a boolean at {place} {keyword} {key:?}: {root:#}"
            );
        });
    });
    root
}

fn at<'v>(schema: &'v Value, pointer: &str) -> &'v Value {
    schema.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer} in {schema:#}"))
}

/// Whether a schema admits a value, by itself.
fn admits(schema: &Value, value: &Value) -> bool {
    jsonschema::options().offline().should_validate_formats(true).build(schema).unwrap().is_valid(value)
}
