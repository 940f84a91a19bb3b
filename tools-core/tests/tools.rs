//! What a tool is, and what `#[tool]` makes of a function.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{collections::HashMap, fmt, sync::Arc, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tools_core::{Agent, Content, Hints, Output, Tool, ToolError, json, testing, tool};

tools_core::tool_crate!();

type Alias<T> = std::result::Result<T, Refused>;

#[derive(Debug)]
struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Refused {}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Booking {
    location: String,
    #[serde(default)]
    nights: u32,
}

/// Books a room.
///
/// Charges the card on file.
#[tool(
    name = "book",
    title = "Book a room",
    tags = ["travel", "hotel"],
    capabilities = ["booking.write"],
    destructive,
    idempotent = false,
    time_limit = "30s",
    examples = [{ "booking": { "location": "Athens" } }],
)]
async fn book_room(
    /// What to book.
    booking: Booking,
    #[arg(default = 2, range = 1..=20)] guests: u32,
) -> Result<Booking, Refused> {
    if guests > 10 { Err(Refused("too many guests")) } else { Ok(booking) }
}

/// Through an alias.
#[tool]
async fn aliased(fail: bool) -> Alias<u8> {
    if fail { Err(Refused("no")) } else { Ok(7) }
}

/// Nothing.
#[tool]
async fn nothing() {}

/// Plain.
#[tool]
fn plain(text: String) -> String {
    text.to_uppercase()
}

/// Rich.
#[tool]
async fn rich() -> Result<Output, String> {
    Ok(Output::from_content([
        Content::text("a"),
        Content::image("image/png", [1]),
        Content::link("file:///x", "x"),
    ]))
}

/// Fails with a text.
#[tool]
async fn text_error() -> Result<(), &'static str> {
    Err("out of paper")
}

/// Rejects.
#[tool]
async fn rejects() -> Result<(), ToolError> {
    Err(ToolError::rejected("closed on sundays"))
}

/// Refuses an argument that its schema admits.
#[tool]
async fn refuses(day: String) -> Result<(), ToolError> {
    Err(ToolError::invalid_argument("/day", format!("must be a working day, not {day}")))
}

#[derive(Deserialize, JsonSchema)]
struct Page {
    /// Which page, from 1.
    #[serde(default = "first")]
    page: u32,
    size: Option<u32>,
}

fn first() -> u32 {
    1
}

/// Lists.
#[tool(unknown_fields = "ignore")]
async fn list(#[arg(flatten)] page: Page, filter: Option<HashMap<String, u8>>) -> String {
    format!("{} {:?} {:?}", page.page, page.size, filter.map(|filter| filter.len()))
}

#[derive(Debug, JsonSchema)]
struct Even(#[allow(dead_code)] u32);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        if number % 2 == 0 {
            Ok(Even(number))
        } else {
            Err(serde::de::Error::custom("odd numbers are not taken"))
        }
    }
}

/// Takes even numbers.
#[tool]
async fn even(n: Even) -> u32 {
    n.0
}

fn agent() -> Agent {
    Agent::builder("test").tools(TOOLS).build().unwrap()
}

// proves TOOL-02, MAC-02
#[test]
fn the_definition() {
    let book = TOOLS.get("book").unwrap();
    let definition = book.definition();
    assert_eq!(definition.name(), "book");
    assert_eq!(definition.title(), Some("Book a room"));
    assert_eq!(definition.description(), "Books a room.\n\nCharges the card on file.");
    assert_eq!(definition.tags().collect::<Vec<_>>(), ["travel", "hotel"]);
    assert_eq!(definition.capabilities()[0].as_str(), "booking.write");
    assert_eq!(definition.hints(), Hints::new().destructive(true).idempotent(false));
    assert_eq!(definition.examples(), [json!({ "booking": { "location": "Athens" } })]);
    assert_eq!(definition.time_limit(), Some(Some(Duration::from_secs(30))));
    let origin = definition.origin().to_string();
    assert!(
        origin.starts_with("tools-core/tests/tools.rs:") || origin.starts_with("tests/tools.rs:"),
        "{origin}"
    );
    assert!(origin.ends_with(concat!("(tools-core ", env!("CARGO_PKG_VERSION"), ", tools)")), "{origin}");
    assert!(Arc::ptr_eq(definition.input(), TOOLS.get("book").unwrap().definition().input()), "made once");
    assert_eq!(
        json!(**definition.input()),
        json!({
            "type": "object",
            "properties": {
                "booking": {
                    "type": "object",
                    "properties": {
                        "location": { "type": "string" },
                        "nights": { "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "default": 0 },
                    },
                    "required": ["location"],
                    "additionalProperties": false,
                    "description": "What to book.",
                },
                "guests": { "type": "integer", "minimum": 1, "maximum": 20, "default": 2 },
            },
            "required": ["booking"],
            "additionalProperties": false,
        })
    );
}

// proves TOOL-05
#[tokio::test]
async fn the_function_stays_what_it_was() {
    let booking = book_room(Booking { location: "Athens".into(), nights: 1 }, 2).await.unwrap();
    assert_eq!(booking.location, "Athens");
    assert_eq!(plain("a".into()), "A");
}

// proves TOOL-06
#[test]
fn tools_of_a_crate_by_name() {
    assert!(TOOLS.get("nothing").is_some());
    assert!(TOOLS.get("book_room").is_none());
    let names = TOOLS.names();
    assert!(names.is_sorted() && names.contains(&"aliased".to_owned()));
    assert_eq!(TOOLS.package(), "tools-core");
}

// proves TOOL-03, MAC-01
#[tokio::test]
async fn results() {
    let agent = agent();
    let call = async |name: &str, arguments| agent.call(name, arguments).await.unwrap();
    let booked = call("book", json!({ "booking": { "location": "Athens", "nights": 3 } })).await;
    assert_eq!(booked.value(), json!({ "location": "Athens", "nights": 3 }));
    assert_eq!(booked.text(), r#"{"location":"Athens","nights":3}"#);
    assert_eq!(booked.json_text(), booked.text());
    let plain = call("plain", json!({ "text": "a \"b\"\n" })).await;
    assert_eq!(
        (plain.value(), &*plain.text(), &*plain.json_text()),
        (json!("A \"B\"\n"), "A \"B\"\n", r#""A \"B\"\n""#)
    );
    let nothing = call("nothing", json!({})).await;
    assert_eq!((nothing.value(), &*nothing.text()), (json!(null), "done"));
    assert_eq!(Output::json(None::<u8>).unwrap().text(), "null", "only `()` is done");
    assert_eq!(call("aliased", json!({ "fail": false })).await.text(), "7");
    let rich = call("rich", json!({})).await;
    assert!(rich.is_rich());
    assert_eq!(rich.content().len(), 3);
    assert_eq!(rich.text(), "a\n[image image/png, 1 bytes]\n[x](file:///x)");
    assert_eq!(rich.value()[1], json!({ "type": "image", "data": "AQ==", "mimeType": "image/png" }));
    assert_eq!(rich.value()[2], json!({ "type": "resource_link", "uri": "file:///x", "name": "x" }));
    assert_eq!(nothing.content().into_owned(), [Content::text("done")]);
    let meta = Output::from_text("x").with_meta(json!({ "cost": 1 }).as_object().unwrap().clone());
    assert_eq!(meta.meta().unwrap()["cost"], 1);
    assert!(TOOLS.get("rich").unwrap().definition().output().is_none());
    assert_eq!(
        json!(**TOOLS.get("nothing").unwrap().definition().output().unwrap()),
        json!({ "type": "null" })
    );
    assert_eq!(TOOLS.get("aliased").unwrap().definition().output().unwrap()["type"], "integer");
}

// proves TOOL-04, AGT-05
#[tokio::test]
async fn an_error_is_an_error_everywhere() {
    let agent = agent();
    let fails = async |name: &str, arguments| agent.call(name, arguments).await.unwrap_err();
    let error = fails("aliased", json!({ "fail": true })).await;
    assert_eq!((error.code(), error.to_string().as_str()), ("failed", "no"));
    let ToolError::Failed { source, retryable, .. } = &error else { panic!("{error:?}") };
    assert!(source.downcast_ref::<Refused>().is_some(), "it keeps its source");
    assert!(!retryable && error.changes_made().is_none());
    assert_eq!(fails("text_error", json!({})).await.to_string(), "out of paper");
    let rejected = fails("rejects", json!({})).await;
    assert_eq!(
        rejected.to_json(),
        json!({
            "code": "rejected", "message": "closed on sundays", "details": {},
            "suggestion": "nothing was changed; correct the call and try again", "retryable": false, "changes_made": false,
        })
    );
    let refused = fails("refuses", json!({ "day": "sunday" })).await;
    assert_eq!(refused.code(), "invalid_arguments");
    assert_eq!(refused.to_json()["details"]["violations"][0]["pointer"], "/day");
    assert!(ToolError::failed_for_now("busy").retryable());
}

// proves ARG-23
#[tokio::test]
async fn what_the_schema_admits_and_the_type_refuses() {
    let error = agent().call("even", json!({ "n": 3 })).await.unwrap_err();
    assert_eq!(error.code(), "invalid_arguments");
    assert_eq!(error.to_string(), "invalid arguments for `even`: /n: is refused: odd numbers are not taken");
}

/// Takes a secret that its type refuses.
#[tool]
async fn secret_even(#[arg(secret)] n: Even, #[arg(secret)] key: Option<Key>) -> u32 {
    n.0 + u32::from(key.is_some())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Key {
    even: Even,
}

// proves ARG-06, ARG-23
#[tokio::test]
async fn what_a_type_refuses_is_never_quoted_when_it_is_secret() {
    let agent = agent();
    for came in [json!({ "n": 77 }), json!({ "n": 2, "key": { "even": 77 } }), json!({ "n": "77x" })] {
        let error = agent.call("secret_even", came).await.unwrap_err();
        assert_eq!(error.code(), "invalid_arguments");
        assert!(!format!("{error} {error:?} {}", error.to_json()).contains("77"), "{error:?}");
    }
}

// proves SCH-12
#[test]
fn declarations_are_made_once_and_shared() {
    let agent = Agent::builder("test").tools(TOOLS.only(["book", "nothing"])).build().unwrap();
    let list = agent.declarations();
    assert!(Arc::ptr_eq(&list, &agent.declarations()));
    let values: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert_eq!(values[0]["name"], "book");
    assert_eq!(values[0]["annotations"], json!({ "destructiveHint": true, "idempotentHint": false }));
    assert_eq!(values[0]["outputSchema"]["type"], "object");
    assert_eq!(
        values[1],
        json!({
            "name": "nothing", "description": "Nothing.",
            "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
        })
    );
    agent.remove("book");
    assert!(!agent.declarations().contains("book") && list.contains("book"));
    let renamed = Agent::builder("test").tools(TOOLS.only(["book"]).prefix("x_")).build().unwrap();
    assert!(renamed.declarations().contains("\"x_book\""));
}

// proves MAC-06, ARG-17, ARG-19
#[tokio::test]
async fn flattened_parameters() {
    let agent = agent();
    let call = async |arguments| agent.call("list", arguments).await.unwrap().text().into_owned();
    assert_eq!(call(json!({})).await, "1 None None");
    assert_eq!(
        call(json!({ "page": "3", "size": 10, "filter": { "a": 1 }, "extra": true })).await,
        "3 Some(10) Some(1)"
    );
    let list = TOOLS.get("list").unwrap();
    assert_eq!(
        json!(**list.definition().input()),
        json!({
            "type": "object",
            "properties": {
                "page": { "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "default": 1, "description": "Which page, from 1." },
                "size": { "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 },
                "filter": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 255 } },
            },
            "additionalProperties": false,
        })
    );
}

// proves AGT-12
#[tokio::test]
async fn a_tool_without_an_agent() {
    let book = TOOLS.get("book").unwrap();
    let run = testing::run();
    let booked = testing::call(&*book, &run, json!({ "booking": { "location": "Athens" }, "guests": "3" }))
        .await
        .unwrap();
    assert_eq!(booked.value()["location"], "Athens");
    let error = testing::call(&*book, &run, json!({ "booking": {} })).await.unwrap_err();
    assert_eq!(error.code(), "invalid_arguments", "arguments are still checked");
    assert_eq!(run.call("book", json!({})).await.unwrap_err().code(), "unavailable");
}
