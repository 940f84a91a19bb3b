//! Slips that are common in one format, told with their place.

use tools_cli::config::{
    Format::{self, Json, Toml, Yaml},
    from_text,
};

#[track_caller]
fn told(format: Format, text: &str) -> String {
    from_text(text, format).unwrap_err().to_string()
}

// proves CFG-01 CFG-05
#[test]
fn rules_are_told_where_they_stand_and_name_their_key_once() {
    let effects = "write `allow`, `require_approval` or `deny`";
    for (rules, wanted) in [
        ("'shell.*' = 'denied'", format!("3:13: policy.rules.shell.*: `denied` is no effect: {effects}")),
        ("'a.b' = 7", "3:9: policy.rules.a.b: must be an effect: `allow`, `require_approval` or `deny`, got integer `7`".into()),
        ("'shell*' = 'deny'", "3:1: policy.rules.shell*: is no key of a rule; a `*` stands alone, or after a dot at the end: `shell.*`".into()),
        ("'Shell: x' = 'deny'", "3:1: policy.rules.Shell: x: is no key of a rule; write a capability such as `records.write`, a prefix such as `records.*`, or `*`".into()),
    ] {
        assert_eq!(told(Toml, &format!("name = 'a'\n[policy.rules]\n{rules}")), wanted);
    }
    for (rule, wanted) in [
        ("shell.*: denied", format!("3:12: policy.rules.shell.*: `denied` is no effect: {effects}")),
        ("'a: b': deny", "3:3: policy.rules.a: b: is no key of a rule; write a capability such as `records.write`, a prefix such as `records.*`, or `*`".into()),
        ("a: deny\n  a: deny", "4:3: policy.rules.a: is there twice".into()),
    ] {
        assert_eq!(told(Yaml, &format!("policy:\n rules:\n  {rule}")), wanted);
    }
    assert_eq!(
        told(Json, r#"{"policy": {"rules": {"a.b": "deny", "a.b": "deny"}}}"#),
        "1:42: policy.rules.a.b: is there twice"
    );
    assert!(told(Toml, "name = 'a'\n[policy]\ndefault = 'dny'").starts_with("3:11: policy.default: `dny`"));
}

// proves CFG-01 CFG-05
#[test]
fn a_key_with_dots_and_no_quotes_is_a_table() {
    for (rules, at, meant) in [
        ("[policy.rules]\nshell.run = 'allow'", "2:1: policy.rules.shell: ", r#"`"shell.run" = "allow"`"#),
        (
            "[policy.rules]\nshell.run.all = 'deny'",
            "2:1: policy.rules.shell: ",
            r#"`"shell.run.all" = "deny"`"#,
        ),
        ("[policy.rules.shell]\n'*' = 'deny'", "1:1: policy.rules.shell: ", r#"`"shell.*" = "deny"`"#),
        // What was meant is not clear.
        (
            "[policy.rules]\nshell.run = 'denied'",
            "2:1: policy.rules.shell: ",
            r#"`"records.write" = "deny"`"#,
        ),
        ("[policy.rules]\nshell = {}", "2:9: policy.rules.shell: ", r#"`"records.write" = "deny"`"#),
    ] {
        let told = told(Toml, rules);
        assert!(
            told.starts_with(at) && told.ends_with(&format!("takes in quotes: {meant}")),
            "{rules}\n{told}"
        );
    }
    for (format, text) in [
        (Yaml, "policy:\n  rules:\n    shell:\n      run: deny"),
        (Json, r#"{"policy": {"rules": {"shell": {"run": "deny"}}}}"#),
    ] {
        let told = told(format, text);
        assert!(told.contains("policy.rules.shell: holds a table, and not an effect"), "{told}");
    }
}

// proves CFG-01
#[test]
fn what_a_parser_refuses_says_what_to_write() {
    for (format, text, at, wanted) in [
        (Yaml, "policy:\n  rules:\n    *: deny", "3:6: policy.rules: ", r#"stands in quotes: `"*": deny`"#),
        (Yaml, "policy:\n  rules:\n    *.a: deny", "3:6: policy.rules: ", r#"stands in quotes: `"*": deny`"#),
        (Yaml, "tools:\n- *a", "2:3: tools: ", "stands in quotes"),
        (Yaml, "name: @a", "1:7: name: ", "stands in quotes"),
        (Yaml, "name: a: b", "1:8: ", "stands in quotes"),
        (Toml, "[policy.rules]\n* = 'deny'", "2:1: ", r#"stands in quotes: `"*" = "deny"`"#),
        (Toml, "[policy.rules]\nshell.* = 'deny'", "2:7: ", r#"stands in quotes: `"*" = "deny"`"#),
        (Json, r#"{"policy": {"rules": {"a": "deny",}}}"#, "1:35: policy.rules: trailing comma", "leave out"),
        (Json, r#"{"tools": ["a",]}"#, "1:16: tools: trailing comma", "leave out"),
        (Json, r#"{"name": "a",}"#, "1:14: trailing comma", "leave out"),
        (Json, r#"{"policy": {"rules": {a: 1}}}"#, "1:23: policy.rules: key must be a string", ""),
        (Json, "", "1:1: EOF", ""),
        (Json, "\n", "2:1: EOF", ""),
    ] {
        let told = told(format, text);
        assert!(told.starts_with(at) && told.contains(wanted), "{text}\n{told}");
        assert!(!told.contains('?'), "{told}");
    }
}

// proves CFG-01
#[test]
fn numbers_that_are_too_large() {
    let huge = "99999999999999999999";
    for (format, text) in [
        (Toml, format!("budget.tool_calls = {huge}\n")),
        (Yaml, format!("budget: {{tool_calls: {huge}}}")),
        (Json, format!("{{\"budget\": {{\"tool_calls\": {huge}}}}}")),
        (Toml, format!("limits.calls_at_once = {huge}\n")),
        (Yaml, format!("limits: {{calls_at_once: {huge}}}")),
        (Json, format!("{{\"limits\": {{\"calls_at_once\": {huge}}}}}")),
    ] {
        let told = told(format, &text);
        assert!(told.contains("must be a whole number") && told.ends_with("`: it is too large"), "{told}");
        assert!(!told.contains("128"), "{told}");
    }
}
