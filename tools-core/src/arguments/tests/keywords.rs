use super::*;

// proves ARG-04
#[test]
fn every_keyword_is_enforced() {
    // keyword, schema of `x`, good, bad
    let cases = [
        ("minimum", json!({ "minimum": 3 }), json!(3), json!(2)),
        ("maximum", json!({ "maximum": 30 }), json!(30), json!(31)),
        ("exclusiveMinimum", json!({ "exclusiveMinimum": 3 }), json!(4), json!(3)),
        ("exclusiveMaximum", json!({ "exclusiveMaximum": 3 }), json!(2), json!(3)),
        ("multipleOf", json!({ "multipleOf": 5 }), json!(10), json!(12)),
        ("minLength", json!({ "type": "string", "minLength": 2 }), json!("é€"), json!("é")),
        ("maxLength", json!({ "type": "string", "maxLength": 2 }), json!("é€"), json!("abc")),
        ("pattern", json!({ "type": "string", "pattern": "^a+$" }), json!("aa"), json!("ab")),
        ("minItems", json!({ "minItems": 1 }), json!([1]), json!([])),
        ("maxItems", json!({ "maxItems": 1 }), json!([1]), json!([1, 2])),
        ("uniqueItems", json!({ "uniqueItems": true }), json!([1, 2]), json!([1, 1])),
        ("contains", json!({ "contains": { "const": 1 } }), json!([2, 1]), json!([2])),
        ("minProperties", json!({ "minProperties": 1 }), json!({ "a": 1 }), json!({})),
        ("maxProperties", json!({ "maxProperties": 1 }), json!({ "a": 1 }), json!({ "a": 1, "b": 1 })),
        ("const", json!({ "const": 7 }), json!(7), json!(8)),
        ("enum", json!({ "enum": [1, 2] }), json!(2), json!(3)),
        ("not", json!({ "not": { "type": "integer" } }), json!(1.5), json!(1)),
        ("type", json!({ "type": ["integer", "array"] }), json!([]), json!({})),
        ("additionalProperties", json!({ "additionalProperties": false }), json!({}), json!({ "a": 1 })),
        (
            "propertyNames",
            json!({ "propertyNames": { "maxLength": 1 } }),
            json!({ "a": 1 }),
            json!({ "ab": 1 }),
        ),
        (
            "type",
            json!({ "patternProperties": { "^n": { "type": "integer" } } }),
            json!({ "n": 1, "m": "" }),
            json!({ "n": "x" }),
        ),
        (
            "required",
            json!({ "dependentRequired": { "a": ["b"] } }),
            json!({ "a": 1, "b": 1 }),
            json!({ "a": 1 }),
        ),
        (
            "required",
            json!({ "if": { "required": ["a"] }, "then": { "required": ["b"] } }),
            json!({}),
            json!({ "a": 1 }),
        ),
        ("type", json!({ "prefixItems": [{ "type": "integer" }] }), json!([1, "a"]), json!(["a"])),
        (
            "unevaluatedProperties",
            json!({ "allOf": [{ "properties": { "a": {} } }], "unevaluatedProperties": false }),
            json!({ "a": 1 }),
            json!({ "b": 1 }),
        ),
        ("anyOf", json!({ "anyOf": [{ "minimum": 5 }, { "maximum": 1 }] }), json!(0), json!(3)),
        ("oneOf", json!({ "oneOf": [{ "minimum": 5 }, { "minimum": 3 }] }), json!(4), json!(6)),
        ("minimum", json!({ "allOf": [{ "minimum": 5 }] }), json!(5), json!(3)),
        (
            "minimum",
            json!({ "dependentSchemas": { "a": { "properties": { "b": { "minimum": 2 } } } } }),
            json!({ "b": 1 }),
            json!({ "a": 1, "b": 1 }),
        ),
    ];
    for (keyword, schema, good, bad) in cases {
        let at_top = one(schema.clone());
        assert_eq!(x(&at_top, good.clone()), Some(good.clone()), "{schema} {good}");
        let error = check(&at_top, json!({ "x": bad })).expect_err(keyword);
        assert_eq!(error.violations[0].keyword, keyword, "{error}");
        // At depth, behind a reference.
        let deep = tool(json!({
            "type": "object", "properties": { "x": { "type": "array", "items": { "$ref": "#/$defs/D" } } },
            "$defs": { "D": { "type": "object", "properties": { "y": schema } } }
        }));
        assert!(check(&deep, json!({ "x": [{ "y": good }] })).is_ok());
        let error = check(&deep, json!({ "x": [{ "y": good }, { "y": bad }] })).expect_err(keyword);
        assert!(error.violations[0].pointer.starts_with("/x/1/y"), "{error}");
    }
}

// proves ARG-05
#[test]
fn formats() {
    let asserted = [
        ("date-time", "2026-03-29T01:59:59Z", "2026-03-29"),
        ("date", "2026-03-29", "29.3.2026"),
        ("time", "01:59:59Z", "1:59"),
        ("duration", "PT1H30M", "90m"),
        ("uuid", "0192f0c1-7e4b-7c3d-9a51-2f6d8b7a9c10", "0192f0c1"),
        ("uri", "https://example.com/a", "example"),
        ("email", "ada@example.com", "ada.example.com"),
        ("ipv4", "192.0.2.1", "192.0.2.256"),
        ("ipv6", "2001:db8::1", "2001:db8:::1"),
        ("hostname", "example.com", "-example-.com"),
    ];
    for (format, good, bad) in asserted {
        let tool = one(json!({ "type": "string", "format": format }));
        assert!(check(&tool, json!({ "x": good })).is_ok(), "{format}");
        let error = check(&tool, json!({ "x": bad })).expect_err(format);
        assert_eq!(error.violations[0].keyword, "format");
    }
    for format in [
        "regex",
        "json-pointer",
        "uri-reference",
        "uri-template",
        "iri",
        "idn-email",
        "uint32",
        "secret-sauce",
    ] {
        let tool = one(json!({ "type": "string", "format": format }));
        assert!(check(&tool, json!({ "x": "((( % \u{0}" })).is_ok(), "{format} only annotates");
    }
}
