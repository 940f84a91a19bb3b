//! The one path on which every call runs.

use std::sync::Arc;

use super::{Agent, Inner, guarded, prepare};
use crate::{Arguments, BoxFuture, Output, RunContext, Tool, ToolError, context::Caller};

impl Agent {
    /// Calls a tool by its name.
    ///
    /// Arguments are JSON text or a value. They are checked against the tool's
    /// schema; what a model wrote in the wrong type is coerced where nothing is
    /// lost. It has to run in a tokio runtime with its timer enabled.
    ///
    /// # Errors
    /// A [`ToolError`] with a stable [code](ToolError::code).
    ///
    /// ```standalone_crate
    /// # use tools_core::{Agent, tool};
    /// # tools_core::tool_crate!();
    /// # /// Adds two numbers.
    /// # #[tool] async fn add(a: i64, b: i64) -> i64 { a + b }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// # let agent = Agent::builder("assistant").tools(TOOLS).build().unwrap();
    /// let sum = agent.call("add", r#"{"a": 1, "b": 2}"#).await.unwrap();
    /// assert_eq!(sum.text(), "3");
    /// assert_eq!(agent.call("ad", ()).await.unwrap_err().code(), "unknown_tool");
    /// # }
    /// ```
    pub async fn call<'a>(
        &self,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<Output, ToolError> {
        self.inner.perform(&self.inner.root, name, arguments.into()).await
    }

    /// Calls a tool in a run: with what the run lends, and under its cancellation.
    ///
    /// # Errors
    /// A [`ToolError`] with a stable [code](ToolError::code).
    pub async fn call_in<'a>(
        &self,
        run: &RunContext,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<Output, ToolError> {
        self.inner.perform(run, name, arguments.into()).await
    }

    /// The error of a call to a tool that is not there: the nearest names, and
    /// the crates that are linked.
    pub fn unknown_tool(&self, name: &str) -> ToolError {
        self.inner.unknown(name)
    }
}

impl Inner {
    async fn perform(
        &self,
        run: &RunContext,
        name: &str,
        arguments: Arguments<'_>,
    ) -> Result<Output, ToolError> {
        if !run.belongs_to(self) {
            return Err(ToolError::unavailable(
                "this run was opened by another agent; open one with `open_run` of this one",
            ));
        }
        let tool = self.resolve(name)?;
        self.call_resolved(run, &*tool, arguments).await
    }

    fn resolve(&self, name: &str) -> Result<Arc<dyn Tool>, ToolError> {
        let tool = self.tools.borrow().tools.get(name).cloned();
        tool.ok_or_else(|| self.unknown(name))
    }

    /// From the resolved tool on, every way in is this one.
    async fn call_resolved(
        &self,
        run: &RunContext,
        tool: &dyn Tool,
        arguments: Arguments<'_>,
    ) -> Result<Output, ToolError> {
        let definition = tool.definition();
        // check
        let args = definition.check_within(arguments, self.limits)?;
        // prepare: an action is one call as its tool sees it, one level deeper.
        let run = run.enter()?;
        let limit = definition.time_limit().unwrap_or(self.time_limit);
        if let Some(preparing) = prepare(tool, &args, &run)? {
            guarded(tool, &run, limit, || preparing).await?;
        }
        // policy and budget: everything is allowed, nothing is counted.
        // run
        guarded(tool, &run, limit, || tool.call(args, &run)).await
    }
}

impl Caller for Inner {
    fn call_child<'a>(
        &'a self,
        run: &'a RunContext,
        name: &'a str,
        arguments: Arguments<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(self.perform(run, name, arguments))
    }
}
