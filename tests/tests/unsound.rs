//! Faults that only a tool's real schema shows: told when the agent is built,
//! and by the test that `tool_crate!` writes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use schemars::JsonSchema;
use serde::Deserialize;
use tools_core::{
    Agent, ToolCrate,
    testing::{self, Docs},
    tool,
};

// Without `tool_crate!`: its generated test would fail, as it should.
const TOOLS: ToolCrate = tools_core::__private::tool_crate_here!();

/// Flattens a number.
#[tool]
async fn flat_number(#[arg(flatten)] number: u32) -> u32 {
    number
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: u32 },
}

/// Flattens an enum.
#[tool]
async fn flat_enum(#[arg(flatten)] shape: Shape) -> u32 {
    let Shape::Circle { radius } = shape;
    radius
}

#[derive(Deserialize, JsonSchema)]
struct Page {
    page: u32,
    #[serde(rename = "the size")]
    size: Option<u32>,
}

/// Flattens two structs with one field.
#[tool]
async fn flat_clash(page: String, #[arg(flatten)] other: Page) -> String {
    format!("{page} {} {:?}", other.page, other.size)
}

/// Has a default outside its range.
#[tool]
async fn bad_default(
    /// How many.
    #[arg(default = 50, range = 1..=20)]
    limit: u32,
) -> u32 {
    limit
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Room {
    Single,
}

/// Has an example that its own type refuses.
#[tool(examples = [{ "room": "tent" }])]
async fn bad_example(
    /// The room.
    room: Room,
) -> bool {
    matches!(room, Room::Single)
}

/// Has an example that is only right when it is coerced.
#[tool(examples = [{ "room": "Single" }])]
async fn coerced_example(
    /// The room.
    room: Room,
) -> bool {
    matches!(room, Room::Single)
}

/// Has a pattern that is none.
#[tool]
async fn bad_pattern(
    /// A code.
    #[arg(pattern = "[a-")]
    code: String,
) -> String {
    code
}

/// Has a parameter without a doc comment.
#[tool]
async fn undocumented(text: String) -> String {
    text
}

mod twice {
    use tools_core::tool;

    /// The same name again.
    #[tool(name = "undocumented")]
    async fn other() {}
}

// proves MAC-30, MAC-29
#[test]
fn flatten_is_told_when_the_agent_is_built() {
    let error = Agent::builder("a")
        .tools(TOOLS.only(["flat_number", "flat_enum", "flat_clash"]))
        .build()
        .unwrap_err();
    let text = error.to_string();
    assert_eq!(error.problems().len(), 3, "{text}");
    for told in [
        "tool `flat_number`: parameter `number`: `flatten` is for structs with named fields, and this is none",
        "tool `flat_enum`: parameter `shape`: `flatten` is for structs with named fields, and this is none",
        "tool `flat_clash`: parameter `other`: two parameters are named `page`",
        "tests/unsound.rs:",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

// proves MAC-21, MAC-27, MAC-29, MAC-30, MAC-31, ARG-17
#[test]
fn the_generated_test_tells_every_fault() {
    let unsound = testing::check_crate(TOOLS, Docs::Required).unwrap_err().to_string();
    for told in [
        "tool `flat_number`: parameter `number`: `flatten` is for structs",
        "tool `flat_enum`: parameter `shape`: `flatten` is for structs",
        "tool `flat_clash`: parameter `other`: two parameters are named `page`",
        "tool `bad_default`: schema at /properties/limit: the default of `limit`, 50, is not valid: /limit: must be at most 20, got 50",
        "tool `bad_example`: the example {\"room\":\"tent\"} is not valid: /room: must be one of \"single\", got \"tent\"",
        "tool `coerced_example`: the example {\"room\":\"Single\"} is valid only when it is coerced",
        "tool `bad_pattern`: schema at /properties/code/pattern: this schema does not compile",
        "tool `undocumented`: parameter `text` has no doc comment",
        "two tools are named `undocumented`:",
    ] {
        assert!(unsound.contains(told), "{told}\n---\n{unsound}");
    }
    // What the crate does not ask for is not told.
    assert!(!testing::check_crate(TOOLS, Docs::Optional).unwrap_err().to_string().contains("doc comment"));
}
