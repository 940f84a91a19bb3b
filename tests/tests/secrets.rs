//! What is secret is in nothing that leaves a call but the tool.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "secrets/cases.rs"]
mod cases;
#[path = "secrets/config.rs"]
mod config;
#[path = "secrets/leaving.rs"]
mod leaving;
#[path = "secrets/tools.rs"]
mod tools;

use std::sync::{Arc, Mutex};

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use serde_json::{Map, Value};
use tools_core::{
    Agent, ApprovalDecision, ApprovalRequest, Arguments, Decision, Event, ToolError, approval_fn, json,
    policy_fn,
};
use tracing::instrument::WithSubscriber;
use tracing_subscriber::layer::SubscriberExt;

use self::{
    cases::{BAD, BAD_BY_HAND, GOOD},
    leaving::{Leaving, see_action, see_event, see_request, see_result},
    tools::by_hand,
};

tools_core::tool_crate!();

/// In every secret, in whatever form it is given.
const MARKER: &str = "8675309";

/// What the tools were given.
#[derive(Clone, Default)]
struct Given(Arc<Mutex<Vec<String>>>);

impl Given {
    fn keep(&self, secrets: &[&dyn std::fmt::Debug]) {
        self.0.lock().unwrap().push(format!("{secrets:?}"));
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// Everything that the application can see of a call goes there.
fn agent(leaving: &Leaving, given: &Given) -> Agent {
    let (policy, approvals, observer) = (leaving.clone(), leaving.clone(), leaving.clone());
    Agent::builder("test")
        .tools(TOOLS)
        .tool(by_hand(given))
        .state(given.clone())
        .record_contents(true)
        .policy(policy_fn(move |action| {
            see_action(&policy, action);
            Decision::require_approval("it is entered")
        }))
        .approval(approval_fn(move |request: Arc<ApprovalRequest>| {
            let leaving = approvals.clone();
            async move {
                let decision = decide(&request);
                see_request(&leaving, &request);
                leaving.add("decision", format!("{decision:?}"));
                // Whoever edits wrote the secret: its JSON is how it comes in.
                let text = serde_json::to_string(&decision).unwrap();
                if !text.contains("new-") {
                    leaving.add("decision", text);
                }
                decision
            }
        }))
        .observer(move |event: &Event| see_event(&observer, "observer", event))
        .build()
        .unwrap()
}

/// Approves: as it is, with another number, or with a secret of one's own.
fn decide(request: &ApprovalRequest) -> ApprovalDecision {
    let mut edited: Map<String, Value> = request.action.arguments.clone();
    match edited.get("id").and_then(Value::as_u64) {
        Some(7) => {
            edited.insert("id".into(), 8.into());
            request.approve("test").with_arguments(edited)
        }
        Some(9) => {
            edited.insert("password".into(), format!("new-{MARKER}").into());
            request.approve("test").with_arguments(edited)
        }
        // One that is not valid, with the secret in it.
        Some(10) => {
            edited.insert("pin".into(), format!("new-{MARKER}x").into());
            request.approve("test").with_arguments(edited)
        }
        _ => request.approve("test"),
    }
}

/// Makes each call while everybody listens; how each ended.
async fn called(
    agent: &Agent,
    leaving: &Leaving,
    calls: impl IntoIterator<Item = (&'static str, String)>,
) -> Vec<(String, &'static str)> {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(leaving.clone())
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::FULL);
    let mut events = agent.events();
    let run = agent.open_run();
    let calling = async {
        let mut codes = Vec::new();
        for (tool, text) in calls {
            let result = agent.call_in(&run, tool, text.as_str()).await;
            see_result(leaving, &result);
            codes.push((text, result.as_ref().map_or_else(ToolError::code, |_| "ok")));
        }
        codes
    };
    let subscriber = tracing_subscriber::registry().with(spans).with(lines);
    let codes = calling.with_subscriber(subscriber).await;
    while let Some(event) = events.try_next() {
        see_event(leaving, "event", &event);
    }
    agent.flush_events().await;
    for span in exporter.get_finished_spans().unwrap() {
        leaving.add("span", format!("{span:?}"));
    }
    leaving.add("debug", format!("{agent:?} {run:?} {events:?} {:?}", agent.to_builder()));
    codes
}

// proves EVT-04, ARG-22
#[tokio::test]
async fn a_secret_reaches_its_tool_and_nothing_else() {
    let (leaving, given) = (Leaving::default(), Given::default());
    let agent = agent(&leaving, &given);
    for (tool, text) in GOOD {
        let codes = called(&agent, &leaving, [(tool, text.to_owned())]).await;
        let got = given.take();
        assert!(codes[0].1 == "ok" && got.iter().all(|got| got.contains(MARKER)), "{codes:?}: {got:?}");
        assert_eq!(got.len(), if tool == "enter_twice" { 2 } else { 1 }, "{text}");
    }
    let searched = leaving.searched();
    for place in
        ["action", "record", "coercions", "request", "decision", "observer", "event", "output", "span", "log"]
    {
        assert!(searched[place] >= GOOD.len() - 1, "{place}: {searched:?}");
    }
    // The search finds what is there.
    let lines = leaving.0.lock().unwrap();
    let holds = |place: &str, part: &str| lines.iter().any(|(of, text)| of == place && text.contains(part));
    for place in ["record", "coercions", "request", "observer", "event", "span", "log"] {
        assert!(holds(place, "[redacted]"), "{place}");
    }
}

// proves EVT-04, ARG-22
#[tokio::test]
async fn what_is_wrong_with_a_secret_is_told_without_it() {
    let (leaving, given) = (Leaving::default(), Given::default());
    let agent = agent(&leaving, &given);
    let calls =
        BAD.iter().map(|text| ("enter", *text)).chain(BAD_BY_HAND.iter().map(|text| ("by_hand", *text)));
    let codes = called(&agent, &leaving, calls.map(|(tool, text)| (tool, text.to_owned()))).await;
    let others: Vec<_> = codes.iter().filter(|(_, code)| *code != "invalid_arguments").collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(given.take().is_empty());
    // The same as values, where they are.
    for text in BAD.iter().chain(&BAD_BY_HAND) {
        let Ok(value) = serde_json::from_str::<Value>(text) else { continue };
        for tool in ["enter", "by_hand"] {
            see_result(&leaving, &agent.call(tool, Arguments::from(value.clone())).await);
        }
    }
    let searched = leaving.searched();
    assert!(searched["error"] > BAD.len() + BAD_BY_HAND.len(), "{searched:?}");
}

// proves EVT-04, APR-04
#[tokio::test]
async fn an_edit_that_is_wrong_is_told_without_its_secret() {
    let (leaving, given) = (Leaving::default(), Given::default());
    let agent = agent(&leaving, &given);
    let queue = tools_core::ApprovalQueue::new();
    let run = agent.open_run().with_approval(queue.clone());
    let mut call = Box::pin(agent.call_in(&run, "enter", r#"{"id":10,"password":"8675309"}"#));
    assert!(call.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_pending());
    let request = queue.pending().remove(0);
    see_request(&leaving, &request);
    leaving.add("queue", format!("{queue:?} {:?}", queue.watch()));
    for pin in [json!("8675309x"), json!(-8_675_309), json!(["8675309"]), json!("[redacted]")] {
        let mut edited = request.action.arguments.clone();
        edited.insert("pin".into(), pin);
        let refused = queue.decide(request.approve("test").with_arguments(edited)).unwrap_err();
        leaving.add("refused", format!("{refused} {refused:?} {:?}", std::error::Error::source(&refused)));
    }
    queue.decide(request.approve("test")).unwrap();
    see_result(&leaving, &call.await);
    assert_eq!(given.take().len(), 1);
    assert_eq!(leaving.searched()["refused"], 4);
}

// proves EVT-04
#[tokio::test]
async fn without_anybody_to_ask_the_error_holds_no_secret() {
    let (leaving, given) = (Leaving::default(), Given::default());
    let builder = Agent::builder("test").tools(TOOLS).state(given.clone());
    let asking = builder.policy(policy_fn(|_| Decision::require_approval("ask"))).build().unwrap();
    for (tool, text) in GOOD.iter().filter(|(tool, _)| *tool == "enter") {
        let result = asking.call(tool, *text).await;
        assert_eq!(result.as_ref().unwrap_err().code(), "approval_required");
        see_result(&leaving, &result);
    }
    assert!(leaving.searched()["error"] > 10 && given.take().is_empty());
}
