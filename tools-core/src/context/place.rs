//! The place that a call takes where only so many may run at once.

use std::sync::{Arc, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::RunContext;

/// Given back when it is dropped: by the call, or by the thread that a blocking
/// tool still holds.
#[derive(Debug)]
pub(crate) struct Place {
    tool: Option<Arc<Semaphore>>,
    _permits: [Option<OwnedSemaphorePermit>; 2],
    outer: Option<Weak<Place>>,
}

impl RunContext {
    /// Whether a call above this one has a place of this tool: then waiting for
    /// another one could be for ever.
    pub(crate) fn is_inside(&self, tool: &Arc<Semaphore>) -> bool {
        let mut above = self.outer.as_ref().and_then(Weak::upgrade);
        while let Some(place) = above {
            if place.tool.as_ref().is_some_and(|held| Arc::ptr_eq(held, tool)) {
                return true;
            }
            above = place.outer.as_ref().and_then(Weak::upgrade);
        }
        false
    }

    /// Keeps a place until the call ends.
    pub(crate) fn take_place(
        &self,
        tool: Option<Arc<Semaphore>>,
        permits: [Option<OwnedSemaphorePermit>; 2],
    ) {
        let place = Place { tool, _permits: permits, outer: self.outer.clone() };
        // A call takes its place once.
        let _ = self.place.set(Arc::new(place));
    }
}
