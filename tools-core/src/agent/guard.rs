//! What stands around the tool's own code: cancellation, time limit, and panics.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Sleep, sleep},
};
use tokio_util::sync::WaitForCancellationFuture;

use crate::{Action, Args, BoxFuture, RunContext, Tool, ToolError, context::no_runtime};

/// Runs the tool's own code so that it harms nobody: a panic is caught, a cancelled or
/// late call's future is dropped where it stands, and a shield holds both back.
pub(crate) async fn guarded<'a, T>(
    tool: &dyn Tool,
    run: &RunContext,
    limit: Option<Duration>,
    start: impl FnOnce() -> BoxFuture<'a, Result<T, ToolError>>,
) -> Result<T, ToolError> {
    if run.is_cancelled() {
        return Err(run.cancelled_error());
    }
    let mut work = Some(caught(tool, start)?);
    // Armed only when the tool waits: most calls are done at their first poll.
    let mut cancelled = pin!(None::<WaitForCancellationFuture<'_>>);
    let mut timer = pin!(None::<Sleep>);
    let result = poll_fn(|cx| {
        if let Some(work) = &mut work {
            match caught(tool, || work.as_mut().poll(cx)) {
                Ok(Poll::Ready(result)) => return Poll::Ready(result),
                Ok(Poll::Pending) => {}
                Err(panicked) => return Poll::Ready(Err(panicked)),
            }
        }
        if cancelled.is_none() {
            if Handle::try_current().is_err() {
                return Poll::Ready(Err(no_runtime()));
            }
            cancelled.set(Some(run.cancellation()));
            // A runtime without a timer panics.
            match catch_unwind(|| limit.map(sleep)) {
                Ok(armed) => timer.set(armed),
                Err(_) => return Poll::Ready(Err(no_runtime())),
            }
        }
        let stop = cancelled.as_mut().as_pin_mut().is_some_and(|cancelled| cancelled.poll(cx).is_ready());
        let late = timer.as_mut().as_pin_mut().is_some_and(|timer| timer.poll(cx).is_ready());
        if !late && !stop || run.shield_state().is_some_and(|shield| shield.is_held(cx.waker())) {
            return Poll::Pending;
        }
        Poll::Ready(Err(if stop {
            run.cancelled_error()
        } else {
            let retryable = tool.definition().hints().may_repeat();
            ToolError::Timeout { after: limit.unwrap_or_default(), retryable }
        }))
    })
    .await;
    // What is dropped is the tool's code too.
    match caught(tool, || drop(work.take())) {
        Err(panicked) if result.is_ok() => Err(panicked),
        _ => result,
    }
}

/// Lets the tool prepare, and gives the future back where it has to wait.
/// Almost every tool has nothing to add: that is one poll, whose waker is
/// replaced by the next one.
pub(crate) fn prepare<'a>(
    tool: &'a dyn Tool,
    args: &'a Args,
    run: &'a RunContext,
) -> Result<Option<BoxFuture<'a, Result<Action, ToolError>>>, ToolError> {
    if run.is_cancelled() {
        return Err(run.cancelled_error());
    }
    caught(tool, || {
        let mut preparing = tool.prepare(args, run);
        match preparing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(action) => action.map(|_| None),
            Poll::Pending => Ok(Some(preparing)),
        }
    })?
}

fn caught<T>(tool: &dyn Tool, work: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = text_of(&*payload);
        // The payload's own drop may panic as well.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        ToolError::Panicked { message, place: tool.definition().origin().to_string() }
    })
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into())
}
