use super::*;

// proves ARG-17
#[test]
fn defaults_are_filled_in() {
    let tool = tool(json!({
        "type": "object",
        "properties": { "limit": { "type": "integer", "default": 5 }, "q": { "type": "string" } },
        "required": ["q"], "additionalProperties": false
    }));
    assert_eq!(gets(&tool, &json!({ "q": "a" })), json!({ "q": "a", "limit": 5 }).as_object().cloned());
    assert_eq!(
        gets(&tool, &json!({ "q": "a", "limit": null })),
        json!({ "q": "a", "limit": 5 }).as_object().cloned()
    );
    assert_eq!(
        gets(&tool, &json!({ "q": "a", "limit": "7" })),
        json!({ "q": "a", "limit": 7 }).as_object().cloned()
    );
    // A default that the schema refuses is found when the tool is made.
    let error = Definition::builder("bad", "A tool.")
        .input(json!({ "type": "object", "properties": { "n": { "type": "integer", "maximum": 3, "default": 5 } } }))
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "tool `bad`: schema at /properties/n: the default of `n`, 5, is not valid: /n: must be at most 3, got 5"
    );
}

// proves ARG-20
#[test]
fn wrapped_arguments() {
    let tool = optional(json!({ "type": "integer" }));
    for wrapper in ["arguments", "input", "parameters"] {
        assert_eq!(gets(&tool, &json!({ wrapper: { "x": 1 } })), json!({ "x": 1 }).as_object().cloned());
        let args = check(&tool, json!({ wrapper: { "x": 1 } })).unwrap();
        assert_eq!(args.coercions()[0].pointer, format!("/{wrapper}"));
    }
    assert_eq!(gets(&tool, &json!({ "args": { "x": 1 } })), None, "no other word");
    assert_eq!(gets(&tool, &json!({ "input": { "x": 1 }, "y": 1 })), None, "only when it is the only key");
    assert_eq!(gets(&tool, &json!({ "input": { "y": 1 } })), None, "only when it is valid inside");
    assert_eq!(gets(&tool, &json!({ "input": { "input": { "x": 1 } } })), None, "once");
    let own = super::tool(json!({ "type": "object", "properties": { "input": { "type": "object" } } }));
    assert_eq!(
        gets(&own, &json!({ "input": { "a": 1 } })),
        json!({ "input": { "a": 1 } }).as_object().cloned()
    );
}

// proves ARG-19
#[test]
fn unknown_keys_can_be_ignored() {
    let build = |ignore: bool| {
        let builder = Definition::builder("t", "A tool.").input(json!({
            "type": "object", "additionalProperties": false,
            "properties": { "q": { "type": "string" }, "o": { "type": "object", "additionalProperties": false } }
        }));
        if ignore { builder.ignore_unknown_fields() } else { builder }.build().unwrap()
    };
    let came = json!({ "q": "a", "page": 2 });
    assert_eq!(gets(&build(false), &came), None);
    let args = check(&build(true), came.clone()).unwrap();
    assert_eq!(json!(args.as_object()), json!({ "q": "a" }));
    assert_eq!(json!(args.coercions()), json!([{ "pointer": "/page", "from": "[dropped]", "to": null }]));
    assert_eq!(build(true).input()["additionalProperties"], json!(false), "its schema stays closed");
    assert_eq!(gets(&build(true), &json!({ "o": { "y": 1 } })), None, "only at the top");
}

// proves ARG-22
#[test]
fn the_value_of_the_caller_is_never_changed() {
    let tool = one(json!({ "type": "integer" }));
    let came = json!({ "x": "42" });
    let args = check(&tool, came.clone()).unwrap();
    assert_eq!(came, json!({ "x": "42" }));
    assert_eq!(args.as_object()["x"], json!(42), "the tool gets the coerced one");
    assert_eq!(json!(args.coercions()), json!([{ "pointer": "/x", "from": "42", "to": 42 }]));
    assert!(check(&tool, json!({ "x": 42 })).unwrap().coercions().is_empty());
    let secret = one(json!({ "type": "integer", "writeOnly": true }));
    let args = check(&secret, json!({ "x": "42" })).unwrap();
    assert_eq!(
        json!(args.coercions()),
        json!([{ "pointer": "/x", "from": "[redacted]", "to": "[redacted]" }])
    );
}

#[test]
fn a_schema_whose_alternatives_multiply_ends() {
    // Each level tries both alternatives of the next one.
    let tool = tool(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/T" } },
        "$defs": { "T": { "anyOf": [
            { "type": "object", "properties": { "k": { "$ref": "#/$defs/T" }, "n": { "type": "integer" } }, "required": ["n"] },
            { "type": "object", "properties": { "k": { "$ref": "#/$defs/T" }, "n": { "type": "boolean" } }, "required": ["n"] }
        ] } }
    }));
    let mut value = json!({ "n": "no" });
    for _ in 0..10 {
        value = json!({ "k": value, "n": "no" });
    }
    assert!(check(&tool, json!({ "x": value })).is_err());
}
