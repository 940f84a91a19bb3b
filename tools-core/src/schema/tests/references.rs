//! References: what is inlined, what stays, and what stands beside them.

use std::collections::BTreeMap;

use super::*;

/// Every reference of a schema leads somewhere.
fn no_dangling(schema: &Value) {
    for target in super::super::references::targets(schema) {
        assert!(schema.pointer(&target).is_some(), "{target} dangles in {schema:#}");
    }
}

/// A tree.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct Tree {
    /// What it holds.
    value: Small,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Small(u8);

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Even {
    next: Option<Box<Odd>>,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Odd {
    next: Box<Even>,
    beside: Small,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Holder {
    tree: Tree,
    even: Even,
    odd: Odd,
    small: Small,
}

fn tree() -> Value {
    json!({
        "description": "A tree.",
        "type": "object",
        "properties": {
            "value": { "type": "integer", "minimum": 0, "maximum": 255, "description": "What it holds." },
            "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
            "parent": { "$ref": "#/$defs/Tree" },
        },
        "required": ["value", "children"],
        "additionalProperties": false,
    })
}

// proves SCH-06, SCH-01, SCH-04
#[test]
fn a_recursive_type_is_an_object_at_the_root_and_stays_in_defs() {
    let mut expected = tree();
    expected["$defs"] = json!({ "Tree": tree() });
    assert_eq!(input::<Tree>(), expected);
    let schema = output::<Tree>();
    assert_eq!(schema["type"], "object");
    no_dangling(&schema);
}

// proves SCH-06
#[test]
fn only_what_is_recursive_stays_a_reference() {
    let schema = input::<Holder>();
    no_dangling(&schema);
    let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
    assert!(!names.contains(&&"Small".to_owned()), "{names:?}");
    assert_eq!(at(&schema, "/properties/small/maximum"), 255);
    assert_eq!(at(&schema, "/$defs/Tree/properties/value/maximum"), 255);
    assert_eq!(at(&schema, "/properties/tree"), &json!({ "$ref": "#/$defs/Tree" }));
    let mut value = json!({ "even": {}, "odd": { "next": {}, "beside": 1 }, "small": 2, "tree": {
        "value": 1, "children": [{ "value": 2, "children": [] }]
    } });
    assert!(admits(&schema, &value));
    value["tree"]["children"][0]["value"] = json!(300);
    assert!(!admits(&schema, &value));
}

macro_rules! level {
    ($name:ident: $next:ty) => {
        #[derive(JsonSchema)]
        #[allow(dead_code)]
        struct $name {
            a: $next,
            b: $next,
            c: $next,
            d: $next,
            e: $next,
            f: $next,
            g: $next,
            h: $next,
        }
    };
}
level!(L0: L1);
level!(L1: L2);
level!(L2: L3);
level!(L3: L4);
level!(L4: L5);
level!(L5: L6);
level!(L6: L7);
level!(L7: Small);

// proves SCH-06
#[test]
fn sg_11_eight_levels_of_eight_fields_that_share_a_type() {
    let schema = input::<L0>();
    no_dangling(&schema);
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    assert!(schema.to_string().len() < 10_000);
    assert_eq!(at(&schema, "/$defs/L3/properties/h"), &json!({ "$ref": "#/$defs/L4" }));
    // Fewer levels are inlined.
    assert!(input::<L5>().get("$defs").is_none());
}

// proves SCH-06, SCH-16
#[test]
fn sg_11_definitions_that_nothing_uses_are_not_inlined_either() {
    let mut defs = Map::new();
    for level in 0..8 {
        let next = json!({ "$ref": format!("#/$defs/D{}", level + 1) });
        let fields: Map<String, Value> = (0..8).map(|i| (format!("p{i}"), next.clone())).collect();
        defs.insert(format!("D{level}"), json!({ "type": "object", "properties": fields }));
    }
    defs.insert("D8".into(), json!({ "type": "string" }));
    let unused = json!({ "$defs": defs, "type": "object", "properties": { "x": { "$ref": "#/$defs/D8" } } });
    assert_eq!(normal(unused), json!({ "type": "object", "properties": { "x": { "type": "string" } } }));
    // Reached only through a cycle that is entered from its other side.
    defs.insert(
        "In".into(),
        json!({ "properties": { "out": { "$ref": "#/$defs/Out" }, "big": { "$ref": "#/$defs/D0" } } }),
    );
    defs.insert("Out".into(), json!({ "properties": { "in": { "$ref": "#/$defs/In" } } }));
    defs.insert("First".into(), json!({ "$ref": "#/$defs/In" }));
    let cycle = json!({ "$defs": defs, "type": "object", "properties": { "x": { "$ref": "#/$defs/Out" } } });
    let schema = normal(cycle);
    no_dangling(&schema);
    assert!(schema.to_string().len() < 10_000);
}

/// Each reference leads to the next one.
fn chain(length: usize, link: impl Fn(Value) -> Value) -> Value {
    let next = |i: usize| json!({ "$ref": format!("#/$defs/D{i}") });
    let mut defs: Map<String, Value> = (0..length).map(|i| (format!("D{i}"), link(next(i + 1)))).collect();
    defs.insert(format!("D{length}"), json!({ "type": "string" }));
    json!({ "type": "object", "properties": { "x": next(0) }, "$defs": defs })
}

// proves SCH-06, SCH-09
#[test]
fn long_chains_of_references_need_no_stack() {
    let property = |next| json!({ "properties": { "n": next } });
    let schema = normal(chain(200, property));
    no_dangling(&schema);
    assert!(schema.get("$defs").is_some());
    assert!(normal(chain(30, property)).get("$defs").is_none());
    for long in [chain(3_000, property), chain(3_000, |next| next)] {
        no_dangling(&Value::Object(normalize(&map(long.clone()))));
        let error = check(&map(long)).unwrap_err();
        assert!(error.to_string().contains("over 256 references in a row"), "{error}");
    }
}

// proves SCH-07
#[test]
fn sg_10_what_stands_beside_a_reference_holds() {
    let with = |beside: Value| {
        let mut x = map(beside);
        x.insert("$ref".into(), json!("#/$defs/Pct"));
        normal(json!({ "type": "object", "properties": { "x": x }, "required": ["x"], "$defs": {
            "Pct": { "type": "integer", "minimum": 0, "maximum": 100, "description": "Per cent." }
        } }))["properties"]["x"]
            .clone()
    };
    assert_eq!(
        with(json!({ "description": "share", "default": 7 })),
        json!({ "type": "integer", "minimum": 0, "maximum": 100, "description": "share", "default": 7 })
    );
    assert_eq!(
        with(json!({ "multipleOf": 5 })),
        json!({ "type": "integer", "minimum": 0, "maximum": 100, "description": "Per cent.", "multipleOf": 5 })
    );
    let both = with(json!({ "minimum": 1, "maximum": 10, "description": "share" }));
    assert_eq!(both["description"], "share");
    for (value, good) in [(0, false), (1, true), (10, true), (11, false), (101, false)] {
        assert_eq!(admits(&both, &json!(value)), good, "{value}: {both}");
    }
    let wide = with(json!({ "minimum": -5, "maximum": 500 }));
    assert!(!admits(&wide, &json!(101)) && !admits(&wide, &json!(-1)), "{wide}");
}

// proves SCH-07
#[test]
fn objects_beside_a_reference_from_elsewhere_keep_their_own_keys() {
    let schema = normal(json!({
        "type": "object",
        "properties": { "x": {
            "$ref": "#/$defs/A", "properties": { "b": {} }, "required": ["b"], "additionalProperties": { "type": "integer" }
        } },
        "$defs": { "A": { "properties": { "a": { "type": "integer" } }, "required": ["a"] } },
    }));
    let x = at(&schema, "/properties/x");
    assert!(admits(x, &json!({ "a": 1, "b": "any" })));
    assert!(!admits(x, &json!({ "a": 1 })));
    assert!(!admits(x, &json!({ "b": 1 })));
    assert!(!admits(x, &json!({ "a": "1", "b": 1 })));
}

// proves SCH-07
#[test]
fn every_form_of_a_pointer() {
    let schema = normal(json!({
        "type": "object",
        "properties": {
            "escaped": { "$ref": "#/$defs/a~1b~0c" },
            "percent": { "$ref": "#/%24defs/a%20%C3%A9" },
            "both": { "$ref": "#/$defs/x~1%25y" },
            "old": { "$ref": "#/definitions/Old" },
            "sibling": { "$ref": "#/properties/list/items" },
            "inside": { "$ref": "#/$defs/Outer/properties/in" },
            "elsewhere": { "$ref": "#/components/schemas/Deep" },
            "list": { "type": "array", "items": { "type": "boolean" } },
        },
        "$defs": {
            "a/b~c": { "const": 1 },
            "a é": { "const": 2 },
            "x/%y": { "const": 3 },
            "Outer": { "properties": { "in": { "const": 5 } } },
        },
        "definitions": { "Old": { "const": 4 } },
        "components": { "schemas": { "Deep": { "title": "Deep", "properties": { "any": true } } } },
    }));
    let expected = json!({
        "escaped": { "const": 1 },
        "percent": { "const": 2 },
        "both": { "const": 3 },
        "old": { "const": 4 },
        "sibling": { "type": "boolean" },
        "inside": { "const": 5 },
        "elsewhere": { "properties": { "any": {} } },
        "list": { "type": "array", "items": { "type": "boolean" } },
    });
    assert_eq!(schema["properties"], expected);
    assert!(schema.get("$defs").is_none() && schema.get("definitions").is_none());
}

// proves SCH-07
#[test]
fn a_container_goes_only_when_nothing_points_into_it() {
    let schema = normal(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/definitions/A/properties/a" }, "y": { "$ref": "#/$defs/B" } },
        "definitions": {
            "A": { "properties": { "a": { "items": { "$ref": "#/definitions/A/properties/a" } } } },
            "Unused": { "items": { "$ref": "#/definitions/Unused" } },
        },
        "$defs": { "B": { "type": "string" } },
    }));
    no_dangling(&schema);
    assert_eq!(schema["definitions"].as_object().unwrap().keys().collect::<Vec<_>>(), ["A"]);
    assert!(schema.get("$defs").is_none());
    // The whole document, and the whole container.
    for all in ["#", "#/$defs"] {
        let schema =
            normal(json!({ "properties": { "x": { "$ref": all } }, "$defs": { "items": { "$ref": "#" } } }));
        no_dangling(&schema);
    }
}

// proves SCH-06, SCH-07
#[test]
fn what_a_reference_points_into_is_not_rewritten() {
    // As generators write that name the first place where they met a type.
    let schema = normal(json!({
        "type": "object",
        "properties": {
            "a": { "anyOf": [
                { "type": "object", "properties": { "next": { "$ref": "#/properties/a/anyOf/0" } } },
                { "type": "null" },
            ] },
            "b": { "oneOf": [{ "type": "string", "const": "x" }] },
            "c": { "$ref": "#/properties/b/oneOf/0" },
        },
    }));
    no_dangling(&schema);
    assert_eq!(at(&schema, "/properties/c/const"), "x");
    assert_eq!(at(&schema, "/properties/b/enum"), &json!(["x"]));
}

// proves SCH-06, SCH-07, SCH-16
#[test]
fn schemas_with_addresses_of_their_own_keep_their_references() {
    let anchor = json!({ "type": "object", "properties": { "x": { "$ref": "#a" } }, "$defs": { "A": { "$anchor": "a", "type": "string" } } });
    assert_eq!(normal(anchor.clone()), anchor);
    let absolute = json!({
        "$id": "https://example.invalid/s",
        "type": "object",
        "properties": { "x": { "$ref": "https://example.invalid/s#/$defs/A" }, "y": { "$ref": "#/$defs/A" } },
        "$defs": { "A": { "type": "string" } },
    });
    assert_eq!(normal(absolute.clone()), absolute);
    let embedded = json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/A" } },
        "$defs": {
            "A": { "$id": "https://example.invalid/a", "items": { "$ref": "#/$defs/B" }, "$defs": { "B": { "type": "string" } } },
            "B": { "type": "integer" },
        },
    });
    let schema = normal(embedded);
    assert!(admits(&schema, &json!({ "x": ["text"] })));
    assert!(!admits(&schema, &json!({ "x": [1] })));
}

/// Two types of the same name are two definitions.
mod other {
    #[derive(schemars::JsonSchema)]
    #[allow(dead_code)]
    pub(super) struct Tree {
        other: Option<Box<Tree>>,
    }
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Generic<T> {
    value: T,
    next: Option<Box<Generic<T>>>,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Names {
    a: Tree,
    b: other::Tree,
    c: Generic<Vec<u8>>,
    d: Generic<BTreeMap<String, String>>,
    e: Generic<(u8, char)>,
}

// proves SCH-06, SCH-07
#[test]
fn names_of_types_that_need_escapes() {
    let schema = input::<Names>();
    no_dangling(&schema);
    assert_eq!(schema["$defs"].as_object().unwrap().len(), 5);
}
