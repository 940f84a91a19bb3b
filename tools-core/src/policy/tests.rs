use std::collections::BTreeMap;

use serde_json::json;

use super::*;

fn capability(name: &str) -> Capability {
    name.parse().unwrap()
}

fn capabilities(names: &[&str]) -> Arc<[Capability]> {
    names.iter().map(|name| capability(name)).collect()
}

fn rules(rules: &[(&str, Effect)]) -> CapabilityPolicy {
    CapabilityPolicy::new(rules.iter().copied()).unwrap()
}

use Effect::{Allow, Deny, RequireApproval};

// proves POL-01
#[test]
fn the_stronger_effect_wins() {
    assert!(Allow < RequireApproval && RequireApproval < Deny);
    for (weak, strong) in [(Allow, RequireApproval), (RequireApproval, Deny), (Allow, Deny)] {
        let policy = rules(&[("a", weak), ("b", strong)]);
        for order in [["a", "b"], ["b", "a"]] {
            assert_eq!(policy.judge(&capabilities(&order)).effect, strong);
        }
    }
}

// proves POL-02
#[test]
fn what_a_key_takes() {
    // Key, capability, whether it matches.
    let cases = [
        ("records.*", "records.write", true),
        ("records.*", "records.write.all", true),
        ("records.*", "records", false),
        ("records.*", "recordsx.write", false),
        ("records.*", "other.records.write", false),
        ("records.write", "records.write", true),
        ("records.write", "records.write.all", false),
        ("a.b.*", "a.b", false),
        ("a.b.*", "a.b.c.d", true),
        ("*", "anything", true),
        ("*", "any.thing", true),
    ];
    for (key, name, matches) in cases {
        let effect = rules(&[(key, Deny)]).effect(&capability(name));
        assert_eq!(effect == Deny, matches, "{key} {name}");
    }
}

// proves POL-03
#[test]
fn the_most_specific_rule_wins_in_any_order() {
    let written = [
        ("*", Allow),
        ("net.*", Deny),
        ("net.read", RequireApproval),
        ("net.read.cache.*", Allow),
        ("net.read.*", RequireApproval),
    ];
    let cases = [
        ("files.write", Allow),
        ("net", Allow),
        ("net.write", Deny),
        ("net.read", RequireApproval),
        ("net.read.page", RequireApproval),
        ("net.read.cache", RequireApproval),
        ("net.read.cache.page", Allow),
    ];
    for turn in 0..written.len() {
        let mut order = written;
        order.rotate_left(turn);
        if turn % 2 == 1 {
            order.reverse();
        }
        let policy = rules(&order);
        for (name, effect) in cases {
            assert_eq!(policy.effect(&capability(name)), effect, "{name}");
        }
    }
    let policy = rules(&[("a.*", Allow)]);
    assert_eq!(policy.effect(&capability("b")), Allow);
    assert_eq!(policy.clone().default_effect(Deny).effect(&capability("b")), Deny);
    assert_eq!(policy.default_effect(Deny).effect(&capability("a.b")), Allow);
}

// proves POL-04, POL-08
#[test]
fn a_decision_lists_those_that_decided() {
    let policy = rules(&[("a", Allow), ("b.*", RequireApproval), ("c", Deny)]).named("house rules");
    let of = |names: &[&str]| {
        let decision = policy.judge(&capabilities(names));
        assert_eq!(&*decision.policy, "house rules");
        let names: Vec<String> = decision.capabilities.iter().map(ToString::to_string).collect();
        (decision.effect, names.join(" "), decision.decided_by, decision.reason.into_owned())
    };
    use DecidedBy::{NoRule, Policy};
    assert_eq!(of(&["a"]), (Allow, "a".into(), Policy, String::new()));
    assert_eq!(of(&["x", "a"]), (Allow, "x a".into(), Policy, String::new()));
    assert_eq!(of(&["x"]), (Allow, "x".into(), NoRule, String::new()));
    assert_eq!(
        of(&["a", "b.x", "b.y"]),
        (RequireApproval, "b.x b.y".into(), Policy, "`b.x`, `b.y` need an approval here".into())
    );
    assert_eq!(of(&["b.x", "c", "a"]), (Deny, "c".into(), Policy, "`c` is not allowed here".into()));
    let closed = rules(&[]).default_effect(Deny).judge(&capabilities(&["x"]));
    assert_eq!((closed.effect, closed.decided_by), (Deny, NoRule));
}

// proves POL-08
#[test]
fn a_decision_serialises_both_ways() {
    let decision = rules(&[("a.*", Deny)]).named("p").judge(&capabilities(&["a.b"])).by(DecidedBy::Context);
    let value = serde_json::to_value(&decision).unwrap();
    let expected = json!({
        "effect": "deny", "reason": "`a.b` is not allowed here", "policy": "p", "capabilities": ["a.b"],
        "decided_by": "context",
    });
    assert_eq!(value, expected);
    assert_eq!(serde_json::from_value::<Decision>(value).unwrap(), decision);
    for decision in
        [Decision::allow().by(DecidedBy::NoRule), Decision::require_approval("why"), Decision::deny("no")]
    {
        let value = serde_json::to_value(&decision).unwrap();
        assert_eq!(serde_json::from_value::<Decision>(value).unwrap(), decision);
    }
}

// proves POL-06
#[test]
fn actions_without_capabilities() {
    let of = |policy: &CapabilityPolicy| policy.judge(&capabilities(&[])).effect;
    assert_eq!(of(&rules(&[("network.read", Allow)]).default_effect(Deny)), Allow);
    assert_eq!(of(&rules(&[("*", Deny)])), Deny);
    assert_eq!(of(&rules(&[("*", RequireApproval)])), RequireApproval);
    assert_eq!(of(&rules(&[("*", Allow)]).default_effect(Deny)), Allow);
}

// proves POL-06, POL-09
#[test]
fn what_is_odd_about_rules_for_these_tools() {
    let tool = |name: &str, capability: Option<&str>| {
        let builder = Definition::builder(name, "A tool.");
        capability.into_iter().fold(builder, |builder, name| builder.capability(name)).build().unwrap()
    };
    let tools = [tool("run_shell", Some("shell.run")), tool("calculator", None)];
    let told = |policy: CapabilityPolicy| policy.warnings(&tools).join("\n");
    let cases = [
        (rules(&[("shel.*", Deny)]), "`shel.*` takes nothing that a tool needs; did you mean `shell.*`?"),
        (rules(&[("shell.rum", Deny)]), "did you mean `shell.run`?"),
        (
            rules(&[("run_shell", Deny)]),
            "it is the name of a tool, and rules are about capabilities; that tool needs `shell.run`",
        ),
        (
            rules(&[("a", Allow)]).default_effect(Deny),
            "need no capability: `calculator`; a rule `*` holds them too",
        ),
    ];
    for (policy, part) in cases {
        assert!(told(policy.clone()).contains(part), "{policy:?}: {}", told(policy.clone()));
    }
    for quiet in [
        rules(&[("shell.*", Deny), ("shell.run", Allow), ("*", Allow)]).default_effect(Deny),
        rules(&[("payments.*", Deny)]),
    ] {
        assert_eq!(told(quiet), "");
    }
}

// proves POL-09
#[test]
fn what_is_misspelled_fails_when_the_policy_is_made_or_read() {
    let made =
        |keys: &[&str]| CapabilityPolicy::new(keys.iter().map(|key| (key, Deny))).unwrap_err().to_string();
    for (key, write) in [
        ("a*", "`a.*`"),
        ("*.a", "`*`"),
        ("a.*.b", "`a.*`"),
        ("A.b", "`records.write`"),
        ("", "`records.write`"),
        ("a..b", "`records.write`"),
        (".*", "`*`"),
    ] {
        let error = made(&[key]);
        assert!(error.contains(&format!("`{key}`")) && error.contains(write), "{key}: {error}");
    }
    let both = made(&["a*", "good", "B"]);
    assert!(both.contains("`a*`") && both.contains("`B`") && !both.contains("`good`"), "{both}");
    assert!(made(&["a.b", "a.b"]).contains("twice"));

    // Read from JSON: what is wrong, and at which key.
    let cases = [
        (r#"{"rules":{"a.b":"alow"}}"#, vec!["`a.b`", "`alow` is no effect", "did you mean `allow`"]),
        (r#"{"rules":{"a*":"deny"}}"#, vec!["`a*`", "`a.*`"]),
        (r#"{"rules":{"a.b":"deny","a.b":"allow"}}"#, vec!["`a.b`", "twice"]),
        (r#"{"rules":{"a.b":true}}"#, vec!["`a.b`", "boolean"]),
        (r#"{"rule":{"a.b":"deny"}}"#, vec!["`rule`", "`rules`"]),
        (r#"{"default":"Deny","rules":{}}"#, vec!["`Deny` is no effect", "did you mean `deny`"]),
        (r#"{"rules":["a.b"]}"#, vec!["a map from capabilities to effects"]),
    ];
    for (text, told) in cases {
        let error = serde_json::from_str::<CapabilityPolicy>(text).unwrap_err().to_string();
        for part in told {
            assert!(error.contains(part), "{text}: {part} is not in: {error}");
        }
    }
}

// proves CFG-01
#[test]
fn rules_serialise_both_ways() {
    let policy =
        rules(&[("a.*", Deny), ("*", RequireApproval), ("a.b", Allow)]).named("n").default_effect(Deny);
    let value = serde_json::to_value(&policy).unwrap();
    let expected = json!({
        "name": "n", "default": "deny", "rules": { "*": "require_approval", "a.*": "deny", "a.b": "allow" },
    });
    assert_eq!(value, expected);
    assert_eq!(serde_json::from_value::<CapabilityPolicy>(value).unwrap(), policy);
    let empty: CapabilityPolicy = serde_json::from_str("{}").unwrap();
    assert_eq!(empty, CapabilityPolicy::default());
    let sorted: BTreeMap<_, _> = policy.rules().into_iter().collect();
    assert_eq!(sorted.len(), 3);
}
