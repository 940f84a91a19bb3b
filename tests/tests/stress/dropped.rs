//! Calls that their caller drops, at each place where they wait.

use std::{
    collections::BTreeSet,
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};

use tokio::{sync::Notify, task::yield_now};
use tools_core::{
    Action, Agent, ApprovalQueue, Args, BoxError, BoxFuture, Decision, Definition, Event, EventStream,
    Output, Policy, Prepared, RunContext, Tool, ToolError, tool_fn,
};

use crate::{assert_sound, counts, defined, ends, told};

type Call<'a> = Pin<Box<dyn Future<Output = Result<Output, ToolError>> + 'a>>;

/// Waits twice while it prepares, and three times while it runs.
struct Slow {
    definition: Definition,
    /// How many calls are inside now.
    inside: Arc<AtomicUsize>,
}

struct Inside(Arc<AtomicUsize>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn steps(count: usize) {
    for _ in 0..count {
        yield_now().await;
    }
}

impl Tool for Slow {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare<'a>(&'a self, _: &'a Args, _: &'a RunContext) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        Box::pin(async {
            steps(2).await;
            Ok(Prepared::new())
        })
    }

    fn call<'a>(&'a self, _: Args, _: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        self.inside.fetch_add(1, Ordering::SeqCst);
        let inside = Inside(self.inside.clone());
        Box::pin(async move {
            let _inside = inside;
            steps(3).await;
            Output::json("done")
        })
    }
}

/// Waits twice, and then asks a person.
struct Careful;

impl Policy for Careful {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        Box::pin(async move {
            if action.tool() != "slow" {
                return Ok(Decision::allow());
            }
            steps(2).await;
            Ok(Decision::require_approval("it is slow"))
        })
    }
}

/// One agent in which a call waits at each place where it can.
struct World {
    agent: Agent,
    queue: ApprovalQueue,
    events: EventStream,
    inside: Arc<AtomicUsize>,
    open: Arc<Notify>,
}

impl World {
    fn new() -> Self {
        let (inside, open) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let slow = Slow { definition: defined("slow"), inside: inside.clone() };
        let hold = tool_fn(defined("hold"), {
            let open = open.clone();
            move |_, _| {
                let open = open.clone();
                async move {
                    open.notified().await;
                    Ok::<_, ToolError>(())
                }
            }
        });
        let queue = ApprovalQueue::new();
        let builder = Agent::builder("test").tool(slow).tool(hold).policy(Careful).approval(queue.clone());
        let agent = builder.calls_at_once(1).build().unwrap();
        World { events: agent.events(), agent, queue, inside, open }
    }

    /// Who waits is approved.
    fn approve(&self) {
        for request in self.queue.pending() {
            self.queue.decide(request.approve("test")).unwrap();
        }
    }

    /// Everything is as if the dropped call had never been.
    async fn assert_clean(&mut self, run: &RunContext, polls: usize) -> Vec<Event> {
        assert_eq!(self.queue.pending().len(), 0, "{polls}: nobody is asked for a call that is gone");
        assert_eq!(self.inside.load(Ordering::SeqCst), 0, "{polls}: the tool's future is dropped");
        let seen = told(&mut self.events);
        assert_sound(&seen);
        let ends = ends(&seen);
        if polls == 0 {
            assert!(seen.is_empty(), "it never began");
        } else {
            let end = &ends[&(run.id(), 1)];
            assert_eq!((&end["event"], ends.len()), (&"cancelled".into(), 1), "{polls}");
            assert_eq!(end["reason"], "the caller dropped the call");
            let started = counts(&seen).contains_key("started");
            assert_eq!(
                (end["started"].as_bool(), run.usage().tool_calls),
                (Some(started), u64::from(started))
            );
        }
        // The place is free: another call has it at once.
        let another = async {
            let mut call = Box::pin(self.agent.call("slow", ()));
            loop {
                self.approve();
                if let Poll::Ready(result) = poll(&mut call) {
                    return result;
                }
                yield_now().await;
            }
        };
        let another = tokio::time::timeout(Duration::from_secs(1), another).await;
        assert_eq!(another.expect("it waits for ever").unwrap().text(), "done");
        assert_eq!(counts(&told(&mut self.events))["completed"], 1);
        seen
    }
}

fn poll<F: Future + ?Sized>(call: &mut Pin<Box<F>>) -> Poll<F::Output> {
    call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Polls a call so often, and drops it; false when it was done before. `between` is
/// done after each poll.
fn drop_after(polls: usize, mut call: Call<'_>, mut between: impl FnMut()) -> bool {
    for _ in 0..polls {
        if poll(&mut call).is_ready() {
            return false;
        }
        between();
    }
    true
}

// proves CAN-01, APR-07, BUD-03, BUD-08, EVT-01
#[tokio::test(start_paused = true)]
async fn a_call_is_dropped_at_each_of_its_waits() {
    let (mut polls, mut last) = (0, BTreeSet::new());
    loop {
        let mut world = World::new();
        let run = world.agent.open_run();
        let call = Box::pin(world.agent.call_in(&run, "slow", ()));
        if !drop_after(polls, call, || world.approve()) {
            break;
        }
        let seen = world.assert_clean(&run, polls).await;
        last.extend(seen.iter().rev().nth(1).map(|event| event.name().to_owned()));
        polls += 1;
    }
    // None; one in `prepare`, whose first is polled again at once; two in the
    // policy, one for the person, three in the tool.
    assert_eq!(polls, 1 + 1 + 2 + 1 + 3, "each wait is one poll");
    assert_eq!(last, ["approval_asked", "prepared", "started"].map(str::to_owned).into());
}

// proves APR-07, BUD-08, EVT-01
#[tokio::test(start_paused = true)]
async fn a_call_is_dropped_while_a_person_is_asked() {
    for polls in 4..7 {
        let mut world = World::new();
        let run = world.agent.open_run();
        let mut requests = Vec::new();
        assert!(drop_after(polls, Box::pin(world.agent.call_in(&run, "slow", ())), || {
            requests = world.queue.pending();
        }));
        assert_eq!(requests.len(), 1, "it did wait");
        assert!(world.queue.decide(requests[0].approve("too late")).is_err());
        world.assert_clean(&run, polls).await;
    }
}

// proves BUD-03, BUD-08, EVT-01
#[tokio::test(start_paused = true)]
async fn a_call_is_dropped_while_it_waits_for_a_place() {
    for polls in 5..8 {
        for holder_first in [false, true] {
            let mut world = World::new();
            let mut holder: Call<'_> = Box::pin(world.agent.call("hold", ()));
            assert!(poll(&mut holder).is_pending());
            told(&mut world.events);
            let run = world.agent.open_run();
            let mut call: Call<'_> = Box::pin(world.agent.call_in(&run, "slow", ()));
            for _ in 0..polls {
                assert!(poll(&mut call).is_pending());
                world.approve();
            }
            assert_eq!((world.inside.load(Ordering::SeqCst), run.usage().tool_calls), (0, 0), "it waits");
            if holder_first {
                // The place is given to the call that waits, which never takes it.
                world.open.notify_one();
                assert!(poll(&mut holder).is_ready());
                drop(call);
            } else {
                drop(call);
                world.open.notify_one();
                assert!(poll(&mut holder).is_ready());
            }
            drop(holder);
            let ends = ends(&told(&mut world.events));
            let kinds: Vec<_> = ends.values().map(|end| end["event"].as_str().unwrap()).collect();
            assert_eq!((ends.len(), &ends[&(run.id(), 1)]["event"]), (2, &"cancelled".into()), "{kinds:?}");
            world.assert_clean(&run, 0).await;
        }
    }
}

// proves BUD-08, EVT-01
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_thousand_dropped_calls_leave_every_place_free() {
    let slow = tool_fn(defined("slow"), |_, _| async move {
        steps(3).await;
        Ok::<_, ToolError>(())
    });
    let agent = Agent::builder("test").tool(slow).calls_at_once(3).build().unwrap();
    let mut events = agent.events();
    let calls: Vec<_> = (0..1_000)
        .map(|number| {
            let agent = agent.clone();
            tokio::spawn(async move {
                tokio::select! {
                    biased;
                    result = agent.call("slow", ()) => result.is_ok(),
                    () = steps(number % 10) => false,
                }
            })
        })
        .collect();
    let mut completed = 0;
    for call in calls {
        completed += usize::from(call.await.unwrap());
    }
    let events_seen = told(&mut events);
    assert_sound(&events_seen);
    let ends = ends(&events_seen);
    let count = |kind: &str| ends.values().filter(|end| end["event"] == kind).count();
    assert_eq!([ends.len(), count("completed"), count("cancelled")], [1_000, completed, 1_000 - completed]);
    // Three are inside at the same time again, each in a place.
    let mut calls: Vec<_> = (0..4).map(|_| Box::pin(agent.call("slow", ()))).collect();
    assert!(calls.iter_mut().all(|call| poll(call).is_pending()));
    assert_eq!(counts(&told(&mut events))["started"], 3);
}
