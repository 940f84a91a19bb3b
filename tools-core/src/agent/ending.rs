//! The one end of a call, told once.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Instant, SystemTime},
};

use crate::{
    Action, Decision, Output, RunContext, ToolError,
    event::{Completed, EventKind, Opening, PreparedEvent},
};

/// When a call began, for people and for its duration.
#[derive(Clone, Copy)]
struct Began {
    time: SystemTime,
    clock: Instant,
}

impl Began {
    fn now() -> Self {
        Began { time: SystemTime::now(), clock: Instant::now() }
    }
}

/// From the beginning of a call to its end. A call that is dropped by its caller
/// ends too.
pub(super) struct Ending<'r> {
    run: &'r RunContext,
    name: &'r str,
    /// Read only where somebody listens.
    began: Option<Began>,
    started: AtomicBool,
    ended: bool,
}

impl<'r> Ending<'r> {
    pub(super) fn new(run: &'r RunContext, name: &'r str) -> Self {
        let began = run.bus().is_on().then(Began::now);
        Ending { run, name, began, started: AtomicBool::new(false), ended: false }
    }

    /// The tool starts now. What nobody waited for is taken to have happened
    /// when the call began.
    pub(super) fn start(&self, mut untold: Untold<'_>) {
        self.started.store(true, Ordering::Relaxed);
        match (untold.prepared.take(), untold.decision.take(), self.began) {
            (Some(prepared), Some(decision), Some(began)) => {
                self.run.emit_opening(began.time, Opening { prepared, decision });
            }
            (prepared, decision, _) => {
                (untold.prepared, untold.decision) = (prepared, decision);
                untold.tell();
                self.run.emit(|| EventKind::Started);
            }
        }
    }

    pub(super) fn end(mut self, result: &Result<Output, ToolError>) {
        self.end_with(result);
    }

    fn end_with(&mut self, result: &Result<Output, ToolError>) {
        self.ended = true;
        if let Some(shield) = self.run.shield_state() {
            shield.end();
        }
        if self.run.bus().is_on() {
            self.tell(result);
        }
    }

    fn tell(&self, result: &Result<Output, ToolError>) {
        let began = self.began.unwrap_or_else(Began::now);
        let duration = began.clock.elapsed();
        let duration_ms = duration.as_secs_f64() * 1e3;
        let started = self.started.load(Ordering::Relaxed);
        let kind = match result {
            Ok(output) => {
                let result = self.run.bus().contents.then(|| Box::new(output.value()));
                let bytes = output.bytes();
                return self
                    .run
                    .emit_completed(began.time + duration, Completed { duration_ms, bytes, result });
            }
            Err(ToolError::Cancelled { reason }) => EventKind::Cancelled { reason: reason.clone(), started },
            Err(error) if started => {
                EventKind::Failed { code: error.code(), message: error.for_model(), duration_ms }
            }
            Err(error) => EventKind::Refused { code: error.code(), message: error.for_model() },
        };
        self.run.emit_named(Some(self.name), || kind);
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if !self.ended {
            let reason = "the caller dropped the call".to_owned();
            self.end_with(&Err(ToolError::Cancelled { reason }));
        }
    }
}

/// What happens to a call before its tool starts: told at once where nothing is
/// waited for, since telling takes a lock.
pub(super) struct Untold<'r> {
    run: &'r RunContext,
    prepared: Option<PreparedEvent>,
    decision: Option<Decision>,
}

impl<'r> Untold<'r> {
    pub(super) fn new(run: &'r RunContext) -> Self {
        Untold { run, prepared: None, decision: None }
    }

    pub(super) fn prepared(&mut self, action: &Action<'_>) {
        if self.run.bus().is_on() {
            self.prepared = Some(PreparedEvent::of(action));
        }
    }

    pub(super) fn decided(&mut self, decision: Decision) {
        if self.run.bus().is_on() {
            self.decision = Some(decision);
        }
    }

    /// Before something is waited for, or anything else is told.
    pub(super) fn tell(&mut self) {
        if let Some(prepared) = self.prepared.take() {
            self.run.emit(|| prepared.into());
        }
        if let Some(decision) = self.decision.take() {
            self.run.emit(|| EventKind::Decided { decision });
        }
    }
}

impl Drop for Untold<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
