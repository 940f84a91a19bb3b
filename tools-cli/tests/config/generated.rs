//! Configurations of all kinds, for what has to hold for every one.

use std::{collections::BTreeMap, time::Duration};

use proptest::{collection, option, prelude::*};
use serde_json::{Map, Value};
use tools_core::{
    AgentConfig, Budget, Capability, CapabilityPolicy, ConfigText, Effect, LimitsConfig, SecretText, Skill,
    ToolConfig, ToolingConfig, ToolingKind, Transport,
};

/// What formats take for something else when it stands without quotes, and all else.
fn text() -> impl Strategy<Value = String> {
    let traps = [
        "",
        " ",
        "no",
        "on",
        "y",
        "null",
        "~",
        "true",
        "1",
        "1.0",
        "0x1F",
        "1e3",
        ".inf",
        "2024-01-01",
        "- a",
        "a: b",
        "#",
        "'",
        "\"",
        "'''",
        "\"\"\"",
        "\\",
        "a\nb",
        "a\r\nb",
        "\n",
        " a ",
        "\ta",
        "${A}",
        "none",
        "{",
        "[x]",
        "!t",
        "&a",
        "*a",
        "|",
        ">",
        "%",
        "@",
        "`",
        "é",
        "😀",
        "\u{0}",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "<<",
        "=",
    ];
    prop_oneof![prop::sample::select(traps.to_vec()).prop_map(str::to_owned), any::<String>()]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![Just("no".to_owned()), Just("null".to_owned()), "[A-Za-z_][A-Za-z0-9_-]{0,12}"]
}

fn time() -> impl Strategy<Value = Duration> {
    (1..=1_000_000_000_u64).prop_map(Duration::from_millis)
}

fn count() -> impl Strategy<Value = usize> {
    1..=1_000_000_usize
}

fn capability() -> impl Strategy<Value = Capability> {
    "[a-z][a-z0-9_]{0,5}(\\.[a-z][a-z0-9_]{0,5}){0,2}".prop_map(|name| name.parse().unwrap())
}

fn value() -> impl Strategy<Value = Value> {
    // TOML has no null.
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        // Hundredths: serde_json reads the last bit of a float only with a feature.
        (-10_000..10_000_i32).prop_map(|hundredths| Value::from(f64::from(hundredths) / 100.0)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            collection::btree_map(text(), inner, 0..4).prop_map(Value::from_iter),
        ]
    })
}

fn skill() -> impl Strategy<Value = Skill> {
    let object = || option::of(collection::btree_map(text(), value(), 0..3).prop_map(Map::from_iter));
    let lists = (collection::vec(text(), 0..3), collection::vec(value(), 0..2));
    (text(), text(), object(), object(), lists).prop_map(
        |(id, description, input, output, (tags, examples))| {
            let mut skill = Skill::new(id, description);
            (skill.input, skill.output, skill.tags, skill.examples) = (input, output, tags, examples);
            skill
        },
    )
}

fn tool() -> impl Strategy<Value = ToolConfig> {
    let rest = (collection::vec(capability(), 0..3), option::of(option::of(time())), option::of(count()));
    let description = option::of(text().prop_filter("no blank one", |text| !text.trim().is_empty()));
    (text(), option::of(name()), description, any::<bool>(), rest).prop_map(
        |(name, rename, description, bare, (capabilities, time_limit, calls_at_once))| {
            let mut tool = ToolConfig::new(name);
            if !bare {
                (tool.rename, tool.description, tool.capabilities) = (rename, description, capabilities);
                (tool.time_limit, tool.calls_at_once) = (time_limit, calls_at_once);
            }
            tool
        },
    )
}

fn limits() -> impl Strategy<Value = LimitsConfig> {
    let times = (option::of(option::of(time())), option::of(option::of(time())));
    let counts = (option::of(option::of(count())), option::of(option::of(count())));
    (times, counts, option::of(count()), option::of(count())).prop_map(|(times, counts, bytes, depth)| {
        let mut limits = LimitsConfig::default();
        (limits.time_limit, limits.approval_time_limit) = times;
        (limits.calls_at_once, limits.output_bytes) = counts;
        (limits.argument_bytes, limits.argument_depth) = (bytes, depth);
        limits
    })
}

fn budget() -> impl Strategy<Value = Budget> {
    let amount = || option::of(prop_oneof![any::<u64>(), Just(u64::MAX)]);
    (amount(), amount(), amount(), amount(), option::of(time()), 0..=100_u8).prop_map(
        |(model, tool, input, output, run_time, warn_at)| {
            let mut budget = Budget::new().warn_at(f64::from(warn_at) / 100.0);
            (budget.model_calls, budget.tool_calls, budget.run_time) = (model, tool, run_time);
            (budget.input_tokens, budget.output_tokens) = (input, output);
            budget
        },
    )
}

fn policy() -> impl Strategy<Value = CapabilityPolicy> {
    let effect = || prop::sample::select(vec![Effect::Allow, Effect::RequireApproval, Effect::Deny]);
    let key =
        (capability(), any::<bool>()).prop_map(|(key, all)| format!("{key}{}", if all { ".*" } else { "" }));
    let key = prop_oneof![Just("*".to_owned()), key];
    (text(), effect(), collection::btree_map(key, effect(), 0..5)).prop_map(|(name, default, rules)| {
        CapabilityPolicy::new(rules).unwrap().default_effect(default).named(name)
    })
}

fn secret() -> impl Strategy<Value = SecretText> {
    (text(), "[A-Za-z_][A-Za-z0-9_]{0,5}", text()).prop_map(|(before, name, after)| {
        let literal = |text: String| text.replace('$', "$$");
        format!("{}${{{name}}}{}", literal(before), literal(after)).parse().unwrap()
    })
}

fn secrets() -> impl Strategy<Value = BTreeMap<String, SecretText>> {
    collection::btree_map(text(), secret(), 0..3)
}

fn config_text() -> impl Strategy<Value = ConfigText> {
    prop_oneof![
        text().prop_map(ConfigText::literal),
        secret().prop_map(|secret| secret.to_string().parse().unwrap()),
    ]
}

fn tooling() -> impl Strategy<Value = ToolingConfig> {
    let transport = prop::sample::select(vec![Transport::Stdio, Transport::Http, Transport::Sse]);
    let rest = (collection::vec(capability(), 0..3), option::of(option::of(time())));
    (transport, collection::vec(config_text(), 0..3), secrets(), (text(), config_text()), rest).prop_map(
        |(transport, args, secrets, (text, command), (capabilities, time_limit))| {
            let mut tooling = ToolingConfig::new(ToolingKind::Mcp, transport);
            if transport == Transport::Stdio {
                (tooling.command, tooling.args, tooling.env) = (Some(command), args, secrets);
            } else {
                let url = ConfigText::literal(format!("https://example.org/{text}"));
                (tooling.url, tooling.headers) = (Some(url), secrets);
            }
            (tooling.capabilities, tooling.time_limit) = (capabilities, time_limit);
            tooling
        },
    )
}

/// Sound ones: those that can be loaded.
pub(crate) fn config() -> impl Strategy<Value = AgentConfig> {
    let card = (option::of(text()), option::of(text()), option::of(text()), option::of(text()));
    let rest = (collection::vec(skill(), 0..3), option::of(any::<bool>()));
    let tools = option::of(collection::vec(tool(), 0..4));
    let toolings = collection::btree_map(name(), tooling(), 0..3);
    (card, rest, tools, option::of(policy()), (budget(), limits()), toolings)
        .prop_map(|(card, (skills, record_contents), tools, policy, (budget, limits), tooling)| {
            let mut config = AgentConfig::default();
            (config.name, config.description, config.version, config.url) = card;
            (config.skills, config.record_contents, config.policy) = (skills, record_contents, policy);
            (config.budget, config.limits, config.tooling) = (budget, limits, tooling);
            config.tools = tools.map(|mut tools| {
                tools.extend(config.tooling.keys().map(|name| ToolConfig::new(format!("tooling:{name}"))));
                tools
            });
            config
        })
        .prop_filter("two tools may get one name", |config| config.problems().is_empty())
}
