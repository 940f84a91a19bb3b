//! Checked arguments on their way into a tool.

mod flat;
pub(crate) mod missing;
mod taker;

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

pub use self::taker::Taker;
use crate::{
    Definition, ToolError,
    arguments::{redacted, redacted_coercions},
    error::{InvalidArguments, Violation},
    output::Argument,
    schema::{keeps_secret_within, pointer},
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
        let coercions = redacted_coercions(definition.input(), &object, coercions);
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

    pub(crate) fn definition(&self) -> &Definition {
        &self.definition
    }

    /// As people see them: with the schema's defaults for what is missing, and
    /// `[redacted]` where something is secret.
    pub(crate) fn shown(&self) -> Map<String, Value> {
        let input = self.definition.input();
        let mut shown = self.object.clone();
        for (name, schema) in input.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Some(default) = schema.get("default").filter(|_| !shown.contains_key(name)) {
                shown.insert(name.clone(), default.clone());
            }
        }
        redacted(input, shown)
    }

    /// Takes one argument out as a typed value. A missing one is what serde
    /// makes of a missing field: `None` for an `Option`.
    ///
    /// # Errors
    /// `invalid_arguments` with the argument's pointer when the type refuses it.
    pub fn take<T: Argument>(&mut self, name: &str) -> Result<T, ToolError> {
        let taken = match self.object.shift_remove(name) {
            Some(value) => T::deserialize(value),
            None => missing::value(name),
        };
        taken.map_err(|error| refused(&self.definition, &pointer_of(name), &error))
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

#[cold]
fn refused(definition: &Definition, pointer: &str, error: &serde_json::Error) -> ToolError {
    // What serde says may quote the value. Of flattened arguments, any may be
    // the one that is quoted.
    let root = Value::Object(definition.input().as_ref().clone());
    let properties = definition.input().get("properties").and_then(Value::as_object);
    let secret = |(name, schema): (&String, &Value)| {
        (pointer.is_empty() || pointer == pointer_of(name)) && keeps_secret_within(&root, schema)
    };
    let expected = if properties.into_iter().flatten().any(secret) {
        "is refused by its type".to_owned()
    } else {
        format!("is refused: {error}")
    };
    let violation = Violation::new(pointer.to_owned(), "type", expected);
    InvalidArguments { tool: definition.name().to_owned(), violations: vec![violation] }.into()
}

/// RFC 6901 for one key.
fn pointer_of(name: &str) -> String {
    format!("/{}", pointer::escape(name))
}
