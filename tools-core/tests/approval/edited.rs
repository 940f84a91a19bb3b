//! Approvals with other arguments.

use super::*;

// proves APR-04
#[tokio::test]
async fn edited_arguments() {
    // What the person writes, and what comes of it.
    let cases = [
        (json!({ "to": "Bob", "amount": "5", "pin": "[redacted]" }), Ok("5 EUR to Bob, 4711")),
        (json!({ "to": "Bob", "amount": 5, "currency": "USD", "pin": "0000" }), Ok("5 USD to Bob, 0000")),
        (json!({ "to": "Bob", "amount": 5 }), Ok("5 EUR to Bob, ")),
        (json!({ "to": "Bob", "amount": 500 }), Err("/amount")),
        (json!({ "to": "Bob", "amount": 5, "tip": 1 }), Err("/tip")),
        (json!({ "amount": 5 }), Err("/to")),
    ];
    for (edited, outcome) in cases {
        let (builder, paid) = builder();
        let queue = ApprovalQueue::new();
        let agent = builder.approval(queue.clone()).build().unwrap();
        let (call, request) = waiting(&agent, &queue, arguments()).await;
        let accepted = queue.decide(request.approve("boss").with_arguments(map(edited.clone())));
        match outcome {
            Ok(expected) => {
                accepted.unwrap();
                call.await.unwrap().unwrap();
                assert_eq!(paid.seen(), [expected]);
            }
            Err(pointer) => {
                let error = accepted.unwrap_err();
                assert!(matches!(error, NotAccepted::Arguments(_)), "{error}");
                assert!(error.to_string().contains(pointer), "{error}");
                // The call waits on; the original can still be approved.
                queue.decide(request.approve("boss")).unwrap();
                call.await.unwrap().unwrap();
                assert_eq!(paid.seen(), ["20 EUR to Ada, 4711"]);
            }
        }
    }
}

// proves APR-04, POL-04
#[tokio::test]
async fn edits_are_judged_again_and_may_need_no_more() {
    let (builder, paid) = builder();
    let queue = ApprovalQueue::new();
    let agent = builder.approval(queue.clone()).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    let more = map(json!({ "to": "Ada", "amount": 80 }));
    queue.decide(request.approve("boss").with_arguments(more)).unwrap();
    let error = call.await.unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "denied: the edited arguments need `payments.large`, which was not approved"
    );

    let no_bob = policy_fn(|action| match action.args().as_object()["to"].as_str() {
        Some("Bob") => Decision::deny("Bob is blocked"),
        _ => Decision::require_approval("a payment"),
    });
    let agent = agent.to_builder().policy(no_bob).build().unwrap();
    let (call, request) = waiting(&agent, &queue, arguments()).await;
    let to_bob = map(json!({ "to": "Bob", "amount": 1 }));
    queue.decide(request.approve("boss").with_arguments(to_bob)).unwrap();
    assert_eq!(call.await.unwrap().unwrap_err().to_string(), "denied: Bob is blocked");
    assert!(paid.seen().is_empty());
}
