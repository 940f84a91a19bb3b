//! What a tool is: its definition, and three methods.

mod by_hand;
mod definition;
mod hints;
mod origin;

use std::{
    any::Any,
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use serde_json::Value;

pub use self::{
    by_hand::{DefinitionBuilder, tool_fn},
    definition::Definition,
    hints::Hints,
    origin::Origin,
};
use crate::{Args, Output, RunContext, ToolError};

/// A boxed future that can be sent between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Something that a model can call by name with JSON arguments.
///
/// [`#[tool]`](crate::tool) writes this for a function and [`tool_fn`] for a
/// closure; by hand it is for tools that are made at run time:
///
/// ```
/// use tools_core::{Agent, Args, BoxFuture, Definition, Output, RunContext, Tool, ToolError, json};
///
/// struct Greeter {
///     definition: Definition,
/// }
///
/// impl Tool for Greeter {
///     fn definition(&self) -> &Definition {
///         &self.definition
///     }
///
///     fn call<'a>(&'a self, mut args: Args, _: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
///         Box::pin(async move {
///             let name: String = args.take("name")?;
///             Ok(Output::from_text(format!("Hello {name}")))
///         })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let definition = Definition::builder("greet", "Greets a person.")
///     .input(json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }))
///     .build()?;
/// let agent = Agent::builder("assistant").tool(Greeter { definition }).build()?;
/// assert_eq!(agent.call("greet", json!({ "name": "Ada" })).await?.text(), "Hello Ada");
/// # Ok(())
/// # }
/// ```
pub trait Tool: Any + Send + Sync {
    /// All about the tool but its behaviour. Called often: give a reference to
    /// what was made once.
    fn definition(&self) -> &Definition;

    /// What the call would do, without side effects: told to policy and to
    /// people before anything runs. An error here ends the call before the tool
    /// starts. The default adds nothing to what the definition says.
    ///
    /// # Errors
    /// What makes the call impossible already.
    fn prepare<'a>(
        &'a self,
        args: &'a Args,
        run: &'a RunContext,
    ) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        let _ = (args, run);
        Box::pin(NothingToAdd)
    }

    /// Does the work. The arguments are valid for the definition's input schema.
    ///
    /// # Errors
    /// Whatever the tool reports; see [`ToolError`].
    fn call<'a>(&'a self, args: Args, run: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>>;
}

impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn definition(&self) -> &Definition {
        (**self).definition()
    }

    fn prepare<'a>(
        &'a self,
        args: &'a Args,
        run: &'a RunContext,
    ) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        (**self).prepare(args, run)
    }

    fn call<'a>(&'a self, args: Args, run: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        (**self).call(args, run)
    }
}

/// What a tool adds to a call before it runs: what policy and people judge beside
/// the definition and the arguments. See [`Action`](crate::Action).
///
/// ```
/// use tools_core::Prepared;
///
/// let prepared = Prepared::new().preview("3 nights, 540 EUR").capability("payments.write").metadata("nights", 3);
/// assert_eq!(prepared.previews, ["3 nights, 540 EUR"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Prepared {
    /// Capabilities beside those of the definition, which always hold too. One
    /// of the wrong form fails the call.
    pub capabilities: Vec<String>,
    /// What a person is shown: a diff, a price, a recipient.
    pub previews: Vec<String>,
    /// What only the application reads, by name.
    pub metadata: BTreeMap<String, Value>,
}

impl Prepared {
    /// Adds nothing.
    pub fn new() -> Self {
        Prepared::default()
    }

    /// Adds a capability that this call needs, such as `payments.write`.
    #[must_use]
    pub fn capability(mut self, capability: impl Into<String>) -> Self {
        self.capabilities.push(capability.into());
        self
    }

    /// Adds a line or a page that a person is shown.
    #[must_use]
    pub fn preview(mut self, preview: impl Into<String>) -> Self {
        self.previews.push(preview.into());
        self
    }

    /// Adds a value that the application reads.
    #[must_use]
    pub fn metadata(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.metadata.insert(name.into(), value.into());
        self
    }
}

/// Has no size, so that boxing it allocates nothing.
pub(crate) struct NothingToAdd;

impl Future for NothingToAdd {
    type Output = Result<Prepared, ToolError>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(Ok(Prepared::new()))
    }
}

/// A tool with another definition: forwards what it does.
pub(crate) struct Adjusted {
    definition: Definition,
    tool: Arc<dyn Tool>,
}

impl Adjusted {
    pub(crate) fn inner(&self) -> &dyn Tool {
        &*self.tool
    }

    pub(crate) fn new(tool: Arc<dyn Tool>, definition: Definition) -> Self {
        Adjusted { definition, tool }
    }

    pub(crate) fn renamed(tool: &Arc<dyn Tool>, name: &str) -> Self {
        Adjusted::new(tool.clone(), tool.definition().renamed(name))
    }
}

impl Tool for Adjusted {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare<'a>(
        &'a self,
        args: &'a Args,
        run: &'a RunContext,
    ) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        self.tool.prepare(args, run)
    }

    fn call<'a>(&'a self, args: Args, run: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        self.tool.call(args, run)
    }
}
