//! Actions that a person approves: who is asked, what is decided, what runs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value};
use tools_core::{
    Agent, AgentBuilder, ApprovalHandler, ApprovalQueue, ApprovalRequest, CapabilityPolicy, Decision,
    Definition, Effect, Event, EventKind, NotAccepted, Output, Prepared, Remember, Reply, ToolError,
    approval_fn, json, policy_fn, tool, tool_fn,
};

#[path = "approval/edited.rs"]
mod edited;
#[path = "approval/remembered.rs"]
mod remembered;

tools_core::tool_crate!();

#[derive(Clone, Default)]
struct Paid(Arc<Mutex<Vec<String>>>);

impl Paid {
    fn seen(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Pays somebody.
#[tool(capabilities = ["payments.write"], prepare = preview)]
async fn pay(
    paid: &Paid,
    to: String,
    #[arg(range = 1..=100)] amount: u32,
    #[arg(default = "EUR")] currency: String,
    #[arg(secret)] pin: Option<String>,
) -> usize {
    let mut all = paid.0.lock().unwrap();
    all.push(format!("{amount} {currency} to {to}, {}", pin.unwrap_or_default()));
    all.len()
}

fn preview(_: &Paid, to: String, amount: u32, currency: String, _: Option<String>) -> Prepared {
    let prepared = Prepared::new().preview(format!("{amount} {currency} to {to}")).metadata("amount", amount);
    if amount > 50 { prepared.capability("payments.large") } else { prepared }
}

/// Reads.
#[tool(capabilities = ["records.read"])]
async fn read() -> u8 {
    1
}

fn builder() -> (AgentBuilder, Paid) {
    let paid = Paid::default();
    let rules = CapabilityPolicy::new([("payments.*", Effect::RequireApproval)]).unwrap();
    (Agent::builder("test").tools(TOOLS).state(paid.clone()).policy(rules), paid)
}

fn arguments() -> Value {
    json!({ "to": "Ada", "amount": "20", "pin": "4711" })
}

/// One call that waits, with its request.
async fn waiting(
    agent: &Agent,
    queue: &ApprovalQueue,
    arguments: Value,
) -> (tokio::task::JoinHandle<Result<Output, ToolError>>, Arc<ApprovalRequest>) {
    let mut watch = queue.watch();
    for _ in queue.pending() {
        watch.next().await;
    }
    let agent = agent.clone();
    let call = tokio::spawn(async move { agent.call("pay", arguments).await });
    (call, watch.next().await)
}

fn map(value: Value) -> Map<String, Value> {
    serde_json::from_value(value).unwrap()
}

// proves APR-01
#[tokio::test]
async fn without_a_handler_it_is_refused() {
    let (builder, paid) = builder();
    let agent = builder.build().unwrap();
    let error = agent.call("pay", arguments()).await.unwrap_err();
    let ToolError::ApprovalRequired { request, .. } = &error else { panic!("{error:?}") };
    let request: ApprovalRequest = serde_json::from_value((**request).clone()).unwrap();
    assert_eq!((request.action.tool.as_str(), &request.action.arguments["amount"]), ("pay", &json!(20)));
    let told = error.to_json();
    assert_eq!((&told["code"], &told["changes_made"]), (&json!("approval_required"), &json!(false)));
    assert!(!format!("{error:?} {told}").contains("4711"));
    assert_eq!((paid.seen().len(), agent.usage().tool_calls), (0, 0));
    assert_eq!(agent.call("read", ()).await.unwrap().text(), "1");
}

// proves APR-02, APR-03, AGT-08, ARG-22
#[tokio::test]
async fn the_request_shows_what_will_run() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    let action = &request.action;
    // Coerced, with the default of what is missing, without the secret.
    let shown = json!({ "to": "Ada", "amount": 20, "pin": "[redacted]", "currency": "EUR" });
    assert_eq!(Value::Object(action.arguments.clone()), shown);
    assert_eq!(action.previews, ["20 EUR to Ada"]);
    assert_eq!(action.metadata["amount"], 20);
    assert_eq!(action.capabilities.iter().map(ToString::to_string).collect::<Vec<_>>(), ["payments.write"]);
    assert_eq!((action.number, request.decision.effect), (1, Effect::RequireApproval));
    assert!(request.time().elapsed().is_ok());

    // Both ways, also through text; the fingerprint can be made again from it.
    let text = serde_json::to_string(&*request).unwrap();
    let read: ApprovalRequest = serde_json::from_str(&text).unwrap();
    assert_eq!(read, *request);
    assert_eq!(request.fingerprint.len(), 64);
    let decision = read.approve("Ada");
    let decision = serde_json::from_str(&serde_json::to_string(&decision).unwrap()).unwrap();
    queue.decide(decision).unwrap();
    assert_eq!(call.await.unwrap().unwrap().text(), "1");
    assert_eq!(paid.seen(), ["20 EUR to Ada, 4711"]);
}

// proves APR-03
#[tokio::test]
async fn the_fingerprint_is_that_of_the_action() {
    let (builder, _) = builder();
    let agent = builder.build().unwrap();
    let of = async |arguments: Value| {
        let run = agent.open_run();
        match agent.call_in(&run, "pay", arguments).await.unwrap_err() {
            ToolError::ApprovalRequired { request, .. } => {
                request["fingerprint"].as_str().unwrap().to_owned()
            }
            other => panic!("{other}"),
        }
    };
    let one = of(json!({ "to": "Ada", "amount": 20 })).await;
    assert_eq!(of(json!({ "amount": "20", "to": "Ada", "currency": "EUR" })).await, one);
    assert_ne!(of(json!({ "to": "Ada", "amount": 21 })).await, one);
    assert_ne!(of(json!({ "to": "ada", "amount": 20 })).await, one);
}

// proves POL-11
#[tokio::test]
async fn nobody_is_bothered_with_invalid_arguments() {
    let (builder, _) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let error = agent.call("pay", json!({ "to": "Ada", "amount": 1000 })).await.unwrap_err();
    assert_eq!((error.code(), queue.pending().len()), ("invalid_arguments", 0));
}

// proves APR-03, APR-07
#[tokio::test]
async fn decisions_that_do_not_fit_are_not_accepted() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (first, one) = waiting(&agent, &queue, json!({ "to": "Ada", "amount": 1 })).await;
    let (second, two) = waiting(&agent, &queue, json!({ "to": "Bob", "amount": 2 })).await;

    let mut decision = one.approve("eve");
    decision.request = String::new();
    assert!(matches!(queue.decide(decision), Err(NotAccepted::Unknown)));
    // The fingerprint of the other one.
    let mut decision = two.approve("eve");
    decision.request.clone_from(&one.id);
    assert!(matches!(queue.decide(decision), Err(NotAccepted::OtherFingerprint)));
    let mut decision = one.approve("eve");
    decision.fingerprint.clear();
    assert!(matches!(queue.decide(decision), Err(NotAccepted::OtherFingerprint)));
    assert_eq!((queue.pending().len(), paid.seen().len()), (2, 0));

    queue.decide(two.approve("front desk")).unwrap();
    assert!(second.await.unwrap().is_ok());
    assert!(matches!(queue.decide(two.deny("front desk", "no")), Err(NotAccepted::Unknown)));
    queue.decide(one.deny("front desk", "not today")).unwrap();
    let error = first.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "not approved: not today");
    assert_eq!(error.code(), "approval_denied");
    assert_eq!(paid.seen(), ["2 EUR to Bob, "]);
}

// proves APR-07, APR-09
#[tokio::test]
async fn many_wait_at_once_and_are_decided_in_any_order() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let mut watch = queue.watch();
    let call = |amount: u32| {
        let agent = agent.clone();
        tokio::spawn(async move { agent.call("pay", json!({ "to": "Ada", "amount": amount })).await })
    };
    let calls: Vec<_> = (1..=3).map(call).collect();
    let mut requests = Vec::new();
    for _ in 0..3 {
        requests.push(watch.next().await);
    }
    assert_eq!(
        queue.pending().iter().map(|request| &request.id).collect::<Vec<_>>(),
        requests.iter().map(|request| &request.id).collect::<Vec<_>>()
    );
    for request in requests.iter().rev() {
        let amount = request.action.arguments["amount"].as_u64().unwrap();
        let decision = if amount == 2 { request.deny("boss", "not two") } else { request.approve("boss") };
        queue.decide(decision).unwrap();
    }
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(call.await.unwrap().map_or_else(|error| error.code(), |_| "ok"));
    }
    assert_eq!(outcomes, ["ok", "approval_denied", "ok"]);
    let mut seen = paid.seen();
    seen.sort();
    assert_eq!(seen, ["1 EUR to Ada, ", "3 EUR to Ada, "]);
    assert!(queue.pending().is_empty());
}

// proves APR-05
#[tokio::test(start_paused = true)]
async fn nobody_answers_in_time() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    let error = call.await.unwrap().unwrap_err();
    let after = Duration::from_secs(300);
    assert!(matches!(&error, ToolError::ApprovalTimeout { after: told, .. } if *told == after));
    assert_eq!((error.code(), error.retryable()), ("approval_timeout", true));
    // The entry is still in the queue's list: it says why it is too late.
    assert!(matches!(queue.decide(request.approve("late")), Err(NotAccepted::Expired)));
    assert!(matches!(queue.decide(request.approve("later")), Err(NotAccepted::Unknown)));
    assert_eq!((queue.pending().len(), paid.seen().len(), agent.usage().tool_calls), (0, 0, 0));

    let agent = agent.to_builder().approval_time_limit(Duration::from_secs(15)).build().unwrap();
    let (call, _) = waiting(&agent, &queue, arguments()).await;
    let error = call.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "nobody approved this call within 15s");
}

// proves APR-06, CAN-01
#[tokio::test]
async fn cancelling_ends_the_wait_at_once() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    assert!(agent.cancel("closing"));
    assert_eq!(call.await.unwrap().unwrap_err().to_string(), "cancelled: closing");
    assert!(queue.decide(request.approve("late")).is_err());
    assert!(paid.seen().is_empty());
}

// proves APR-06
#[tokio::test]
async fn an_approval_of_a_run_that_was_cancelled_meanwhile_starts_nothing() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    // Both before the call is polled again.
    queue.decide(request.approve("boss")).unwrap();
    agent.cancel("too late");
    assert_eq!(call.await.unwrap().unwrap_err().code(), "cancelled");
    assert_eq!((paid.seen().len(), agent.usage().tool_calls), (0, 0));
}

struct Failing(&'static str);

impl ApprovalHandler for Failing {
    fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply) {
        match self.0 {
            "panics" => panic!("the handler"),
            "forgets" => drop(reply),
            "on a thread" => drop(std::thread::spawn(move || reply.decide(request.approve("thread")))),
            _ => std::mem::drop(std::thread::spawn(move || {
                let _keeps = reply;
                panic!("later");
            })),
        }
    }
}

// proves APR-08
#[tokio::test]
async fn a_handler_that_fails_refuses() {
    for (kind, outcome) in [
        ("panics", "approval_denied"),
        ("forgets", "approval_denied"),
        ("later", "approval_denied"),
        ("on a thread", "ok"),
    ] {
        let (builder, paid) = builder();
        let agent = builder.approval(Failing(kind)).build().unwrap();
        let code = agent.call("pay", arguments()).await.map_or_else(|error| error.code(), |_| "ok");
        assert_eq!((code, paid.seen().len()), (outcome, usize::from(outcome == "ok")), "{kind}");
    }
    let (builder, _) = builder();
    let panics = approval_fn(|_| async { panic!("inside") });
    let agent = builder.approval(panics).build().unwrap();
    let error = agent.call("pay", arguments()).await.unwrap_err();
    assert_eq!(error.to_string(), "not approved: the approval handler gave no answer");
}

// proves EVT-01
#[tokio::test]
async fn asking_and_answering_are_events() {
    let (builder, _) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let mut events = agent.events();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    let edited = map(json!({ "to": "Bob", "amount": 5 }));
    queue.decide(request.approve("boss").with_arguments(edited)).unwrap();
    call.await.unwrap().unwrap();
    let events: Vec<Event> = std::iter::from_fn(|| events.try_next()).collect();
    let names: Vec<&str> = events.iter().map(Event::name).collect();
    assert_eq!(
        names,
        [
            "prepared",
            "decided",
            "approval_asked",
            "approval_answered",
            "prepared",
            "decided",
            "started",
            "completed"
        ]
    );
    let EventKind::ApprovalAnswered { approved, by, edited, remembered, .. } = events[3].kind() else {
        panic!()
    };
    assert_eq!((*approved, by.as_deref(), *edited, *remembered), (true, Some("boss"), true, false));
    let asked = serde_json::to_value(&events[2]).unwrap();
    assert_eq!((&asked["event"], &asked["request"]), (&json!("approval_asked"), &json!(request.id)));
    assert_eq!(asked["fingerprint"], json!(request.fingerprint));
}
