//! From `key=value` to the arguments of a call.

use serde_json::{Map, Value, json};
use tools_core::{Definition, ToolError};

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
    let as_text = Value::String(text.to_owned());
    match serde_json::from_str(text) {
        // A text in quotes is a text with quotes: that is what was typed.
        Ok(Value::String(_)) | Err(_) => as_text,
        Ok(parsed) if wants(definition, key, &parsed) == Some(true) => parsed,
        // Neither may be right; then the type decides, so that the error is about the value.
        Ok(parsed) if wants(definition, key, &as_text) == Some(false) => parsed,
        Ok(_) => as_text,
    }
}

/// Whether the schema of this argument admits the value as it is; nothing when
/// only its type is right.
fn wants(definition: &Definition, key: &str, value: &Value) -> Option<bool> {
    let input = definition.input();
    let property = input.get("properties")?.get(key)?;
    let mut schema = json!({ "type": "object", "properties": { key: property }, "required": [key] });
    for container in ["$defs", "definitions"] {
        if let (Some(definitions), Some(schema)) = (input.get(container), schema.as_object_mut()) {
            schema.insert(container.to_owned(), definitions.clone());
        }
    }
    let alone = Definition::builder("argument", "One argument alone.").input(schema).build().ok()?;
    match alone.check(json!({ key: value })) {
        Ok(args) => Some(args.coercions().is_empty()),
        Err(ToolError::InvalidArguments(error)) => {
            let of_type = |keyword: &str| matches!(keyword, "type" | "anyOf" | "oneOf");
            error.violations.iter().any(|violation| of_type(&violation.keyword)).then_some(false)
        }
        Err(_) => None,
    }
}
