use super::*;

const ABSENT: &str = "absent";

fn i64_schema() -> Value {
    json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX })
}

fn u64_schema() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX })
}

// proves ARG-07, ARG-08
#[test]
fn integers() {
    let tool = one(i64_schema());
    let good = [
        (json!("42"), json!(42)),
        (json!(" 42 "), json!(42)),
        (json!("+2"), json!(2)),
        (json!("-7"), json!(-7)),
        (json!("007"), json!(7)),
        (json!(20.0), json!(20)),
        (json!(-3.0), json!(-3)),
        (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_993_i64)),
        (json!("9223372036854775807"), json!(i64::MAX)),
        (json!("-9223372036854775808"), json!(i64::MIN)),
    ];
    for (came, got) in good {
        assert_eq!(x(&tool, came.clone()), Some(got), "{came}");
    }
    let bad = [
        json!("2.0"),
        json!("3.14"),
        json!("1e3"),
        json!("0x10"),
        json!("1_000"),
        json!("12abc"),
        json!(""),
        json!("∞"),
        json!("NaN"),
        json!("٤٢"),
        json!("+ 2"),
        json!("--2"),
        json!("4 2"),
        json!(20.5),
        json!(true),
        json!([1]),
        json!({}),
        json!(null),
        json!("9223372036854775808"),
        json!(u64::MAX),
        json!(1e30),
    ];
    for came in bad {
        assert_eq!(x(&tool, came.clone()), None, "{came}");
    }
    assert_eq!(x(&one(u64_schema()), json!("18446744073709551615")), Some(json!(u64::MAX)));
    assert_eq!(x(&one(u64_schema()), json!(u64::MAX)), Some(json!(u64::MAX)));
    assert_eq!(x(&one(u64_schema()), json!("18446744073709551616")), None);
    assert_eq!(x(&one(u64_schema()), json!(-1)), None);
}

// proves ARG-08
#[test]
fn nothing_passes_through_a_float_in_silence() {
    let unbounded = one(json!({ "type": "integer" }));
    let written = [
        ("20.0", Some("20")),
        ("2e1", Some("20")),
        ("-0", Some("0")),
        ("9007199254740991.0", Some("9007199254740991")),
        ("9007199254740992.0", Some("9007199254740992")),
        ("9007199254740993.0", None),
        ("9007199254740992.5", None),
        ("18446744073709551615", Some("18446744073709551615")),
        ("18446744073709551616", None),
        ("-9223372036854775809", None),
        ("1e30", None),
        ("1e400", None),
    ];
    for (token, got) in written {
        let came = check(&unbounded, format!("{{\"x\": {token}}}"));
        let came = came.ok().map(|args| args.as_object()["x"].to_string());
        assert_eq!(came.as_deref(), got, "{token}");
    }
    let error = check(&unbounded, "{\"x\": 18446744073709551616}").unwrap_err();
    let violation = &error.violations[0];
    assert_eq!(violation.got.as_deref(), Some("18446744073709551616"));
    assert!(violation.expected.contains("18446744073709551615"), "the range is told: {}", violation.expected);
    // In a union too, and where a number is admitted a float stays one.
    let union = one(json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }));
    assert_eq!(x(&union, json!(2.0)), Some(json!(2)));
    assert_eq!(x(&union, json!(1e30)), None);
    assert_eq!(x(&one(json!({ "type": "number" })), json!(20.0)), Some(json!(20.0)));
    assert_eq!(x(&one(json!({ "type": ["integer", "number"] })), json!(20.0)), Some(json!(20.0)));
}

// proves ARG-09
#[test]
fn numbers() {
    let tool = one(json!({ "type": "number" }));
    for (came, got) in [("2.5", json!(2.5)), (" 1e3 ", json!(1000.0)), ("-0.5", json!(-0.5)), ("7", json!(7))]
    {
        assert_eq!(x(&tool, json!(came)), Some(got), "{came}");
    }
    for came in
        ["nan", "NaN", "inf", "-inf", "Infinity", "1_000.5", "", "1e400", "2.", ".5", "0x1", "1,5", "true"]
    {
        assert_eq!(x(&tool, json!(came)), None, "{came}");
    }
    assert!(check(&tool, "{\"x\": 1e400}").is_err());
    assert!(check(&tool, "{\"x\": NaN}").is_err());
    assert!(check(&tool, "{\"x\": Infinity}").is_err());
}

// proves ARG-10
#[test]
fn booleans() {
    let tool = one(json!({ "type": "boolean" }));
    for (came, got) in [("true", true), ("false", false), ("False", false), ("TRUE", true), ("fAlSe", false)]
    {
        assert_eq!(x(&tool, json!(came)), Some(json!(got)), "{came}");
    }
    for came in [
        json!("yes"),
        json!("no"),
        json!("1"),
        json!(0),
        json!(1),
        json!("maybe"),
        json!(""),
        json!("on"),
        json!(null),
    ] {
        assert_eq!(x(&tool, came.clone()), None, "{came}");
    }
    assert_eq!(x(&optional(json!({ "type": "boolean" })), json!(null)), Some(json!(ABSENT)));
}

// proves ARG-11
#[test]
fn strings() {
    let tool = one(json!({ "type": "string" }));
    assert_eq!(x(&tool, json!(420)), Some(json!("420")));
    assert_eq!(x(&tool, json!(u64::MAX)), Some(json!("18446744073709551615")));
    for kept in ["000420", "[draft] {x}", "{\"k\":1}", "123", "58e10", "null", "true", ""] {
        assert_eq!(x(&tool, json!(kept)), Some(json!(kept)), "text for text stays");
    }
    for came in [json!(4.5), json!(20.0), json!(true), json!(null), json!({}), json!([])] {
        assert_eq!(x(&tool, came.clone()), None, "{came}");
    }
    // Digit for digit, where the text is there.
    for (token, got) in [
        ("123456789012345678901234567890", Some("123456789012345678901234567890")),
        ("-0", Some("-0")),
        ("1e3", None),
        ("4.0", None),
    ] {
        let came = check(&tool, format!("{{\"x\": {token}}}")).ok().map(|args| args.as_object()["x"].clone());
        assert_eq!(came, got.map(Value::from), "{token}");
    }
}

// proves ARG-12
#[test]
fn arrays_and_objects_as_text() {
    let list = one(
        json!({ "type": "array", "items": { "type": "object", "properties": { "a": { "type": "integer" } } } }),
    );
    assert_eq!(x(&list, json!("[{\"a\":1}]")), Some(json!([{ "a": 1 }])));
    assert_eq!(x(&list, json!("[{\"a\":\"1\"}]")), Some(json!([{ "a": 1 }])), "also what is inside");
    for came in ["a,b", "{\"a\":1}", "[1", "", "[{\"a\":1,\"a\":2}]"] {
        assert_eq!(x(&list, json!(came)), None, "{came}");
    }
    let object = one(json!({ "type": "object", "properties": { "name": { "type": "string" } } }));
    assert_eq!(x(&object, json!("{\"name\":\"A\"}")), Some(json!({ "name": "A" })));
    assert_eq!(x(&object, json!("[]")), None);
    assert_eq!(x(&one(json!({ "type": "array", "items": { "type": "string" } })), json!("a")), None);
}

// proves ARG-13, ARG-14
#[test]
fn null_and_empty_text_for_an_optional() {
    let integer = json!({ "type": "integer" });
    let string = json!({ "type": "string" });
    let members = json!({ "type": "string", "enum": ["a", "b"] });
    let cases = [
        (integer.clone(), json!(null), Some(json!(ABSENT))),
        (integer.clone(), json!("null"), Some(json!(ABSENT))),
        (integer.clone(), json!(""), Some(json!(ABSENT))),
        (integer.clone(), json!("nil"), None),
        (json!({ "type": "array" }), json!("null"), Some(json!(ABSENT))),
        (string.clone(), json!(null), Some(json!(ABSENT))),
        (string.clone(), json!("null"), Some(json!("null"))),
        (string.clone(), json!(""), Some(json!(""))),
        (members.clone(), json!(""), None),
        (members.clone(), json!(null), Some(json!(ABSENT))),
        (json!({ "type": ["integer", "null"] }), json!(null), Some(json!(null))),
        (json!({}), json!(null), Some(json!(null))),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }),
            json!("null"),
            Some(json!("null")),
        ),
    ];
    for (schema, came, got) in cases {
        assert_eq!(x(&optional(schema.clone()), came.clone()), got, "{schema} {came}");
    }
    for came in [json!(null), json!("null"), json!("")] {
        assert_eq!(x(&one(integer.clone()), came.clone()), None, "a required one is not absent: {came}");
    }
    // At any depth.
    let nested = one(json!({ "type": "array", "items": {
        "type": "object", "properties": { "n": integer, "s": string }, "required": ["s"], "additionalProperties": false } }));
    assert_eq!(x(&nested, json!([{ "s": "a", "n": null }])), Some(json!([{ "s": "a" }])));
    assert_eq!(x(&nested, json!([{ "s": null }])), None);
    // Absence is a normalisation and not recorded; the text "null" is a coercion.
    let tool = optional(json!({ "type": "integer" }));
    assert!(check(&tool, json!({ "x": null })).unwrap().coercions().is_empty());
    assert_eq!(check(&tool, json!({ "x": "null" })).unwrap().coercions().len(), 1);
}

// proves ARG-15
#[test]
fn members_of_an_enum() {
    let formats = one(json!({ "type": "string", "enum": ["markdown", "json"] }));
    assert_eq!(x(&formats, json!("JSON")), Some(json!("json")));
    assert_eq!(x(&formats, json!(" Markdown ")), Some(json!("markdown")));
    assert_eq!(x(&formats, json!("js")), None);
    let ambiguous = one(json!({ "enum": ["A", "a"] }));
    assert_eq!(x(&ambiguous, json!("A ")), None);
    assert_eq!(x(&ambiguous, json!("A")), Some(json!("A")), "an exact member is one");
    assert_eq!(x(&one(json!({ "enum": ["ß"] })), json!("SS")), None, "ASCII only");
    let error = check(&formats, json!({ "x": "jsonn" })).unwrap_err();
    assert_eq!(error.violations[0].expected, "must be one of \"markdown\", \"json\"");
    assert_eq!(error.violations[0].hint.as_deref(), Some("did you mean \"json\"?"));
}

// proves ARG-16
#[test]
fn at_any_depth_and_through_unions() {
    let integer = json!({ "type": "integer" });
    let string = json!({ "type": "string" });
    let cases = [
        (json!({ "oneOf": [integer, string] }), json!("2"), Some(json!("2"))),
        (json!({ "anyOf": [integer, { "type": "null" }] }), json!("2"), Some(json!(2))),
        (json!({ "type": ["integer", "null"] }), json!("2"), Some(json!(2))),
        (json!({ "type": ["integer", "boolean"] }), json!("true"), Some(json!(true))),
        (json!({ "type": ["integer", "number"] }), json!("2"), Some(json!(2))),
        (json!({ "oneOf": [integer, { "type": "boolean" }] }), json!("TRUE"), Some(json!(true))),
        (json!({ "oneOf": [integer, { "type": "boolean" }] }), json!("x"), None),
        (json!({ "allOf": [{ "type": "integer" }, { "minimum": 3 }] }), json!("4"), Some(json!(4))),
        (json!({ "allOf": [{ "type": "integer" }, { "minimum": 3 }] }), json!("2"), None),
        // Two alternatives that would accept it in two ways decide nothing.
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "array" }, { "type": "object" }] }),
            json!("[1]"),
            Some(json!([1])),
        ),
        (
            json!({ "oneOf": [{ "type": "string", "enum": ["A"] }, { "type": "string", "enum": ["a "] }] }),
            json!(" a"),
            None,
        ),
        (
            json!({ "prefixItems": [integer, { "type": "boolean" }], "items": false, "type": "array" }),
            json!(["1", "true"]),
            Some(json!([1, true])),
        ),
        (
            json!({ "type": "object", "patternProperties": { "^n_": integer }, "additionalProperties": { "type": "boolean" } }),
            json!({ "n_a": "1", "b": "false" }),
            Some(json!({ "n_a": 1, "b": false })),
        ),
    ];
    for (schema, came, got) in cases {
        assert_eq!(x(&one(schema.clone()), came.clone()), got, "{schema} {came}");
    }
    let recursive = tool(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/Tree" } },
        "$defs": { "Tree": {
            "type": "object", "additionalProperties": false, "required": ["n"],
            "properties": { "n": { "type": "integer" }, "kids": { "type": "array", "items": { "$ref": "#/$defs/Tree" } } } } }
    }));
    let came = json!({ "n": "1", "kids": [{ "n": 2, "kids": [{ "n": " 3" }] }] });
    assert_eq!(x(&recursive, came), Some(json!({ "n": 1, "kids": [{ "n": 2, "kids": [{ "n": 3 }] }] })));
    // A tagged union: only the variant that the tag names is mended.
    let tagged = one(json!({ "oneOf": [
        { "type": "object", "properties": { "t": { "const": "move" }, "by": integer }, "required": ["t", "by"], "additionalProperties": false },
        { "type": "object", "properties": { "t": { "const": "say" }, "by": string }, "required": ["t", "by"], "additionalProperties": false },
    ] }));
    assert_eq!(x(&tagged, json!({ "t": "move", "by": "2" })), Some(json!({ "t": "move", "by": 2 })));
    assert_eq!(x(&tagged, json!({ "t": "say", "by": "2" })), Some(json!({ "t": "say", "by": "2" })));
    assert_eq!(x(&tagged, json!({ "t": "fly", "by": "2" })), None);
}

// proves ARG-16
#[test]
fn places_with_odd_names_are_found() {
    let union = json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] });
    for name in ["a b", "a/b", "a~b", "é", "100%", "a\"b", "#"] {
        let tool = tool(json!({ "type": "object", "properties": { name: union }, "required": [name] }));
        let came = json!({ name: "2" });
        assert_eq!(gets(&tool, &came), json!({ name: 2 }).as_object().cloned(), "{name}");
    }
}
