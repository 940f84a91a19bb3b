//! `--policy`, `--rules`, and what is odd about them.

use std::{env, fs};

use serde_json::json;

use super::session;

// proves POL-05
#[test]
fn rules_of_the_command_line_only_narrow() {
    let call = |arguments: &[&str]| session().run(&[&["call"], arguments].concat());
    call(&["erase", "--policy", "disk.*=allow"]).gives(
        1,
        "",
        "error: denied: `disk.write` is not allowed here\n",
    );
    call(&["pay", "amount=1", "--yes", "--policy", "money.*=deny"]).gives(
        1,
        "",
        "error: denied: `money.write` is not allowed here\n",
    );
    call(&["copy", "--policy", "*=require_approval", "--policy", "x.y=deny", "--yes"]).gives(
        0,
        "10\n",
        "--yes approves `copy`: tools of this kind need an approval here\n",
    );
    let directory = env::temp_dir().join(format!("tools-rules-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let written = |name: &str, text: &str| {
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let denied = "error: denied: `money.write` is not allowed here\n";
    let json = written("r.json", r#"{ "name": "night", "rules": { "money.*": "deny" } }"#);
    call(&["pay", "amount=1", "--yes", "--rules", &json]).gives(1, "", denied);
    let passing = "warning: --rules: the policy denies by default, and these tools are allowed since they need no \
                   capability: `ask_name`, `block`, `copy`, `forge`, `hog`, `pay_both`, `pay_twice`; a rule `*` \
                   holds them too\n";
    let toml = written("r.toml", "default = \"deny\"\n[rules]\n\"disk.*\" = \"allow\"\n");
    call(&["pay", "amount=1", "--yes", "--rules", &toml]).gives(1, "", &format!("{passing}{denied}"));
    let yaml = written("r.yaml", "rules:\n  money.*: deny\n");
    call(&["pay", "amount=1", "--yes", "--rules", &yaml]).gives(1, "", denied);

    // What is wrong is told before anything is asked or runs.
    let bad = |arguments: &[&str], message: &str| {
        let ran = call(&[&["pay", "amount=1"], arguments].concat());
        ran.gives(2, "", &format!("error: {message}\n"));
    };
    bad(
        &["--policy", "money.*"],
        "--policy: `money.*` is no rule: write KEY=EFFECT, such as 'records.*=require_approval'",
    );
    bad(
        &["--policy", "money.*=alow"],
        "--policy 'money.*=alow': `alow` is no effect: write `allow`, `require_approval` or `deny`; did you mean \
         `allow`?",
    );
    bad(
        &["--policy", "money*=deny"],
        "--policy: these rules cannot be used: `money*` is no key of a rule; a `*` stands alone, or after a dot at \
         the end: `money.*`",
    );
    for (name, text) in [("r0.yaml", "rules: {}"), ("r0.toml", ""), ("r0.json", r#"{"default": "deny"}"#)] {
        let empty = written(name, text);
        bad(
            &["--rules", &empty],
            &format!(
                "--rules: {empty}: it has no rules: write them under `rules`, such as `\"records.*\" = \"deny\"` in \
                 TOML"
            ),
        );
    }
    let text = written("r.txt", "");
    bad(
        &["--rules", &text],
        &format!("--rules: {text}: the name's end says the format: write .toml, .yaml, .yml or .json"),
    );
    let typo = written("r2.yaml", "rule:\n  money.*: deny\n");
    let ran = call(&["pay", "amount=1", "--rules", &typo]);
    assert!(ran.code == json!(2) && ran.stderr.contains("did you mean `rules`?"), "{ran:?}");
    let typo = written("typo.json", r#"{ "rules": { "money.*": "alow" } }"#);
    bad(
        &["--rules", &typo],
        &format!(
            "--rules: {typo}:1:30: rules.money.*: `alow` is no effect: write `allow`, `require_approval` or `deny`; \
             did you mean `allow`?"
        ),
    );
    let typo = written("typo.toml", "[rules]\n\"money.*\" = \"alow\"\n");
    let ran = call(&["pay", "amount=1", "--rules", &typo]);
    assert!(ran.code == json!(2) && ran.stderr.contains("`alow` is no effect"), "{ran:?}");
    fs::remove_dir_all(&directory).unwrap();
}

// proves POL-05
#[test]
fn a_rule_that_takes_nothing_is_told() {
    let told = |rule: &str, words: &[&str]| {
        let ran = session().run(&["call", "copy", "--policy", rule]);
        assert_eq!((&ran.code, &*ran.stdout, ran.stderr.lines().count()), (&json!(0), "10\n", 1), "{ran:?}");
        assert!(ran.stderr.starts_with("warning: --policy: "), "{ran:?}");
        assert!(words.iter().all(|word| ran.stderr.contains(word)), "{ran:?}");
    };
    told("mony.*=deny", &["`mony.*`", "`money.*`"]);
    told("pay=deny", &["`pay`", "`money.write`"]);
}

#[test]
fn what_is_odd_about_a_configuration_is_told() {
    let path = env::temp_dir().join(format!("tools-odd-{}.toml", std::process::id()));
    fs::write(&path, "[policy]\ndefault = \"deny\"\n").unwrap();
    let ran =
        session().environment("DENY_REST", "1").run(&["--config", path.to_str().unwrap(), "call", "copy"]);
    fs::remove_file(&path).unwrap();
    assert_eq!((&ran.code, &*ran.stdout), (&json!(0), "10\n"), "{ran:?}");
    assert!(ran.stderr.starts_with("warning: "), "{ran:?}");
}
