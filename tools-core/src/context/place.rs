//! The place that a call takes where only so many may run at once.

use std::sync::{Arc, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::RunContext;

/// Given back when it is dropped: by the call, or by the thread that a blocking
/// tool still holds.
#[derive(Debug)]
pub(crate) struct Place {
    tool: Option<Arc<Semaphore>>,
    of_tool: Option<OwnedSemaphorePermit>,
    of_agent: Option<OwnedSemaphorePermit>,
    outer: Option<Weak<Place>>,
}

impl RunContext {
    /// Whether a call above this one has a place of this tool: then waiting for
    /// another one could be for ever.
    pub(crate) fn is_inside(&self, tool: &Arc<Semaphore>) -> bool {
        self.any_above(|place| {
            place.of_tool.is_some() && place.tool.as_ref().is_some_and(|held| Arc::ptr_eq(held, tool))
        })
    }

    /// Whether a call above this one has a place of the agent: what a tool calls
    /// runs in it, as long as that call lasts.
    pub(crate) fn is_inside_a_call(&self) -> bool {
        self.any_above(|place| place.of_agent.is_some())
    }

    fn any_above(&self, matches: impl Fn(&Place) -> bool) -> bool {
        let mut above = self.outer.as_ref().and_then(Weak::upgrade);
        while let Some(place) = above {
            if matches(&place) {
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
        of_tool: Option<OwnedSemaphorePermit>,
        of_agent: Option<OwnedSemaphorePermit>,
    ) {
        let place = Place { tool, of_tool, of_agent, outer: self.outer.clone() };
        // A call takes its place once.
        let _ = self.place.set(Arc::new(place));
    }
}
