//! Tools that are made at run time: definitions with an explicit schema, and
//! closures.

use std::{borrow::Cow, fmt, future::Future, panic::Location, time::Duration};

use serde_json::{Map, Value, json};

use super::{BoxFuture, Definition, Hints, Origin, Tool, definition::About};
use crate::{
    Args, Output, RunContext, ToolError,
    output::{Failure, Returns},
    schema::SchemaError,
    spec::TimeLimit,
};

/// Makes a [`Definition`] at run time. Every fault is found by
/// [`build`](DefinitionBuilder::build), none at a call.
///
/// ```
/// use tools_core::{Definition, json};
///
/// let definition = Definition::builder("double", "Doubles a number.")
///     .input(json!({
///         "type": "object",
///         "properties": { "n": { "type": "integer", "minimum": 0 } },
///         "required": ["n"],
///         "additionalProperties": false,
///     }))
///     .capability("math.double")
///     .build()
///     .unwrap();
/// assert_eq!(definition.name(), "double");
///
/// let error = Definition::builder("two words", "…").build().unwrap_err();
/// assert!(error.to_string().contains("letters, digits"));
/// ```
#[must_use]
pub struct DefinitionBuilder {
    name: String,
    about: About,
    capabilities: Vec<String>,
    input: Value,
    output: Option<Value>,
}

impl DefinitionBuilder {
    #[track_caller]
    pub(super) fn new(name: String, description: String) -> Self {
        let place = Location::caller();
        DefinitionBuilder {
            name,
            about: About {
                title: None,
                description: description.into(),
                tags: Vec::new(),
                capabilities: std::sync::Arc::default(),
                examples: Vec::new(),
                hints: Hints::new(),
                lends: Cow::Borrowed(&[]),
                time_limit: None,
                ignore_unknown: false,
                origin: Origin::Built { file: place.file(), line: place.line() },
            },
            capabilities: Vec::new(),
            input: json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            output: None,
        }
    }

    /// The JSON Schema (2020-12) of the arguments: an object. Kept as it is for
    /// the check. By default the tool takes no arguments.
    pub fn input(mut self, schema: Value) -> Self {
        self.input = schema;
        self
    }

    /// The JSON Schema of the result.
    pub fn output(mut self, schema: Value) -> Self {
        self.output = Some(schema);
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.about.title = Some(Cow::Owned(title.into()));
        self
    }

    /// Adds a tag.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.about.tags.push(Cow::Owned(tag.into()));
        self
    }

    /// Adds a capability, such as `records.write`.
    pub fn capability(mut self, capability: impl Into<String>) -> Self {
        self.capabilities.push(capability.into());
        self
    }

    /// Adds example arguments; they have to be valid.
    pub fn example(mut self, arguments: Value) -> Self {
        self.about.examples.push(arguments);
        self
    }

    /// What the tool says of its side effects.
    pub fn hints(mut self, hints: Hints) -> Self {
        self.about.hints = hints;
        self
    }

    /// The tool's own time limit; `None` is no limit.
    pub fn time_limit(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.about.time_limit = Some(TimeLimit(limit.into()));
        self
    }

    /// Drops unknown top-level arguments instead of refusing them.
    pub fn ignore_unknown_fields(mut self) -> Self {
        self.about.ignore_unknown = true;
        self
    }

    /// Checks all of it.
    ///
    /// # Errors
    /// A name outside `[A-Za-z_][A-Za-z0-9_-]{0,63}`, a blank description, a
    /// capability of the wrong form, a schema that is no object, over 256 KiB
    /// or 10,000 nodes, with a reference that leads out of it, or that does not
    /// compile; a default or an example that the schema refuses.
    pub fn build(self) -> Result<Definition, SchemaError> {
        let DefinitionBuilder { name, mut about, capabilities, input, output } = self;
        let fault = |message: String| SchemaError::new("", message).of_tool(&name);
        crate::names::check_tool_name(&name).map_err(fault)?;
        if about.description.trim().is_empty() {
            return Err(fault("the description is blank: the model chooses tools by it".into()));
        }
        let parsed = capabilities.iter().map(|name| name.parse::<crate::Capability>());
        about.capabilities = parsed.collect::<Result<_, _>>().map_err(|error| fault(error.to_string()))?;
        let input = object(input).ok_or_else(|| fault("the input schema is no JSON object".into()))?;
        let kind = input.get("type").and_then(Value::as_str);
        if matches!(kind, Some("array" | "boolean" | "integer" | "null" | "number" | "string")) {
            return Err(fault("the arguments of a tool are an object: write `\"type\": \"object\"`".into()));
        }
        let output = match output {
            Some(output) => {
                Some(object(output).ok_or_else(|| fault("the output schema is no JSON object".into()))?)
            }
            None => None,
        };
        crate::schema::check_form(&input).map_err(|error| error.of_tool(&name))?;
        if let Some(output) = &output {
            crate::schema::check(output).map_err(|error| error.of_tool(&name))?;
        }
        let definition = Definition::given(name, about, input, output);
        #[cfg(feature = "agent")]
        if let Some(problem) = crate::testing::check_values(&definition).into_iter().next() {
            return Err(problem);
        }
        Ok(definition)
    }
}

impl fmt::Debug for DefinitionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DefinitionBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}

fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

/// A tool made of a closure: the same checks, the same path as every other.
///
/// The closure gets checked arguments and a context of its own, so that its
/// future may outlive the borrow.
///
/// ```
/// use tools_core::{Agent, Definition, ToolError, json, tool_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let double = tool_fn(
///     Definition::builder("double", "Doubles a number.")
///         .input(json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] }))
///         .build()?,
///     |mut args, _run| async move {
///         let n: i64 = args.take("n")?;
///         Ok::<_, ToolError>(n * 2)
///     },
/// );
/// let agent = Agent::builder("assistant").tool(double).build()?;
/// assert_eq!(agent.call("double", json!({ "n": 21 })).await?.text(), "42");
/// # Ok(())
/// # }
/// ```
pub fn tool_fn<F, R, T, E>(definition: Definition, function: F) -> impl Tool
where
    F: Fn(Args, RunContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<T, E>> + Send + 'static,
    T: Returns,
    E: Failure,
{
    Closure { definition, function }
}

struct Closure<F> {
    definition: Definition,
    function: F,
}

impl<F, R, T, E> Tool for Closure<F>
where
    F: Fn(Args, RunContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<T, E>> + Send + 'static,
    T: Returns,
    E: Failure,
{
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn call<'a>(&'a self, args: Args, run: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        let work = (self.function)(args, run.clone());
        Box::pin(async move { work.await.map_err(ToolError::failed)?.output() })
    }
}
