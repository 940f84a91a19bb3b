//! What of an agent stands in a file, and what becomes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tools_core::{
    Agent, AgentBuilder, AgentConfig, Budget, CapabilityPolicy, ConfigText, Decision, Effect, EventKind,
    Prepared, SecretText, Skill, ToolConfig, ToolingConfig, ToolingKind, Transport, approval_fn, json,
    policy_fn, tool,
};

#[path = "config/applied.rs"]
mod applied;
#[path = "config/unused.rs"]
mod unused;

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
