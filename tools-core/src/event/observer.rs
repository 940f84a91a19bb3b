//! Listeners with a thread of their own.

use std::{
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Duration,
};

use super::{
    Event,
    bus::{Batch, Hub, Id},
};
use crate::panics::catch;

/// Told every event of an agent, in order, on a thread of its own: a slow one
/// holds up no call. A closure is one too.
///
/// ```
/// use tools_core::{Agent, Event};
///
/// let agent = Agent::builder("assistant")
///     .observer(|event: &Event| {
///         if event.is_end() {
///             eprintln!("{:?} {}", event.tool(), event.name());
///         }
///     })
///     .build();
/// # assert!(agent.is_ok());
/// ```
pub trait Observer: Send + Sync + 'static {
    /// An event. A panic is caught and changes nothing.
    fn event(&self, event: &Event);

    /// How many events were missed so far, when that number grows: 16,384 wait
    /// for an observer, what comes while they do is missed.
    fn missed(&self, count: u64) {
        let _ = count;
    }
}

impl<T: Observer + ?Sized> Observer for Arc<T> {
    fn event(&self, event: &Event) {
        (**self).event(event);
    }

    fn missed(&self, count: u64) {
        (**self).missed(count);
    }
}

impl<F: Fn(&Event) + Send + Sync + 'static> Observer for F {
    fn event(&self, event: &Event) {
        self(event);
    }
}

/// After a batch, this long is waited for the next: a busy agent wakes the
/// thread some hundred times a second, not at every event.
const PAUSE: Duration = Duration::from_millis(2);

/// Starts the thread of an observer. It ends when the agent and its runs are gone.
pub(super) fn start(observer: Arc<dyn Observer>, hub: Arc<Hub>, id: Id) -> std::io::Result<()> {
    let run = move || observe(&*observer, &hub, id);
    thread::Builder::new().name("tools-observer".into()).spawn(run).map(drop)
}

fn observe(observer: &dyn Observer, hub: &Hub, id: Id) {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let cx = Context::from_waker(&waker);
    let mut batch = Batch::default();
    let mut missed = 0;
    loop {
        match hub.poll_batch(id, &cx, &mut batch) {
            Poll::Pending => thread::park(),
            Poll::Ready(false) => return,
            Poll::Ready(true) => {
                for told in batch.told.drain(..) {
                    // The hook has told of a panic; the next event may pass.
                    told.each(|event| drop(catch(|| observer.event(event))));
                }
                if batch.missed > missed {
                    missed = batch.missed;
                    let _ = catch(|| observer.missed(missed));
                }
                for mark in batch.marks.drain(..) {
                    // Whoever waited may have given up.
                    let _: Result<(), ()> = mark.send(());
                }
                thread::sleep(PAUSE);
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
