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

use super::{
    EventStream, Observer, observer,
    told::{End, Head, Told},
};

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
    told: VecDeque<Told>,
    /// How many events that is.
    waiting: usize,
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
    pub(super) told: VecDeque<Told>,
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

    /// `make` numbers it: under the lock, so that nobody sees a higher number
    /// before a lower one.
    pub(crate) fn tell(&self, make: impl FnOnce() -> Told) {
        self.tell_each(make, Listener::push);
    }

    /// The end of a call: where nothing came in between, it joins its beginning.
    pub(crate) fn complete(&self, make: impl FnOnce() -> End, head: impl Fn() -> Head) {
        self.tell_each(make, |listener, end| listener.complete(end, &head));
    }

    fn tell_each<T: Clone>(
        &self,
        make: impl FnOnce() -> T,
        tell: impl Fn(&mut Listener, T) -> Option<Waker>,
    ) {
        let mut first = None;
        let mut more = Vec::new();
        self.hub.with(|state| {
            let Some((last, others)) = state.listeners.split_last_mut() else { return };
            let told = make();
            for other in others {
                more.extend(tell(other, told.clone()));
            }
            first = tell(last, told);
        });
        if let Some(waker) = first {
            waker.wake();
        }
        for waker in more {
            waker.wake();
        }
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
    fn push(&mut self, told: Told) -> Option<Waker> {
        if self.has_room(told.len()) {
            self.told.push_back(told);
        }
        self.waker.take()
    }

    #[inline]
    fn complete(&mut self, end: End, head: impl Fn() -> Head) -> Option<Waker> {
        if self.has_room(1) {
            let joined = match self.told.back_mut() {
                Some(last) => last.take_in(end),
                None => Err(end),
            };
            if let Err(end) = joined {
                self.told.push_back(Told::end(head(), end));
            }
        }
        self.waker.take()
    }

    /// Counts so many events as waiting, or as missed.
    fn has_room(&mut self, count: usize) -> bool {
        let has_room = self.waiting + count <= CAPACITY;
        if has_room {
            self.waiting += count;
        } else {
            self.missed += count as u64;
        }
        has_room
    }

    fn pop(&mut self) -> Option<Told> {
        let told = self.told.pop_front()?;
        self.waiting -= told.len();
        Some(told)
    }
}

impl Hub {
    fn listen(&self) -> Id {
        self.with(|state| {
            state.next += 1;
            let id = Id(state.next);
            let (told, marks) = Default::default();
            state.listeners.push(Listener { id, told, waiting: 0, missed: 0, waker: None, marks });
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

    /// What is next; nothing when there is none, and none will come.
    pub(super) fn poll(&self, id: Id, cx: &Context<'_>) -> Poll<Option<Told>> {
        let next = self.of(id, |listener, closed| match listener.pop() {
            Some(told) => Poll::Ready(Some(told)),
            None if closed => Poll::Ready(None),
            None => {
                listener.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        });
        next.unwrap_or(Poll::Ready(None))
    }

    pub(super) fn try_next(&self, id: Id) -> Option<Told> {
        self.of(id, |listener, _| listener.pop())?
    }

    pub(super) fn missed(&self, id: Id) -> u64 {
        self.of(id, |listener, _| listener.missed).unwrap_or_default()
    }

    /// Everything that waits, in exchange for an empty batch; false when nothing
    /// will come any more.
    pub(super) fn poll_batch(&self, id: Id, cx: &Context<'_>, batch: &mut Batch) -> Poll<bool> {
        let more = self.of(id, |listener, closed| {
            mem::swap(&mut listener.told, &mut batch.told);
            listener.waiting = 0;
            mem::swap(&mut listener.marks, &mut batch.marks);
            batch.missed = listener.missed;
            if !batch.told.is_empty() || !batch.marks.is_empty() {
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
