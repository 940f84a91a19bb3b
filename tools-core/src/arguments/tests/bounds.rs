use super::*;
use crate::ArgumentLimits;

// proves ARG-01
#[test]
fn no_arguments_are_an_empty_object() {
    let tool = optional(json!({ "type": "integer" }));
    for text in ["", "  ", "\n\t", "null", " null ", "{}"] {
        assert_eq!(check(&tool, text).unwrap().into_object(), Map::new(), "{text:?}");
        assert_eq!(
            check(&tool, json!(text)).unwrap().into_object(),
            Map::new(),
            "a string is read once: {text:?}"
        );
    }
    assert!(check(&tool, ()).unwrap().as_object().is_empty());
    assert!(check(&tool, Value::Null).unwrap().as_object().is_empty());
    assert!(check(&tool, None::<&str>).unwrap().as_object().is_empty());
    assert_eq!(json!(check(&tool, json!("{\"x\": 1}")).unwrap().as_object()), json!({ "x": 1 }));
    assert!(check(&tool, json!("\"{}\"")).is_err(), "only once");
}

// proves ARG-02
#[test]
fn text_that_is_not_one_object() {
    let tool = optional(json!({ "type": "string" }));
    let cases = [
        ("{\"path\": \"a.txt\"", "at byte 16", "the end of the text"),
        ("path=a.txt", "at byte 1", "path=a.txt"),
        ("[1]", "one JSON object", "[1]"),
        ("\"x\"", "one JSON object", "\"x\""),
        ("42", "one JSON object", "42"),
        ("{}{}", "at byte 3", "{}{}"),
        ("{'x': 1}", "at byte 2", "{'x': 1}"),
        ("{\"x\": \"a\n\"}", "at byte", "a"),
        ("```json\n{}\n```", "at byte 1", "```json"),
    ];
    for (text, expected, came) in cases {
        let error = check(&tool, text).unwrap_err();
        let [violation] = error.violations.as_slice() else { panic!("{error}") };
        assert_eq!(violation.keyword, "json", "{text}");
        assert!(violation.expected.contains("must be one JSON object"), "{text}: {}", violation.expected);
        assert!(violation.expected.contains(expected), "{text}: {}", violation.expected);
        assert!(violation.got.as_deref().unwrap_or_default().contains(came), "{text}: {:?}", violation.got);
    }
    for value in [json!([1]), json!(1), json!(true)] {
        assert_eq!(check(&tool, value).unwrap_err().violations[0].keyword, "json");
    }
}

// proves ARG-03
#[test]
fn a_key_that_is_there_twice() {
    let tool = tool(json!({ "type": "object" }));
    for (text, key) in [
        ("{\"a\":1,\"a\":2}", "`a`"),
        ("{\"o\":[{\"b\":1,\"b\":1}]}", "`b`"),
        ("{\"a\":1,\"\\u0061\":1}", "`a`"),
    ] {
        let error = check(&tool, text).unwrap_err().to_string();
        assert!(error.contains("twice") && error.contains(key), "{error}");
    }
}

// proves ARG-25
#[test]
fn depth_and_size_are_bounded() {
    let tool = tool(json!({ "type": "object" }));
    let nested = |depth: usize| format!("{{\"x\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let run = move || {
        assert!(check(&tool, nested(128)).is_ok());
        let error = check(&tool, nested(129)).unwrap_err().to_string();
        assert!(error.contains("at most 128 levels deep"), "{error}");
        assert!(check(&tool, nested(1_000_000)).is_err());
        let value: Value = serde_json::from_str(&nested(100)).unwrap();
        assert!(check(&tool, value.clone()).is_ok());
        let deeper = (0..40).fold(value, |inner, _| json!({ "x": inner }));
        assert!(check(&tool, deeper).unwrap_err().to_string().contains("128 levels"));

        let small = ArgumentLimits::new(3, 64);
        let within = |text: String| tool.check_within(text.into(), small);
        assert!(within(nested(3)).is_ok());
        assert!(within(nested(4)).is_err());
        let error = within(format!("{{\"x\":\"{}\"}}", "a".repeat(64))).unwrap_err().to_string();
        assert!(error.contains("at most 64 bytes"), "{error}");
        assert!(check(&tool, format!("{{\"x\":\"{}\"}}", "a".repeat(4 << 20))).is_err());

        // The deepest that can be set is read, checked and explained.
        let deep = ArgumentLimits::new(usize::MAX, 1 << 20);
        assert_eq!(deep.depth, ArgumentLimits::MAX_DEPTH);
        assert!(tool.check_within(nested(256).into(), deep).is_ok());
        assert!(tool.check_within(nested(257).into(), deep).is_err());
        let items = json!({ "$ref": "#/$defs/L" });
        let lists = super::tool(json!({
            "type": "object", "properties": { "x": { "$ref": "#/$defs/L" } },
            "$defs": { "L": { "anyOf": [{ "type": "array", "items": items }, { "type": "integer" }] } }
        }));
        let wrong = format!("{{\"x\":{}\"no\"{}}}", "[".repeat(250), "]".repeat(250));
        assert!(lists.check_within(wrong.into(), deep).is_err());
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

// proves ARG-25, ARG-27
#[test]
fn many_faults_take_bounded_room() {
    let tool = one(json!({ "type": "array", "items": { "type": "integer" } }));
    let text = format!("{{\"x\":[{}1]}}", "true,".repeat(500_000));
    let error = check(&tool, text).unwrap_err();
    assert_eq!(error.violations.len(), 1_000);
    assert!(ToolError::from(error).to_json().to_string().len() < 2_048);
}
