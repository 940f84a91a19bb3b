//! The events of an agent, for one listener.

use std::{collections::VecDeque, fmt, future::poll_fn, sync::Arc};

use super::{
    Event,
    bus::{Hub, Id},
};

/// The events of an agent and all its runs, from when it was made by
/// [`Agent::events`](crate::Agent::events).
///
/// It never holds up a call: 16,384 events wait, what comes while it is full is
/// missed, and counted.
pub struct EventStream {
    hub: Arc<Hub>,
    id: Id,
    /// Several come at once.
    ready: VecDeque<Event>,
}

impl EventStream {
    pub(super) fn new(hub: Arc<Hub>, id: Id) -> Self {
        EventStream { hub, id, ready: VecDeque::new() }
    }

    /// Waits for the next event. Nothing when the agent and all its runs are gone.
    pub async fn next(&mut self) -> Option<Event> {
        if self.ready.is_empty() {
            let told = poll_fn(|cx| self.hub.poll(self.id, cx)).await?;
            told.each(|event| self.ready.push_back(event.clone()));
        }
        self.ready.pop_front()
    }

    /// The next event, if there is one already.
    pub fn try_next(&mut self) -> Option<Event> {
        if self.ready.is_empty() {
            self.hub.try_next(self.id)?.each(|event| self.ready.push_back(event.clone()));
        }
        self.ready.pop_front()
    }

    /// How many events were missed because too many waited.
    pub fn missed(&self) -> u64 {
        self.hub.missed(self.id)
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.hub.forget(self.id);
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream").field("missed", &self.missed()).finish_non_exhaustive()
    }
}
