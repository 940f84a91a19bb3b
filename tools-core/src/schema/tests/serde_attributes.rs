//! serde's and schemars' attributes mean the same in schema, check and type.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::from_value;

use super::*;

/// What the schema admits serde reads, and the other way round.
fn agree<T: JsonSchema + for<'de> Deserialize<'de>>(values: &[(Value, bool)]) {
    let schema = input::<T>();
    for (value, good) in values {
        assert_eq!(admits(&schema, value), *good, "the schema on {value}: {schema:#}");
        assert_eq!(from_value::<T>(value.clone()).is_ok(), *good, "serde on {value}");
    }
}

fn five() -> Option<u8> {
    Some(5)
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Names {
    first_name: String,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    two: bool,
    #[serde(skip)]
    hidden: u8,
    #[serde(skip_deserializing)]
    only_out: u8,
    #[serde(skip_serializing)]
    only_in: u8,
    #[serde(alias = "other")]
    aliased: Option<u8>,
}

// proves SCH-10, SCH-11, SCH-05
#[test]
fn renamed_and_skipped_fields_by_direction() {
    let schema = input::<Names>();
    let names =
        |schema: &Value| schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&schema), ["firstName", "in", "onlyIn", "aliased"]);
    assert_eq!(schema["required"], json!(["firstName", "in", "onlyIn"]));
    let schema = output::<Names>();
    assert_eq!(names(&schema), ["firstName", "out", "onlyOut", "aliased"]);
    assert_eq!(schema["required"], json!(["firstName", "out", "onlyOut", "aliased"]));
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[allow(dead_code)]
struct Defaults {
    #[serde(default)]
    list: Vec<u8>,
    #[serde(default)]
    none: Option<u8>,
    #[serde(default = "five")]
    some: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maybe: Option<Inner>,
    #[serde(default)]
    inner: Inner,
}

#[derive(Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Inner {
    a: u8,
    b: Option<String>,
}

// proves SCH-04, SCH-10
#[test]
fn defaults_are_written_and_make_a_field_optional() {
    let inner = json!({
        "type": "object",
        "properties": {
            "a": { "type": "integer", "minimum": 0, "maximum": 255, "default": 0 },
            "b": { "type": "string" },
        },
        "additionalProperties": false,
    });
    let schema = input::<Defaults>();
    assert!(schema.get("required").is_none());
    assert_eq!(at(&schema, "/properties/list/default"), &json!([]));
    assert_eq!(at(&schema, "/properties/none"), &json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
    assert_eq!(at(&schema, "/properties/maybe"), &inner);
    // Absence is five there: only null says none.
    assert_eq!(at(&schema, "/properties/some/type"), &json!(["integer", "null"]));
    assert_eq!(at(&schema, "/properties/some/default"), 5);
    let mut with_default = inner;
    with_default["default"] = json!({ "a": 0, "b": null });
    assert_eq!(at(&schema, "/properties/inner"), &with_default);
    agree::<Defaults>(&[
        (json!({}), true),
        (json!({ "some": null }), true),
        (json!({ "inner": {} }), true),
        (json!({ "inner": { "c": 1 } }), false),
        (json!({ "list": null }), false),
    ]);
    let required = output::<Defaults>()["required"].clone();
    assert_eq!(required, json!(["list", "none", "some", "inner"]));
}

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
#[allow(dead_code)]
struct Transparent {
    inner: Vec<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[allow(dead_code)]
struct FromText(u8);

impl TryFrom<String> for FromText {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(FromText)
    }
}

// proves SCH-10
#[test]
fn types_that_are_read_as_another() {
    assert_eq!(input::<Transparent>(), input::<Vec<u8>>());
    assert_eq!(input::<FromText>(), json!({ "type": "string" }));
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    inner: FlatInner,
    #[serde(flatten)]
    newtype: FlatNewtype,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatInner {
    x: Option<u8>,
    y: u8,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatNewtype(FlatMore);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatMore {
    z: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Kind {
    One { a: u8 },
    Two,
    Three(FlatDeep),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatDeep {
    next: Option<Box<FlatDeep>>,
    deep: u8,
}

// proves SCH-01, SCH-05, SCH-10
#[test]
fn flattened_fields_are_fields_of_one_closed_object() {
    let schema = input::<Flat>();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["id", "x", "y", "z"]);
    agree::<Flat>(&[
        (json!({ "id": 1, "y": 2, "z": true, "kind": "Two" }), true),
        (json!({ "id": 1, "x": 1, "y": 2, "z": true, "kind": "One", "a": 1 }), true),
        (json!({ "id": 1, "y": 2, "z": true, "kind": "Three", "deep": 1, "next": { "deep": 2 } }), true),
        (json!({ "id": 1, "y": 2, "z": true, "kind": "One" }), false),
        (json!({ "id": 1, "y": 2, "z": true, "kind": "Four" }), false),
        (json!({ "id": 1, "y": 2, "kind": "Two" }), false),
        (json!({ "id": 1, "z": true, "kind": "Two" }), false),
        (json!({ "id": 1, "y": 2, "z": true }), false),
    ]);
    // serde passes over what it does not know; the schema does not.
    for extra in [
        json!({ "id": 1, "y": 2, "z": true, "kind": "Two", "a": 1 }),
        json!({ "id": 1, "y": 2, "z": true, "kind": "Two", "q": 1 }),
    ] {
        assert!(!admits(&schema, &extra), "{extra}");
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatMap {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatNumbers {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

// proves SCH-05, SCH-10
#[test]
fn a_flattened_map_takes_the_other_keys() {
    agree::<FlatMap>(&[
        (json!({ "id": 1 }), true),
        (json!({ "id": 1, "a": true, "b": false }), true),
        (json!({ "id": 1, "a": 1 }), false),
        (json!({ "a": true }), false),
    ]);
    agree::<FlatNumbers>(&[(json!({ "id": 1, "a": [null] }), true), (json!({ "a": 1 }), false)]);
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Checked {
    #[schemars(length(min = 1, max = 3))]
    text: String,
    #[schemars(length(min = 1))]
    list: Option<Vec<u8>>,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    word: Option<String>,
    /// How many.
    #[schemars(example = 3, range(min = 1))]
    count: u8,
    #[schemars(description = "Said here.")]
    said: bool,
    #[deprecated]
    old: Option<u8>,
}

// proves SCH-02, SCH-10
#[test]
fn validations_of_schemars() {
    let expected = json!({
        "text": { "type": "string", "minLength": 1, "maxLength": 3 },
        "list": { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 }, "minItems": 1 },
        "word": { "type": "string", "pattern": "^[a-z]+$" },
        "count": { "type": "integer", "minimum": 1, "maximum": 255, "description": "How many.", "examples": [3] },
        "said": { "type": "boolean", "description": "Said here." },
        "old": { "type": "integer", "minimum": 0, "maximum": 255, "deprecated": true },
    });
    let schema = input::<Checked>();
    assert_eq!(schema["properties"], expected);
    assert_eq!(schema["required"], json!(["text", "count", "said"]));
}
