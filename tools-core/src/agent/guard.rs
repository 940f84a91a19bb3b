//! What stands around code that is not ours: cancellation, time limits, and panics.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Instant, Sleep, sleep},
};
use tokio_util::sync::WaitForCancellationFuture;

use super::race;
use crate::{Args, BoxFuture, Prepared, RunContext, Tool, ToolError, context::no_runtime, panics::catch};

/// What ended a wait from outside.
pub(super) enum Stop {
    Cancelled,
    /// The limit of this wait is over.
    Late,
    /// The budget is, or there is no runtime to wait in.
    Over(ToolError),
}

/// Polls until it is ready, or the run is stopped, or the limit is over. A shield
/// holds both back. Timers are armed only when it has to wait: most is done at
/// the first poll.
pub(super) async fn until<T>(
    run: &RunContext,
    limit: Option<Duration>,
    mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>,
) -> Result<T, Stop> {
    let mut cancelled = pin!(None::<WaitForCancellationFuture<'_>>);
    let mut alarm = pin!(None::<Sleep>);
    let mut until = None::<Option<Instant>>;
    poll_fn(|cx| {
        let stop = |cx: &mut Context<'_>| {
            if until.is_none() {
                if Handle::try_current().is_err() {
                    return Poll::Ready(Stop::Over(no_runtime()));
                }
                cancelled.set(Some(run.cancellation()));
                until = Some(limit.and_then(|limit| Instant::now().checked_add(limit)));
            }
            if cancelled.as_mut().as_pin_mut().is_some_and(|cancelled| cancelled.poll(cx).is_ready()) {
                return Poll::Ready(Stop::Cancelled);
            }
            poll_alarm(cx, run, until.flatten(), alarm.as_mut())
        };
        let held = |waker: &Waker| run.shield_state().is_some_and(|shield| shield.is_held(waker));
        race::step(cx, &mut poll, stop, held)
    })
    .await
}

/// Rings at the limit and at the end of the run's time, and tells when that is near.
fn poll_alarm(
    cx: &mut Context<'_>,
    run: &RunContext,
    until: Option<Instant>,
    mut alarm: Pin<&mut Option<Sleep>>,
) -> Poll<Stop> {
    loop {
        let now = Instant::now();
        if let Err(spent) = run.account().in_time(|warning| run.warn(warning)) {
            return Poll::Ready(Stop::Over(spent));
        }
        let left = until.map(|until| until.saturating_duration_since(now));
        if left == Some(Duration::ZERO) {
            return Poll::Ready(Stop::Late);
        }
        let Some(next) = left.into_iter().chain(run.account().next_time(now)).min() else {
            return Poll::Pending;
        };
        match alarm.as_mut().as_pin_mut() {
            Some(armed) if armed.deadline() > now => {
                if armed.poll(cx).is_pending() {
                    return Poll::Pending;
                }
            }
            _ => match catch(|| sleep(next)) {
                Ok(armed) => alarm.set(Some(armed)),
                // A runtime without a timer panics.
                Err(_) => return Poll::Ready(Stop::Over(no_runtime())),
            },
        }
    }
}

/// Runs the tool's own code so that it harms nobody: a panic is caught, and a
/// cancelled or late call's future is dropped where it stands.
pub(crate) async fn guarded<'a, T>(
    tool: &dyn Tool,
    run: &RunContext,
    limit: Option<Duration>,
    start: impl FnOnce() -> BoxFuture<'a, Result<T, ToolError>>,
) -> Result<T, ToolError> {
    let mut work = Some(caught(tool, start)?);
    let poll = |cx: &mut Context<'_>| match &mut work {
        Some(work) => match caught(tool, || work.as_mut().poll(cx)) {
            Ok(poll) => poll,
            Err(panicked) => Poll::Ready(Err(panicked)),
        },
        None => Poll::Pending,
    };
    let result = match until(run, limit, poll).await {
        Ok(result) => result,
        Err(Stop::Cancelled) => Err(run.cancelled_error()),
        Err(Stop::Over(error)) => Err(error),
        Err(Stop::Late) => {
            let retryable = tool.definition().hints().may_repeat();
            Err(ToolError::Timeout { after: limit.unwrap_or_default(), retryable })
        }
    };
    // What is dropped is the tool's code too.
    match caught(tool, || drop(work.take())) {
        Err(panicked) if result.is_ok() => Err(panicked),
        _ => result,
    }
}

/// What comes of the first poll of a tool's `prepare`.
pub(super) enum Preparing<'a> {
    Ready(Prepared),
    Wait(BoxFuture<'a, Result<Prepared, ToolError>>),
}

/// Lets the tool prepare. Almost every tool has nothing to add: that is one poll,
/// whose waker is replaced by the next one.
pub(super) fn prepare<'a>(
    tool: &'a dyn Tool,
    args: &'a Args,
    run: &'a RunContext,
) -> Result<Preparing<'a>, ToolError> {
    caught(tool, || {
        let mut preparing = tool.prepare(args, run);
        match preparing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(prepared) => prepared.map(Preparing::Ready),
            Poll::Pending => Ok(Preparing::Wait(preparing)),
        }
    })?
}

fn caught<T>(tool: &dyn Tool, work: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch(work)
        .map_err(|message| ToolError::Panicked { message, place: tool.definition().origin().to_string() })
}
