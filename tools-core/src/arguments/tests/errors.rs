use super::*;

fn booking() -> Definition {
    tool(json!({
        "type": "object",
        "properties": {
            "city": { "type": "string", "description": "Where to stay." },
            "guests": { "type": "integer", "minimum": 1, "maximum": 20 },
            "kind": { "type": "string", "enum": ["single", "double"] },
            "stay": { "type": "object", "additionalProperties": false, "required": ["from", "nights"],
                "properties": { "from": { "type": "string", "format": "date" }, "nights": { "type": "integer" } } },
            "note": { "type": "string" }
        },
        "required": ["city", "guests", "kind", "stay"],
        "additionalProperties": false
    }))
}

// proves ARG-06
#[test]
fn every_violation_in_order() {
    let came = json!({ "stay": { "nights": true, "day": 1 }, "nte": "x", "guests": 31, "kind": "tripel" });
    let error = check(&booking(), came).unwrap_err();
    let told: Vec<String> = error.violations.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "/stay/nights: must be an integer, got true",
            "/stay/day: `day` is not known; known are `from`, `nights`",
            "/nte: `nte` is not known; known are `city`, `guests`, `kind`, `stay`, `note` (did you mean `note`?)",
            "/guests: must be at most 20, got 31",
            "/kind: must be one of \"single\", \"double\", got \"tripel\"",
            "/city: is required and missing: a string; Where to stay.",
            "/stay/from: is required and missing: a string",
        ]
    );
}

// proves ARG-06
#[test]
fn the_original_is_what_is_reported() {
    let error = check(&booking(), json!({ "city": "Athens", "guests": "3", "kind": "Single" })).unwrap_err();
    let told: Vec<String> = error.violations.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "/guests: must be an integer, got \"3\" (write 3 without quotes)",
            "/kind: must be one of \"single\", \"double\", got \"Single\" (did you mean \"single\"?)",
            "/stay: is required and missing: an object",
        ]
    );
}

// proves ARG-06
#[test]
fn what_came_is_short_and_never_a_secret() {
    let long = check(&one(json!({ "type": "integer" })), json!({ "x": "é".repeat(500) })).unwrap_err();
    let got = long.violations[0].got.clone().unwrap();
    assert!(got.chars().count() <= 120 && got.ends_with('…'), "{got}");
    let secret = tool(json!({ "type": "object", "additionalProperties": false, "properties": {
        "token": { "type": "string", "writeOnly": true, "minLength": 40, "pattern": "^k" },
        "keys": { "type": "array", "writeOnly": true, "items": { "type": "integer" } },
        "either": { "writeOnly": true, "oneOf": [{ "type": "integer" }, { "enum": ["a"] }] }
    } }));
    let came = json!({ "token": "hunter2", "keys": ["hunter2"], "either": "hunter2", "unknown": "hunter2", "deep": { "x": "hunter2" } });
    let error = check(&secret, came).unwrap_err();
    assert_eq!(error.violations.len(), 6, "{error}");
    assert!(
        !format!("{error} {error:?} {}", ToolError::from(error.clone()).to_json()).contains("hunter2"),
        "{error:?}"
    );
}

// proves ARG-18
#[test]
fn unknown_keys_are_named_with_the_nearest_one() {
    let tool = tool(json!({ "type": "object", "additionalProperties": false,
        "properties": { "query": { "type": "string" }, "old_string": { "type": "string" } } }));
    for (came, near) in
        [("qeury", "query"), ("Query", "query"), ("old-string", "old_string"), ("oldString", "old_string")]
    {
        let error = check(&tool, json!({ came: "x" })).unwrap_err();
        let violation = &error.violations[0];
        assert_eq!(violation.pointer, format!("/{came}"));
        assert!(violation.expected.contains("known are `query`, `old_string`"), "{}", violation.expected);
        assert_eq!(violation.hint.as_deref(), Some(&*format!("did you mean `{near}`?")));
        assert_eq!(violation.got, None, "its value is never quoted");
    }
    let nothing = super::tool(json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    let error = check(&nothing, json!({ "x": 1 })).unwrap_err();
    assert_eq!(error.violations[0].expected, "`x` is not known; nothing is taken here");
}

// proves ARG-16
#[test]
fn a_union_names_the_reason_of_each_alternative() {
    let tool = one(json!({ "oneOf": [
        { "type": "integer" },
        { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"], "additionalProperties": false },
        { "enum": ["all", "none"] }
    ] }));
    let error = check(&tool, json!({ "x": { "ident": 1 } })).unwrap_err();
    assert_eq!(
        error.violations[0].expected,
        "must be of one form: must be an integer; or `ident` is not known; or must be one of \"all\", \"none\""
    );
}

// proves ARG-27
#[test]
fn the_json_for_a_model_is_under_2_kb() {
    let many = tool(json!({ "type": "object", "additionalProperties": false }));
    let came: Map<String, Value> =
        (0..5_000).map(|i| (format!("{}{i}", "k".repeat(300)), json!(1))).collect();
    let long_members: Vec<String> = (0..500).map(|i| format!("{}{i}", "m".repeat(200))).collect();
    let errors = [
        check(&many, came).unwrap_err(),
        check(&one(json!({ "enum": long_members })), json!({ "x": "\u{1}".repeat(10_000) })).unwrap_err(),
        check(
            &one(json!({ "type": "string", "pattern": format!("^{}$", "(a|b)".repeat(400)) })),
            json!({ "x": "\"".repeat(9_000) }),
        )
        .unwrap_err(),
        check(&many, "{\"x\": ".to_owned() + &"[".repeat(100_000)).unwrap_err(),
        check(&booking(), json!({})).unwrap_err(),
    ];
    for error in errors {
        let count = error.violations.len();
        let json = ToolError::from(error).to_json();
        let text = json.to_string();
        assert!(text.len() < 2_048, "{} bytes: {text}", text.len());
        let shown = json["details"]["violations"].as_array().unwrap().len();
        assert!(shown > 0, "{text}");
        assert_eq!(json["details"]["more"].as_u64().unwrap_or(0) as usize, count - shown);
        assert_eq!(json["code"], "invalid_arguments");
        assert_eq!(json["changes_made"], json!(false));
    }
}

// proves ARG-06
#[test]
fn an_unreadable_text_is_not_quoted_when_something_is_secret() {
    let secret =
        tool(json!({ "type": "object", "properties": { "token": { "type": "string", "writeOnly": true } } }));
    for text in [
        r#"{"token":"hunter2","token":"hunter2"}"#,
        r#"[{"token":"hunter2"}]"#,
        r#""hunter2""#,
        r#"{"token":"hunter2",}"#,
        "hunter2",
    ] {
        let error = check(&secret, text).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
}

// proves ARG-06, ARG-25
#[test]
fn many_unknown_keys_take_bounded_time_and_room() {
    let none = tool(json!({ "type": "object", "properties": { "a": {} }, "additionalProperties": false }));
    let came: Map<String, Value> = (0..20_000).map(|i| (format!("k{i}"), json!(1))).collect();
    let error = check(&none, came).unwrap_err();
    assert_eq!(error.violations.len(), 1_000);
    assert!(error.to_string().len() < 8_000 && error.to_string().ends_with("and 970 more"));
}

// proves ARG-08
#[test]
fn hints_lose_nothing_and_one_fault_is_told_once() {
    let hint = |schema: Value, text: &str| {
        let error = check(&one(schema), format!("{{\"x\": {text}}}")).unwrap_err();
        assert_eq!(error.violations.len(), 1, "{error}");
        error.violations[0].hint.clone()
    };
    assert_eq!(hint(json!({ "type": "string" }), "5.10"), None, "5.1 is not what was written");
    assert_eq!(hint(json!({ "type": "boolean" }), "null"), None);
    assert_eq!(
        hint(json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }), "18446744073709551616"),
        None
    );
}
