//! What may run: rules, policies of one's own, and the permissions of a run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tools_core::{
    Action, Agent, AgentBuilder, BoxError, BoxFuture, CapabilityPolicy, DecidedBy, Decision, Definition,
    Effect, EventKind, Policy, Prepared, RunContext, Tool, ToolError, json, policy_fn, tool, tool_fn,
};

tools_core::tool_crate!();

struct Ran(Arc<AtomicUsize>);

/// Writes a record.
#[tool(capabilities = ["records.write"])]
async fn write_record(ran: &Ran, id: u32) -> u32 {
    ran.0.fetch_add(1, Ordering::SeqCst);
    id
}

/// Reads a page.
#[tool(capabilities = ["network.read", "cache.write"])]
fn read_page(ran: &Ran) {
    ran.0.fetch_add(1, Ordering::SeqCst);
}

/// Adds nothing to nothing.
#[tool]
async fn bare(ran: &Ran) {
    ran.0.fetch_add(1, Ordering::SeqCst);
}

/// Needs more for some arguments than it declares.
#[tool(capabilities = ["records.read"], prepare = prepare_export)]
async fn export(ran: &Ran, to: String) -> String {
    ran.0.fetch_add(1, Ordering::SeqCst);
    to
}

fn prepare_export(_: &Ran, to: String) -> Prepared {
    match to.as_str() {
        "screen" => Prepared::new(),
        // What it declares need not be repeated, and cannot be taken away.
        "mail" => Prepared::new().capability("mail.send").preview(format!("to {to}")),
        _ => Prepared::new().capability("Not A Capability"),
    }
}

/// Calls another tool.
#[tool]
async fn outer(run: &RunContext) -> Result<String, ToolError> {
    Ok(run.call("write_record", json!({ "id": 7 })).await?.text().into_owned())
}

fn builder() -> (AgentBuilder, Arc<AtomicUsize>) {
    let ran = Arc::new(AtomicUsize::new(0));
    (Agent::builder("test").tools(TOOLS).state(Ran(ran.clone())), ran)
}

fn rules(rules: &[(&str, Effect)]) -> CapabilityPolicy {
    CapabilityPolicy::new(rules.iter().copied()).unwrap()
}

async fn code(agent: &Agent, name: &str, arguments: serde_json::Value) -> &'static str {
    agent.call(name, arguments).await.map_or_else(|error| error.code(), |_| "ok")
}

// proves POL-06, AGT-01
#[tokio::test]
async fn deny_everything_stops_every_kind_of_tool() {
    let ran = Arc::new(AtomicUsize::new(0));
    let count = ran.clone();
    let closure = tool_fn(Definition::builder("closure", "A closure.").build().unwrap(), move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok::<_, ToolError>(1) }
    });
    struct ByHand(Definition, Arc<AtomicUsize>);
    impl Tool for ByHand {
        fn definition(&self) -> &Definition {
            &self.0
        }
        fn call<'a>(
            &'a self,
            _: tools_core::Args,
            _: &'a RunContext,
        ) -> BoxFuture<'a, Result<tools_core::Output, ToolError>> {
            self.1.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Ok(tools_core::Output::from_text("done")) })
        }
    }
    let by_hand = ByHand(Definition::builder("by_hand", "By hand.").build().unwrap(), ran.clone());
    let later = ByHand(Definition::builder("later", "Added later.").build().unwrap(), ran.clone());
    let agent = Agent::builder("test")
        .tools(TOOLS)
        .tools(TOOLS.only(["bare"]).prefix("x_"))
        .tools(TOOLS.only(["bare"]).rename("bare", "renamed"))
        .tool(closure)
        .tool(by_hand)
        .state(Ran(ran.clone()))
        .policy(rules(&[("*", Effect::Deny)]))
        .build()
        .unwrap();
    agent.add(later).unwrap();
    let arguments = |name: &str| match name {
        "write_record" => json!({ "id": 1 }),
        "export" => json!({ "to": "screen" }),
        _ => json!({}),
    };
    let definitions = agent.definitions();
    assert_eq!(definitions.len(), 10);
    for definition in &definitions {
        assert_eq!(
            code(&agent, definition.name(), arguments(definition.name())).await,
            "denied",
            "{definition:?}"
        );
        // A child call takes the same path: here the parent is let in by nothing else.
        let run = agent.open_run();
        let error = run.call(definition.name(), arguments(definition.name())).await.unwrap_err();
        assert_eq!(error.code(), "denied");
    }
    assert_eq!((ran.load(Ordering::SeqCst), agent.usage().tool_calls), (0, 0));
}

// proves POL-06
#[tokio::test]
async fn default_deny_with_tools_without_capabilities_is_told_once() {
    let (builder, _) = builder();
    let agent =
        builder.policy(rules(&[("network.*", Effect::Allow)]).default_effect(Effect::Deny)).build().unwrap();
    let [warning] = agent.warnings() else { panic!("one warning") };
    assert!(
        warning.contains("`bare`, `outer`") && warning.contains("a rule `*` holds them too"),
        "{warning}"
    );
    assert_eq!(code(&agent, "bare", json!({})).await, "ok");
    assert_eq!(code(&agent, "write_record", json!({ "id": 1 })).await, "denied");
    assert_eq!(code(&agent, "read_page", json!({})).await, "denied");
    let (quiet, _) = self::builder();
    assert!(quiet.policy(rules(&[("*", Effect::Deny)])).build().unwrap().warnings().is_empty());
}

// proves POL-05
#[tokio::test]
async fn a_run_can_only_narrow() {
    let (builder, ran) = builder();
    let agent = builder.policy(rules(&[("records.*", Effect::Deny)])).build().unwrap();
    let mut events = agent.events();
    let open = agent.open_run().with_permissions(rules(&[("*", Effect::Allow)]));
    let error = agent.call_in(&open, "write_record", json!({ "id": 1 })).await.unwrap_err();
    assert_eq!(error.code(), "denied");

    let narrow = agent.open_run().with_permissions(rules(&[("cache.*", Effect::Deny)]).named("visitor"));
    assert_eq!(agent.call_in(&narrow, "read_page", json!({})).await.unwrap_err().code(), "denied");
    let child = narrow.open_run().with_permissions(rules(&[("*", Effect::Allow)]));
    assert_eq!(agent.call_in(&child, "read_page", json!({})).await.unwrap_err().code(), "denied");
    let decided = std::iter::from_fn(|| events.try_next()).filter_map(|event| match event.kind() {
        EventKind::Decided { decision, .. } => Some((decision.decided_by, decision.policy.to_string())),
        _ => None,
    });
    let expected =
        [(DecidedBy::Policy, ""), (DecidedBy::Context, "visitor"), (DecidedBy::Context, "visitor")];
    assert_eq!(decided.collect::<Vec<_>>(), expected.map(|(side, name)| (side, name.to_owned())));
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    assert_eq!(code(&agent, "read_page", json!({})).await, "ok");
}

// proves AGT-08, POL-04
#[tokio::test]
async fn what_a_tool_prepares_is_added_to_what_it_declares() {
    let (builder, ran) = builder();
    let agent =
        builder.policy(rules(&[("mail.*", Effect::Deny), ("records.read", Effect::Allow)])).build().unwrap();
    assert_eq!(code(&agent, "export", json!({ "to": "screen" })).await, "ok");
    assert_eq!(code(&agent, "export", json!({ "to": "mail" })).await, "denied");
    // A capability of the wrong form could slip past every rule.
    assert_eq!(code(&agent, "export", json!({ "to": "elsewhere" })).await, "failed");
    assert_eq!(ran.load(Ordering::SeqCst), 1);
    let (builder, _) = self::builder();
    let agent = builder.policy(rules(&[("records.read", Effect::Deny)])).build().unwrap();
    assert_eq!(code(&agent, "export", json!({ "to": "mail" })).await, "denied");
}

// proves POL-11
#[tokio::test]
async fn arguments_are_checked_before_the_policy() {
    let (builder, _) = builder();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let policy = policy_fn(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Decision::deny("no")
    });
    let agent = builder.policy(policy).build().unwrap();
    assert_eq!(code(&agent, "write_record", json!({ "id": "x" })).await, "invalid_arguments");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(code(&agent, "write_record", json!({ "id": "5" })).await, "denied");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

// proves POL-12, CAN-01
#[tokio::test]
async fn a_cancelled_run_is_refused_before_the_rules_are_read() {
    let (builder, ran) = builder();
    let agent = builder.policy(policy_fn(|_| panic!("nobody asks"))).build().unwrap();
    let run = agent.open_run();
    assert!(run.cancel("enough"));
    let error = agent.call_in(&run, "bare", json!({})).await.unwrap_err();
    assert!(matches!(&error, ToolError::Cancelled { reason, .. } if reason == "enough"));
    assert_eq!((ran.load(Ordering::SeqCst), run.usage().tool_calls), (0, 0));
}

/// Cancels the run while it decides.
struct Cancels;

impl Policy for Cancels {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        Box::pin(async move {
            action.run().cancel("while deciding");
            tokio::task::yield_now().await;
            Ok(Decision::allow())
        })
    }
}

// proves CAN-01
#[tokio::test]
async fn cancelled_while_a_policy_decides() {
    let (builder, ran) = builder();
    let agent = builder.policy(Cancels).build().unwrap();
    let run = agent.open_run();
    assert_eq!(agent.call_in(&run, "bare", json!({})).await.unwrap_err().code(), "cancelled");
    assert_eq!((ran.load(Ordering::SeqCst), run.usage().tool_calls), (0, 0));
}

/// What a policy of one's own does: by the id of the record.
struct Odd;

impl Policy for Odd {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        let id = action.args().as_object()["id"].as_u64().unwrap();
        match id {
            3 => panic!("before the future"),
            4 => return Box::pin(async { panic!("inside the future") }),
            _ => {}
        }
        Box::pin(async move {
            match id {
                1 => Ok(Decision::allow().named("odd")),
                2 => Ok(Decision::deny("even numbers are closed")),
                5 => Err("the secret service at 10.0.0.7 does not answer".into()),
                6 => std::future::pending().await,
                _ => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    Ok(Decision::allow())
                }
            }
        })
    }
}

// proves POL-10, POL-13
#[tokio::test(start_paused = true)]
async fn a_policy_of_ones_own_fails_closed() {
    let (builder, ran) = builder();
    let agent = builder.policy(Odd).build().unwrap();
    for (id, outcome, reason) in [
        (1, "ok", ""),
        (2, "denied", "even numbers are closed"),
        (3, "denied", "the policy could not decide"),
        (4, "denied", "the policy could not decide"),
        (5, "denied", "the policy could not decide"),
        (6, "denied", "the policy could not decide"),
        (7, "ok", ""),
    ] {
        match agent.call("write_record", json!({ "id": id })).await {
            Ok(_) => assert_eq!(outcome, "ok", "{id}"),
            Err(error) => {
                assert_eq!(error.code(), outcome, "{id}");
                assert!(
                    matches!(&error, ToolError::Denied { reason: told, .. } if told == reason),
                    "{error}"
                );
                assert!(!error.to_json().to_string().contains("10.0.0.7"));
            }
        }
    }
    assert_eq!((ran.load(Ordering::SeqCst), agent.usage().tool_calls), (2, 2));
}

// proves POL-13
#[tokio::test]
async fn a_denial_tells_the_model_what_it_can_act_on_and_no_rule() {
    let (builder, _) = builder();
    let policy = rules(&[("cache.*", Effect::Deny), ("billing.secret.*", Effect::Allow)]).named("acme");
    let agent = builder.policy(policy).build().unwrap();
    let error = agent.call("read_page", json!({})).await.unwrap_err();
    let value = error.to_json();
    assert_eq!(value["code"], "denied");
    assert_eq!(value["message"], "denied: `cache.write` is not allowed here");
    assert_eq!((&value["retryable"], &value["changes_made"]), (&json!(false), &json!(false)));
    assert!(value["suggestion"].as_str().unwrap().contains("do not repeat this call"));
    for hidden in ["billing", "cache.*", "acme", "write_record", "network.read"] {
        assert!(!value.to_string().contains(hidden), "{hidden} is in {value}");
    }
}

// proves AGT-13
#[tokio::test]
async fn what_a_tool_calls_is_judged_too() {
    let (builder, ran) = builder();
    let agent = builder.policy(rules(&[("records.*", Effect::Deny)])).build().unwrap();
    let mut events = agent.events();
    let error = agent.call("outer", json!({})).await.unwrap_err();
    assert_eq!((error.code(), error.child().unwrap().code()), ("failed", "denied"));
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    let seen: Vec<_> = std::iter::from_fn(|| events.try_next())
        .filter(|event| event.is_end())
        .map(|event| (event.tool().unwrap().to_owned(), event.name(), event.action(), event.parent()))
        .collect();
    assert_eq!(
        seen,
        [("write_record".to_owned(), "refused", 2, Some(1)), ("outer".to_owned(), "failed", 1, None)]
    );
}
