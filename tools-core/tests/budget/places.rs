//! How many calls run at once, and how large their results are.

use super::*;

// proves BUD-08
#[tokio::test(start_paused = true)]
async fn calls_at_once() {
    let (builder, gate) = builder();
    let agent = builder.calls_at_once(3).tool_calls_at_once("wait", 2).build().unwrap();
    let call = |name: &'static str| {
        let agent = agent.clone();
        tokio::spawn(async move { agent.call(name, ()).await.map(|_| name) })
    };
    let calls: Vec<_> = ["wait", "wait", "wait", "wait_too", "wait_too"].map(call).into_iter().collect();
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    // Two of one tool, one of the other: three of the agent.
    assert_eq!(gate.inside.load(Ordering::SeqCst), 3);
    gate.open.add_permits(5);
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(gate.most.load(Ordering::SeqCst), 3);

    // Who waits can be cancelled, and holds no place.
    let run = agent.open_run();
    let holders: Vec<_> = (0..3).map(|_| call("wait_too")).collect();
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    let waits = tokio::spawn({
        let (agent, run) = (agent.clone(), run.clone());
        async move { agent.call_in(&run, "wait_too", ()).await.unwrap_err().code() }
    });
    tokio::task::yield_now().await;
    let used = agent.usage().tool_calls;
    run.cancel("no patience");
    assert_eq!((waits.await.unwrap(), agent.usage().tool_calls), ("cancelled", used));
    gate.open.add_permits(3);
    for call in holders {
        call.await.unwrap().unwrap();
    }
    assert_eq!(agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap().text(), "2");
}

// proves BUD-08, AGT-13
#[tokio::test(start_paused = true)]
async fn a_child_waits_for_no_place_of_its_parents() {
    let (builder, _) = builder();
    let agent = builder.calls_at_once(1).tool_calls_at_once("nest", 1).build().unwrap();
    assert_eq!(agent.call("nest", json!({ "levels": 10 })).await.unwrap().text(), "10");
    // The place is back.
    assert_eq!(agent.call("nest", json!({ "levels": 1 })).await.unwrap().text(), "1");
}

// proves BUD-08
#[test]
fn limits_that_let_nothing_run() {
    let (builder, _) = builder();
    let errors = builder
        .calls_at_once(0)
        .tool_calls_at_once("add", 0)
        .tool_calls_at_once("ad", 1)
        .build()
        .unwrap_err();
    let [agent, unknown, tool] = errors.problems() else { panic!("{errors}") };
    assert!(agent.contains("`calls_at_once(0)`"), "{agent}");
    assert!(unknown.contains("\"ad\"") && unknown.contains("`add`"), "{unknown}");
    assert!(tool.contains("(\"add\", 0)"), "{tool}");
}

// proves BUD-09
#[tokio::test]
async fn results_over_the_limit() {
    let (builder, _) = builder();
    let agent = builder.build().unwrap();
    let text = agent.call("long_text", json!({ "bytes": 300_000 })).await.unwrap();
    assert!(text.text().len() <= 256 * 1024);
    assert!(text.text().ends_with("bytes are missing: the result was over the limit of 262144 bytes]"));
    let error = agent.call("long_list", json!({ "items": 200_000 })).await.unwrap_err();
    assert_eq!((error.code(), error.retryable(), error.changes_made()), ("failed", false, None));
    assert!(error.to_string().contains("400001 bytes, over the limit of 262144"), "{error}");

    let small = agent.to_builder().output_limit(100).build().unwrap();
    assert_eq!(small.call("long_text", json!({ "bytes": 98 })).await.unwrap().text().len(), 98);
    assert!(small.call("long_text", json!({ "bytes": 101 })).await.unwrap().text().len() <= 100);
    let all = agent.to_builder().output_limit(None).build().unwrap();
    assert_eq!(all.call("long_text", json!({ "bytes": 300_000 })).await.unwrap().text().len(), 300_000);
}
