//! Schemas from elsewhere that cannot be used: an error that names tool and
//! place, and nothing worse.

use crate::Definition;

use super::*;

/// The error, as the tool that has the schema reports it.
fn refused(schema: Value) -> String {
    let own = check(&map(schema.clone())).unwrap_err();
    assert_eq!(own.tool, None);
    let error = Definition::builder("records_find", "Finds records.").input(schema).build().unwrap_err();
    assert_eq!(error.tool.as_deref(), Some("records_find"));
    assert_eq!((error.pointer.clone(), error.message.clone()), (own.pointer, own.message));
    assert!(error.to_string().starts_with("tool `records_find`: "), "{error}");
    error.to_string()
}

fn object_of(x: Value) -> Value {
    json!({ "type": "object", "properties": { "x": x } })
}

// proves SCH-09
#[test]
fn references_that_lead_out_or_nowhere() {
    let cases = [
        ("https://example.invalid/s.json", "leads out of the schema; nothing is fetched"),
        ("http://127.0.0.1:1/s.json#/$defs/A", "leads out of the schema; nothing is fetched"),
        ("file:///etc/hostname", "leads out of the schema; nothing is fetched"),
        ("other.json", "leads out of the schema; nothing is fetched"),
        ("#/$defs/Gone", "leads nowhere"),
        ("#/properties/x/items/0", "leads nowhere"),
        ("#gone", "leads nowhere"),
        ("#/bad%2", "leads nowhere"),
    ];
    for (reference, what) in cases {
        let error = refused(object_of(json!({ "items": { "$ref": reference } })));
        assert_eq!(
            error,
            format!("tool `records_find`: schema at /properties/x/items/$ref: `{reference}` {what}"),
        );
    }
    let deep = json!({ "type": "object", "$defs": { "a/b": { "not": { "$ref": "x" } } } });
    assert!(refused(deep).contains("at /$defs/a~1b/not/$ref: "));
    for keyword in ["$dynamicRef", "$recursiveRef"] {
        let schema = object_of(json!({ keyword: "https://example.invalid/s.json" }));
        if keyword == "$dynamicRef" {
            assert!(refused(schema).contains("does not compile"));
        }
    }
    let unknown = json!({ "$schema": "https://example.invalid/meta", "type": "object" });
    assert!(refused(unknown).contains("does not compile"));
}

// proves SCH-09, SCH-06
#[test]
fn references_that_lead_back_to_the_same_value() {
    let cases = [
        json!({ "$ref": "#" }),
        json!({ "allOf": [{ "$ref": "#" }] }),
        object_of(json!({ "anyOf": [{ "$ref": "#/properties/x" }, { "type": "string" }] })),
        json!({ "properties": { "x": { "$ref": "#/$defs/A" } },
            "$defs": { "A": { "not": { "$ref": "#/$defs/B" } }, "B": { "if": { "$ref": "#/$defs/A" } } } }),
        json!({ "properties": { "x": { "$ref": "#/c/A" } }, "c": { "A": { "oneOf": [{ "$ref": "#/c/A" }] } } }),
    ];
    for schema in cases {
        assert!(refused(schema).contains("leads back to itself"));
    }
    // A step into the value is no circle.
    check(&map(object_of(json!({ "items": { "$ref": "#/properties/x" } })))).unwrap();
    check(&map(json!({ "type": "object", "properties": { "x": { "$ref": "#" } } }))).unwrap();
}

// proves SCH-09, SCH-06
#[test]
fn references_that_multiply_the_alternatives_of_one_value() {
    let bomb = |levels: usize, wide: usize| {
        let mut defs = Map::new();
        for level in 0..levels {
            let next = json!({ "$ref": format!("#/$defs/D{}", level + 1) });
            defs.insert(format!("D{level}"), json!({ "anyOf": vec![next; wide] }));
        }
        defs.insert(format!("D{levels}"), json!({ "type": "string" }));
        json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": defs })
    };
    assert!(refused(bomb(8, 8)).contains("over 10000 alternatives"));
    check(&map(bomb(3, 8))).unwrap();
}

// proves SCH-09
#[test]
fn what_does_not_compile() {
    let cases = [
        (json!({ "pattern": "(" }), "/properties/x/pattern"),
        (json!({ "patternProperties": { "[": {} } }), "/properties/x/patternProperties"),
        (json!({ "type": "text" }), "/properties/x/type"),
        (json!({ "type": 7 }), "/properties/x/type"),
        (json!({ "minimum": "1" }), "/properties/x/minimum"),
        (json!({ "required": "a" }), "/properties/x/required"),
        (json!({ "required": ["a", "a"] }), "/properties/x/required"),
        (json!({ "anyOf": [] }), "/properties/x/anyOf"),
        (json!({ "properties": [] }), "/properties/x/properties"),
        (json!({ "items": 5 }), "/properties/x/items"),
        (json!({ "$ref": 5 }), "/properties/x/$ref"),
        (json!(null), "/properties/x"),
    ];
    for (x, place) in cases {
        let error = refused(object_of(x));
        assert!(error.starts_with(&format!("tool `records_find`: schema at {place}")), "{error}");
    }
    assert!(refused(json!({ "type": "strin" })).contains("schema at /type"));
}

// proves SCH-09
#[test]
fn what_is_too_large() {
    let nodes = |n: usize| {
        // The root, `properties` and `x` are three.
        object_of(json!({ "examples": vec![json!([]); n - 4] }))
    };
    check(&map(nodes(10_000))).unwrap();
    assert_eq!(
        refused(nodes(10_001)),
        "tool `records_find`: schema at /properties: the schema has over 10000 nodes"
    );
    let text = |bytes: usize| {
        let frame = object_of(json!({ "description": "" })).to_string().len();
        object_of(json!({ "description": "x".repeat(bytes - frame) }))
    };
    check(&map(text(256 * 1024))).unwrap();
    assert!(refused(text(256 * 1024 + 1)).contains("has 262145 bytes; the limit is 262144"));
    let deep = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({ "items": inner }));
    check(&map(deep(128))).unwrap();
    assert!(refused(deep(129)).contains("nested over 128 levels"));
}

// proves SCH-09, SCH-16
#[test]
fn normalize_gives_back_what_it_cannot_walk() {
    let nest = |inner, _| Value::Object(Map::from_iter([("items".to_owned(), inner)]));
    let deep = map((0..1_000).fold(json!({ "title": "T" }), nest));
    assert!(normalize(&deep) == deep);
    let odd = json!({ "$ref": 5, "properties": 7, "required": [1], "anyOf": {}, "items": [null], "type": [], "enum": 1,
        "oneOf": [7], "$defs": [], "format": 1, "dependencies": 1 });
    normalize(&map(odd));
}
