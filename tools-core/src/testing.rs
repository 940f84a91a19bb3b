//! What the generated test of every tool crate runs, and calls without an agent.

use std::fmt;

use serde_json::Value;

use crate::{Definition, ToolCrate, schema::SchemaError, tool::Origin};

/// Whether a crate wants a doc comment on every parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Docs {
    /// It does not.
    Optional,
    /// `tool_crate!(docs = "required")`.
    Required,
}

/// Everything that is wrong with the tools of a crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsound(Vec<String>);

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join("\n"))
    }
}

impl std::error::Error for Unsound {}

/// Checks the tools of a crate: that no name is there twice, that every schema
/// can be used, that examples and defaults are valid, and, where the crate asks
/// for it, that every parameter has a doc comment.
///
/// # Errors
/// All problems at once.
pub fn check_crate(tools: ToolCrate, docs: Docs) -> Result<(), Unsound> {
    let linked = tools.linked();
    let mut problems = Vec::new();
    let mut seen: Vec<(&str, &Origin)> = Vec::new();
    for tool in &linked {
        let definition = tool.definition();
        let (name, origin) = (definition.name(), definition.origin());
        // Two in one place are one tool that was compiled twice.
        if let Some((_, other)) = seen.iter().find(|(other, place)| *other == name && *place != origin) {
            problems.push(format!("two tools are named `{name}`:\n    {other}\n    {origin}"));
        }
        seen.push((name, origin));
        problems.extend(check_definition(definition).err().map(|problem| format!("{problem}\n    {origin}")));
        if docs == Docs::Required {
            problems.extend(undocumented(definition));
        }
    }
    problems.dedup();
    if problems.is_empty() { Ok(()) } else { Err(Unsound(problems)) }
}

/// Checks one tool: that its schema can be used, and that its examples and
/// defaults are valid.
///
/// # Errors
/// The first problem.
pub fn check_definition(definition: &Definition) -> Result<(), SchemaError> {
    if let Some(problem) = definition.schema_problem() {
        return Err(problem.clone());
    }
    #[cfg(feature = "agent")]
    check_values(definition)?;
    Ok(())
}

/// What `tool_crate!()` puts into a crate's tests.
///
/// # Panics
/// When the tools of the crate are unsound: it is a test.
#[doc(hidden)]
#[allow(clippy::panic)]
pub fn assert_sound(tools: ToolCrate, docs: Docs) {
    if let Err(unsound) = check_crate(tools, docs) {
        panic!("{unsound}");
    }
}

/// Parameters without a doc comment.
fn undocumented(definition: &Definition) -> Vec<String> {
    let properties = definition.input().get("properties").and_then(Value::as_object);
    let silent = |(name, schema): (&String, &Value)| {
        let described =
            schema.get("description").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
        (!described).then(|| {
            format!(
                "tool `{}`: parameter `{name}` has no doc comment, and this crate requires one\n    {}",
                definition.name(),
                definition.origin()
            )
        })
    };
    properties.into_iter().flatten().filter_map(silent).collect()
}

/// Whether the schema compiles, and admits its own examples and defaults.
#[cfg(feature = "agent")]
pub(crate) fn check_values(definition: &Definition) -> Result<(), SchemaError> {
    use serde_json::Map;

    use crate::{
        ArgumentLimits, Arguments, ToolError, arguments::Checker, error::InvalidArguments, schema::pointer,
    };

    let of_tool = |message: String| SchemaError::new("", message).of_tool(definition.name());
    let told = |error: ToolError| match error {
        ToolError::InvalidArguments(error) => {
            let InvalidArguments { violations, .. } = *error;
            violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    };
    definition.checker().map_err(|error| error.clone().of_tool(definition.name()))?;
    for example in definition.examples() {
        let checked = definition.check_within(Arguments::Value(example.clone()), ArgumentLimits::default());
        let checked = checked
            .map_err(|error| of_tool(format!("the example {example} is not valid: {}", told(error))))?;
        if !checked.coercions().is_empty() {
            return Err(of_tool(format!("the example {example} is valid only when it is coerced")));
        }
    }
    let properties = definition.input().get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        let Some(default) = schema.get("default").filter(|default| !default.is_null()) else { continue };
        // The default alone, in a schema that asks for nothing else.
        let mut only: Map<String, Value> = (**definition.input()).clone();
        only.shift_remove("required");
        let checker = Checker::new(&only, false).map_err(|error| error.of_tool(definition.name()))?;
        let arguments = Map::from_iter([(name.clone(), default.clone())]);
        if let Err(error) = checker.check(definition, arguments.into(), ArgumentLimits::default()) {
            let message = format!("the default of `{name}`, {default}, is not valid: {}", told(error));
            return Err(
                SchemaError::new(pointer::child("/properties", name), message).of_tool(definition.name())
            );
        }
    }
    Ok(())
}

#[cfg(feature = "agent")]
mod direct {
    use std::sync::{Arc, Weak};

    use crate::{
        Arguments, BoxFuture, Output, RunContext, Tool, ToolError,
        context::{Caller, Lents, NoHost},
    };

    /// A run without an agent, for tests of one tool: nothing is lent to it but
    /// what the test lends, and no other tool can be called in it.
    pub fn run() -> RunContext {
        let nobody: Weak<Nobody> = Weak::new();
        RunContext::root(nobody, Arc::new(Lents::default()), Arc::new(NoHost))
    }

    /// Calls one tool without an agent. Arguments are still checked; policy,
    /// approval, budgets, the agent's time limit and events are passed by. A
    /// panic of the tool is caught, its own time limit holds.
    ///
    /// # Errors
    /// A [`ToolError`] with a stable code.
    ///
    /// ```standalone_crate
    /// # use tools_core::{json, testing, tool};
    /// # tools_core::tool_crate!();
    /// /// Adds two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let add = TOOLS.get("add").unwrap();
    /// let sum = testing::call(&*add, &testing::run(), json!({ "a": 1, "b": 2 })).await.unwrap();
    /// assert_eq!(sum.text(), "3");
    /// # }
    /// ```
    pub async fn call<'a>(
        tool: &dyn Tool,
        run: &RunContext,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<Output, ToolError> {
        let args = tool.definition().check(arguments)?;
        let run = run.enter()?;
        crate::agent::guarded(tool, args, &run, tool.definition().time_limit().flatten()).await
    }

    struct Nobody;

    impl Caller for Nobody {
        fn call_child<'a>(
            &'a self,
            _: &'a RunContext,
            _: &'a str,
            _: Arguments<'a>,
        ) -> BoxFuture<'a, Result<Output, ToolError>> {
            Box::pin(async { Err(ToolError::unavailable("there is no agent")) })
        }
    }
}

#[cfg(feature = "agent")]
pub use direct::{call, run};
