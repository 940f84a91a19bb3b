//! Types of the standard library, in every position.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use super::*;

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Guest {
    name: String,
    age: Option<u8>,
}

fn guest() -> Value {
    json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "age": { "type": "integer", "minimum": 0, "maximum": 255 } },
        "required": ["name"],
        "additionalProperties": false,
    })
}

// proves SCH-01, SCH-02, SCH-06
#[test]
fn plain_types() {
    let small = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    let large = |low: i64| json!({ "type": "integer", "minimum": low, "maximum": u64::MAX });
    let cases = [
        (input::<()>(), json!({ "type": "null" })),
        (input::<bool>(), json!({ "type": "boolean" })),
        (input::<String>(), json!({ "type": "string" })),
        (input::<PathBuf>(), json!({ "type": "string" })),
        (input::<char>(), json!({ "type": "string", "minLength": 1, "maxLength": 1 })),
        (input::<Ipv4Addr>(), json!({ "type": "string", "format": "ipv4" })),
        (input::<Ipv6Addr>(), json!({ "type": "string", "format": "ipv6" })),
        (
            input::<IpAddr>(),
            json!({ "type": "string", "anyOf": [{ "format": "ipv4" }, { "format": "ipv6" }] }),
        ),
        (input::<Value>(), json!({})),
        (input::<Map<String, Value>>(), json!({ "type": "object", "additionalProperties": {} })),
        (input::<Vec<u8>>(), json!({ "type": "array", "items": small })),
        (input::<VecDeque<Value>>(), json!({ "type": "array", "items": {} })),
        (input::<LinkedList<bool>>(), json!({ "type": "array", "items": { "type": "boolean" } })),
        (input::<BTreeSet<u8>>(), json!({ "type": "array", "uniqueItems": true, "items": small })),
        (input::<HashSet<u8>>(), json!({ "type": "array", "uniqueItems": true, "items": small })),
        (input::<[u8; 0]>(), json!({ "type": "array", "maxItems": 0 })),
        (input::<[u8; 3]>(), json!({ "type": "array", "items": small, "minItems": 3, "maxItems": 3 })),
        (
            input::<(u8, Option<String>)>(),
            json!({
                "type": "array",
                "prefixItems": [small, { "type": ["string", "null"] }],
                "minItems": 2,
                "maxItems": 2,
            }),
        ),
        (input::<HashMap<String, u8>>(), json!({ "type": "object", "additionalProperties": small })),
        (
            input::<BTreeMap<u16, bool>>(),
            json!({
                "type": "object",
                "additionalProperties": false,
                "patternProperties": { "^\\d+$": { "type": "boolean" } },
            }),
        ),
        (
            input::<Duration>(),
            json!({
                "type": "object",
                "required": ["secs", "nanos"],
                "properties": {
                    "secs": large(0),
                    "nanos": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
                },
                "additionalProperties": false,
            }),
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(schema, expected);
    }
    assert_eq!(at(&input::<SystemTime>(), "/additionalProperties"), false);
}

// proves SCH-06
#[test]
fn pointers_are_what_they_point_at() {
    assert_eq!(input::<Box<Guest>>(), guest());
    assert_eq!(input::<Rc<Guest>>(), guest());
    assert_eq!(input::<Arc<Guest>>(), guest());
    assert_eq!(input::<Cow<'static, str>>(), json!({ "type": "string" }));
    assert_eq!(input::<Box<str>>(), json!({ "type": "string" }));
    assert_eq!(input::<Box<[Guest]>>(), json!({ "type": "array", "items": guest() }));
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Optional {
    plain: Option<String>,
    number: Option<u8>,
    twice: Option<Option<bool>>,
    boxed: Option<Box<Guest>>,
    in_box: Box<Option<bool>>,
    list: Option<Vec<Option<bool>>>,
    map: BTreeMap<String, Option<bool>>,
    any: Option<Value>,
    unit: Option<()>,
    tuple: (Option<bool>,),
    choice: Option<Choice>,
    strange: Option<Strange>,
}

/// Sides.
#[derive(JsonSchema)]
#[allow(dead_code)]
enum Choice {
    /// Left of it.
    Left,
    Right,
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Strange {
    Nothing,
    Text(String),
}

// proves SCH-04, SCH-01
#[test]
fn sg_01_an_optional_field_has_the_plain_schema_of_its_type() {
    let schema = input::<Optional>();
    assert_eq!(schema["required"], json!(["map", "tuple"]));
    let boolean = json!({ "type": "boolean" });
    let nullable = json!({ "type": ["boolean", "null"] });
    let expected = json!({
        "plain": { "type": "string" },
        "number": { "type": "integer", "minimum": 0, "maximum": 255 },
        "twice": boolean,
        "boxed": guest(),
        "in_box": boolean,
        // A null is a value where nothing can be left out.
        "list": { "type": "array", "items": nullable },
        "map": { "type": "object", "additionalProperties": nullable },
        "any": {},
        "unit": { "type": "null" },
        "tuple": { "type": "array", "prefixItems": [nullable], "minItems": 1, "maxItems": 1 },
        "choice": { "type": "string", "enum": ["Right", "Left"], "description": "Sides.\n- Left: Left of it." },
        "strange": { "anyOf": [{ "type": "null" }, { "type": "string" }] },
    });
    assert_eq!(schema["properties"], expected);
}

// proves SCH-04, SCH-11
#[test]
fn what_comes_out_says_null_where_it_is_null() {
    let schema = output::<Optional>();
    assert_eq!(schema["required"].as_array().unwrap().len(), 12);
    assert_eq!(at(&schema, "/properties/plain"), &json!({ "type": ["string", "null"] }));
    assert_eq!(at(&schema, "/properties/boxed/anyOf/1"), &json!({ "type": "null" }));
    assert_eq!(output::<()>(), json!({ "type": "null" }));
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Nested {
    list: Vec<Guest>,
    by_name: BTreeMap<String, Vec<Guest>>,
    pair: (Guest, Guest),
    both: Result<Guest, String>,
}

// proves SCH-01, SCH-04, SCH-06
#[test]
fn structs_are_closed_at_every_depth() {
    let schema = input::<Nested>();
    for place in [
        "/properties/list/items",
        "/properties/by_name/additionalProperties/items",
        "/properties/pair/prefixItems/0",
        "/properties/pair/prefixItems/1",
        "/properties/both/oneOf/0/properties/Ok",
    ] {
        assert_eq!(at(&schema, place), &guest(), "{place}");
    }
    assert!(schema.get("$defs").is_none());
}

#[derive(JsonSchema)]
struct Empty {}

#[derive(JsonSchema)]
struct Unit;

#[derive(JsonSchema)]
enum Never {}

// proves SCH-01, SCH-02
#[test]
fn types_without_contents() {
    let nothing = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(input::<Empty>(), nothing);
    assert_eq!(input::<Unit>(), json!({ "type": "null" }));
    assert_eq!(input::<Never>(), json!({ "not": {} }));
}
