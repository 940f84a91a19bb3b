//! What is told while calls run: kinds, order, contents, and who listens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    collections::BTreeMap,
    sync::{Arc, Barrier, Mutex},
    time::{Duration, SystemTime},
};

use serde_json::Value;
use tools_core::{
    Agent, AgentBuilder, ApprovalQueue, Budget, CapabilityPolicy, Card, Decision, Effect, Event, EventKind,
    EventStream, Host, Observer, RunContext, Skill, ToolError, json, policy_fn, tool,
};

#[path = "events/agent.rs"]
mod agent;
#[path = "events/observed.rs"]
mod observed;

tools_core::tool_crate!();

/// Adds two numbers.
#[tool(tags = ["math"], examples = [{ "a": 1, "b": 2 }])]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Ends as it is told.
#[tool(time_limit = "5s", capabilities = ["ends.any"])]
async fn ends(how: String, #[arg(secret)] password: Option<String>) -> Result<String, ToolError> {
    let _ = password;
    match how.as_str() {
        "panicked" => panic!("the secret plan"),
        "timeout" => std::future::pending().await,
        "rejected" => Err(ToolError::rejected("closed")),
        "unavailable" => Err(ToolError::unavailable("no service")),
        "failed" => Err(ToolError::failed("broken")),
        "later" => {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok("later".into())
        }
        other => Ok(other.to_owned()),
    }
}

/// Works in steps.
#[tool]
async fn steps(run: &RunContext, count: u32) -> u32 {
    for step in 1..=count {
        run.progress(f64::from(step), f64::from(count), format!("step {step}"));
        tokio::task::yield_now().await;
    }
    run.progress(f64::NAN, None, "never told");
    run.progress(1.0, f64::INFINITY, "never told");
    count
}

/// Leaves a task behind that goes on telling.
#[tool]
async fn leaves(run: &RunContext) {
    let run = run.clone();
    tokio::spawn(async move {
        tokio::task::yield_now().await;
        run.progress(99.0, None, "too late");
    });
}

/// Calls another tool.
#[tool]
async fn outer(run: &RunContext) -> Result<String, ToolError> {
    Ok(run.call("add", json!({ "a": 1, "b": 1 })).await?.text().into_owned())
}

fn builder() -> AgentBuilder {
    Agent::builder("test").tools(TOOLS)
}

fn all(events: &mut EventStream) -> Vec<Event> {
    std::iter::from_fn(|| events.try_next()).collect()
}

fn names(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(Event::name).collect()
}

// proves EVT-01
#[tokio::test(start_paused = true)]
async fn every_call_has_exactly_one_end() {
    let queue = ApprovalQueue::new();
    let policy = policy_fn(|action| match action.args().as_object().get("how").and_then(Value::as_str) {
        Some("denied") => Decision::deny("no"),
        Some("approval") => Decision::require_approval("ask"),
        _ => Decision::allow(),
    });
    let agent = builder().policy(policy).approval(queue).build().unwrap();
    let how = |how: &str| json!({ "how": how });
    // The tool, its arguments, its end, and the code that is told.
    let cases = [
        ("ends", how("fine"), "completed", None),
        ("nothing", json!({}), "refused", Some("unknown_tool")),
        ("ends", json!({}), "refused", Some("invalid_arguments")),
        ("ends", how("denied"), "refused", Some("denied")),
        ("ends", how("approval"), "refused", Some("approval_timeout")),
        ("ends", how("panicked"), "failed", Some("panicked")),
        ("ends", how("timeout"), "failed", Some("timeout")),
        ("ends", how("rejected"), "failed", Some("rejected")),
        ("ends", how("unavailable"), "failed", Some("unavailable")),
        ("ends", how("failed"), "failed", Some("failed")),
        ("ends", how("later"), "completed", None),
    ];
    for (tool, arguments, end, code) in cases {
        let mut events = agent.events();
        let result = agent.call(tool, arguments.clone()).await;
        assert_eq!(result.as_ref().err().map(ToolError::code), code, "{arguments}");
        let events = all(&mut events);
        let ends: Vec<&Event> = events.iter().filter(|event| event.is_end()).collect();
        let [only] = ends.as_slice() else { panic!("{arguments}: {:?}", names(&events)) };
        assert_eq!((only.name(), events.last().unwrap().name()), (end, end), "{arguments}");
        assert_eq!(only.tool(), Some(tool));
        let value = serde_json::to_value(only).unwrap();
        assert_eq!(value.get("code").and_then(Value::as_str), code);
        assert!(!value.to_string().contains("secret plan"));
        let started = events.iter().any(|event| matches!(event.kind(), EventKind::Started));
        assert_eq!(started, end != "refused", "{arguments}");
    }
    // Budget, before and after the start.
    let run = agent.open_run().with_budget(Budget::new().tool_calls(1).run_time(Duration::from_secs(2)));
    let mut events = agent.events();
    assert_eq!(agent.call_in(&run, "ends", how("timeout")).await.unwrap_err().code(), "budget_exceeded");
    assert_eq!(agent.call_in(&run, "ends", how("fine")).await.unwrap_err().code(), "budget_exceeded");
    let ends: Vec<&str> = all(&mut events).iter().filter(|event| event.is_end()).map(Event::name).collect();
    assert_eq!(ends, ["failed", "refused"]);
}

// proves EVT-01, CAN-03
#[tokio::test(start_paused = true)]
async fn cancelled_calls_have_one_end_too() {
    let agent = builder().build().unwrap();
    let mut events = agent.events();
    let run = agent.open_run();
    let call = tokio::spawn({
        let (agent, run) = (agent.clone(), run.clone());
        async move { agent.call_in(&run, "ends", json!({ "how": "timeout" })).await.unwrap_err() }
    });
    tokio::task::yield_now().await;
    assert!(run.cancel("first"));
    assert!(!run.cancel("second"));
    assert_eq!(call.await.unwrap().to_string(), "cancelled: first");
    assert_eq!(
        agent.call_in(&run, "add", json!({ "a": 1, "b": 1 })).await.unwrap_err().to_string(),
        "cancelled: first"
    );
    let ends: Vec<Value> = all(&mut events)
        .iter()
        .filter(|event| event.is_end())
        .map(|event| serde_json::to_value(event).unwrap())
        .collect();
    assert_eq!(ends.len(), 2);
    assert_eq!(
        (&ends[0]["event"], &ends[0]["reason"], &ends[0]["started"]),
        (&json!("cancelled"), &json!("first"), &json!(true))
    );
    assert_eq!((&ends[1]["event"], &ends[1]["started"]), (&json!("cancelled"), &json!(false)));

    // A caller that drops the call.
    let mut call = Box::pin(agent.call("ends", json!({ "how": "later" })));
    assert!(futures_poll(call.as_mut()).is_pending());
    drop(call);
    let dropped = all(&mut events).pop().unwrap();
    let EventKind::Cancelled { reason, started, .. } = dropped.kind() else { panic!("{dropped:?}") };
    assert_eq!((reason.as_str(), *started), ("the caller dropped the call", true));
}

fn futures_poll<F: Future + ?Sized>(future: std::pin::Pin<&mut F>) -> std::task::Poll<F::Output> {
    future.poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}

// proves CAN-06
#[tokio::test(start_paused = true)]
async fn cancelling_a_run_cancels_what_was_opened_from_it() {
    let agent = builder().build().unwrap();
    let run = agent.open_run();
    let (child, sibling) = (run.open_run(), agent.open_run());
    let grandchild = child.open_run();
    let call = tokio::spawn({
        let (agent, run) = (agent.clone(), grandchild.clone());
        async move { agent.call_in(&run, "ends", json!({ "how": "timeout" })).await.unwrap_err() }
    });
    tokio::task::yield_now().await;
    run.cancel("enough");
    assert_eq!(call.await.unwrap().to_string(), "cancelled: enough");
    assert!(child.is_cancelled() && grandchild.is_cancelled() && !sibling.is_cancelled());
    assert!(!grandchild.cancel("again"));
    assert!(agent.call_in(&sibling, "add", json!({ "a": 1, "b": 1 })).await.is_ok());
    assert!(run.open_run().is_cancelled());
    child.cancelled().await;
    assert!(agent.cancel("closing") && sibling.is_cancelled());
}

// proves EVT-01
#[tokio::test]
async fn what_an_event_holds() {
    let agent = builder().build().unwrap();
    let mut events = agent.events();
    let before = SystemTime::now();
    let run = agent.open_run();
    agent.call_in(&run, "outer", ()).await.unwrap();
    agent.call_in(&run, "add", json!({ "a": 1, "b": "2" })).await.unwrap();
    let events = all(&mut events);
    let told: Vec<_> = events
        .iter()
        .map(|event| (event.name(), event.tool().unwrap(), event.action(), event.parent()))
        .collect();
    assert_eq!(
        told,
        [
            ("prepared", "outer", 1, None),
            ("decided", "outer", 1, None),
            ("started", "outer", 1, None),
            ("prepared", "add", 2, Some(1)),
            ("decided", "add", 2, Some(1)),
            ("started", "add", 2, Some(1)),
            ("completed", "add", 2, Some(1)),
            ("completed", "outer", 1, None),
            ("prepared", "add", 3, None),
            ("decided", "add", 3, None),
            ("started", "add", 3, None),
            ("completed", "add", 3, None),
        ]
    );
    for (at, event) in events.iter().enumerate() {
        assert_eq!((event.run(), event.number()), (run.id(), at as u64 + 1));
        assert!(event.parent_run().is_some() && event.time() >= before - Duration::from_secs(1));
    }
    let value = serde_json::to_value(&events[3]).unwrap();
    for key in ["run", "parent_run", "number", "time_ms", "action", "parent", "tool", "event"] {
        assert!(value.get(key).is_some(), "{key}: {value}");
    }
    let completed = serde_json::to_value(&events[6]).unwrap();
    assert_eq!((&completed["bytes"], completed.get("result")), (&json!(1), None));
    assert!(completed["duration_ms"].as_f64().unwrap() >= 0.0);
}

// proves ARG-21
#[tokio::test]
async fn coercions_reach_events() {
    let agent = builder().build().unwrap();
    let mut events = agent.events();
    agent.call("add", json!({ "a": 1, "b": "2" })).await.unwrap();
    agent.call("ends", json!({ "how": "x", "password": 1234 })).await.unwrap();
    let prepared: Vec<Value> = all(&mut events)
        .iter()
        .filter(|event| event.name() == "prepared")
        .map(|event| serde_json::to_value(event).unwrap())
        .collect();
    assert_eq!(prepared[0]["coercions"], json!([{ "pointer": "/b", "from": "2", "to": 2 }]));
    assert_eq!(
        prepared[1]["coercions"],
        json!([{ "pointer": "/password", "from": "[redacted]", "to": "[redacted]" }])
    );
}

// proves EVT-01, EVT-04
#[tokio::test]
async fn contents_are_told_only_where_they_are_asked_for() {
    for record in [false, true] {
        let agent = builder().record_contents(record).build().unwrap();
        let mut events = agent.events();
        agent.call("ends", json!({ "how": "shown", "password": "hunter2" })).await.unwrap();
        let text = serde_json::to_string(&all(&mut events)).unwrap();
        assert_eq!(text.contains("shown"), record, "{text}");
        assert_eq!(text.contains(r#""arguments":{"how":"shown","password":"[redacted]"}"#), record, "{text}");
        assert_eq!(text.contains(r#""result":"shown""#), record, "{text}");
        assert!(!text.contains("hunter2"));
    }
}

#[derive(Clone, Default)]
struct Shown(Arc<Mutex<Vec<String>>>);

impl Host for Shown {
    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        self.0.lock().unwrap().push(format!("{done} of {total:?}: {message}"));
    }
}
