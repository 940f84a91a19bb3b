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
/// All problems at once.
pub fn check_definition(definition: &Definition) -> Result<(), Unsound> {
    #[cfg(feature = "agent")]
    let problems = check_values(definition);
    #[cfg(not(feature = "agent"))]
    let problems: Vec<SchemaError> = definition.schema_problem().cloned().into_iter().collect();
    if problems.is_empty() {
        return Ok(());
    }
    Err(Unsound(problems.iter().map(ToString::to_string).collect()))
}

/// What `tool_crate!()` puts into a crate's tests.
///
/// # Panics
/// When the tools of the crate are unsound: it is a test.
#[doc(hidden)]
#[allow(clippy::panic)]
pub fn assert_sound(tools: ToolCrate, docs: Docs) {
    let unsound = check_crate(tools, docs).err().map(|unsound| unsound.to_string());
    // Without the agent nothing checks examples and defaults: that must not look sound.
    let unchecked = (!cfg!(feature = "agent")).then(|| {
        "examples and defaults are not checked: write `tools-core = { …, features = [\"agent\"] }` under \
         [dev-dependencies] too"
            .to_owned()
    });
    let told: Vec<String> = unsound.into_iter().chain(unchecked).collect();
    if !told.is_empty() {
        panic!("{}", told.join("\n"));
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
pub(crate) fn check_values(definition: &Definition) -> Vec<SchemaError> {
    use crate::{ArgumentLimits, Arguments};

    let fault = |message: String| SchemaError::new("", message).of_tool(definition.name());
    if let Err(error) = definition.checker() {
        return vec![error.clone().of_tool(definition.name())];
    }
    let mut problems = Vec::new();
    for example in definition.examples() {
        match definition.check_within(Arguments::Value(example.clone()), ArgumentLimits::default()) {
            Ok(args) if args.coercions().is_empty() => {}
            Ok(_) => problems.push(fault(format!("the example {example} is valid only when it is coerced"))),
            Err(error) => {
                problems.push(fault(format!("the example {example} is not valid: {}", violations_of(error))));
            }
        }
    }
    let properties = definition.input().get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
            problems.extend(check_default(definition, name, default));
        }
    }
    problems
}

/// The default alone, in a schema that asks for nothing else.
#[cfg(feature = "agent")]
fn check_default(definition: &Definition, name: &str, default: &Value) -> Option<SchemaError> {
    use serde_json::Map;

    use crate::{ArgumentLimits, arguments::Checker, schema::pointer};

    let mut only: Map<String, Value> = (**definition.input()).clone();
    only.shift_remove("required");
    let arguments = Map::from_iter([(name.to_owned(), default.clone())]);
    let checked = match Checker::new(&only, false) {
        Ok(checker) => checker.check(definition, arguments.into(), ArgumentLimits::default()),
        Err(error) => return Some(error.of_tool(definition.name())),
    };
    let violations = violations_of(checked.err()?);
    let message = format!("the default of `{name}`, {default}, is not valid: {violations}");
    Some(SchemaError::new(pointer::child("/properties", name), message).of_tool(definition.name()))
}

#[cfg(feature = "agent")]
fn violations_of(error: crate::ToolError) -> String {
    match error {
        crate::ToolError::InvalidArguments(error) => {
            error.violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

#[cfg(feature = "agent")]
mod direct {
    use std::sync::{Arc, Weak};

    use crate::{
        Arguments, BoxFuture, Budget, Output, RunContext, Tool, ToolError,
        budget::Account,
        context::{Caller, NoHost, Root},
        event::Bus,
    };

    /// A run without an agent, for tests of one tool: nothing is lent to it but
    /// what the test lends, and no other tool can be called in it.
    pub fn run() -> RunContext {
        let nobody: Weak<Nobody> = Weak::new();
        RunContext::root(Root {
            agent: nobody,
            lent: Arc::default(),
            host: Arc::new(NoHost),
            approval: None,
            account: Account::open(&Budget::new(), None),
            bus: Arc::new(Bus::new(false)),
        })
    }

    /// Calls one tool without an agent. Arguments are still checked; everything
    /// else that an agent does is passed by, its time limit too. A
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
        let run = run.enter(None);
        let limit = tool.definition().time_limit().flatten();
        crate::agent::guarded(tool, &run, limit, || tool.call(args, &run)).await
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
