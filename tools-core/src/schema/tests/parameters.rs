//! From a function's parameters to one closed object.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Length, Output, schema::SchemaError, tool};

use super::*;

fn schema(name: &str) -> Value {
    let tool = crate::linked().get(name).unwrap();
    sound((**tool.definition().input()).clone())
}

fn result(name: &str) -> Option<Value> {
    crate::linked().get(name).unwrap().definition().output().map(|schema| sound((**schema).clone()))
}

/// Says that it is there.
#[tool(crate = crate)]
fn schema_ping() -> String {
    String::new()
}

// proves SCH-01, SCH-11
#[test]
fn sg_07_a_tool_without_parameters() {
    let text = json!(**crate::linked().get("schema_ping").unwrap().definition().input()).to_string();
    assert_eq!(text, r#"{"type":"object","properties":{},"additionalProperties":false}"#);
    assert_eq!(result("schema_ping"), Some(json!({ "type": "string" })));
}

/// A page.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Page {
    /// Where it starts.
    start: Option<u32>,
    size: u8,
}

/// A newtype around fields.
#[derive(Deserialize, JsonSchema)]
struct Wrapped(Page);

#[derive(Deserialize, JsonSchema)]
struct Beside {
    beside: bool,
    #[serde(flatten)]
    wrapped: Wrapped,
}

/// Labels.
#[derive(Deserialize, JsonSchema)]
struct Labels(Vec<String>);

impl Length for Labels {}

/// Sides.
#[derive(Deserialize, Serialize, JsonSchema)]
enum Side {
    /// The left one.
    Left,
    Right,
}

/// Has a parameter of every kind.
#[tool(crate = crate)]
#[allow(clippy::too_many_arguments)]
fn schema_all(
    zebra: String,
    /// A small number.
    #[arg(range = 1..=10)]
    small: u8,
    #[arg(range = 0.5..2.0)] part: f64,
    #[arg(default = 3, range = ..100)] count: i64,
    #[arg(default = "plain")] mode: String,
    #[arg(len = 1..=3, pattern = "^[a-z]+$")] word: Option<String>,
    #[arg(len = 1..)] set: BTreeSet<u8>,
    #[arg(len = ..=4)] map: Option<BTreeMap<String, bool>>,
    #[arg(len = 1..=2)] labels: Labels,
    #[arg(len = 1..=2)] more: Option<Labels>,
    /// Which side.
    #[arg(name = "side_of")]
    side: Option<Side>,
    /// The page.
    page: Page,
    #[arg(secret)] token: String,
    r#type: Option<bool>,
    #[arg(default = Some(5))] five: Option<u8>,
) -> Vec<Side> {
    let _ =
        (zebra, small, part, count, mode, word, set, map, labels.0, more, side, page, token, r#type, five);
    vec![Side::Left, Side::Right]
}

// proves SCH-01, SCH-02, SCH-04, SCH-05, SCH-10
#[test]
fn every_kind_of_parameter() {
    let small = |low: u8, high: u8| json!({ "type": "integer", "minimum": low, "maximum": high });
    let labels = json!({ "description": "Labels.", "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2 });
    let expected = json!({
        "type": "object",
        "properties": {
            "zebra": { "type": "string" },
            "small": { "type": "integer", "minimum": 1, "maximum": 10, "description": "A small number." },
            "part": { "type": "number", "minimum": 0.5, "exclusiveMaximum": 2.0 },
            "count": { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX, "exclusiveMaximum": 100, "default": 3 },
            "mode": { "type": "string", "default": "plain" },
            "word": { "type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]+$" },
            "set": { "type": "array", "uniqueItems": true, "items": small(0, 255), "minItems": 1 },
            "map": { "type": "object", "additionalProperties": { "type": "boolean" }, "maxProperties": 4 },
            "labels": labels,
            "more": labels,
            "side_of": { "type": "string", "enum": ["Right", "Left"], "description": "Which side.\n- Left: The left one." },
            "page": {
                "type": "object",
                "properties": {
                    "start": { "type": "integer", "minimum": 0, "maximum": u32::MAX, "description": "Where it starts." },
                    "size": small(0, 255),
                },
                "required": ["size"],
                "description": "The page.",
                "additionalProperties": false,
            },
            "token": { "type": "string", "writeOnly": true },
            "type": { "type": "boolean" },
            // Without it there are five; null says none.
            "five": { "type": ["integer", "null"], "minimum": 0, "maximum": 255, "default": 5 },
        },
        "required": ["zebra", "small", "part", "set", "labels", "page", "token"],
        "additionalProperties": false,
    });
    let schema = schema("schema_all");
    assert_eq!(schema, expected);
    // In the order of the parameters.
    let order = |value: &Value| value["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(order(&schema), order(&expected));
    assert_eq!(
        result("schema_all").unwrap()["items"],
        json!({ "type": "string", "enum": ["Right", "Left"], "description": "Sides.\n- Left: The left one." })
    );
}

// proves SCH-10, SCH-04, SCH-03
#[test]
fn sg_05_schema_check_and_type_mean_the_same() {
    let definition = crate::linked().get("schema_all").unwrap().definition().clone();
    let good = json!({
        "zebra": "", "small": 1, "part": 0.5, "set": [1], "labels": ["a"], "page": { "size": 1 }, "token": "t"
    });
    let args = definition.check(good.clone()).unwrap();
    assert!(args.coercions().is_empty());
    let bad = [
        ("small", json!(300), "at most 10"),
        ("small", json!(0), "at least 1"),
        ("part", json!(2.0), "2"),
        ("count", json!(100), "100"),
        ("word", json!("AB"), "^[a-z]+$"),
        ("set", json!([]), "1"),
        ("labels", json!([]), "1"),
        ("more", json!(["a", "b", "c"]), "2"),
        ("side_of", json!("Up"), "Left"),
        ("page", json!({ "size": 300 }), "255"),
        ("page", json!({ "size": 1, "sise": 1 }), "sise"),
    ];
    for (name, value, told) in bad {
        let mut arguments = good.clone();
        arguments[name] = value.clone();
        let error = definition.check(arguments).unwrap_err().to_string();
        assert!(error.contains(&format!("/{name}")) && error.contains(told), "{name} = {value}: {error}");
    }
}

/// Takes fields as parameters.
#[tool(crate = crate)]
async fn schema_flat(#[arg(flatten)] beside: Beside, last: bool) -> Output {
    let _ = (beside.beside, beside.wrapped.0.start, beside.wrapped.0.size, last);
    Output::json("").unwrap()
}

// proves SCH-01, SCH-10, SCH-11
#[test]
fn flattened_parameters_through_a_newtype() {
    let schema = schema("schema_flat");
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["beside", "start", "size", "last"]);
    assert_eq!(schema["required"], json!(["beside", "size", "last"]));
    assert_eq!(at(&schema, "/properties/start/description"), "Where it starts.");
    assert_eq!(result("schema_flat"), None);
}

/// Wants numbers that JSON cannot carry.
#[tool(crate = crate)]
fn schema_wide(
    #[arg(range = 100_000_000_000_000_000_000..)] high: u128,
    #[arg(range = ..=-100_000_000_000_000_000_000)] low: i128,
    #[arg(range = -5..=100_000_000_000_000_000_000)] some: i128,
) -> Result<u128, String> {
    let _ = (low, some);
    Ok(high)
}

// proves SCH-03, SCH-10, SCH-11
#[test]
fn bounds_beyond_64_bits_are_not_lost() {
    let schema = schema("schema_wide");
    let property = |name: &str| at(&schema, &format!("/properties/{name}")).clone();
    for value in [json!(0), json!(5), json!(u64::MAX), json!(i64::MIN)] {
        assert!(!admits(&property("high"), &value), "{value}");
        assert!(!admits(&property("low"), &value), "{value}");
    }
    assert!(admits(&property("some"), &json!(u64::MAX)));
    assert!(!admits(&property("some"), &json!(-6)));
    assert_eq!(result("schema_wide"), Some(json!({ "type": "integer", "minimum": 0 })));
}

// proves SCH-09
#[test]
fn an_error_names_tool_and_place() {
    let error = SchemaError::new("/properties/a~1b", "no good").of_tool("t").of_tool("other");
    assert_eq!(error.to_string(), "tool `t`: schema at /properties/a~1b: no good");
    assert_eq!(SchemaError::new("", "no good").to_string(), "no good");
}

/// Takes a share.
#[tool(crate = crate)]
async fn share(#[arg(range = 0.1..=0.7)] part: f32) -> f32 {
    part
}

// proves SCH-10
#[test]
fn the_bound_of_a_float_is_the_decimal_that_was_written() {
    let schema = schema("share");
    assert_eq!(schema["properties"]["part"], json!({ "type": "number", "minimum": 0.1, "maximum": 0.7 }));
}
