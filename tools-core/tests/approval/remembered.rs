//! Approvals that hold for the rest of a run.

use super::*;

// proves APR-11
#[tokio::test]
async fn an_approval_is_remembered_only_where_it_says_so() {
    let asked = Arc::new(AtomicUsize::new(0));
    let agent = |remember: Option<Remember>| {
        let (builder, _) = builder();
        let asked = asked.clone();
        let handler = approval_fn(move |request| {
            asked.fetch_add(1, Ordering::SeqCst);
            async move {
                let decision = request.approve("boss");
                match remember {
                    Some(what) => decision.remember(what),
                    None => decision,
                }
            }
        });
        builder.approval(handler).build().unwrap()
    };
    let calls = [
        json!({ "to": "Ada", "amount": 1, "pin": "1" }),
        json!({ "to": "Ada", "amount": 1, "pin": "1" }),
        // Another secret is another action, though it looks the same.
        json!({ "to": "Ada", "amount": 1, "pin": "2" }),
        json!({ "to": "Ada", "amount": 2, "pin": "1" }),
        // Needs more than what was approved.
        json!({ "to": "Ada", "amount": 60, "pin": "1" }),
    ];
    for (remember, expected) in [(None, 5), (Some(Remember::Tool), 2), (Some(Remember::Arguments), 4)] {
        let agent = agent(remember);
        let run = agent.open_run();
        asked.store(0, Ordering::SeqCst);
        for arguments in &calls {
            agent.call_in(&run, "pay", arguments).await.unwrap();
        }
        assert_eq!(asked.load(Ordering::SeqCst), expected, "{remember:?}");
        // For that run, and no other.
        agent.call_in(&agent.open_run(), "pay", &calls[0]).await.unwrap();
        assert_eq!(asked.load(Ordering::SeqCst), expected + 1, "{remember:?}");
    }
}

// proves APR-11
#[tokio::test]
async fn a_tool_that_changed_is_asked_about_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let handler = approval_fn(move |request| {
        count.fetch_add(1, Ordering::SeqCst);
        async move { request.approve("boss").remember(Remember::Tool) }
    });
    let version = |name: &str, description: &str, capability: &str, kind: &str| {
        let definition = Definition::builder(name, description)
            .capability(capability)
            .input(json!({ "type": "object", "properties": { "n": { "type": kind } } }))
            .build()
            .unwrap();
        tool_fn(definition, |_, _| async { Ok::<_, ToolError>(()) })
    };
    let all = CapabilityPolicy::new([("*", Effect::RequireApproval)]).unwrap();
    let agent = Agent::builder("test").policy(all).approval(handler).build().unwrap();
    let mut expected = 0;
    for (name, description, capability, kind) in [
        ("a", "Reads.", "files.read", "string"),
        ("a", "Reads all.", "files.read", "string"),
        ("a", "Reads.", "files.write", "string"),
        ("a", "Reads.", "files.read", "integer"),
        ("b", "Reads.", "files.read", "string"),
    ] {
        agent.replace(version(name, description, capability, kind)).unwrap();
        for _ in 0..2 {
            agent.call(name, ()).await.unwrap();
        }
        expected += 1;
        assert_eq!(asked.load(Ordering::SeqCst), expected, "{name} {description} {capability} {kind}");
    }
    // What was approved before is still what it was.
    agent.replace(version("a", "Reads.", "files.read", "string")).unwrap();
    agent.call("a", ()).await.unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), expected);
}
