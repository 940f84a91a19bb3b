//! Holds back cancellation and time limits while a tool must not be cut in two.

use std::{
    sync::{Arc, PoisonError},
    task::Waker,
};

use crate::sync::Mutex;

/// How many shields are held, who waits for the last one to go, and whether the
/// call is over.
#[derive(Debug, Default)]
pub(crate) struct Shield(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    held: usize,
    waiting: Option<Waker>,
    over: bool,
}

impl Shield {
    pub(crate) fn hold(self: &Arc<Self>) -> Held {
        self.with(|state| state.held += 1);
        Held(self.clone())
    }

    /// Whether one is held; if so, `waker` is called when the last one goes.
    pub(crate) fn is_held(&self, waker: &Waker) -> bool {
        self.with(|state| {
            if state.held > 0 {
                state.waiting = Some(waker.clone());
            }
            state.held > 0
        })
    }

    /// The call has ended: what a clone of its context does is nobody's any more.
    pub(crate) fn end(&self) {
        self.with(|state| state.over = true);
    }

    /// Tells while the call lasts: its end waits until that is told. False when it
    /// is over.
    pub(crate) fn unless_over(&self, tell: impl FnOnce()) -> bool {
        self.with(|state| {
            if !state.over {
                tell();
            }
            !state.over
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) struct Held(Arc<Shield>);

impl Drop for Held {
    fn drop(&mut self) {
        let waker = self.0.with(|state| {
            state.held = state.held.saturating_sub(1);
            if state.held == 0 { state.waiting.take() } else { None }
        });
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}
