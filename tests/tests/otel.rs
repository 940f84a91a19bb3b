//! Spans as OpenTelemetry gets them, by its conventions for generative AI.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{collections::BTreeMap, future::Future, task::Waker};

use opentelemetry::{
    Value,
    trace::{SpanId, SpanKind, Status, TracerProvider as _},
};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tools_core::{
    Agent, AgentBuilder, Budget, CapabilityPolicy, Decision, Effect, RunContext, ToolError, json, policy_fn,
    tool,
};
use tracing::instrument::WithSubscriber;
use tracing_subscriber::layer::SubscriberExt;

tools_core::tool_crate!();

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Guest {
    name: String,
    #[schemars(extend("writeOnly" = true))]
    pin: String,
}

/// Books a room.
#[tool(capabilities = ["booking.write"])]
async fn book(
    nights: u8,
    #[arg(secret)] card: Option<String>,
    guest: Option<Guest>,
) -> Result<Booking, String> {
    tracing::info_span!("database", rows = nights).in_scope(|| tracing::info!("asked"));
    match (nights, card, guest) {
        (0, ..) => Err("no nights".into()),
        (13, ..) => panic!("bad luck"),
        _ => Ok(Booking { nights }),
    }
}

#[derive(Serialize, JsonSchema)]
struct Booking {
    nights: u8,
}

/// Books a room on a thread.
#[tool]
fn book_plain(nights: u8) -> u8 {
    nights
}

/// Books two rooms.
#[tool]
async fn book_two(run: &RunContext) -> Result<(), ToolError> {
    tokio::task::yield_now().await;
    run.call("book", json!({ "nights": 1 })).await?;
    run.call("book", json!({ "nights": 0 })).await.map(drop)
}

/// Waits for ever.
#[tool]
async fn hang() {
    std::future::pending::<()>().await;
}

/// Waits for ever, and not for long.
#[tool(time_limit = "1ms")]
async fn hang_shortly() {
    std::future::pending::<()>().await;
}

/// What was exported while `work` ran.
async fn exported<F: Future>(work: F) -> (F::Output, Vec<SpanData>) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test")).with_location(false);
    let output = work.with_subscriber(tracing_subscriber::registry().with(layer)).await;
    provider.force_flush().unwrap();
    (output, exporter.get_finished_spans().unwrap())
}

fn builder() -> AgentBuilder {
    Agent::builder("test").tools(TOOLS)
}

/// The attributes as they leave the process, those of the conventions.
fn attributes(span: &SpanData) -> BTreeMap<String, Value> {
    let all = span.attributes.iter().map(|each| (each.key.to_string(), each.value.clone()));
    let ours: BTreeMap<_, _> =
        all.clone().filter(|(key, _)| key.starts_with("gen_ai.") || key.starts_with("error.")).collect();
    let count = all.filter(|(key, _)| ours.contains_key(key)).count();
    assert_eq!(count, ours.len(), "none is there twice");
    ours
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned().into())
}

fn named<'a>(spans: &'a [SpanData], name: &str) -> Vec<&'a SpanData> {
    spans.iter().filter(|span| span.name == name).collect()
}

// proves EVT-03
#[tokio::test]
async fn a_call_is_a_span_of_the_conventions() {
    let agent = builder().build().unwrap();
    let run = agent.open_run();
    let (output, spans) = exported(async {
        agent.call_in(&run, "book", json!({ "nights": 2, "card": "4711" })).await.unwrap();
        agent.call_in(&run, "book_plain", json!({ "nights": 3 })).await.unwrap()
    })
    .await;
    assert_eq!(output.text(), "3");
    let names: Vec<_> = spans.iter().map(|span| &*span.name).collect();
    assert_eq!(names, ["database", "execute_tool book", "execute_tool book_plain"], "each ended once");
    for (span, tool, description, action) in
        [(&spans[1], "book", "Books a room.", 1), (&spans[2], "book_plain", "Books a room on a thread.", 2)]
    {
        let expected = [
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", tool),
            ("gen_ai.tool.call.id", &format!("{}:{action}", run.id())),
            ("gen_ai.tool.type", "function"),
            ("gen_ai.tool.description", description),
        ];
        // No arguments and no result: nobody asked for them.
        assert_eq!(attributes(span), expected.map(|(key, value)| (key.to_owned(), text(value))).into());
        assert_eq!((&span.span_kind, &span.status), (&SpanKind::Internal, &Status::Unset));
        assert_eq!(span.parent_span_id, SpanId::INVALID);
        assert!(!format!("{span:?}").contains("4711"));
    }
}

// proves EVT-03
#[tokio::test]
async fn how_a_call_failed_is_its_error_type() {
    let rules = CapabilityPolicy::new([("booking.write", Effect::Allow)]).unwrap();
    let agent = builder().policy(rules).build().unwrap();
    let denying = builder().policy(policy_fn(|_| Decision::deny("no"))).build().unwrap();
    let asking = builder().policy(policy_fn(|_| Decision::require_approval("may it"))).build().unwrap();
    let spent = builder().budget(Budget::new().tool_calls(1)).build().unwrap();
    spent.call("book_plain", json!({ "nights": 1 })).await.unwrap();
    let (cancelled, nights) = (agent.open_run(), |nights: i32| json!({ "nights": nights }));
    cancelled.cancel("enough");
    let plain = agent.open_run();
    for (agent, run, tool, arguments, code) in [
        (&agent, &plain, "boook", nights(1), "unknown_tool"),
        (&agent, &plain, "book", nights(-1), "invalid_arguments"),
        (&denying, &denying.open_run(), "book", nights(1), "denied"),
        (&asking, &asking.open_run(), "book", nights(1), "approval_required"),
        (&spent, &spent.open_run(), "book_plain", nights(1), "budget_exceeded"),
        (&agent, &cancelled, "book", nights(1), "cancelled"),
        (&agent, &plain, "hang_shortly", json!({}), "timeout"),
        (&agent, &plain, "book", nights(0), "failed"),
        (&agent, &plain, "book", nights(13), "panicked"),
    ] {
        let (error, spans) = exported(agent.call_in(run, tool, arguments)).await;
        assert_eq!(error.unwrap_err().code(), code);
        let [span] = named(&spans, &format!("execute_tool {tool}"))[..] else { panic!("{code}: {spans:?}") };
        let attributes = attributes(span);
        assert_eq!((&attributes["error.type"], &attributes["gen_ai.tool.name"]), (&text(code), &text(tool)));
        assert_eq!(attributes.contains_key("gen_ai.tool.description"), code != "unknown_tool");
        assert!(matches!(span.status, Status::Error { .. }), "{code}: {:?}", span.status);
        // What went wrong may hold what the tool was given.
        assert!(!format!("{span:?}").contains("bad luck") && !format!("{span:?}").contains("no nights"));
    }
}

// proves EVT-03, EVT-04
#[tokio::test]
async fn contents_are_there_where_the_application_asks_for_them() {
    let agent = builder().record_contents(true).build().unwrap();
    let arguments = json!({ "nights": "2", "card": "4711", "guest": { "name": "Ada", "pin": "0815" } });
    let (output, spans) = exported(agent.call("book", arguments)).await;
    output.unwrap();
    let span = named(&spans, "execute_tool book")[0];
    let attributes = attributes(span);
    let json = |key: &str| match &attributes[key] {
        Value::String(text) => serde_json::from_str::<serde_json::Value>(text.as_str()).unwrap(),
        other => panic!("{other:?}"),
    };
    let shown = json!({ "nights": 2, "card": "[redacted]", "guest": { "name": "Ada", "pin": "[redacted]" } });
    assert_eq!(json("gen_ai.tool.call.arguments"), shown);
    assert_eq!(json("gen_ai.tool.call.result"), json!({ "nights": 2 }));
    assert!(!format!("{spans:?}").contains("4711") && !format!("{spans:?}").contains("0815"));

    // Invalid arguments are not recorded: what is secret in them is not known.
    let (_, spans) = exported(agent.call("book", json!({ "nights": 2, "crad": "4711" }))).await;
    assert!(!format!("{spans:?}").contains("4711"));
    assert!(!self::attributes(&spans[0]).contains_key("gen_ai.tool.call.arguments"));
}

// proves EVT-03
#[tokio::test]
async fn spans_are_nested_as_the_calls_are() {
    let agent = builder().build().unwrap();
    let (output, spans) = exported(async {
        let request = tracing::info_span!("request");
        tracing::Instrument::instrument(agent.call("book_two", ()), request).await
    })
    .await;
    assert_eq!(output.unwrap_err().code(), "failed");
    let [request] = named(&spans, "request")[..] else { panic!("{spans:?}") };
    let [parent] = named(&spans, "execute_tool book_two")[..] else { panic!("{spans:?}") };
    let children = named(&spans, "execute_tool book");
    let queries = named(&spans, "database");
    assert_eq!([children.len(), queries.len(), spans.len()], [2, 2, 6]);
    assert_eq!(parent.parent_span_id, request.span_context.span_id());
    for (child, query) in children.iter().zip(queries) {
        assert_eq!(child.parent_span_id, parent.span_context.span_id());
        assert_eq!(query.parent_span_id, child.span_context.span_id());
        assert_eq!(child.span_context.trace_id(), request.span_context.trace_id());
    }
    assert!(!attributes(children[0]).contains_key("error.type"));
    assert_eq!(attributes(children[1])["error.type"], text("failed"));
}

// proves EVT-03
#[tokio::test]
async fn a_span_ends_once_also_when_its_call_is_dropped() {
    let agent = builder().build().unwrap();
    let ((), spans) = exported(async {
        let mut call = Box::pin(agent.call("hang", ()));
        assert!(call.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())).is_pending());
    })
    .await;
    let [span] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(span.name, "execute_tool hang");
    assert!(span.end_time >= span.start_time);
    // It is no success, as its event says too.
    assert_eq!(attributes(span).get("error.type"), Some(&text("cancelled")));
    assert!(matches!(span.status, Status::Error { .. }));
}
