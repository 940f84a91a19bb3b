//! Schemas from elsewhere, brought into the form of ours.

use crate::Definition;

use super::*;

// proves SCH-16, SCH-02, SCH-04, SCH-08
#[test]
fn normalize_keeps_what_is_meant() {
    let schema = normal(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Search",
        "type": "object",
        "properties": {
            "query": { "title": "Query", "type": "string" },
            "limit": { "anyOf": [{ "type": "integer", "format": "int32" }, { "type": "null" }], "default": null, "title": "Limit" },
            "page": { "anyOf": [{ "type": "integer" }, { "title": "None", "type": "null" }], "default": 1 },
            "mode": { "type": ["string", "null"], "enum": ["a", "b", null] },
            "must": { "type": ["string", "null"] },
            "open": { "type": "object", "properties": { "a": true } },
            "short": { "anyOf": [{ "type": "string", "maxLength": 5 }, { "type": "null" }], "maxLength": 10 },
        },
        "required": ["query", "must"],
    }));
    let expected = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string" },
            "limit": { "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX },
            // Absence is one there, and null is none.
            "page": { "anyOf": [{ "type": "integer" }, { "type": "null" }], "default": 1 },
            "mode": { "type": "string", "enum": ["a", "b"] },
            "must": { "type": ["string", "null"] },
            // What is open stays open.
            "open": { "type": "object", "properties": { "a": {} } },
            "short": { "maxLength": 10, "allOf": [{ "type": "string", "maxLength": 5 }] },
        },
        "required": ["query", "must"],
    });
    assert_eq!(schema, expected);
    assert_eq!(normal(schema.clone()), schema, "a second time changes nothing");
}

// proves SCH-16, SCH-07
#[test]
fn tuples_and_dependencies_of_older_drafts() {
    let old = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "pair": { "type": "array", "items": [{ "type": "string" }, true], "additionalItems": false },
            "open": { "items": [{ "type": "string" }] },
            "dependencies": { "type": "boolean" },
        },
        "dependencies": { "open": ["pair"], "pair": { "required": ["dependencies"] } },
        "definitions": { "Unused": {} },
    });
    let expected = json!({
        "type": "object",
        "properties": {
            "pair": { "type": "array", "prefixItems": [{ "type": "string" }, {}], "items": false },
            "open": { "prefixItems": [{ "type": "string" }] },
            "dependencies": { "type": "boolean" },
        },
        "dependentRequired": { "open": ["pair"] },
        "dependentSchemas": { "pair": { "required": ["dependencies"] } },
    });
    let schema = normal(old.clone());
    assert_eq!(schema, expected);
    for value in [
        json!({}),
        json!({ "pair": ["a", 1], "dependencies": true }),
        json!({ "pair": ["a", 1] }),
        json!({ "pair": ["a", 1, 2], "dependencies": true }),
        json!({ "open": ["a"] }),
        json!({ "open": [1], "pair": [], "dependencies": true }),
    ] {
        assert_eq!(admits(&old, &value), admits(&schema, &value), "{value}");
    }
}

// proves SCH-09
#[test]
fn a_schema_from_elsewhere_is_kept_as_it_came_for_the_check() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "T",
        "type": "object",
        "properties": { "a": { "$ref": "#/definitions/A" }, "b": true, "n": { "type": ["string", "null"] } },
        "definitions": { "A": { "type": "integer", "format": "int64" }, "Unused": false },
    });
    let definition = Definition::builder("t", "A tool under test.")
        .input(schema.clone())
        .output(schema.clone())
        .build()
        .unwrap();
    assert_eq!(json!(**definition.input()), schema);
    assert_eq!(json!(**definition.output().unwrap()), schema);
    // Also where it is open, and null is a value.
    let args = definition.check(json!({ "a": 1, "b": [], "n": null, "more": {} })).unwrap();
    assert_eq!(json!(args.as_object()), json!({ "a": 1, "b": [], "n": null, "more": {} }));
}

// proves SCH-16
#[test]
fn the_four_functions_are_public() {
    use crate::schema;
    let made = schema::input_schema_of::<std::collections::BTreeMap<String, u8>>();
    schema::check(&made).unwrap();
    assert_eq!(schema::normalize(&made), made);
    assert_eq!(schema::output_schema_of::<u8>(), schema::input_schema_of::<u8>());
}
