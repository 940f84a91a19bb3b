//! From the model's JSON to valid arguments. Cases that broke other systems are
//! named by their situation.

mod bounds;
mod coercion;
mod errors;
mod keywords;
mod objects;

use serde_json::{Map, Value, json};

use crate::{Args, Arguments, Definition, InvalidArguments, ToolError};

fn tool(schema: Value) -> Definition {
    Definition::builder("t", "A tool under test.").input(schema).build().unwrap()
}

/// A tool with one required argument `x` of this schema.
fn one(schema: Value) -> Definition {
    tool(
        json!({ "type": "object", "properties": { "x": schema }, "required": ["x"], "additionalProperties": false }),
    )
}

/// The same with `x` optional.
fn optional(schema: Value) -> Definition {
    tool(json!({ "type": "object", "properties": { "x": schema }, "additionalProperties": false }))
}

fn check<'a>(tool: &Definition, arguments: impl Into<Arguments<'a>>) -> Result<Args, InvalidArguments> {
    tool.check(arguments).map_err(|error| match error {
        ToolError::InvalidArguments(error) => *error,
        other => panic!("{other}"),
    })
}

/// What the tool gets, from text and from a value alike.
fn gets(tool: &Definition, arguments: &Value) -> Option<Map<String, Value>> {
    let from_text = check(tool, arguments.to_string()).ok().map(Args::into_object);
    let from_value = check(tool, arguments.clone()).ok().map(Args::into_object);
    assert_eq!(from_text, from_value, "{arguments}");
    from_text
}

/// What `x` is for the tool; `None` when it is refused.
fn x(tool: &Definition, value: Value) -> Option<Value> {
    gets(tool, &json!({ "x": value })).map(|map| map.get("x").cloned().unwrap_or(json!("absent")))
}
