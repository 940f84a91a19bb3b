//! Plain functions that block, and cannot be interrupted.

use std::{
    collections::BTreeSet,
    sync::{Arc, Condvar, Mutex},
    task::{Context, Poll, Waker},
};

use tokio::sync::watch;
use tools_core::{Agent, AgentBuilder, ToolError, tool, tool_fn};

use crate::{TOOLS, assert_sound, counts, defined, ends, told};

const CALLS: usize = 50;

/// Lets threads go one by one, and counts those that are in and those that are out.
struct Gate {
    tickets: Mutex<usize>,
    more: Condvar,
    inside: watch::Sender<usize>,
    outside: watch::Sender<usize>,
}

impl Gate {
    fn new() -> Arc<Self> {
        let (inside, outside) = (watch::Sender::new(0), watch::Sender::new(0));
        Arc::new(Gate { tickets: Mutex::new(0), more: Condvar::new(), inside, outside })
    }

    fn pass(&self) {
        self.inside.send_modify(|count| *count += 1);
        let mut tickets =
            self.more.wait_while(self.tickets.lock().unwrap(), |tickets| *tickets == 0).unwrap();
        *tickets -= 1;
        drop(tickets);
        self.outside.send_modify(|count| *count += 1);
    }

    fn open(&self, count: usize) {
        *self.tickets.lock().unwrap() += count;
        self.more.notify_all();
    }
}

/// Whatever a test does, no thread is left behind it.
struct Opened(Arc<Gate>);

impl Drop for Opened {
    fn drop(&mut self) {
        self.0.open(10_000);
    }
}

async fn reaches(counter: &watch::Sender<usize>, count: usize) {
    counter.subscribe().wait_for(|now| *now >= count).await.unwrap();
}

/// Blocks its thread.
#[tool]
fn block(gate: &Arc<Gate>) -> u8 {
    gate.pass();
    1
}

fn builder() -> (AgentBuilder, Arc<Gate>, Opened) {
    let gate = Gate::new();
    let swift = tool_fn(defined("swift"), |_, _| async move {
        tokio::task::yield_now().await;
        Ok::<_, ToolError>(())
    });
    let builder = Agent::builder("test").tools(TOOLS.only(["block"])).tool(swift).state(gate.clone());
    (builder.time_limit(None), gate.clone(), Opened(gate))
}

// proves AGT-07, CAN-05, EVT-01
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_blocked_threads_hold_up_nobody_and_their_callers_are_free_at_once() {
    let (builder, gate, _opened) = builder();
    let agent = builder.build().unwrap();
    let mut events = agent.events();
    let run = agent.open_run();
    let calls: Vec<_> = (0..CALLS)
        .map(|_| {
            let (agent, run) = (agent.clone(), run.clone());
            tokio::spawn(async move { agent.call_in(&run, "block", ()).await })
        })
        .collect();
    reaches(&gate.inside, CALLS).await;
    // All threads are held, and an async tool runs.
    agent.call("swift", ()).await.unwrap();
    assert!(run.cancel("the user left"));
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap_err().code(), "cancelled");
    }
    assert_eq!(*gate.outside.borrow(), 0, "no thread was interrupted");
    agent.call("swift", ()).await.unwrap();

    // They end by themselves, and nobody hears of their results.
    gate.open(CALLS);
    reaches(&gate.outside, CALLS).await;
    agent.call("swift", ()).await.unwrap();
    let events = told(&mut events);
    assert_sound(&events);
    let ends = ends(&events);
    let of_run: BTreeSet<_> =
        ends.iter().filter(|((id, _), _)| *id == run.id()).map(|(_, end)| end["event"].to_string()).collect();
    assert_eq!((ends.len(), of_run), (CALLS + 3, ["\"cancelled\"".to_owned()].into()));
}

// proves BUD-08, CAN-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_keeps_its_place_until_it_ends() {
    let (builder, gate, _opened) = builder();
    let agent = builder.calls_at_once(CALLS).build().unwrap();
    let mut events = agent.events();
    let run = agent.open_run();
    let calls: Vec<_> = (0..CALLS)
        .map(|number| {
            let (agent, run) = (agent.clone(), run.clone());
            tokio::spawn(async move {
                // Cancelled, or dropped by the caller: the thread is the same.
                tokio::select! {
                    result = agent.call_in(&run, "block", ()) => result.unwrap_err().code(),
                    () = run.cancelled(), if number % 2 == 0 => "dropped",
                }
            })
        })
        .collect();
    reaches(&gate.inside, CALLS).await;
    run.cancel("the user left");
    for call in calls {
        assert!(matches!(call.await.unwrap(), "cancelled" | "dropped"));
    }
    assert_eq!(counts(&told(&mut events))["cancelled"], CALLS);

    // Nobody waits for those fifty, and their places are taken still.
    let other = agent.open_run();
    let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(agent.call_in(&other, "swift", ()))).collect();
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..100 {
        assert!(waiting.iter_mut().all(|call| call.as_mut().poll(&mut context).is_pending()));
        tokio::task::yield_now().await;
    }
    assert_eq!(other.usage().tool_calls, 0);

    // One thread ends: one place. Those who wait have it one after the other.
    gate.open(1);
    for call in waiting {
        call.await.unwrap();
    }
    assert_eq!((*gate.outside.borrow(), *gate.inside.borrow(), other.usage().tool_calls), (1, CALLS, 3));
    let mut first = Box::pin(agent.call_in(&other, "block", ()));
    let mut second = Box::pin(agent.call_in(&other, "block", ()));
    for call in [&mut first, &mut second] {
        assert!(matches!(call.as_mut().poll(&mut context), Poll::Pending));
    }
    reaches(&gate.inside, CALLS + 1).await;
    assert_eq!(other.usage().tool_calls, 4, "one place, one call");
    gate.open(CALLS + 1);
    for call in [first, second] {
        assert_eq!(call.await.unwrap().text(), "1");
    }
}
