//! Enums in every representation.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

fn agree<T: JsonSchema + for<'de> Deserialize<'de>>(good: &[Value], bad: &[Value]) {
    let schema = input::<T>();
    for (values, wanted) in [(good, true), (bad, false)] {
        for value in values {
            assert_eq!(admits(&schema, value), wanted, "the schema on {value}: {schema:#}");
            assert_eq!(serde_json::from_value::<T>(value.clone()).is_ok(), wanted, "serde on {value}");
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Plain {
    Csv,
    Json,
    #[serde(rename = "md", alias = "markdown")]
    Markdown,
}

/// Sort order.
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Order {
    /// Oldest first.
    Asc,
    /// Newest first,
    /// then the rest.
    Desc,
    None,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Orders {
    /// How to sort.
    by: Order,
    /// Maybe sorted.
    maybe: Option<Order>,
    bare: Order,
    all: Vec<Option<Order>>,
}

const LINES: &str = "- Asc: Oldest first.\n- Desc: Newest first,\nthen the rest.";

// proves SCH-05, SCH-02
#[test]
fn enums_without_data_are_enum_and_keep_each_text() {
    assert_eq!(input::<Plain>(), json!({ "type": "string", "enum": ["csv", "json", "md"] }));
    let order = |description: &str| json!({ "type": "string", "enum": ["None", "Asc", "Desc"], "description": format!("{description}\n{LINES}") });
    let schema = input::<Orders>();
    // Under the field's own text too.
    assert_eq!(at(&schema, "/properties/by"), &order("How to sort."));
    assert_eq!(at(&schema, "/properties/maybe"), &order("Maybe sorted."));
    assert_eq!(at(&schema, "/properties/bare"), &order("Sort order."));
    let either = json!([order("Sort order."), { "type": "null" }]);
    assert_eq!(at(&schema, "/properties/all/items/anyOf"), &either);
}

// proves SCH-05, SCH-16
#[test]
fn constants_from_elsewhere_become_enum_only_where_that_is_the_same() {
    let text = |name: &str| json!({ "type": "string", "const": name });
    assert_eq!(
        normal(json!({ "oneOf": [text("a"), text("b")] })),
        json!({ "type": "string", "enum": ["a", "b"] })
    );
    let kept = [
        // One of them exactly: neither admits "b".
        json!({ "oneOf": [{ "type": "string", "enum": ["a", "b"] }, text("b")] }),
        json!({ "oneOf": [text("a"), text("b")], "enum": ["a"] }),
        json!({ "oneOf": [text("a")], "type": "integer" }),
        json!({ "oneOf": [text("a"), { "const": 1 }] }),
    ];
    for schema in kept {
        assert_eq!(normal(schema.clone()), schema);
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
enum Ev {
    Move { x: i32, y: i32 },
    Say(String),
    Pair(u8, bool),
    Stop,
}

// proves SCH-05, SCH-01
#[test]
fn sg_13_variants_are_closed() {
    agree::<Ev>(
        &[
            json!("Stop"),
            json!({ "Move": { "x": 1, "y": 2 } }),
            json!({ "Say": "x" }),
            json!({ "Pair": [1, true] }),
        ],
        &[
            json!({ "Move": { "x": 1, "y": 2, "z": 3 } }),
            json!({ "Move": { "x": 1, "y": 2 }, "Say": "x" }),
            json!({ "Move": { "x": 1 } }),
            json!({ "Pair": [1, true, 2] }),
            json!({ "Pair": [1] }),
            json!("Move"),
        ],
    );
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Node {
    value: u8,
    next: Option<Box<Node>>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Numbers(BTreeMap<String, u8>);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Newtype(Node);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Strict {
    by_number: BTreeMap<u8, bool>,
    node: Option<Node>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Either {
    Node(Node),
    Other { other: bool },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t")]
#[allow(dead_code)]
enum Internal {
    Unit,
    Node(Node),
    /// Through a newtype.
    Newtype(Newtype),
    Numbers(Numbers),
    Strict(Strict),
    Either(Either),
    Nested(External),
    Fields {
        a: u8,
        b: Option<u8>,
    },
    Nothing(()),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum External {
    Left { l: u8 },
    Right(Node),
}

// proves SCH-05, SCH-01, SCH-06
#[test]
fn internally_tagged_variants_of_every_kind() {
    agree::<Internal>(
        &[
            json!({ "t": "Unit" }),
            json!({ "t": "Node", "value": 1, "next": { "value": 2 } }),
            json!({ "t": "Newtype", "value": 1, "next": { "value": 2 } }),
            json!({ "t": "Numbers", "a": 1, "b": 2 }),
            json!({ "t": "Strict", "by_number": {}, "node": { "value": 1 } }),
            json!({ "t": "Either", "value": 1, "next": { "value": 2 } }),
            json!({ "t": "Either", "other": true }),
            json!({ "t": "Nested", "Left": { "l": 1 } }),
            json!({ "t": "Fields", "a": 1 }),
            json!({ "t": "Nothing" }),
        ],
        &[
            json!({ "t": "None" }),
            json!({ "value": 1 }),
            json!({ "t": "Node" }),
            json!({ "t": "Numbers", "a": "1" }),
            json!({ "t": "Strict", "by_number": { "x": true } }),
            json!({ "t": "Strict", "by_number": {}, "x": 1 }),
            json!({ "t": "Fields" }),
            json!("Unit"),
        ],
    );
    let schema = input::<Internal>();
    for open in [
        json!({ "t": "Unit", "x": 1 }),
        json!({ "t": "Either", "other": true, "x": 1 }),
        json!({ "t": "Node", "value": 1, "x": 1 }),
        json!({ "t": "Nested", "Left": { "l": 1 }, "x": 1 }),
    ] {
        assert!(!admits(&schema, &open), "{open}");
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Flattens {
    id: u8,
    #[serde(flatten)]
    either: Either,
}

// proves SCH-05, SCH-01, SCH-06
#[test]
fn a_recursive_struct_in_an_alternative_beside_fields() {
    agree::<Flattens>(
        &[
            json!({ "id": 1, "value": 2, "next": { "value": 3, "next": { "value": 4 } } }),
            json!({ "id": 1, "other": true }),
        ],
        &[json!({ "id": 1 }), json!({ "value": 2 }), json!({ "id": 1, "value": 2, "next": { "id": 3 } })],
    );
    let schema = input::<Flattens>();
    assert!(!admits(&schema, &json!({ "id": 1, "other": true, "x": 1 })));
    assert!(!admits(&schema, &json!({ "id": 1, "value": 2, "next": { "value": 3, "x": 1 } })));
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code)]
enum Adjacent {
    Unit,
    Text(String),
    Node(Node),
    Pair(u8, bool),
    Fields { a: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Nothing,
    Number(i8),
    Text(String),
    Pair(u8, bool),
    Node(Node),
    Fields { a: u8, b: Option<u8> },
}

// proves SCH-05
#[test]
fn adjacently_tagged_and_untagged_variants() {
    agree::<Adjacent>(
        &[
            json!({ "t": "Unit" }),
            json!({ "t": "Text", "c": "x" }),
            json!({ "c": { "value": 1 }, "t": "Node" }),
            json!({ "t": "Pair", "c": [1, true] }),
            json!({ "t": "Fields", "c": { "a": 1 } }),
        ],
        &[
            json!({ "t": "Text" }),
            json!({ "c": "x" }),
            json!({ "t": "Unit", "c": 1 }),
            json!({ "t": "Pair", "c": [1] }),
            json!("Unit"),
        ],
    );
    agree::<Untagged>(
        &[
            json!(null),
            json!(-3),
            json!("x"),
            json!([1, false]),
            json!({ "value": 1 }),
            json!({ "a": 1, "b": 2 }),
        ],
        &[json!(300), json!(true), json!([1]), json!({ "b": 1 }), json!([])],
    );
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Expr {
    Lit(i64),
    Neg(Box<Expr>),
    Add { left: Box<Expr>, right: Box<Expr> },
    Sum(Vec<Expr>),
}

// proves SCH-05, SCH-06
#[test]
fn a_recursive_enum() {
    agree::<Expr>(
        &[
            json!({ "Lit": 1 }),
            json!({ "Neg": { "Lit": 1 } }),
            json!({ "Add": { "left": { "Lit": 1 }, "right": { "Sum": [{ "Lit": 2 }, { "Sum": [] }] } } }),
        ],
        &[
            json!({ "Neg": 1 }),
            json!({ "Sum": [1] }),
            json!({ "Add": { "left": { "Lit": 1 } } }),
            json!({ "Lit": 0.5 }),
        ],
    );
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    A,
    B,
}

// proves SCH-05, SCH-06
#[test]
fn maps_with_enums_and_numbers_as_keys() {
    agree::<BTreeMap<Key, u8>>(&[json!({}), json!({ "A": 1 })], &[json!({ "C": 1 }), json!({ "A": "1" })]);
    agree::<BTreeMap<i8, u8>>(&[json!({ "-1": 1 })], &[json!({ "x": 1 })]);
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "k")]
#[allow(dead_code)]
enum Holds {
    Plain(Plain),
    Order(Order),
    Mixed(Mixed),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Mixed {
    Unit,
    Number(u8),
}

// proves SCH-05, SCH-01
#[test]
fn a_variant_without_data_beside_a_tag_is_a_key() {
    agree::<Holds>(
        &[
            json!({ "k": "Plain", "csv": null }),
            json!({ "k": "Order", "Asc": null }),
            json!({ "k": "Mixed", "Unit": null }),
            json!({ "k": "Mixed", "Number": 1 }),
        ],
        &[
            json!({ "k": "Plain" }),
            json!({ "k": "Plain", "csv": 1 }),
            json!({ "k": "Order", "Up": null }),
            json!({ "k": "Mixed", "Number": null }),
        ],
    );
    let text = input::<Holds>().to_string();
    assert!(text.contains("Oldest first."), "{text}");
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct MapBeside {
    id: u8,
    #[serde(flatten)]
    kind: MapKind,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t")]
#[allow(dead_code)]
enum MapKind {
    Texts(BTreeMap<String, String>),
    Words(Words),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Words {
    w: String,
}

// proves SCH-05
#[test]
fn a_map_in_an_alternative_takes_only_what_is_no_field() {
    let schema = input::<MapBeside>();
    assert!(admits(&schema, &json!({ "id": 1, "t": "Texts", "a": "x" })));
    assert!(admits(&schema, &json!({ "id": 1, "t": "Words", "w": "x" })));
    assert!(!admits(&schema, &json!({ "id": "1", "t": "Texts", "a": "x" })));
    assert!(!admits(&schema, &json!({ "id": 1, "t": "Words", "w": "x", "a": "x" })));
}
