//! What of an agent stands in a file, and what becomes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tools_core::{
    Agent, AgentBuilder, AgentConfig, Budget, CapabilityPolicy, ConfigText, Decision, Effect, EventKind,
    Prepared, SecretText, Skill, ToolConfig, ToolingConfig, ToolingKind, Transport, approval_fn, json,
    policy_fn, tool,
};

tools_core::tool_crate!();

/// Adds two numbers.
#[tool(capabilities = ["math.add"], time_limit = "7s", prepare = prepare_add)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn prepare_add(a: i64, b: i64) -> Prepared {
    if a == 99 {
        Prepared::new().capability("math.huge")
    } else {
        Prepared::new().preview(format!("{a}+{b}"))
    }
}

/// Waits for ever.
#[tool]
async fn wait() {
    std::future::pending::<()>().await;
}

struct Clock;

/// Tells the time, of a clock that this program does not have.
#[tool]
async fn time(clock: &Clock) -> u8 {
    let _ = clock;
    7
}

fn builder() -> AgentBuilder {
    Agent::builder("program").tools(TOOLS)
}

fn config(value: Value) -> AgentConfig {
    serde_json::from_value(value).unwrap()
}

fn problems(builder: AgentBuilder) -> Vec<String> {
    builder.build().unwrap_err().problems().to_vec()
}

fn names(agent: &Agent) -> Vec<String> {
    agent.definitions().iter().map(|definition| definition.name().to_owned()).collect()
}

// proves CFG-01
#[test]
fn what_is_written_is_read_and_what_is_default_is_not_written() {
    assert_eq!(serde_json::to_value(AgentConfig::default()).unwrap(), json!({}));
    assert_eq!(config(json!({})), AgentConfig::default());
    let whole = json!({
        "name": "bookkeeper",
        "description": "Keeps books.",
        "version": "1.0",
        "url": "https://example.org",
        "record_contents": false,
        "tools": [
            "add",
            { "name": "wait", "rename": "pause", "description": "Waits.", "capabilities": ["time.wait"],
              "time_limit": "none", "calls_at_once": 2 },
            "tooling:files",
        ],
        "limits": {
            "time_limit": "30s", "approval_time_limit": "none", "calls_at_once": "none", "output_bytes": 1000,
            "argument_bytes": 2000, "argument_depth": 9,
        },
        "budget": { "tool_calls": 5, "run_time": "2m" },
        "policy": { "name": "house", "default": "deny", "rules": { "math.*": "allow" } },
        "skills": [{ "id": "sums", "description": "Sums up.", "tags": ["math"] }],
        "tooling": {
            "files": {
                "kind": "mcp", "transport": "stdio", "command": "npx", "args": ["-y"], "env": { "KEY": "${FILES_KEY}" },
                "capabilities": ["files.read"], "time_limit": "500ms",
            },
            "web": {
                "kind": "mcp", "transport": "http", "url": "https://example.org/mcp",
                "headers": { "Authorization": "Bearer ${TOKEN} and $$" },
            },
        },
    });
    let read = config(whole.clone());
    assert_eq!(read.problems(), [""; 0]);
    assert_eq!(serde_json::to_value(&read).unwrap(), whole);
    assert_eq!(read.limits.time_limit, Some(Some(Duration::from_secs(30))));
    assert_eq!(read.limits.calls_at_once, Some(None));
    assert_eq!(read.tools.as_ref().unwrap()[1].time_limit, Some(None));
}

// proves CFG-01 CFG-02 CFG-04
#[test]
fn what_cannot_be_read_says_what_to_write() {
    let server = |more: Value| {
        let mut all = json!({ "kind": "mcp", "transport": "stdio", "command": "x" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "tooling": { "files": all } })
    };
    for (value, wanted) in [
        (json!({ "tool": [] }), "unknown field `tool`"),
        (json!({ "tools": [{ "name": "add", "time_limt": "3s" }] }), "unknown field `time_limt`"),
        (json!({ "tools": [{ "rename": "a" }] }), "missing field `name`"),
        (json!({ "tools": [7] }), "the name of a tool such as \"calculator\", or a table"),
        (json!({ "tools": [{ "name": "add", "capabilities": ["math.*"] }] }), "has a wildcard"),
        (json!({ "limits": { "time_limit": 30 } }), "a time such as \"30s\", or \"none\""),
        (json!({ "limits": { "time_limit": null } }), "a time such as \"30s\", or \"none\""),
        (json!({ "limits": { "time_limit": "30" } }), "\"none\" is no limit"),
        (json!({ "limits": { "calls_at_once": "no" } }), "a whole number such as 4, or \"none\""),
        (json!({ "limits": { "calls_at_once": -1 } }), "a whole number such as 4, or \"none\""),
        (json!({ "policy": { "rules": { "a": "alow" } } }), "did you mean `allow`?"),
        (server(json!({ "kind": "mpc" })), "unknown variant `mpc`, expected `mcp`"),
        (server(json!({ "capabilities": ["Files"] })), "`Files` is no capability"),
        (server(json!({ "env": { "KEY": "hush" } })), "write `${NAME}`, and set the variable NAME"),
        (server(json!({ "env": { "KEY": "hush$" } })), "a literal `$` is written `$$`"),
        (server(json!({ "env": { "KEY": "${hush" } })), "a literal `$` is written `$$`"),
        (server(json!({ "env": { "KEY": "${9hush}" } })), "a literal `$` is written `$$`"),
        (server(json!({ "env": { "KEY": "$$hush" } })), "write `${NAME}`, and set the variable NAME"),
        (server(json!({ "env": { "KEY": 4_242_424 } })), "a number, expected a text such as \"${NAME}\""),
        (server(json!({ "env": "KEY=hush" })), "a text, expected a table whose values are texts"),
        (server(json!({ "args": "--token hush" })), "a text, expected a list of texts"),
        (server(json!({ "args": [4_242_424] })), "a number, expected a text"),
        (server(json!({ "args": ["--token", "$hush"] })), "a literal `$` is written `$$`"),
        (server(json!({ "command": "hush$" })), "a literal `$` is written `$$`"),
        (server(json!({ "url": "https://hush/${" })), "a literal `$` is written `$$`"),
        (server(json!({ "headers": ["hush"] })), "sequence, expected a table whose values are texts"),
    ] {
        let error = serde_json::from_value::<AgentConfig>(value.clone()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{value}: {error}");
        assert!(!error.contains("hush") && !error.contains("4242424"), "{value}: {error}");
    }
    for (text, wanted) in [
        (r#"{ "name": "a", "name": "b" }"#, "duplicate field `name`"),
        (r#"{ "tooling": { "a": {"kind":"mcp","transport":"sse"}, "a": {} } }"#, "is there twice"),
    ] {
        let error = serde_json::from_str::<AgentConfig>(text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

// proves CFG-01 CFG-02
#[test]
fn what_does_not_fit_together_is_told_with_its_path() {
    let mut bad = config(json!({
        "tools": [
            "tooling:flies",
            { "name": "tooling:files", "rename": "f" },
            { "name": "add", "rename": "a b", "description": " ", "calls_at_once": 0 },
            "wait",
            { "name": "time", "rename": "wait" },
        ],
        "limits": { "calls_at_once": 0 },
        "tooling": {
            "files": { "kind": "mcp", "transport": "stdio", "url": "https://x", "headers": { "A": "${B}" } },
            "web": { "kind": "mcp", "transport": "http", "command": "x", "args": ["y"] },
            "two words": { "kind": "mcp", "transport": "sse", "url": "https://user:hush@example.org/" },
        },
    }));
    let mut ftp = ToolingConfig::new(ToolingKind::Mcp, Transport::Http);
    ftp.url = Some(ConfigText::literal("ftp://hush"));
    bad.tooling.insert("ftp".into(), ftp);
    let problems = bad.problems();
    let starts = [
        "tools[0]: `tooling:flies` is not known; known are `tooling:files`, `tooling:ftp`, `tooling:two words`, \
         `tooling:web` (did you mean `tooling:files`, `tooling:ftp` or `tooling:web`?); a table `tooling.flies` says how it is reached",
        "tools[1]: all tools of a server have one form",
        "tools[2].rename: `a b` cannot name a tool",
        "tools[2].description: is blank",
        "tools[2].calls_at_once: write a number from 1",
        "tools[4]: the name `wait` is that of tools[3] already",
        "limits.calls_at_once: write a number from 1",
        "tooling.files.url: a server with transport `stdio` has none",
        "tooling.files.headers: a server with transport `stdio` has none",
        "tooling.files: transport `stdio` starts a program: write `command`",
        "tooling.ftp.url: an address starts with https://",
        "tooling: `two words` cannot name a server",
        "tooling.two words.url: an address has no user and no password",
        "tooling.web.command: a server with transport `http` has none",
        "tooling.web.args: a server with transport `http` has none",
        "tooling.web: transport `http` needs an address: write `url`",
    ];
    assert_eq!(problems.len(), starts.len(), "{problems:#?}");
    for (problem, start) in problems.iter().zip(starts) {
        assert!(problem.starts_with(start), "{problem}");
        assert!(!problem.contains("hush"), "{problem}");
    }
    // An agent is not built with it, and each is told once, with what else is wrong.
    let error = builder().tool_calls_at_once("nothing", 1).config(bad).build().unwrap_err();
    assert_eq!(error.problems()[..starts.len()], problems);
    let rest = &error.problems()[starts.len()..];
    assert_eq!(rest.len(), 3, "{error}");
    assert!(rest[0].starts_with("tools[1]: `tooling:files` is a server of kind `mcp`"), "{error}");
    assert!(rest[1].starts_with("no `config::Clock` is lent"), "{error}");
    assert!(rest[2].starts_with("`tool_calls_at_once(\"nothing\", …)` names no tool"), "{error}");
}

// proves CFG-02
#[test]
fn tools_are_those_that_are_named() {
    // What is left out needs no state.
    let agent = builder().config(config(json!({ "tools": ["add", "wait"] }))).build().unwrap();
    assert_eq!(names(&agent), ["add", "wait"]);
    let agent = builder().config(config(json!({ "tools": [] }))).build().unwrap();
    assert_eq!(names(&agent), [""; 0]);
    let agent = builder().state(Clock).config(config(json!({ "name": "x" }))).build().unwrap();
    assert_eq!(names(&agent), ["add", "time", "wait"]);

    for (name, wanted) in [
        ("ad", "tools[1]: `ad` is not known; known are `add`, `time`, `wait` (did you mean `add`?)"),
        ("config::add", "write the name by which a model calls it, or `tooling:NAME`"),
        ("./libadd.so", "write the name by which a model calls it, or `tooling:NAME`"),
        ("calculator", "`calculator` is not known; known are `add`, `time`, `wait`\n  linked are"),
    ] {
        let problems = problems(builder().config(config(json!({ "tools": ["add", name] }))));
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains(wanted), "{problems:?}");
    }
}

// proves CFG-02 CFG-06
#[test]
fn servers_are_not_connected_yet() {
    let server = json!({ "files": { "kind": "mcp", "transport": "stdio", "command": "/no/such/program" } });
    let unused = config(json!({ "tools": ["add"], "tooling": server }));
    assert!(builder().config(unused).build().is_ok());
    let used = config(json!({ "tools": ["add", "tooling:files"], "tooling": server }));
    assert_eq!(
        problems(builder().config(used)),
        [
            "tools[1]: `tooling:files` is a server of kind `mcp`, and this program has no tooling of kind `mcp`"
        ]
    );
}

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

// proves CFG-04
#[test]
fn secrets_are_looked_up_when_they_are_used_and_never_shown() {
    let text: SecretText = "${A}-$$-${B}${A}".parse().unwrap();
    assert_eq!(text.names(), ["A", "B"]);
    let value = text.resolve(|name| Some(format!("<{name}${{C}}>"))).unwrap();
    assert_eq!(value.expose(), "<A${C}>-$-<B${C}><A${C}>");
    assert_eq!(
        format!("{value} {value:?} {text} {text:?}"),
        "[redacted] [redacted] ${A}-$$-${B}${A} \"${A}-$$-${B}${A}\""
    );
    let missing = text.resolve(|name| (name == "B").then(|| "hush".to_owned())).unwrap_err();
    assert_eq!(missing.names(), ["A"]);
    assert_eq!(missing.to_string(), "the variable `A` is not set: set it where the program runs");
    let missing = text.resolve(|_| None).unwrap_err();
    assert_eq!(missing.to_string(), "the variables `A`, `B` are not set: set them where the program runs");
    assert_eq!(serde_json::to_value(&text).unwrap(), json!("${A}-$$-${B}${A}"));
    assert_eq!(ToolConfig::new("tooling:a").tooling(), Some("a"));
}

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
