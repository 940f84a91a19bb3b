//! Panics wherever somebody else's code runs: they harm nobody else.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Waker},
};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::task::{JoinSet, yield_now};
use tools_core::{
    Action, Agent, ApprovalHandler, ApprovalRequest, BoxError, BoxFuture, Decision, Event, Policy, Prepared,
    Reply, ToolError, approval_fn, tool, tool_fn,
};

use crate::{TOOLS, assert_sound, counts, defined, ends, told};

/// A result whose destructor panics.
#[derive(Serialize, JsonSchema)]
struct Bomb(u8);

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

/// A result that panics when it is serialised.
#[derive(JsonSchema)]
struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("in serialize");
    }
}

/// Works.
#[tool]
async fn good(n: u64) -> u64 {
    yield_now().await;
    n
}

/// Works, on a thread.
#[tool]
fn good_plain(n: u64) -> u64 {
    n
}

/// Panics at once.
#[tool]
async fn at_once() -> u8 {
    panic!("at once")
}

/// Panics after an await.
#[tool]
async fn after_an_await() -> u8 {
    yield_now().await;
    panic!("after an await")
}

/// Panics on a thread.
#[tool]
fn on_a_thread() -> u8 {
    panic!("on a thread")
}

/// Its result panics when it is dropped.
#[tool]
async fn result_dropped() -> Bomb {
    Bomb(1)
}

/// Its result panics when it is dropped, on a thread.
#[tool]
fn result_dropped_on_a_thread() -> Bomb {
    Bomb(1)
}

/// Its result panics when it is serialised.
#[tool]
async fn result_written() -> Unwritable {
    Unwritable
}

/// Is prepared by what panics.
#[tool(prepare = panicking)]
async fn prepared() -> u8 {
    1
}

fn panicking() -> Prepared {
    panic!("in prepare")
}

/// Is prepared by what panics after an await.
#[tool(prepare = panicking_late)]
async fn prepared_late() -> u8 {
    1
}

async fn panicking_late() -> Prepared {
    yield_now().await;
    panic!("in prepare")
}

/// What its policy makes of it.
#[tool]
async fn judged_at_once() -> u8 {
    1
}

/// What its policy makes of it.
#[tool]
async fn judged_on_call() -> u8 {
    1
}

/// What its policy makes of it.
#[tool]
async fn judged_later() -> u8 {
    1
}

/// Has to be approved.
#[tool]
async fn asked() -> u8 {
    1
}

/// Each bad tool, and the code of its error.
const BAD: [(&str, &str); 13] = [
    ("at_once", "panicked"),
    ("after_an_await", "panicked"),
    ("on_a_thread", "panicked"),
    ("result_dropped", "panicked"),
    ("result_dropped_on_a_thread", "panicked"),
    ("result_written", "panicked"),
    ("prepared", "panicked"),
    ("prepared_late", "panicked"),
    ("judged_at_once", "denied"),
    ("judged_on_call", "denied"),
    ("judged_later", "denied"),
    ("asked", "approval_denied"),
    ("hung", "cancelled"),
];

/// Panics about some tools, in each of its methods.
struct Fragile;

impl Policy for Fragile {
    fn decide_at_once(&self, action: &Action<'_>) -> Option<Decision> {
        match action.tool() {
            "judged_at_once" => panic!("in a policy"),
            "judged_on_call" | "judged_later" => None,
            "asked" => Some(Decision::require_approval("why not")),
            _ => Some(Decision::allow()),
        }
    }

    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        assert_ne!(action.tool(), "judged_on_call", "in a policy");
        Box::pin(async {
            yield_now().await;
            panic!("in a policy")
        })
    }
}

struct Careless;

impl ApprovalHandler for Careless {
    fn ask(&self, _: Arc<ApprovalRequest>, _: Reply) {
        panic!("in a handler")
    }
}

/// Panics when it is dropped.
struct Fuse(Arc<AtomicUsize>);

impl Drop for Fuse {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("in drop");
    }
}

/// Waits for ever, and panics when that is cut short.
fn hung(dropped: &Arc<AtomicUsize>) -> impl tools_core::Tool + use<> {
    let dropped = dropped.clone();
    tool_fn(defined("hung"), move |_, _| {
        let fuse = Fuse(dropped.clone());
        async move {
            let _fuse = fuse;
            std::future::pending::<()>().await;
            Ok::<_, ToolError>(())
        }
    })
}

// proves AGT-06, POL-10, APR-08, BUD-08, EVT-01, EVT-02
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn panics_everywhere_harm_no_other_call() {
    const ROUNDS: usize = 20;
    let (seen, dropped) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counting = {
        let seen = seen.clone();
        move |event: &Event| {
            seen.fetch_add(usize::from(event.is_end()), Ordering::SeqCst);
        }
    };
    let agent = Agent::builder("test")
        .tools(TOOLS.exclude(["block"]))
        .tool(hung(&dropped))
        .policy(Fragile)
        .approval(Careless)
        .observer(|event: &Event| panic!("in an observer: {}", event.name()))
        .observer(counting)
        .calls_at_once(3)
        .build()
        .unwrap();
    let mut events = agent.events();

    let mut calls = JoinSet::new();
    for round in 0..ROUNDS as u64 {
        for (name, code) in BAD {
            let run = agent.open_run();
            let (bad, good) = (agent.clone(), agent.clone());
            calls.spawn(async move {
                if name == "hung" {
                    let mut hung = Box::pin(bad.call_in(&run, name, ()));
                    while run.usage().tool_calls == 0 {
                        tokio::select! { biased; _ = &mut hung => panic!("it ended"), () = yield_now() => {} }
                    }
                    run.cancel("enough");
                    assert_eq!(hung.await.unwrap_err().code(), code);
                } else {
                    let error = bad.call_in(&run, name, ()).await.unwrap_err();
                    assert_eq!(error.code(), code, "{name}: {error}");
                    let told = error.to_json().to_string();
                    assert!(!told.contains("at once") && !told.contains("in drop"), "{told}");
                }
                assert!(run.open_run().usage().tool_calls <= 1);
            });
            let name = if round % 2 == 0 { "good" } else { "good_plain" };
            calls.spawn(async move {
                let output = good.call(name, tools_core::json!({ "n": round })).await.unwrap();
                assert_eq!(output.text(), round.to_string());
            });
        }
    }
    while let Some(call) = calls.join_next().await {
        call.unwrap();
    }
    assert_eq!(dropped.load(Ordering::SeqCst), ROUNDS);

    let all = told(&mut events);
    assert_sound(&all);
    assert_eq!(ends(&all).len(), 2 * ROUNDS * BAD.len());
    assert_eq!(counts(&all)["completed"], ROUNDS * BAD.len());
    agent.flush_events().await;
    assert_eq!(seen.load(Ordering::SeqCst), 2 * ROUNDS * BAD.len(), "the other observer missed nothing");

    // All three places are free, and no more than three: nothing came back twice.
    let run = agent.open_run();
    let mut calls: Vec<_> =
        (0..4).map(|n| Box::pin(agent.call_in(&run, "good", tools_core::json!({ "n": n })))).collect();
    for call in &mut calls {
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    assert_eq!(run.usage().tool_calls, 3);
}

// proves APR-08
#[tokio::test]
async fn a_handler_that_panics_later_refuses_and_the_next_is_asked() {
    let asked = AtomicUsize::new(0);
    let handler = approval_fn(move |request: Arc<ApprovalRequest>| {
        let first = asked.fetch_add(1, Ordering::SeqCst) == 0;
        async move {
            yield_now().await;
            assert!(!first, "in a handler");
            request.approve("test")
        }
    });
    let agent = Agent::builder("test")
        .tools(TOOLS.exclude(["block"]))
        .policy(Fragile)
        .approval(handler)
        .build()
        .unwrap();
    assert_eq!(agent.call("asked", ()).await.unwrap_err().code(), "approval_denied");
    assert_eq!(agent.call("asked", ()).await.unwrap().text(), "1");
}

// proves AGT-06, BUD-08, EVT-01
#[tokio::test]
async fn a_panic_while_the_caller_drops_a_call_is_the_callers_and_the_call_has_ended() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let agent = Agent::builder("test")
        .tools(TOOLS.exclude(["block"]))
        .tool(hung(&dropped))
        .calls_at_once(1)
        .build()
        .unwrap();
    let mut events = agent.events();
    let mut call = Box::pin(agent.call("hung", ()));
    assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(catch_unwind(AssertUnwindSafe(|| drop(call))).is_err());
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    let ends = ends(&told(&mut events));
    assert!(ends.len() == 1 && ends.values().all(|end| end["event"] == "cancelled"), "{ends:?}");
    assert_eq!(agent.call("good", tools_core::json!({ "n": 1 })).await.unwrap().text(), "1");
}
