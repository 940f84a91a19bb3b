//! Tools of several crates in one agent.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use hotels::Hotels;
use tools_core::{Agent, Definition, ToolError, json, linked, tool, tool_fn};

tools_core::tool_crate!();

/// Counts letters: a name that another crate has too.
#[tool]
async fn count_words(text: String) -> usize {
    text.chars().count()
}

mod private {
    mod deep {
        use tools_core::tool;

        /// In a private module, with a parameter named as elsewhere.
        #[tool]
        async fn hidden(text: String) -> String {
            text
        }
    }
}

fn made(name: &str) -> impl tools_core::Tool + use<> {
    let definition = Definition::builder(name, "Made at run time.").build().unwrap();
    let name = name.to_owned();
    tool_fn(definition, move |_, _| {
        let name = name.clone();
        async move { Ok::<_, ToolError>(name) }
    })
}

// proves REG-01, MAC-09
#[test]
fn crates_that_are_named_are_collected() {
    let agent = Agent::builder("all").tools(linked().exclude(["hidden"])).state(Hotels::default()).build();
    let error = agent.unwrap_err().to_string();
    assert!(error.contains("2 tools are named `count_words`"), "{error}");
    assert_eq!(TOOLS.names(), ["count_words", "hidden"]);
    assert_eq!(hotels::TOOLS.names(), ["book_hotel", "list_bookings"]);
    assert_eq!(units::TOOLS.names(), ["count_words", "fahrenheit_to_celsius"]);
    let agent = Agent::builder("two")
        .tools(units::TOOLS)
        .tools(hotels::TOOLS)
        .state(Hotels::default())
        .build()
        .unwrap();
    let names: Vec<String> =
        agent.definitions().iter().map(|definition| definition.name().to_owned()).collect();
    assert_eq!(
        names,
        ["book_hotel", "count_words", "fahrenheit_to_celsius", "list_bookings"],
        "in name order"
    );
}

// proves REG-03
#[test]
fn two_tools_with_one_name() {
    let error =
        Agent::builder("clash").tools(units::TOOLS).tools(TOOLS).tools(hotels::TOOLS).build().unwrap_err();
    let text = error.to_string();
    assert_eq!(error.problems().len(), 2, "every other problem too: {text}");
    assert!(text.contains("2 tools are named `count_words`:"), "{text}");
    assert!(text.contains("(units 0.1.0, units)") && text.contains("tests/registry.rs:"), "{text}");
    assert!(text.contains("no `hotels::Hotels` is lent"), "{text}");
    // One tool that is named twice is one.
    assert!(
        Agent::builder("twice").tools(units::TOOLS).tools(units::TOOLS.only(["count_words"])).build().is_ok()
    );
}

// proves REG-04
#[test]
fn names_that_are_not_there() {
    let only = Agent::builder("a").tools(units::TOOLS.only(["count_word"])).build().unwrap_err().to_string();
    assert!(only.contains("`units` has no tool named `count_word`; did you mean `count_words`?"), "{only}");
    assert!(only.contains("its tools are `count_words`, `fahrenheit_to_celsius`"), "{only}");
    assert!(
        only.contains("linked are `hotels`, `tools-tests`, `units`") || only.contains("`units`"),
        "{only}"
    );
    assert!(only.contains("a crate that nothing names is not linked"), "{only}");
    for set in [
        units::TOOLS.exclude(["nope"]),
        units::TOOLS.rename("nope", "yes"),
        units::TOOLS.with_tag("nope"),
        units::TOOLS.prefix("x_").only(["count_words"]),
    ] {
        assert!(Agent::builder("a").tools(set).build().is_err());
    }
}

// proves REG-05
#[tokio::test]
async fn choosing_and_renaming() {
    let agent = Agent::builder("a")
        .tools(units::TOOLS.exclude(["fahrenheit_to_celsius"]).prefix("units_"))
        .tools(TOOLS.rename("count_words", "count_letters").exclude(["hidden"]))
        .tools(hotels::TOOLS.with_tag("travel").only(["list_bookings"]))
        .state(Hotels::default())
        .build()
        .unwrap();
    let names: Vec<String> =
        agent.definitions().iter().map(|definition| definition.name().to_owned()).collect();
    assert_eq!(names, ["count_letters", "list_bookings", "units_count_words"]);
    let text = json!({ "text": "two words" });
    assert_eq!(agent.call("units_count_words", text.clone()).await.unwrap().text(), "2");
    assert_eq!(agent.call("count_letters", text).await.unwrap().text(), "9");
    let error = agent.call("units_count_words", json!({})).await.unwrap_err().to_string();
    assert!(error.contains("`units_count_words`"), "errors name what was called: {error}");
    for prefix in ["9_", "a b", &"x".repeat(60)] {
        let error = Agent::builder("a").tools(units::TOOLS.prefix(prefix)).build().unwrap_err().to_string();
        assert!(error.contains("a tool"), "the names keep the rule: {error}");
    }
}

// proves REG-06, REG-08
#[tokio::test]
async fn a_tool_replaces_another_only_when_asked_to() {
    let agent = Agent::builder("a").tool(made("one")).build().unwrap();
    let error = agent.add(made("one")).unwrap_err().to_string();
    assert!(error.contains("2 tools are named `one`"), "{error}");
    agent.add(made("two")).unwrap();
    let old = agent.replace(made("two")).unwrap().unwrap();
    assert_eq!(old.definition().name(), "two");
    assert!(agent.replace(made("three")).unwrap().is_none());
    assert_eq!(agent.call("three", ()).await.unwrap().text(), "three");
}

// proves REG-07
#[tokio::test]
async fn tools_change_while_the_agent_runs() {
    let agent = Agent::builder("a").tools(units::TOOLS).build().unwrap();
    let mut watch = agent.watch_tools();
    let missing = agent.add(hotels::TOOLS.get("list_bookings").unwrap()).unwrap_err().to_string();
    assert!(missing.contains("no `hotels::Hotels` is lent"), "{missing}");
    // A call in flight finishes with what it started with.
    let started = Arc::new(tokio::sync::Notify::new());
    let go = Arc::new(tokio::sync::Notify::new());
    let slow = tool_fn(Definition::builder("slow", "Waits.").build().unwrap(), {
        let (started, go) = (started.clone(), go.clone());
        move |_, _| {
            let (started, go) = (started.clone(), go.clone());
            async move {
                started.notify_one();
                go.notified().await;
                Ok::<_, ToolError>("old")
            }
        }
    });
    agent.add(slow).unwrap();
    assert!(watch.changed().await);
    let call = tokio::spawn({
        let agent = agent.clone();
        async move { agent.call("slow", ()).await }
    });
    started.notified().await;
    assert!(agent.remove("slow").is_some() && agent.remove("slow").is_none());
    assert!(watch.changed().await);
    assert_eq!(agent.call("slow", ()).await.unwrap_err().code(), "unknown_tool");
    go.notify_one();
    assert_eq!(call.await.unwrap().unwrap().text(), "old");
    drop(agent);
    assert!(!watch.changed().await, "the agent is gone");
}

// proves REG-02
#[test]
fn a_crate_that_brings_no_tool_is_a_build_error() {
    let place =
        tools_core::Origin::source("empty_crate", "src/lib.rs", 1, Some("empty-crate"), Some("0.1.0"));
    let error = Agent::builder("a").tools(tools_core::ToolCrate::of(place)).build().unwrap_err().to_string();
    assert!(error.contains("`empty-crate` is linked and brings no tool"), "{error}");
}
