//! One call: what it is lent, how it ends, and that it harms no other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tools_core::{Agent, RunContext, ToolError, json, tool};

tools_core::tool_crate!();

struct Db(Mutex<Vec<String>>);
#[derive(Debug)]
struct User(&'static str);
struct Missing;

#[derive(Default)]
struct Drops(Arc<AtomicUsize>);

impl Drop for Drops {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

type Run = RunContext;

/// Adds a line.
#[tool]
async fn add_line(db: &Db, user: Option<&User>, line: String) -> usize {
    let mut lines = db.0.lock().unwrap();
    lines.push(format!("{}: {line}", user.map_or("nobody", |user| user.0)));
    lines.len()
}

/// Tells about the run, whatever it is called.
#[tool]
async fn about(context: &Run, missing: Option<&Missing>) -> String {
    format!("{} {} {}", context.depth(), context.action(), missing.is_some())
}

/// Never ends.
#[tool(time_limit = "50ms", read_only)]
async fn never(dropped: &Drops) {
    let _own = Drops(dropped.0.clone());
    std::future::pending::<()>().await;
}

/// Never ends, without a limit.
#[tool(time_limit = "none")]
async fn never_ever(dropped: &Drops) {
    let _own = Drops(dropped.0.clone());
    std::future::pending::<()>().await;
}

/// Panics.
#[tool]
async fn panics(late: bool) -> u8 {
    if late {
        tokio::task::yield_now().await;
    }
    panic!("the secret is {}", 42)
}

/// Panics on its thread.
#[tool]
fn panics_blocking() -> u8 {
    let empty: Vec<u8> = Vec::new();
    empty[0]
}

/// A result whose drop panics.
#[tool]
async fn panics_in_drop() -> Bomb {
    Bomb
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

/// Blocks.
#[tool]
fn blocks(ended: &AtomicBool, millis: u64) -> u64 {
    std::thread::sleep(Duration::from_millis(millis));
    ended.store(true, Ordering::SeqCst);
    millis
}

/// Commits, and must not be cut in two.
#[tool(time_limit = "10ms")]
async fn commits(run: &RunContext, half: &AtomicUsize, inner: u64) -> &'static str {
    run.shield(async {
        half.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(inner)).await;
        half.fetch_add(1, Ordering::SeqCst);
    })
    .await;
    "committed"
}

/// Commits, and then waits.
#[tool(time_limit = "10ms")]
async fn commits_then_waits(run: &RunContext, half: &AtomicUsize) -> &'static str {
    let run = run.clone();
    let half =
        run.shared::<AtomicUsize>().map_or(half.load(Ordering::SeqCst), |half| half.load(Ordering::SeqCst));
    run.shield(tokio::time::sleep(Duration::from_millis(100))).await;
    assert_eq!(half, 0);
    std::future::pending().await
}

fn agent() -> Agent {
    Agent::builder("test")
        .tools(TOOLS)
        .state(Db(Mutex::default()))
        .state(Drops::default())
        .state(AtomicBool::new(false))
        .state(AtomicUsize::new(0))
        .build()
        .unwrap()
}

// proves AGT-10, MAC-04
#[tokio::test]
async fn state_is_lent_by_type() {
    let db = Arc::new(Db(Mutex::default()));
    let agent =
        Agent::builder("test").tools(TOOLS.only(["add_line", "about"])).shared(db.clone()).build().unwrap();
    let run = agent.open_run().lend(User("ada"));
    agent.call("add_line", json!({ "line": "a" })).await.unwrap();
    agent.call_in(&run, "add_line", json!({ "line": "b" })).await.unwrap();
    assert_eq!(*db.0.lock().unwrap(), ["nobody: a", "ada: b"]);
    // The run's before the agent's.
    let own = Arc::new(Db(Mutex::default()));
    let run = agent.open_run().lend_shared(own.clone());
    agent.call_in(&run, "add_line", json!({ "line": "c" })).await.unwrap();
    assert_eq!(own.0.lock().unwrap().len(), 1);
    assert!(run.shared::<Db>().is_ok() && run.lent::<User>().is_none());
    assert_eq!(run.shared::<User>().unwrap_err().code(), "unavailable");
    assert_eq!(agent.call("about", ()).await.unwrap().text(), "1 2 false");
}

// proves AGT-01, AGT-10
#[tokio::test]
async fn what_is_missing_fails_the_build_or_the_call() {
    let error =
        Agent::builder("test").tools(TOOLS.only(["add_line", "never", "never_ever"])).build().unwrap_err();
    let text = error.to_string();
    assert_eq!(error.problems().len(), 2, "{text}");
    assert!(
        text.contains("no `calls::Db` is lent")
            && text.contains("`add_line` at ")
            && text.contains(".state(value)"),
        "{text}"
    );
    assert!(text.contains("`never` at ") && text.contains("`never_ever` at "), "{text}");
    let agent = Agent::builder("test").tools(TOOLS.only(["add_line"])).expects::<Db>().build().unwrap();
    let error = agent.call("add_line", json!({ "line": "a" })).await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.to_string().contains("calls::Db"), "{error}");
    let run = agent.open_run().lend(Db(Mutex::default()));
    assert!(agent.call_in(&run, "add_line", json!({ "line": "a" })).await.is_ok());
}

// proves AGT-03, AGT-04
#[tokio::test]
async fn an_unknown_name_lists_the_nearest_names() {
    let error = agent().call("add-lines", json!({})).await.unwrap_err();
    assert_eq!(
        error.to_json(),
        json!({
            "code": "unknown_tool", "message": "no tool is named `add-lines`", "details": { "nearest": ["add_line"] },
            "suggestion": "did you mean `add_line`?", "retryable": false, "changes_made": false,
        })
    );
    let far = agent().call("zzzzzz", json!({})).await.unwrap_err();
    assert!(far.to_string().contains("linked are the tools of `tools-core`"), "{far}");
    assert!(
        agent().call(&"x".repeat(100_000), json!({})).await.unwrap_err().to_json().to_string().len() < 2_048
    );
}

// proves AGT-06
#[tokio::test]
async fn a_panic_harms_no_other_call() {
    let agent = agent();
    for (name, arguments, message) in [
        ("panics", json!({ "late": false }), "the secret is 42"),
        ("panics", json!({ "late": true }), "the secret is 42"),
        ("panics_blocking", json!({}), "index out of bounds"),
        ("panics_in_drop", json!({}), "in drop"),
    ] {
        let other = agent.call("add_line", json!({ "line": "x" }));
        let (error, other) = tokio::join!(agent.call(name, arguments), other);
        let error = error.unwrap_err();
        assert_eq!(error.code(), "panicked");
        let ToolError::Panicked { message: told, place, .. } = &error else { panic!() };
        assert!(told.contains(message) && place.contains("calls.rs:"), "{told} {place}");
        let json = error.to_json().to_string();
        assert!(!json.contains("secret") && !json.contains("calls.rs"), "never to the model: {json}");
        assert!(other.is_ok());
    }
    assert!(agent.call("add_line", json!({ "line": "y" })).await.is_ok());
}

// proves AGT-07
#[test]
fn a_blocking_tool_never_stalls_the_runtime() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(fifty_blocking_calls());
    // Its threads end by themselves; a plain shutdown would wait for them.
    runtime.shutdown_background();
}

async fn fifty_blocking_calls() {
    let agent = agent();
    let run = agent.open_run();
    let start = Instant::now();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let (agent, run) = (agent.clone(), run.clone());
            tokio::spawn(async move { agent.call_in(&run, "blocks", json!({ "millis": 5_000 })).await })
        })
        .collect();
    // On one thread: this is served while fifty tools block.
    for _ in 0..100 {
        assert!(agent.call("about", ()).await.is_ok());
    }
    run.cancel("enough");
    for call in calls {
        let error = call.await.unwrap().unwrap_err();
        assert_eq!(error.to_string(), "cancelled: enough");
    }
    assert!(start.elapsed() < Duration::from_secs(5), "the callers are free before the threads end");
    assert_eq!(agent.call("blocks", json!({ "millis": 1 })).await.unwrap().text(), "1");
}

// proves AGT-06, AGT-07
#[tokio::test(start_paused = true)]
async fn a_tool_that_never_ends_is_dropped() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let agent = Agent::builder("test")
        .tools(TOOLS.only(["never", "never_ever"]))
        .state(Drops(dropped.clone()))
        .build()
        .unwrap();
    let start = tokio::time::Instant::now();
    let error = agent.call("never", ()).await.unwrap_err();
    assert_eq!(error.code(), "timeout");
    assert!(error.retryable(), "it only reads");
    assert_eq!(start.elapsed().as_millis() / 10, 5);
    assert_eq!(dropped.load(Ordering::SeqCst), 1, "its future is gone");
    // Without a limit of its own, the agent's does not hold either.
    let run = agent.open_run();
    let call = agent.call_in(&run, "never_ever", ());
    tokio::pin!(call);
    assert!(tokio::time::timeout(Duration::from_secs(3_600), &mut call).await.is_err());
    run.cancel("first");
    run.cancel("second");
    assert_eq!(call.await.unwrap_err().to_string(), "cancelled: first");
    assert_eq!(dropped.load(Ordering::SeqCst), 2);
    assert_eq!(agent.call_in(&run, "never", ()).await.unwrap_err().code(), "cancelled", "it does not start");
    assert_eq!(dropped.load(Ordering::SeqCst), 2);
    // The agent's default is 60 seconds; a call that is dropped takes its future along.
    let limited = Agent::builder("test")
        .tools(TOOLS.only(["about", "add_line"]).rename("about", "a"))
        .state(Db(Mutex::default()));
    assert!(limited.time_limit(Duration::from_secs(1)).build().is_ok());
    drop(Box::pin(agent.call("never", ())));
}

// proves CAN-02
#[tokio::test(start_paused = true)]
async fn a_shield_holds_back_cancellation_and_time_limits() {
    let half = Arc::new(AtomicUsize::new(0));
    let agent = Agent::builder("test")
        .tools(TOOLS.only(["commits", "commits_then_waits"]))
        .shared(half.clone())
        .build()
        .unwrap();
    let run = agent.open_run();
    let cancel = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        run.cancel("stop");
    };
    let (result, ()) = tokio::join!(agent.call_in(&run, "commits", json!({ "inner": 500 })), cancel);
    assert_eq!(result.unwrap().text(), "committed", "a result returned then counts");
    assert_eq!(half.swap(0, Ordering::SeqCst), 2);
    // When the shield ends and the tool goes on, the limit holds.
    let start = tokio::time::Instant::now();
    let error = agent.call("commits_then_waits", ()).await.unwrap_err();
    assert_eq!(error.code(), "timeout");
    assert_eq!(start.elapsed().as_millis() / 10, 10);
    // A caller that drops the call is not held back.
    let dropped =
        tokio::time::timeout(Duration::from_millis(5), agent.call("commits", json!({ "inner": 500 }))).await;
    assert!(dropped.is_err());
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(half.load(Ordering::SeqCst), 1);
}

// proves AGT-11
#[tokio::test]
async fn clones_share_everything() {
    let agent = agent();
    let clone = agent.clone();
    clone.remove("about").unwrap();
    assert!(agent.tool("about").is_none());
}

// proves AGT-02
#[tokio::test]
async fn arguments_are_checked_before_anything_else() {
    let agent = agent();
    let run = agent.open_run();
    run.cancel("stop");
    let error = agent.call_in(&run, "add_line", json!({ "lin": 1 })).await.unwrap_err();
    assert_eq!(error.code(), "invalid_arguments");
    assert_eq!(agent.call_in(&run, "add_lin", json!({})).await.unwrap_err().code(), "unknown_tool");
    assert_eq!(
        agent.call_in(&run, "add_line", json!({ "line": "x" })).await.unwrap_err().code(),
        "cancelled"
    );
}

// Without a runtime nothing panics: what waits or blocks is unavailable.
#[test]
fn outside_a_runtime() {
    let agent = agent();
    for (name, arguments, code) in [
        ("about", json!({}), None),
        ("never", json!({}), Some("unavailable")),
        ("blocks", json!({ "millis": 1 }), Some("unavailable")),
    ] {
        let mut call = Box::pin(agent.call(name, arguments));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let std::task::Poll::Ready(result) = call.as_mut().poll(&mut context) else { panic!("{name}") };
        assert_eq!(result.err().map(|error| error.code()), code, "{name}");
    }
}

#[test]
fn a_runtime_without_a_timer() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let error = runtime.block_on(agent().call("never", ())).unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.to_string().contains("timer"), "{error}");
}

// proves AGT-10
#[test]
fn two_states_of_one_type() {
    let built = Agent::builder("test").tools(TOOLS.only(["about"])).state(1_u8).state(2_u8).build();
    assert!(built.unwrap_err().to_string().contains("two values of the type `u8` are lent"));
}
