//! The one end of a call, told once.

use std::{
    iter,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use crate::{Output, RunContext, ToolError, event::EventKind};

/// From the beginning of a call to its end. A call that is dropped by its caller
/// ends too.
pub(super) struct Ending<'r> {
    run: &'r RunContext,
    name: &'r str,
    /// Read only where somebody listens.
    began: Option<Instant>,
    started: AtomicBool,
    ended: bool,
}

impl<'r> Ending<'r> {
    pub(super) fn new(run: &'r RunContext, name: &'r str) -> Self {
        let began = run.bus().is_on().then(Instant::now);
        Ending { run, name, began, started: AtomicBool::new(false), ended: false }
    }

    /// The tool starts now.
    pub(super) fn start(&self) {
        self.started.store(true, Ordering::Relaxed);
    }

    pub(super) fn end(mut self, result: &Result<Output, ToolError>) {
        self.tell(|started, duration_ms, contents| match result {
            Ok(output) => {
                let result = contents.then(|| Box::new(output.value()));
                EventKind::Completed { duration_ms, bytes: output.bytes(), result }
            }
            Err(ToolError::Cancelled { reason }) => EventKind::Cancelled { reason: reason.clone(), started },
            Err(error) if started => {
                EventKind::Failed { code: error.code(), message: error.for_model(), duration_ms }
            }
            Err(error) => EventKind::Refused { code: error.code(), message: error.for_model() },
        });
    }

    fn tell(&mut self, kind: impl FnOnce(bool, f64, bool) -> EventKind) {
        self.ended = true;
        if let Some(shield) = self.run.shield_state() {
            shield.end();
        }
        let started = self.started.load(Ordering::Relaxed);
        if self.run.bus().is_on() {
            let duration = self.began.map(|began| began.elapsed()).unwrap_or_default();
            let kind = kind(started, duration.as_secs_f64() * 1e3, self.run.bus().contents);
            self.run.emit_all(Some(self.name), iter::once(kind));
        }
    }
}

/// What happens to a call before its tool starts, told at once where nothing is
/// waited for: telling takes a lock.
pub(super) struct Opening<'r> {
    run: &'r RunContext,
    untold: [Option<EventKind>; 3],
}

impl<'r> Opening<'r> {
    pub(super) fn new(run: &'r RunContext) -> Self {
        Opening { run, untold: [None, None, None] }
    }

    pub(super) fn add(&mut self, kind: impl FnOnce() -> EventKind) {
        if !self.run.bus().is_on() {
            return;
        }
        if self.untold.iter().all(Option::is_some) {
            self.tell();
        }
        if let Some(free) = self.untold.iter_mut().find(|untold| untold.is_none()) {
            *free = Some(kind());
        }
    }

    /// Before something is waited for.
    pub(super) fn tell(&mut self) {
        if self.untold.iter().any(Option::is_some) {
            self.run.emit_all(None, self.untold.iter_mut().filter_map(Option::take));
        }
    }
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if !self.ended {
            let reason = "the caller dropped the call".to_owned();
            self.tell(|started, _, _| EventKind::Cancelled { reason, started });
        }
    }
}
