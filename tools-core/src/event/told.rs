//! Events on their way to a listener: small, since they cross from one thread to
//! another. A call that never waits is one of them, and four events.

use std::{mem, sync::Arc, time::SystemTime};

use serde_json::Value;
use uuid::Uuid;

use super::{Event, EventKind};
use crate::{Action, Capability, Coercion, Decision, Definition};

/// What the events of one call have in common.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub(crate) run: Uuid,
    pub(crate) parent_run: Option<Uuid>,
    pub(crate) action: u64,
    /// 0 for none.
    pub(crate) parent: u64,
    pub(crate) tool: Option<ToolName>,
}

/// A tool's name: that of its definition, which is shared, or one that no tool has.
#[derive(Debug, Clone)]
pub(crate) enum ToolName {
    Known(Definition),
    Unknown(Box<str>),
}

/// What happened at once, or with nothing in between.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    head: Head,
    time: SystemTime,
    /// Of the first event; the others follow.
    number: u64,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    One(EventKind),
    Completed(Completed),
    /// Prepared, decided, started.
    Opening(Opening),
    /// The same, and completed.
    Whole(Opening, SystemTime, Completed),
}

#[derive(Debug, Clone)]
pub(crate) struct Opening {
    pub(crate) prepared: PreparedEvent,
    pub(crate) decision: Decision,
}

#[derive(Debug, Clone)]
pub(crate) struct PreparedEvent {
    capabilities: Arc<[Capability]>,
    coercions: Box<[Coercion]>,
    contents: Option<Box<(Value, Box<[String]>)>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Completed {
    pub(crate) duration_ms: f64,
    pub(crate) bytes: usize,
    pub(crate) result: Option<Box<Value>>,
}

/// The end of a call that gave a result.
#[derive(Debug, Clone)]
pub(crate) struct End {
    pub(crate) run: Uuid,
    pub(crate) action: u64,
    pub(crate) number: u64,
    pub(crate) time: SystemTime,
    pub(crate) completed: Completed,
}

impl PreparedEvent {
    pub(crate) fn of(action: &Action<'_>) -> Self {
        let args = action.args();
        let contents = action.run().bus().contents;
        PreparedEvent {
            capabilities: action.shared_capabilities().clone(),
            coercions: args.coercions().into(),
            contents: contents.then(|| Box::new((Value::Object(args.shown()), action.previews().into()))),
        }
    }
}

impl From<PreparedEvent> for EventKind {
    fn from(PreparedEvent { capabilities, coercions, contents }: PreparedEvent) -> Self {
        let (arguments, previews) = contents.map(|contents| *contents).unzip();
        EventKind::Prepared {
            arguments: arguments.map(Box::new),
            capabilities,
            previews: previews.unwrap_or_default(),
            coercions,
        }
    }
}

impl From<Completed> for EventKind {
    fn from(Completed { duration_ms, bytes, result }: Completed) -> Self {
        EventKind::Completed { duration_ms, bytes, result }
    }
}

impl Told {
    pub(crate) fn one(head: Head, number: u64, kind: EventKind) -> Self {
        Told { head, time: SystemTime::now(), number, what: What::One(kind) }
    }

    pub(crate) fn opening(head: Head, time: SystemTime, number: u64, opening: Opening) -> Self {
        Told { head, time, number, what: What::Opening(opening) }
    }

    pub(super) fn end(head: Head, End { time, number, completed, .. }: End) -> Self {
        Told { head, time, number, what: What::Completed(completed) }
    }

    /// How many events it is.
    pub(super) fn len(&self) -> usize {
        match self.what {
            What::One(_) | What::Completed(_) => 1,
            What::Opening(_) => 3,
            What::Whole(..) => 4,
        }
    }

    /// Takes in the end of the same call, where that is what comes next.
    pub(super) fn take_in(&mut self, end: End) -> Result<(), End> {
        let is_next =
            self.head.run == end.run && self.head.action == end.action && self.number + 3 == end.number;
        match mem::replace(&mut self.what, What::One(EventKind::Started)) {
            What::Opening(opening) if is_next => {
                self.what = What::Whole(opening, end.time, end.completed);
                Ok(())
            }
            what => {
                self.what = what;
                Err(end)
            }
        }
    }

    /// The events, in order: one value that changes, since making four costs more
    /// than most listeners do.
    pub(super) fn each(self, mut tell: impl FnMut(&Event)) {
        let Told { head, time, number, what } = self;
        let (opening, end) = match what {
            What::One(kind) => return tell(&Event { head, time, number, kind }),
            What::Completed(end) => return tell(&Event { head, time, number, kind: end.into() }),
            What::Opening(opening) => (opening, None),
            What::Whole(opening, time, end) => (opening, Some((time, end))),
        };
        let Opening { prepared, decision } = opening;
        let mut event = Event { head, time, number, kind: prepared.into() };
        tell(&event);
        let mut next = |time, kind| {
            (event.time, event.kind) = (time, kind);
            event.number += 1;
            tell(&event);
        };
        next(time, EventKind::Decided { decision });
        next(time, EventKind::Started);
        if let Some((time, end)) = end {
            next(time, end.into());
        }
    }
}
