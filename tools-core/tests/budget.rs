//! How much a run may use: calls, time, places, sizes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Notify, Semaphore};
use tools_core::{
    Agent, AgentBuilder, ApprovalQueue, Budget, BudgetLimit, CapabilityPolicy, Effect, EventKind,
    EventStream, RunContext, ToolError, json, tool,
};

#[path = "budget/places.rs"]
mod places;

tools_core::tool_crate!();

/// Opened by the test; counts who is inside.
struct Gate {
    open: Semaphore,
    inside: AtomicUsize,
    most: AtomicUsize,
    came: Notify,
}

impl Gate {
    fn new() -> Arc<Self> {
        Arc::new(Gate {
            open: Semaphore::new(0),
            inside: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            came: Notify::new(),
        })
    }

    async fn pass(&self) {
        let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(inside, Ordering::SeqCst);
        self.came.notify_one();
        self.open.acquire().await.unwrap().forget();
        self.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Adds two numbers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Fails.
#[tool]
async fn fail() -> Result<(), String> {
    Err("no".into())
}

/// Waits at the gate.
#[tool(time_limit = "none")]
async fn wait(gate: &Gate) {
    gate.pass().await;
}

/// Waits at the gate too.
#[tool(time_limit = "none")]
async fn wait_too(gate: &Gate) {
    gate.pass().await;
}

/// Never ends.
#[tool(time_limit = "20s", read_only)]
async fn never() {
    std::future::pending::<()>().await;
}

/// Never ends, and the agent's limit holds.
#[tool]
async fn never_by_default() {
    std::future::pending::<()>().await;
}

/// Needs an approval, and then never ends.
#[tool(time_limit = "20s", capabilities = ["payments.write"])]
async fn slow_payment() {
    std::future::pending::<()>().await;
}

/// Calls itself so many times, and waits in the innermost.
#[tool(time_limit = "none")]
async fn nest(run: &RunContext, levels: u8) -> Result<u8, ToolError> {
    if levels > 0 {
        run.call("nest", json!({ "levels": levels - 1 })).await?;
    }
    Ok(levels)
}

/// Gives a long text.
#[tool]
async fn long_text(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// Gives a long list.
#[tool]
async fn long_list(items: usize) -> Vec<u8> {
    vec![7; items]
}

fn builder() -> (AgentBuilder, Arc<Gate>) {
    let gate = Gate::new();
    (Agent::builder("test").tools(TOOLS).shared(gate.clone()), gate)
}

async fn code(agent: &Agent, run: &RunContext, name: &str, arguments: serde_json::Value) -> &'static str {
    agent.call_in(run, name, arguments).await.map_or_else(|error| error.code(), |_| "ok")
}

fn warnings(events: &mut EventStream) -> Vec<(BudgetLimit, u64, u64)> {
    let kinds = std::iter::from_fn(|| events.try_next());
    let warning = |event: tools_core::Event| match event.kind() {
        EventKind::BudgetWarning { limit, used, max, .. } => Some((*limit, *used, *max)),
        _ => None,
    };
    kinds.filter_map(warning).collect()
}

// proves BUD-02, BUD-03
#[tokio::test]
async fn what_counts() {
    let (builder, _) = builder();
    let rules = CapabilityPolicy::new([("payments.*", Effect::Deny)]).unwrap();
    let agent = builder.policy(rules).budget(Budget::new().tool_calls(3)).build().unwrap();
    let run = agent.open_run();
    let cancelled = agent.open_run();
    cancelled.cancel("before");
    // Refused, invalid, denied, unknown and cancelled calls use nothing.
    for _ in 0..5 {
        assert_eq!(code(&agent, &run, "add", json!({ "a": 1 })).await, "invalid_arguments");
        assert_eq!(code(&agent, &run, "slow_payment", json!({})).await, "denied");
        assert_eq!(code(&agent, &run, "nothing", json!({})).await, "unknown_tool");
        assert_eq!(code(&agent, &cancelled, "add", json!({ "a": 1, "b": 1 })).await, "cancelled");
    }
    assert_eq!(agent.usage().tool_calls, 0);
    // Failing ones do.
    assert_eq!(code(&agent, &run, "fail", json!({})).await, "failed");
    assert_eq!(agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap().text(), "2");
    assert_eq!(code(&agent, &agent.open_run(), "add", json!({ "a": 1, "b": 1 })).await, "ok");
    for _ in 0..5 {
        let error = agent.call_in(&run, "add", json!({ "a": 1, "b": 1 })).await.unwrap_err();
        assert_eq!(error.to_string(), "over the limit: the budget of 3 tool calls is spent");
    }
    assert_eq!((agent.usage().tool_calls, run.usage().tool_calls), (3, 1));
}

// proves BUD-02, BUD-06
#[tokio::test]
async fn runs_count_in_their_own_budget_and_in_all_above() {
    let (builder, _) = builder();
    let agent = builder.budget(Budget::new().tool_calls(10)).build().unwrap();
    let run = agent.open_run().with_budget(Budget::new().tool_calls(4));
    let child = run.open_run();
    let smaller = run.open_run().with_budget(Budget::new().tool_calls(1));
    // What is larger than the parent's changes nothing.
    let larger = run.open_run().with_budget(Budget::new().tool_calls(1_000));
    let add = json!({ "a": 1, "b": 1 });
    assert_eq!(code(&agent, &smaller, "add", add.clone()).await, "ok");
    assert_eq!(code(&agent, &smaller, "add", add.clone()).await, "budget_exceeded");
    assert_eq!(code(&agent, &child, "add", add.clone()).await, "ok");
    assert_eq!(code(&agent, &larger, "add", add.clone()).await, "ok");
    assert_eq!(code(&agent, &run, "add", add.clone()).await, "ok");
    for run in [&run, &child, &larger] {
        assert_eq!(code(&agent, run, "add", add.clone()).await, "budget_exceeded");
    }
    let used = [&run, &child, &smaller, &larger].map(|run| run.usage().tool_calls);
    assert_eq!((used, agent.usage().tool_calls), ([4, 1, 1, 1], 4));
    // Another run of the agent has what the agent has left.
    let other = agent.open_run();
    for expected in ["ok", "ok", "ok", "ok", "ok", "ok", "budget_exceeded"] {
        assert_eq!(code(&agent, &other, "add", add.clone()).await, expected);
    }
    // Tools that tools call count as well.
    let nested = agent.to_builder().budget(Budget::new().tool_calls(3)).build().unwrap();
    let error = nested.call("nest", json!({ "levels": 5 })).await.unwrap_err();
    assert_eq!((error.code(), nested.usage().tool_calls), ("budget_exceeded", 3));
}

// proves BUD-03
#[tokio::test]
async fn five_at_once_with_a_budget_of_two() {
    let (builder, gate) = builder();
    let agent = builder.budget(Budget::new().tool_calls(2)).build().unwrap();
    let call = || {
        let agent = agent.clone();
        tokio::spawn(async move { agent.call("wait", ()).await.map_or_else(|error| error.code(), |_| "ok") })
    };
    let calls: Vec<_> = (0..5).map(|_| call()).collect();
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    gate.open.add_permits(5);
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(call.await.unwrap());
    }
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["budget_exceeded", "budget_exceeded", "budget_exceeded", "ok", "ok"]);
    assert_eq!(gate.most.load(Ordering::SeqCst), 2);
}

// proves BUD-01
#[tokio::test]
async fn model_calls_and_tokens() {
    let (builder, _) = builder();
    let agent = builder.budget(Budget::new().model_calls(2).output_tokens(100)).build().unwrap();
    let run = agent.open_run();
    run.reserve_model_call().unwrap();
    run.add_tokens(1_000, 99);
    run.reserve_model_call().unwrap();
    let error = run.reserve_model_call().unwrap_err();
    assert_eq!(error.to_string(), "over the limit: the budget of 2 model calls is spent");
    run.add_tokens(0, 50);
    assert!(run.reserve_model_call().unwrap_err().to_string().contains("100 output tokens"));
    let usage = agent.usage();
    assert_eq!((usage.model_calls, usage.input_tokens, usage.output_tokens), (2, 1_000, 149));
    // They are limits of their own: tools may still be called.
    assert_eq!(code(&agent, &run, "add", json!({ "a": 1, "b": 1 })).await, "ok");
}

// proves BUD-05, EVT-01
#[tokio::test(start_paused = true)]
async fn a_warning_once_for_each_limit() {
    let (builder, _) = builder();
    let agent = builder.budget(Budget::new().tool_calls(5)).build().unwrap();
    let mut events = agent.events();
    for _ in 0..7 {
        let _ = agent.call("add", json!({ "a": 1, "b": 1 })).await;
    }
    assert_eq!(warnings(&mut events), [(BudgetLimit::ToolCalls, 4, 5)]);

    let budget = Budget::new().run_time(Duration::from_secs(10)).output_tokens(10).warn_at(0.5);
    let run = agent.to_builder().budget(Budget::new()).build().unwrap();
    let mut events = run.events();
    let agent = run;
    let run = agent.open_run().with_budget(budget);
    run.add_tokens(0, 4);
    run.add_tokens(0, 1);
    run.add_tokens(0, 1);
    // While a tool waits, too.
    assert_eq!(code(&agent, &run, "never", json!({})).await, "budget_exceeded");
    assert_eq!(code(&agent, &run, "add", json!({ "a": 1, "b": 1 })).await, "budget_exceeded");
    let expected = [(BudgetLimit::OutputTokens, 5, 10), (BudgetLimit::RunTime, 5_000, 10_000)];
    let told = warnings(&mut events);
    assert_eq!(
        told.iter().map(|told| (told.0, told.2)).collect::<Vec<_>>(),
        expected.map(|told| (told.0, told.2))
    );
    assert!(told[1].1 >= 5_000 && told[1].1 < 5_010, "{told:?}");
}

// proves BUD-04
#[tokio::test(start_paused = true)]
async fn run_time_is_a_deadline() {
    let (builder, _) = builder();
    let rules = CapabilityPolicy::new([("payments.*", Effect::RequireApproval)]).unwrap();
    let queue = ApprovalQueue::new();
    let agent = builder.policy(rules).approval(queue.clone()).build().unwrap();
    let began = tokio::time::Instant::now();
    let run = agent.open_run().with_budget(Budget::new().run_time(Duration::from_secs(10)));
    let error = agent.call_in(&run, "never", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "over the limit: the run time of 10s is over");
    assert_eq!(began.elapsed().as_secs(), 10);
    assert_eq!(code(&agent, &run.open_run(), "add", json!({ "a": 1, "b": 1 })).await, "budget_exceeded");
    assert_eq!(code(&agent, &agent.open_run(), "add", json!({ "a": 1, "b": 1 })).await, "ok");

    // Waiting for an approval is included.
    let run = agent.open_run().with_budget(Budget::new().run_time(Duration::from_secs(10)));
    assert_eq!(code(&agent, &run, "slow_payment", json!({})).await, "budget_exceeded");
    assert_eq!((began.elapsed().as_secs(), queue.pending().len()), (20, 0));
    // And for a place.
    let agent = agent.to_builder().calls_at_once(1).build().unwrap();
    let first = agent.open_run();
    let holds = tokio::spawn({
        let (agent, first) = (agent.clone(), first.clone());
        async move { agent.call_in(&first, "wait", ()).await.unwrap_err().code() }
    });
    tokio::task::yield_now().await;
    let run = agent.open_run().with_budget(Budget::new().run_time(Duration::from_secs(10)));
    assert_eq!(code(&agent, &run, "add", json!({ "a": 1, "b": 1 })).await, "budget_exceeded");
    first.cancel("done");
    assert_eq!(holds.await.unwrap(), "cancelled");
    // The nearest of several holds.
    let outer = agent.open_run().with_budget(Budget::new().run_time(Duration::from_secs(5)));
    let inner = outer.open_run().with_budget(Budget::new().run_time(Duration::from_secs(500)));
    let began = tokio::time::Instant::now();
    assert_eq!(code(&agent, &inner, "never", json!({})).await, "budget_exceeded");
    assert_eq!(began.elapsed().as_secs(), 5);
}

// proves BUD-07
#[tokio::test(start_paused = true)]
async fn time_limits_of_tools() {
    let (builder, _) = builder();
    let rules = CapabilityPolicy::new([("payments.*", Effect::RequireApproval)]).unwrap();
    let queue = ApprovalQueue::new();
    let agent = builder.policy(rules).approval(queue.clone()).build().unwrap();
    let timed = async |name: &str| {
        let began = tokio::time::Instant::now();
        let error = agent.call(name, ()).await.unwrap_err();
        (error.code(), error.retryable(), began.elapsed().as_secs())
    };
    assert_eq!(timed("never").await, ("timeout", true, 20));
    assert_eq!(timed("never_by_default").await, ("timeout", false, 60));
    // The time for the approval does not count.
    let mut watch = queue.watch();
    let approves = tokio::spawn(async move {
        let request = watch.next().await;
        tokio::time::sleep(Duration::from_secs(100)).await;
        queue.decide(request.approve("boss")).unwrap();
    });
    assert_eq!(timed("slow_payment").await, ("timeout", false, 120));
    approves.await.unwrap();
    // A tool that turned it off waits for longer than the agent's limit.
    let waits = tokio::time::timeout(Duration::from_secs(1_000), agent.call("wait", ())).await;
    assert!(waits.is_err());
    let patient = agent.to_builder().time_limit(None).build().unwrap();
    let waits = tokio::time::timeout(Duration::from_secs(1_000), patient.call("never_by_default", ())).await;
    assert!(waits.is_err());
}
