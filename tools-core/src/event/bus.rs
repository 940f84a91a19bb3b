//! From where it happens to everybody who listens.

use std::{
    collections::VecDeque,
    fmt, mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
};

use tokio::sync::oneshot;

use super::{Event, EventStream, Observer, observer};

/// Events that wait for one listener; more are counted as missed.
const CAPACITY: usize = 16 * 1024;

/// The events of one agent. When it is dropped, nothing will happen any more.
pub(crate) struct Bus {
    /// Whether events and spans have contents.
    pub(crate) contents: bool,
    hub: Arc<Hub>,
    observers: Vec<Id>,
}

/// What the agent and its listeners share.
pub(super) struct Hub {
    /// Read at every call: without listeners no event is made.
    is_on: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    listeners: Vec<Listener>,
    next: u64,
    closed: bool,
}

struct Listener {
    id: Id,
    events: VecDeque<Event>,
    missed: u64,
    /// Wakes whoever waits for the next event.
    waker: Option<Waker>,
    /// Told when all that waits now has been delivered.
    marks: Vec<oneshot::Sender<()>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(u64);

/// What a listener takes at once.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) events: VecDeque<Event>,
    pub(super) marks: Vec<oneshot::Sender<()>>,
    pub(super) missed: u64,
}

impl Bus {
    pub(crate) fn new(contents: bool) -> Self {
        let hub = Hub { is_on: AtomicBool::new(false), state: Mutex::default() };
        Bus { contents, hub: Arc::new(hub), observers: Vec::new() }
    }

    /// Gives an observer its thread.
    pub(crate) fn observe(&mut self, observer: Arc<dyn Observer>) -> std::io::Result<()> {
        let id = self.hub.listen();
        self.observers.push(id);
        observer::start(observer, self.hub.clone(), id)
    }

    pub(crate) fn is_on(&self) -> bool {
        self.hub.is_on.load(Ordering::Acquire)
    }

    pub(crate) fn listen(&self) -> EventStream {
        EventStream::new(self.hub.clone(), self.hub.listen())
    }

    /// The events are made under the lock: numbered there, so that nobody sees a higher
    /// number before a lower one.
    pub(crate) fn emit(&self, events: impl Iterator<Item = Event>) {
        let mut first = None;
        let mut more = Vec::new();
        self.hub.with(|state| {
            let Some((last, others)) = state.listeners.split_last_mut() else { return };
            for event in events {
                for other in others.iter_mut() {
                    more.extend(other.push(event.clone()));
                }
                if let Some(waker) = last.push(event) {
                    first = Some(waker);
                }
            }
        });
        first.into_iter().chain(more).for_each(Waker::wake);
    }

    /// Waits until every observer has been told what has happened so far.
    pub(crate) async fn flush(&self) {
        let mark = |id: &Id| self.hub.mark(*id);
        let marks: Vec<_> = self.observers.iter().filter_map(mark).collect();
        for mark in marks {
            // An observer that is gone will be told nothing.
            let _ = mark.await;
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let wakers = self.hub.with(|state| {
            state.closed = true;
            state.listeners.iter_mut().filter_map(|listener| listener.waker.take()).collect::<Vec<_>>()
        });
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Listener {
    /// Who has to be woken for it.
    #[inline]
    fn push(&mut self, event: Event) -> Option<Waker> {
        if self.events.len() < CAPACITY {
            self.events.push_back(event);
        } else {
            self.missed += 1;
        }
        self.waker.take()
    }
}

impl Hub {
    fn listen(&self) -> Id {
        self.with(|state| {
            state.next += 1;
            let id = Id(state.next);
            let (events, marks) = Default::default();
            state.listeners.push(Listener { id, events, missed: 0, waker: None, marks });
            self.is_on.store(true, Ordering::Release);
            id
        })
    }

    pub(super) fn forget(&self, id: Id) {
        // Dropped outside of the lock: events hold what tools made.
        let _gone = self.with(|state| {
            let at = state.listeners.iter().position(|listener| listener.id == id)?;
            let gone = state.listeners.swap_remove(at);
            self.is_on.store(!state.listeners.is_empty(), Ordering::Release);
            Some(gone)
        });
    }

    fn mark(&self, id: Id) -> Option<oneshot::Receiver<()>> {
        let (mark, delivered) = oneshot::channel();
        let waker = self.of(id, |listener, _| {
            listener.marks.push(mark);
            listener.waker.take()
        })?;
        if let Some(waker) = waker {
            waker.wake();
        }
        Some(delivered)
    }

    /// The next event; nothing when there is none, and none will come.
    pub(super) fn poll(&self, id: Id, cx: &Context<'_>) -> Poll<Option<Event>> {
        let next = self.of(id, |listener, closed| match listener.events.pop_front() {
            Some(event) => Poll::Ready(Some(event)),
            None if closed => Poll::Ready(None),
            None => {
                listener.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        });
        next.unwrap_or(Poll::Ready(None))
    }

    pub(super) fn try_next(&self, id: Id) -> Option<Event> {
        self.of(id, |listener, _| listener.events.pop_front())?
    }

    pub(super) fn missed(&self, id: Id) -> u64 {
        self.of(id, |listener, _| listener.missed).unwrap_or_default()
    }

    /// Everything that waits, in exchange for an empty batch; false when nothing
    /// will come any more.
    pub(super) fn poll_batch(&self, id: Id, cx: &Context<'_>, batch: &mut Batch) -> Poll<bool> {
        let more = self.of(id, |listener, closed| {
            mem::swap(&mut listener.events, &mut batch.events);
            mem::swap(&mut listener.marks, &mut batch.marks);
            batch.missed = listener.missed;
            if !batch.events.is_empty() || !batch.marks.is_empty() {
                return Poll::Ready(true);
            }
            if closed {
                return Poll::Ready(false);
            }
            listener.waker = Some(cx.waker().clone());
            Poll::Pending
        });
        more.unwrap_or(Poll::Ready(false))
    }

    fn of<T>(&self, id: Id, change: impl FnOnce(&mut Listener, bool) -> T) -> Option<T> {
        self.with(|state| {
            let closed = state.closed;
            let listener = state.listeners.iter_mut().find(|listener| listener.id == id)?;
            Some(change(listener, closed))
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").finish_non_exhaustive()
    }
}
