//! JSON Schema 2020-12: from a table of parameters or a Rust type to one
//! closed schema that every model provider can read.
//!
//! ```
//! use tools_core::{json, schema};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Guest {
//!     name: String,
//!     age: Option<u8>,
//! }
//!
//! assert_eq!(
//!     json!(schema::input_schema_of::<Guest>()),
//!     json!({
//!         "type": "object",
//!         "properties": {
//!             "name": { "type": "string" },
//!             "age": { "type": "integer", "minimum": 0, "maximum": 255 },
//!         },
//!         "required": ["name"],
//!         "additionalProperties": false,
//!     })
//! );
//! ```

mod close;
mod inline;
mod merge;
mod params;
pub(crate) mod pointer;
mod references;
mod tidy;
mod units;
pub(crate) mod walk;

use std::fmt;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

pub(crate) use self::params::input_of_spec;
use crate::spec::ToolSpec;

/// A schema may take this many bytes of JSON.
const MAX_BYTES: usize = 256 * 1024;
/// A schema may have this many objects and arrays.
const MAX_NODES: usize = 10_000;
/// A schema may be nested this deep.
const MAX_DEPTH: usize = 128;

/// Why a schema, or something beside it in a definition, cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// The tool, where one is known.
    pub tool: Option<String>,
    /// Where in the schema: a JSON Pointer (RFC 6901); empty is its root.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
}

impl SchemaError {
    pub(crate) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        SchemaError { tool: None, pointer: pointer.into(), message: message.into() }
    }

    pub(crate) fn of_tool(mut self, tool: &str) -> Self {
        self.tool.get_or_insert_with(|| tool.to_owned());
        self
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.tool {
            write!(f, "tool `{tool}`: ")?;
        }
        if !self.pointer.is_empty() {
            write!(f, "schema at {}: ", self.pointer)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SchemaError {}

/// The schema of a type as a model has to write it. A struct becomes one
/// closed object; what it contains is inlined.
pub fn input_schema_of<T: JsonSchema>() -> Map<String, Value> {
    let mut generator = input_generator();
    let schema = generator.subschema_for::<T>();
    params::finish(object(schema.to_value()), &mut generator, Direction::In)
}

/// The schema of a type as it is written by serde.
pub fn output_schema_of<T: JsonSchema>() -> Map<String, Value> {
    let mut generator = output_generator();
    let schema = generator.subschema_for::<T>();
    params::finish(object(schema.to_value()), &mut generator, Direction::Out)
}

/// Brings any schema into the form of ours, and keeps what it means: without
/// `$schema`, `title` and numeric formats, without boolean schemas, optional
/// properties without `null`, references inlined where that is possible and
/// stays small. Tuples and dependencies of older drafts are written as in
/// 2020-12. Objects that are open stay open. What is too large for [`check`]
/// comes back as it was.
pub fn normalize(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut root = Value::Object(schema.clone());
    if measure(&root, 0, &mut 0).is_err() {
        // No `check` takes it: what follows would not fit on the stack.
        return schema.clone();
    }
    tidy::modernize(&mut root);
    inline::inline(&mut root, inline::Mode::Keep);
    let kept = references::targets(&root).into_iter().collect();
    tidy::drop_optional_nulls(&mut root, &kept);
    tidy::tidy(&mut root, &kept);
    object(root)
}

/// Whether a schema from elsewhere can be used for a check.
///
/// # Errors
/// When it is over 256 KiB, 10,000 nodes or 128 levels, a reference leads out
/// of it, nowhere or back to itself, references multiply the alternatives for
/// one value over 10,000, or it does not compile. Nothing is ever fetched.
pub fn check(schema: &Map<String, Value>) -> Result<(), SchemaError> {
    check_form(schema)?;
    #[cfg(feature = "agent")]
    crate::arguments::Checker::compile(schema)?;
    Ok(())
}

/// All of [`check`] but that it compiles: for what is compiled anyway.
pub(crate) fn check_form(schema: &Map<String, Value>) -> Result<(), SchemaError> {
    let mut nodes = 1;
    for (key, value) in schema {
        measure(value, 1, &mut nodes)
            .map_err(|message| SchemaError::new(pointer::child("", key), message))?;
    }
    let bytes = serde_json::to_string(schema).map_or(0, |text| text.len());
    if bytes > MAX_BYTES {
        return Err(SchemaError::new("", format!("the schema has {bytes} bytes; the limit is {MAX_BYTES}")));
    }
    references::check(schema)
}

fn measure(value: &Value, depth: usize, nodes: &mut usize) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err(format!("the schema is nested over {MAX_DEPTH} levels deep"));
    }
    if value.is_object() || value.is_array() {
        *nodes += 1;
    }
    if *nodes > MAX_NODES {
        return Err(format!("the schema has over {MAX_NODES} nodes"));
    }
    match value {
        Value::Object(map) => map.values().try_for_each(|value| measure(value, depth + 1, nodes)),
        Value::Array(items) => items.iter().try_for_each(|value| measure(value, depth + 1, nodes)),
        _ => Ok(()),
    }
}

/// The schema of what `#[tool]` returns; none for rich output.
pub(crate) fn output_of_spec(spec: &'static ToolSpec) -> Option<Map<String, Value>> {
    let mut generator = output_generator();
    let schema = (spec.output)(&mut generator)?;
    Some(params::finish(object(schema.to_value()), &mut generator, Direction::Out))
}

/// Whether anything in a value of this schema is secret.
pub(crate) fn keeps_secret(schema: &Value) -> bool {
    let mut secret = false;
    walk::each("", schema, &mut |_, map| secret |= map.get("writeOnly") == Some(&Value::Bool(true)));
    secret
}

/// The same of a schema inside another, through what it refers to.
pub(crate) fn keeps_secret_within(root: &Value, schema: &Value) -> bool {
    let (mut open, mut seen) = (vec![schema], Vec::new());
    while let Some(schema) = open.pop() {
        if keeps_secret(schema) {
            return true;
        }
        walk::each("", schema, &mut |_, map| {
            let target = map.get("$ref").and_then(Value::as_str).and_then(pointer::of_reference);
            if let Some(target) = target.filter(|target| !seen.contains(target)) {
                open.extend(pointer::resolve(root, &target));
                seen.push(target);
            }
        });
    }
    false
}

/// Which side writes the value: only a model may leave `null` out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    In,
    Out,
}

fn input_generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None).into_generator()
}

fn output_generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with(|settings| settings.meta_schema = None).into_generator()
}

/// A schema as an object: `true` is `{}`, `false` admits nothing.
fn object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(map) => map,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
        _ => Map::new(),
    }
}

#[cfg(test)]
#[cfg(feature = "agent")]
mod tests;
