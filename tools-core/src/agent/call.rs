//! The one path on which every call runs.

use std::{
    future::{Future as _, poll_fn},
    pin::pin,
    sync::Arc,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::Span;

use super::{
    Agent, Inner,
    ending::{Ending, Untold},
    guard::{Preparing, Stop, guarded, prepare, until},
    judge::Judgement,
    telemetry,
};
use crate::{Action, Arguments, BoxFuture, Output, RunContext, ToolError, budget::Unit, context::Caller};

impl Agent {
    /// Calls a tool by its name.
    ///
    /// Arguments are JSON text or a value. They are checked against the tool's
    /// schema; what a model wrote in the wrong type is coerced where nothing is
    /// lost. It has to run in a tokio runtime with its timer enabled. It counts
    /// in the agent's budget.
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

    /// Calls a tool in a run: with what the run lends, and under its
    /// permissions, budget and cancellation.
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
        let run = run.enter(self.tools.borrow().tools.get(name).cloned());
        let span = telemetry::span(name, &run);
        let ending = Ending::new(&run, name);
        let result = {
            let mut steps = pin!(self.steps(&run, name, arguments, &ending, &span));
            poll_fn(|cx| span.in_scope(|| steps.as_mut().poll(cx))).await
        };
        telemetry::end(&span, &result, run.bus());
        ending.end(&result);
        result
    }

    /// From the name to the result: whatever ends it on the way is its error.
    async fn steps(
        &self,
        run: &RunContext,
        name: &str,
        arguments: Arguments<'_>,
        ending: &Ending<'_>,
        span: &Span,
    ) -> Result<Output, ToolError> {
        let tool = run.tool().ok_or_else(|| self.unknown(name))?;
        run.check_depth()?;
        let definition = tool.definition();
        let mut args = definition.check_within(arguments, self.settings.argument_limits)?;
        telemetry::arguments(span, &args, run.bus());
        run.goes_on()?;
        let limit = definition.time_limit().unwrap_or(self.settings.time_limit);
        let prepared = match prepare(tool, &args, run)? {
            Preparing::Ready(prepared) => prepared,
            // What is seldom waited for is boxed: it would make every call larger.
            Preparing::Wait(preparing) => Box::pin(guarded(tool, run, limit, || preparing)).await?,
        };
        run.goes_on()?;
        let mut untold = Untold::new(run);
        let action = Action::new(&args, run, &prepared)?;
        if let Judgement::Wait(decision) = self.judge(&action, &mut untold) {
            untold.tell();
            let edited = Box::pin(self.ask(tool, &action, decision, limit)).await?;
            drop(action);
            args = edited.unwrap_or(args);
        }
        if let Some(places) = self.places_for(run, definition.name()) {
            untold.tell();
            Box::pin(places.wait(run)).await?;
        }
        run.goes_on()?;
        run.account().reserve(Unit::ToolCalls, |warning| {
            untold.tell();
            run.warn(warning);
        })?;
        ending.start(untold);
        guarded(tool, run, limit, || tool.call(args, run)).await?.bounded(self.settings.output_limit)
    }

    /// Where the call has to wait for a place.
    fn places_for(&self, run: &RunContext, name: &str) -> Option<Places> {
        let tool = self.tool_places.get(name).filter(|places| !run.is_inside(places)).cloned();
        let agent = self.places.as_ref().filter(|_| !run.is_inside_a_call()).cloned();
        (tool.is_some() || agent.is_some()).then_some(Places { tool, agent })
    }
}

/// How many calls may run: of one tool, and of the agent.
struct Places {
    tool: Option<Arc<Semaphore>>,
    agent: Option<Arc<Semaphore>>,
}

impl Places {
    /// Waits, in order, until so few calls run that this one may. The tool's own
    /// limit first: who waits for a slow tool holds no place of the agent's.
    async fn wait(self, run: &RunContext) -> Result<(), ToolError> {
        let of_tool = one_of(self.tool.as_ref(), run).await?;
        let of_agent = one_of(self.agent.as_ref(), run).await?;
        run.take_place(self.tool, of_tool, of_agent);
        Ok(())
    }
}

async fn one_of(
    places: Option<&Arc<Semaphore>>,
    run: &RunContext,
) -> Result<Option<OwnedSemaphorePermit>, ToolError> {
    let Some(places) = places else { return Ok(None) };
    let mut waiting = pin!(places.clone().acquire_owned());
    match until(run, None, |cx| waiting.as_mut().poll(cx)).await {
        // Nobody closes these semaphores.
        Ok(permit) => Ok(permit.ok()),
        Err(Stop::Over(error)) => Err(error),
        Err(Stop::Cancelled | Stop::Late) => Err(run.cancelled_error()),
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
