//! Where one answer is awaited. Whoever takes the slot out of `Waiting` first
//! decides: an answer, the end of the wait, or that nobody will answer.

use std::{
    fmt, mem,
    sync::PoisonError,
    task::{Context, Poll, Waker},
};

use crate::sync::Mutex;

pub(crate) struct Slot<T>(Mutex<State<T>>);

enum State<T> {
    Waiting(Option<Waker>),
    /// Accepted, and not fetched yet.
    Answered(T),
    Fetched,
    /// Nobody is left who could answer.
    Abandoned,
    /// The call does not wait any more.
    Closed,
}

/// Why an answer was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Late {
    Answered,
    Closed,
}

impl<T> Slot<T> {
    pub(crate) fn new() -> Self {
        Slot(Mutex::new(State::Waiting(None)))
    }

    /// Accepted means that the call gets it, whatever else happens at the same time.
    pub(crate) fn answer(&self, answer: T) -> Result<(), Late> {
        self.leave(State::Answered(answer))
    }

    /// Nobody will answer. An answer that was given stays.
    pub(crate) fn abandon(&self) {
        // Too late is as good.
        let _ = self.leave(State::Abandoned);
    }

    fn leave(&self, next: State<T>) -> Result<(), Late> {
        let waker = self.with(|state| match state {
            State::Waiting(waker) => {
                let waker = waker.take();
                *state = next;
                Ok(waker)
            }
            State::Answered(_) | State::Fetched => Err(Late::Answered),
            State::Abandoned | State::Closed => Err(Late::Closed),
        })?;
        if let Some(waker) = waker {
            waker.wake();
        }
        Ok(())
    }

    /// The answer, or nothing when nobody will give one.
    pub(crate) fn poll(&self, cx: &Context<'_>) -> Poll<Option<T>> {
        self.with(|state| match state {
            State::Waiting(waker) => {
                *waker = Some(cx.waker().clone());
                Poll::Pending
            }
            _ => Poll::Ready(take(state)),
        })
    }

    /// Ends the wait: no answer is accepted from here on. One that was accepted
    /// just before is returned, and counts.
    pub(crate) fn close(&self) -> Option<T> {
        self.with(|state| match state {
            State::Waiting(_) => {
                *state = State::Closed;
                None
            }
            _ => take(state),
        })
    }

    /// Why no answer would be accepted now.
    pub(crate) fn late(&self) -> Option<Late> {
        self.with(|state| match state {
            State::Waiting(_) => None,
            State::Answered(_) | State::Fetched => Some(Late::Answered),
            State::Abandoned | State::Closed => Some(Late::Closed),
        })
    }

    fn with<R>(&self, change: impl FnOnce(&mut State<T>) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn take<T>(state: &mut State<T>) -> Option<T> {
    match mem::replace(state, State::Fetched) {
        State::Answered(answer) => Some(answer),
        other => {
            *state = other;
            None
        }
    }
}

impl<T> fmt::Debug for Slot<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot").finish_non_exhaustive()
    }
}
