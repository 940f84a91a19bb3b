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

// proves EVT-05
#[tokio::test]
async fn progress_reaches_events_and_the_host() {
    let host = Shown::default();
    let agent = builder().host(host.clone()).build().unwrap();
    let mut events = agent.events();
    agent.call("steps", json!({ "count": 2 })).await.unwrap();
    let told = all(&mut events);
    assert_eq!(names(&told), ["prepared", "decided", "started", "progress", "progress", "completed"]);
    let value = serde_json::to_value(&told[4]).unwrap();
    assert_eq!(
        (&value["done"], &value["total"], &value["message"]),
        (&json!(2.0), &json!(2.0), &json!("step 2"))
    );
    assert_eq!(*host.0.lock().unwrap(), ["1 of Some(2.0): step 1", "2 of Some(2.0): step 2"]);
    // What comes after the end is nobody's any more.
    agent.call("leaves", ()).await.unwrap();
    for _ in 0..5 {
        tokio::task::yield_now().await;
    }
    assert_eq!(all(&mut events).last().unwrap().name(), "completed");
    assert_eq!(host.0.lock().unwrap().len(), 2);
}

/// Waits at a barrier with the test, once; counts what it sees and misses.
struct Slow {
    barrier: Arc<Barrier>,
    seen: Arc<Mutex<(u64, u64)>>,
}

impl Observer for Slow {
    fn event(&self, event: &Event) {
        let first = {
            let mut seen = self.seen.lock().unwrap();
            seen.0 += 1;
            seen.0 == 1
        };
        if first {
            self.barrier.wait();
            self.barrier.wait();
        }
        if event.name() == "decided" {
            panic!("this observer fails");
        }
    }

    fn missed(&self, count: u64) {
        self.seen.lock().unwrap().1 = count;
    }
}

// proves EVT-02
#[tokio::test]
async fn a_slow_or_failing_observer_holds_up_nobody() {
    let barrier = Arc::new(Barrier::new(2));
    let seen = Arc::new(Mutex::new((0, 0)));
    let counted = Arc::new(Mutex::new(0_u64));
    let count = counted.clone();
    let agent = builder()
        .observer(Slow { barrier: barrier.clone(), seen: seen.clone() })
        .observer(move |_: &Event| *count.lock().unwrap() += 1)
        .build()
        .unwrap();
    let call = async || agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap();
    call().await;
    // The observer stands at its first event, and 5,000 calls go by.
    barrier.wait();
    for _ in 0..5_000 {
        assert_eq!(call().await.text(), "2");
        // The other one is not slow; this only keeps it from missing any.
        if counted.lock().unwrap().is_multiple_of(4_000) {
            tokio::task::yield_now().await;
        }
    }
    barrier.wait();
    agent.flush_events().await;
    let (seen, missed) = *seen.lock().unwrap();
    assert_eq!(seen + missed, 4 * 5_001, "{seen} seen, {missed} missed");
    assert!(missed > 0, "{seen} seen");
}

// proves EVT-02
#[tokio::test]
async fn what_is_missed_by_a_stream_is_counted() {
    let agent = builder().build().unwrap();
    let (mut lazy, mut other) = (agent.events(), agent.events());
    let mut ends = 0;
    for _ in 0..5_000 {
        agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap();
        ends += all(&mut other).iter().filter(|event| event.is_end()).count();
    }
    assert_eq!((ends, other.missed()), (5_000, 0));
    let waited = all(&mut lazy);
    assert_eq!(waited.len() as u64 + lazy.missed(), 20_000);
    assert_eq!(waited.len(), 16_384);
    drop(agent);
    assert!(lazy.next().await.is_none() && other.next().await.is_none());
}

// proves EVT-01
#[tokio::test]
async fn numbers_grow_within_a_run_for_every_listener() {
    let agent = builder().build().unwrap();
    let mut events = agent.events();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let agent = agent.clone();
            tokio::spawn(async move { agent.call("steps", json!({ "count": 3 })).await.unwrap() })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
    let events = all(&mut events);
    let numbers: Vec<u64> = events.iter().map(Event::number).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
    let mut ends: BTreeMap<u64, usize> = BTreeMap::new();
    events
        .iter()
        .filter(|event| event.is_end())
        .for_each(|event| *ends.entry(event.action()).or_default() += 1);
    assert_eq!(ends, (1..=50).map(|action| (action, 1)).collect());
}

// proves AGT-09
#[tokio::test]
async fn the_card_follows_the_tools_unless_it_is_fixed() {
    let by_hand = Skill::new("add", "Adds, says a person.");
    let agent = builder()
        .description("For tests.")
        .version("1.2.3")
        .url("https://agent.example/")
        .skill(by_hand.clone())
        .skill(Skill::new("listen", "No tool at all."))
        .build()
        .unwrap();
    let card = agent.card();
    let about = (card.name.as_str(), card.description.as_str(), card.version.as_deref(), card.url.as_deref());
    assert_eq!(about, ("test", "For tests.", Some("1.2.3"), Some("https://agent.example/")));
    let ids = |card: &Card| card.skills.iter().map(|skill| skill.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&card), ["add", "listen", "ends", "leaves", "outer", "steps"]);
    assert_eq!(card.skills[0], by_hand);
    agent.remove("steps").unwrap();
    assert!(!ids(&agent.card()).contains(&"steps".to_owned()));

    let text = serde_json::to_string(&card).unwrap();
    assert_eq!(serde_json::from_str::<Card>(&text).unwrap(), card);

    let plain = builder().build().unwrap().card();
    let add = &plain.skills[0];
    assert_eq!(
        (add.id.as_str(), &add.tags, &add.examples),
        ("add", &vec!["math".to_owned()], &vec![json!({ "a": 1, "b": 2 })])
    );
    assert_eq!(add.input.as_ref().unwrap()["required"], json!(["a", "b"]));
    assert_eq!(add.output.as_ref().unwrap()["type"], "integer");

    let mut fixed = Card::new("fixed");
    fixed.skills.push(Skill::new("only", "This."));
    let agent = builder().fixed_card(fixed.clone()).build().unwrap();
    agent.remove("add");
    assert_eq!(agent.card(), fixed);
}

// proves AGT-01
#[tokio::test]
async fn everything_is_given_to_the_builder_and_kept_for_the_next() {
    let rules = CapabilityPolicy::new([("*", Effect::RequireApproval)]).unwrap();
    let approve = tools_core::approval_fn(|request| async move { request.approve("test") });
    let seen = Arc::new(Mutex::new(0));
    let count = seen.clone();
    let agent = builder()
        .policy(rules)
        .approval(approve)
        .budget(Budget::new().tool_calls(2))
        .observer(move |event: &Event| *count.lock().unwrap() += usize::from(event.is_end()))
        .calls_at_once(4)
        .output_limit(1_000)
        .build()
        .unwrap();
    let again = agent.to_builder().description("the second").build().unwrap();
    for agent in [&agent, &again] {
        for expected in ["ok", "ok", "budget_exceeded"] {
            let code = agent
                .call("add", json!({ "a": 1, "b": 1 }))
                .await
                .map_or_else(|error| error.code(), |_| "ok");
            assert_eq!(code, expected);
        }
        agent.flush_events().await;
    }
    assert_eq!((*seen.lock().unwrap(), again.description()), (6, "the second"));
}
