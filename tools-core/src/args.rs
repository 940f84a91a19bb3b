//! Checked arguments on their way into a tool.

mod flat;
pub(crate) mod missing;

use std::{fmt, sync::Arc};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    ToolError,
    error::{InvalidArguments, Violation},
    output::Argument,
};

/// The arguments of one call, checked against the tool's input schema.
///
/// A `#[tool]` function never sees them: its parameters are taken from here. A
/// hand-written [`Tool`](crate::Tool) uses [`as_object`](Args::as_object) and
/// [`into_object`](Args::into_object), or takes typed values by name. Only a
/// check makes them: [`Definition::check`](crate::Definition::check).
#[derive(Clone)]
pub struct Args {
    tool: Arc<str>,
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
    pub(crate) fn new(tool: Arc<str>, object: Map<String, Value>, coercions: Vec<Coercion>) -> Self {
        Args { tool, object, coercions }
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
        // What serde says may quote the value; a secret one was checked by its
        // schema, and what is left for the type to refuse is shown by kind only.
        let violation = Violation::new(pointer.to_owned(), "type", format!("must be readable: {error}"));
        InvalidArguments { tool: self.tool.to_string(), violations: vec![violation] }.into()
    }
}

/// Shows the names only: values may be secret.
impl fmt::Debug for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Args")
            .field("tool", &self.tool)
            .field("names", &self.object.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// RFC 6901 for one key.
fn pointer_of(name: &str) -> String {
    format!("/{}", crate::schema::pointer::escape(name))
}
