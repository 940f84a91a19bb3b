//! What an agent is built from, and what it tells of itself.

use super::*;

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
