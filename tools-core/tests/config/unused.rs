//! What of a file is not used, is odd, or names something that is gone.

use super::*;

const UNUSED_POLICY: &str = "the policy of the configuration is not used: the program has one of its own";

// proves CFG-05
#[test]
fn what_of_a_file_is_not_used_is_told() {
    let stored = || config(json!({ "tools": ["add"], "policy": { "rules": { "math.*": "deny" } } }));
    let allow = || CapabilityPolicy::new([("*", Effect::Allow)]).unwrap();
    let warnings = |builder: AgentBuilder| builder.build().unwrap().warnings().to_vec();
    assert_eq!(warnings(builder().config(stored())), [""; 0]);
    assert_eq!(warnings(builder().config(stored()).config(stored())), [""; 0]);
    assert_eq!(warnings(builder().policy(allow()).config(config(json!({ "tools": ["add"] })))), [""; 0]);
    // Once, however the two meet.
    assert_eq!(warnings(builder().policy(allow()).config(stored()).config(stored())), [UNUSED_POLICY]);
    assert_eq!(warnings(builder().config(stored()).policy(allow())), [UNUSED_POLICY]);
    let agent = builder().config(stored()).build().unwrap();
    let agent = agent.to_builder().policy(allow()).build().unwrap();
    assert_eq!(agent.warnings(), [UNUSED_POLICY]);
    assert_eq!(warnings(agent.to_builder().config(stored())), [UNUSED_POLICY]);
    // What else is odd is told beside.
    let odd = CapabilityPolicy::new([("math.ad", Effect::Deny)]).unwrap();
    let told = warnings(builder().policy(odd).config(stored()));
    assert_eq!((told.len(), told[0].as_str()), (2, UNUSED_POLICY), "{told:?}");

    let card = agent.card();
    let fixed = || builder().fixed_card(card.clone());
    let told = warnings(fixed().config(config(json!({ "tools": [], "version": "2" }))));
    assert_eq!(
        told,
        ["what the configuration says for the card is not on it: the program has a fixed card of its own"]
    );
    assert_eq!(warnings(fixed().config(config(json!({ "tools": [] })))), [""; 0]);
}

// proves CFG-02 CFG-03
#[tokio::test]
async fn a_name_that_the_file_changed_leads_to_the_new_one() {
    let told =
        |agent: Agent, name: &'static str| async move { agent.call(name, ()).await.unwrap_err().to_string() };
    let of = |value: Value| builder().state(Clock).config(config(value)).build().unwrap();
    let renamed = of(json!({ "tools": [{ "name": "add", "rename": "plus_two" }, "wait"] }));
    assert_eq!(told(renamed.clone(), "add").await, "no tool is named `add`; did you mean `plus_two`?");
    assert_eq!(told(renamed.clone(), "tiem").await, "no tool is named `tiem`");
    assert_eq!(told(renamed.clone(), "wiat").await, "no tool is named `wiat`; did you mean `wait`?");
    assert_eq!(told(of(json!({ "tools": [] })), "add").await, "no tool is named `add`");
    // Linking is blamed where nobody chose.
    assert!(told(of(json!({ "name": "x" })), "zzz").await.contains("is not linked"));

    // A second file goes on from the first one's names.
    let again = |value: Value| renamed.to_builder().config(config(value));
    let both = json!({ "tools": [{ "name": "plus_two", "rename": "sum" }, { "name": "plus_two", "rename": "total" }] });
    let agent = again(both).build().unwrap();
    for old in ["add", "plus_two"] {
        let wanted = format!("no tool is named `{old}`; did you mean `sum` or `total`?");
        assert_eq!(told(agent.clone(), old).await, wanted);
    }
    assert_eq!(told(agent.clone(), "wait").await, "no tool is named `wait`");
    assert_eq!(
        problems(again(json!({ "tools": ["add", "zzz"] }))),
        [
            "tools[0]: `add` is not known; known are `plus_two`, `wait`; a configuration before this one named it \
             `plus_two`",
            "tools[1]: `zzz` is not known; known are `plus_two`, `wait`",
        ]
    );
}

// proves CFG-01
#[test]
fn a_limit_of_nothing_is_told_and_a_budget_of_nothing_is_one() {
    let nothing = config(json!({
        "tools": [{ "name": "add", "time_limit": "0ms" }],
        "limits": {
            "time_limit": "0s", "approval_time_limit": "0h", "calls_at_once": 0, "output_bytes": 0,
            "argument_bytes": 0, "argument_depth": 0,
        },
        "tooling": { "a": { "kind": "mcp", "transport": "stdio", "command": "x", "time_limit": "0m" } },
    }));
    let starts = [
        "tools[0].time_limit: in no time no call could end",
        "limits.time_limit: in no time no call could end",
        "limits.approval_time_limit: in no time nobody could answer",
        "limits.calls_at_once: write a number from 1",
        "limits.output_bytes: write a number from 1",
        "limits.argument_bytes: write a number from 1",
        "limits.argument_depth: write a number from 1",
        "tooling.a.time_limit: in no time no call could end",
    ];
    let problems = nothing.problems();
    assert_eq!(problems.len(), starts.len(), "{problems:#?}");
    for (problem, start) in problems.iter().zip(starts) {
        assert!(problem.starts_with(start), "{problem}");
    }
    let spent = config(json!({
        "budget": { "tool_calls": 0, "model_calls": 0, "input_tokens": 0, "output_tokens": 0, "run_time": "0ms" },
        "limits": {
            "time_limit": "1ms", "approval_time_limit": "none", "calls_at_once": 1, "output_bytes": "none",
            "argument_bytes": 1, "argument_depth": 1,
        },
    }));
    assert_eq!(spent.problems(), [""; 0]);
    // What is less than a millisecond is not saved as nothing.
    let mut short = AgentConfig::default();
    short.limits.time_limit = Some(Some(Duration::from_nanos(1)));
    assert_eq!(short.problems(), [""; 0]);
    assert_eq!(serde_json::to_value(&short).unwrap(), json!({ "limits": { "time_limit": "1ms" } }));
}

// proves CFG-04
#[test]
fn a_server_is_told_where_secrets_are_and_not_what_they_are() {
    let written = json!({
        "files": { "kind": "mcp", "transport": "stdio", "command": "${HOME}/bin/files",
                   "args": ["--token", "${TOKEN}", "--price=$$5", "", "plain"] },
        "web": { "kind": "mcp", "transport": "http", "url": "https://${HOST}/mcp?key=${TOKEN}&user=a@b" },
        "whole": { "kind": "mcp", "transport": "sse", "url": "${BASE}/mcp?user=a@b" },
    });
    let read = config(json!({ "tooling": written }));
    assert_eq!(read.problems(), [""; 0]);
    assert_eq!(serde_json::to_value(&read.tooling).unwrap(), written);
    let (files, web) = (&read.tooling["files"], &read.tooling["web"]);
    assert_eq!(files.command.as_ref().unwrap().names(), ["HOME"]);
    assert_eq!(web.url.as_ref().unwrap().names(), ["HOST", "TOKEN"]);
    let lookup = |name: &str| Some(format!("<{name}${{C}}>"));
    let values: Vec<_> = files.args.iter().map(|arg| arg.resolve(lookup).unwrap()).collect();
    let values: Vec<_> = values.iter().map(|value| value.expose()).collect();
    assert_eq!(values, ["--token", "<TOKEN${C}>", "--price=$5", "", "plain"]);
    assert_eq!(files.args[1].resolve(|_| None).unwrap_err().names(), ["TOKEN"]);
    assert!(format!("{read:?}").contains("${TOKEN}"));

    for (url, wanted) in [
        ("${SCHEME}://user:hush@host/", "no user and no password"),
        ("https://user:${TOKEN}@host/", "no user and no password"),
        ("${A}@host/", "no user and no password"),
        ("ftp://${HOST}/", "starts with https://"),
        ("https:///${HOST}", "starts with https://"),
    ] {
        let mut web = ToolingConfig::new(ToolingKind::Mcp, Transport::Http);
        web.url = Some(url.parse().unwrap());
        let mut config = AgentConfig::default();
        config.tooling.insert("web".to_owned(), web);
        let problems = config.problems();
        assert!(problems.len() == 1 && problems[0].contains(wanted), "{url}: {problems:?}");
        assert!(!problems[0].contains("hush"), "{problems:?}");
    }
}

// proves CFG-01
#[tokio::test]
async fn the_file_says_when_to_warn_also_with_what_is_the_default() {
    let warned = |builder: AgentBuilder, file: Value| async move {
        let agent = builder.config(config(file)).build().unwrap();
        let mut events = agent.events();
        agent.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        while let Some(event) = events.next().await {
            match event.kind() {
                EventKind::BudgetWarning { used, .. } => return *used == 1,
                EventKind::Completed { .. } => return false,
                _ => {}
            }
        }
        false
    };
    let of =
        || Agent::builder("x").tools(TOOLS.only(["add"])).budget(Budget::new().tool_calls(2).warn_at(0.5));
    assert!(warned(of(), json!({})).await);
    assert!(warned(of(), json!({ "budget": { "warn_at": null } })).await);
    assert!(!warned(of(), json!({ "budget": { "warn_at": 0.8 } })).await);
    let given: Budget = serde_json::from_value(json!({ "warn_at": 0.8 })).unwrap();
    assert_eq!(
        (given, serde_json::to_value(given).unwrap()),
        (Budget::new().warn_at(0.8), json!({ "warn_at": 0.8 }))
    );
    assert_eq!(serde_json::to_value(Budget::new()).unwrap(), json!({}));
}
