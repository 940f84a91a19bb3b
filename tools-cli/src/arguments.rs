//! From `key=value` to the arguments of a call.

use serde_json::{Map, Value, json};
use tools_core::Definition;

/// Reads each `key=value`. A value is JSON where that is what the tool's schema
/// wants, else text.
pub(crate) fn read(definition: &Definition, pairs: &[String]) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    for pair in pairs {
        let Some((key, text)) = pair.split_once('=') else {
            return Err(format!(
                "`{pair}` is no argument: write key=value, such as {}=…",
                example_key(definition)
            ));
        };
        let value = value(definition, key, text);
        if arguments.insert(key.to_owned(), value).is_some() {
            return Err(format!("the argument `{key}` is there twice; a list is written {key}='[…, …]'"));
        }
    }
    Ok(arguments)
}

fn example_key(definition: &Definition) -> &str {
    let properties = definition.input().get("properties").and_then(Value::as_object);
    properties.and_then(|properties| properties.keys().next()).map_or("name", String::as_str)
}

fn value(definition: &Definition, key: &str, text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(parsed) if wants(definition, key, &parsed) => parsed,
        _ => Value::String(text.to_owned()),
    }
}

/// Whether the schema of this argument admits the value as it is.
fn wants(definition: &Definition, key: &str, value: &Value) -> bool {
    let input = definition.input();
    let Some(property) = input.get("properties").and_then(|properties| properties.get(key)) else {
        return false;
    };
    let mut schema = json!({ "type": "object", "properties": { key: property }, "required": [key] });
    for container in ["$defs", "definitions"] {
        if let (Some(definitions), Some(schema)) = (input.get(container), schema.as_object_mut()) {
            schema.insert(container.to_owned(), definitions.clone());
        }
    }
    let alone = Definition::builder("argument", "One argument alone.").input(schema).build();
    let checked = alone.ok().and_then(|alone| alone.check(json!({ key: value })).ok());
    checked.is_some_and(|args| args.coercions().is_empty())
}
