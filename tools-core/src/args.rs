//! Checked arguments on their way into a tool.

mod flat;
pub(crate) mod missing;

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Definition, ToolError,
    error::{InvalidArguments, Violation},
    output::Argument,
    schema::{pointer, walk},
};

/// The arguments of one call, checked against the tool's input schema.
///
/// A `#[tool]` function never sees them: its parameters are taken from here. A
/// hand-written [`Tool`](crate::Tool) uses [`as_object`](Args::as_object) and
/// [`into_object`](Args::into_object), or takes typed values by name. Only a
/// check makes them: [`Definition::check`](crate::Definition::check).
#[derive(Clone)]
pub struct Args {
    definition: Definition,
    object: Map<String, Value>,
    coercions: Vec<Coercion>,
}

/// One change that was needed to make the arguments valid.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Coercion {
    /// Where: a JSON Pointer (RFC 6901) into the arguments.
    pub pointer: String,
    /// What came; `"[redacted]"` for a secret parameter.
    pub from: Value,
    /// What the tool gets; `None` where the key was dropped.
    pub to: Option<Value>,
}

impl Args {
    pub(crate) fn new(definition: Definition, object: Map<String, Value>, coercions: Vec<Coercion>) -> Self {
        Args { definition, object, coercions }
    }

    /// The arguments as a JSON object.
    pub fn as_object(&self) -> &Map<String, Value> {
        &self.object
    }

    /// The arguments as a JSON object, without a copy.
    pub fn into_object(self) -> Map<String, Value> {
        self.object
    }

    /// What was coerced to make the arguments valid; empty when they came valid.
    pub fn coercions(&self) -> &[Coercion] {
        &self.coercions
    }

    /// Takes one argument out as a typed value. A missing one is what serde
    /// makes of a missing field: `None` for an `Option`.
    ///
    /// # Errors
    /// `invalid_arguments` with the argument's pointer when the type refuses it.
    pub fn take<T: Argument>(&mut self, name: &str) -> Result<T, ToolError> {
        match self.object.shift_remove(name) {
            Some(value) => T::deserialize(value).map_err(|error| self.refused(&pointer_of(name), &error)),
            None => missing::value(name).map_err(|error| self.refused(&pointer_of(name), &error)),
        }
    }

    /// Takes one argument out, or its default when it is missing.
    ///
    /// # Errors
    /// `invalid_arguments` with the argument's pointer when the type refuses it.
    pub fn take_or<T: Argument>(&mut self, name: &str, default: fn() -> T) -> Result<T, ToolError> {
        match self.object.shift_remove(name) {
            Some(value) => T::deserialize(value).map_err(|error| self.refused(&pointer_of(name), &error)),
            None => Ok(default()),
        }
    }

    /// Takes the fields of a struct out, by their names.
    ///
    /// # Errors
    /// `invalid_arguments` when the type refuses them.
    pub fn take_flat<T: Argument>(&mut self) -> Result<T, ToolError> {
        T::deserialize(flat::Fields(&mut self.object)).map_err(|error| self.refused("", &error))
    }

    #[cold]
    fn refused(&self, pointer: &str, error: &serde_json::Error) -> ToolError {
        // What serde says may quote the value.
        let expected = if self.is_secret(pointer) {
            "is refused by its type".to_owned()
        } else {
            format!("is refused: {error}")
        };
        let violation = Violation::new(pointer.to_owned(), "type", expected);
        InvalidArguments { tool: self.definition.name().to_owned(), violations: vec![violation] }.into()
    }

    /// Of flattened arguments, any may be the one that is quoted.
    fn is_secret(&self, pointer: &str) -> bool {
        let properties = self.definition.input().get("properties").and_then(Value::as_object);
        let secret = |(name, schema): (&String, &Value)| {
            (pointer.is_empty() || pointer == pointer_of(name)) && keeps_secret(schema)
        };
        properties.is_some_and(|properties| properties.iter().any(secret))
    }
}

/// Shows the names only: values may be secret.
impl fmt::Debug for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Args")
            .field("tool", &self.definition.name())
            .field("names", &self.object.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// RFC 6901 for one key.
fn pointer_of(name: &str) -> String {
    format!("/{}", pointer::escape(name))
}

/// Whether anything in the value is secret.
fn keeps_secret(schema: &Value) -> bool {
    let mut secret = false;
    walk::each("", schema, &mut |_, map| secret |= map.get("writeOnly") == Some(&Value::Bool(true)));
    secret
}
