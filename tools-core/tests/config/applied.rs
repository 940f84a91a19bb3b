//! What a file says, in the agent that is built from it.

use super::*;

// proves CFG-03
#[tokio::test]
async fn tools_have_the_form_that_the_file_gives_them() {
    let overrides = config(json!({ "tools": [
        "wait",
        { "name": "add", "rename": "sum", "description": "Sums up.", "capabilities": ["books.write", "math.add"],
          "time_limit": "3s", "calls_at_once": 1 },
        { "name": "add", "time_limit": "none" },
        { "name": "wait", "rename": "nap", "time_limit": "1ms" },
    ] }));
    let agent = builder().tool_calls_at_once("add", 3).tool_calls_at_once("time", 3).config(overrides);
    let agent = agent.build().unwrap();
    assert_eq!(names(&agent), ["add", "nap", "sum", "wait"]);
    let sum = agent.tool("sum").unwrap();
    let (sum, add) = (sum.definition(), agent.tool("add").unwrap().definition().clone());
    assert_eq!(sum.description(), "Sums up.");
    assert!(sum.declaration().contains(r#""name":"sum","description":"Sums up.""#), "{}", sum.declaration());
    let capabilities: Vec<&str> = sum.capabilities().iter().map(|capability| capability.as_str()).collect();
    assert_eq!(capabilities, ["math.add", "books.write"]);
    assert_eq!(sum.time_limit(), Some(Some(Duration::from_secs(3))));
    assert_eq!((add.description(), add.time_limit()), ("Adds two numbers.", Some(None)));
    assert!(Arc::ptr_eq(sum.input(), add.input()), "the schema is shared");
    assert_eq!(agent.call("sum", json!({ "a": 1, "b": 2 })).await.unwrap().value(), json!(3));
    assert_eq!(agent.call("nap", ()).await.unwrap_err().code(), "timeout");

    // The agent can be built anew, and configured once more.
    let again = agent.to_builder().config(config(json!({ "tools": [{ "name": "sum", "rename": "total" }] })));
    let again = again.build().unwrap();
    assert_eq!(names(&again), ["total"]);
    assert_eq!(again.tool("total").unwrap().definition().capabilities().len(), 2);
    assert_eq!(names(&agent.to_builder().build().unwrap()), names(&agent));
    // A tool as it was does not pass for the one that was changed.
    let plain = agent.to_builder().tools(TOOLS.only(["add"])).build().unwrap_err();
    assert!(plain.to_string().contains("2 tools are named `add`"), "{plain}");
}

// proves CFG-03
#[tokio::test]
async fn capabilities_are_added_and_prepare_is_asked() {
    let seen = policy_fn(|action| match action.capabilities() {
        [own, added] if own.as_str() == "math.add" && added.as_str() == "books.write" => Decision::allow(),
        other => Decision::deny(format!("{other:?}")),
    });
    let changed = config(json!({ "tools": [{ "name": "add", "capabilities": ["books.write"] }] }));
    let agent = builder().policy(seen).config(changed).build().unwrap();
    assert!(agent.call("add", json!({ "a": 1, "b": 2 })).await.is_ok());
    let error = agent.call("add", json!({ "a": 99, "b": 2 })).await.unwrap_err();
    assert!(error.to_string().contains("math.huge"), "{error}");
}

// proves CFG-05
#[tokio::test]
async fn policy_and_approval_of_code_win_over_the_file() {
    let stored = || config(json!({ "tools": ["add"], "policy": { "rules": { "*": "deny" } } }));
    let call = |builder: AgentBuilder| async move {
        builder.build().unwrap().call("add", json!({ "a": 1, "b": 2 })).await.map_err(|error| error.code())
    };
    let allow = || CapabilityPolicy::new([("*", Effect::Allow)]).unwrap();
    assert_eq!(call(builder().config(stored())).await.unwrap_err(), "denied");
    assert!(call(builder().policy(allow()).config(stored())).await.is_ok());
    assert!(call(builder().config(stored()).policy(allow())).await.is_ok());
    assert!(call(builder().policy(allow()).build_state().to_builder().config(stored())).await.is_ok());
    // Of two files the later holds; one of before is no code.
    let agent = builder().config(config(json!({ "tools": ["add"], "policy": {} }))).build().unwrap();
    assert_eq!(call(agent.to_builder().config(stored())).await.unwrap_err(), "denied");

    let asks = || config(json!({ "tools": ["add"], "policy": { "rules": { "*": "require_approval" } } }));
    assert_eq!(call(builder().config(asks())).await.unwrap_err(), "approval_required");
    let yes = approval_fn(|request| async move { request.approve("a test") });
    assert!(call(builder().config(asks()).approval(yes)).await.is_ok());
}

trait BuildState {
    fn build_state(self) -> Agent;
}

impl BuildState for AgentBuilder {
    /// With all tools, so that they can be chosen later.
    fn build_state(self) -> Agent {
        self.state(Clock).build().unwrap()
    }
}

// proves CFG-01
#[tokio::test]
async fn card_budget_and_limits_of_the_file_win_over_code() {
    let builder = builder()
        .state(Clock)
        .description("of the program")
        .version("1")
        .skill(Skill::new("code", "of the program"))
        .budget(Budget::new().tool_calls(9).model_calls(9))
        .time_limit(Duration::from_secs(9));
    let file = config(json!({
        "name": "file", "version": "2", "url": "https://example.org", "skills": [{ "id": "file" }],
        "budget": { "tool_calls": 1 }, "limits": { "time_limit": "1ms", "output_bytes": "none" },
    }));
    let agent = builder.config(file).build().unwrap();
    let card = agent.card();
    assert_eq!((card.name.as_str(), card.description.as_str()), ("file", "of the program"));
    assert_eq!((card.version.as_deref(), card.url.as_deref()), (Some("2"), Some("https://example.org")));
    assert_eq!(card.skills[0].id, "file");
    assert!(card.skills.iter().all(|skill| skill.id != "code"));
    assert_eq!(agent.call("wait", ()).await.unwrap_err().code(), "timeout");
    assert_eq!(agent.call("wait", ()).await.unwrap_err().code(), "budget_exceeded");
    // What the file does not say stays.
    let agent = Agent::builder("x").tools(TOOLS.only(["add"])).budget(Budget::new().tool_calls(1));
    let agent = agent.config(config(json!({ "budget": { "model_calls": 5 } }))).build().unwrap();
    assert!(agent.call("add", json!({ "a": 1, "b": 2 })).await.is_ok());
    assert!(agent.call("add", json!({ "a": 1, "b": 2 })).await.is_err());
}
