//! Configurations as files: all three formats, both ways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "config/errors.rs"]
mod errors;
#[path = "config/generated.rs"]
mod generated;
#[path = "config/slips.rs"]
mod slips;

use std::{fs, path::PathBuf, process::Command};

use proptest::prelude::*;
use tools_builtins::TOOLS;
use tools_cli::config::{Format, from_text, load, save, to_text};
use tools_core::{
    Agent, AgentConfig, ConfigText, Skill, ToolConfig, ToolingConfig, ToolingKind, Transport, json,
};

const FORMATS: [Format; 3] = [Format::Toml, Format::Yaml, Format::Json];

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    // proves CFG-01 CFG-03
    #[test]
    fn what_was_saved_is_loaded_and_one_format_becomes_another(config in generated::config()) {
        for format in FORMATS {
            let text = to_text(&config, format).unwrap();
            let read = from_text(&text, format);
            prop_assert_eq!(read.as_ref(), Ok(&config), "{:?} {}", format, text);
            for other in FORMATS {
                let text = to_text(read.as_ref().unwrap(), other).unwrap();
                let read = from_text(&text, other);
                prop_assert_eq!(read.as_ref(), Ok(&config), "{:?} {}", other, text);
            }
        }
    }
}

// proves CFG-01
#[test]
fn files_are_replaced_whole_and_errors_name_them() {
    let folder = folder("files");
    let mut config = AgentConfig::default();
    for name in ["a.toml", "a.yaml", "a.YML", "a.json"] {
        let path = folder.join(name);
        for version in ["1", "2"] {
            config.version = Some(version.to_owned());
            save(&path, &config).unwrap();
            assert_eq!(load(&path), Ok(config.clone()), "{name}");
        }
    }
    let mut left: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["a.YML", "a.json", "a.toml", "a.yaml"], "nothing is left beside them");

    for path in [folder.join("a.ini"), folder.join("a")] {
        let wanted =
            format!("{}: the name's end says the format: write .toml, .yaml, .yml or .json", path.display());
        assert_eq!(load(&path).unwrap_err().to_string(), wanted);
        assert_eq!(save(&path, &config).unwrap_err().to_string(), wanted);
        assert!(!path.exists());
    }
    let missing = folder.join("none.toml");
    let error = load(&missing).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}: cannot be read: ", missing.display())), "{error}");
    let error = save(folder.join("none/a.toml"), &config).unwrap_err();
    assert!(error.to_string().contains("a.toml: cannot be written: "), "{error}");

    let bad = folder.join("bad.toml");
    fs::write(&bad, "name = 'a'\ntols = []\n").unwrap();
    let error = load(&bad).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("{}:2:1: tols: `tols` is not known", bad.display())),
        "{error}"
    );
    assert_eq!((error.file(), error.place()), (Some(&*bad), Some((2, 1))));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = folder("links");
    let (file, link) = (folder.join("real.toml"), folder.join("link.toml"));
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    let mut config = AgentConfig::default();
    config.name = Some("x".into());
    save(&link, &config).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(load(&file), Ok(config));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

// proves CFG-01
#[test]
fn files_as_people_write_them() {
    for (text, format) in [
        ("", Format::Toml),
        ("# nothing yet\n", Format::Toml),
        ("", Format::Yaml),
        ("# nothing yet\n---\n", Format::Yaml),
        ("{}", Format::Yaml),
        ("\u{feff}{}\n", Format::Json),
    ] {
        assert_eq!(from_text(text, format), Ok(AgentConfig::default()), "{format:?} {text:?}");
    }
    // YAML keeps a text that looks like something else.
    let yaml = from_text("name: no\nversion: 1.10\ndescription: 'on'\nurl: ~\n", Format::Yaml).unwrap();
    assert_eq!(yaml.name.as_deref(), Some("no"));
    assert_eq!(yaml.version.as_deref(), Some("1.10"));
    assert_eq!(yaml.url, None);
    for (text, format, wanted) in [
        ("{} {}", Format::Json, "1:4: trailing characters"),
        ("name: a\n---\nname: b\n", Format::Yaml, "more than one document"),
        ("7", Format::Json, "must be a table, got integer `7`"),
        ("a", Format::Yaml, "must be a table, got string"),
    ] {
        let error = from_text(text, format).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

// proves CFG-01
#[test]
fn what_a_format_cannot_hold_is_an_error() {
    let mut config = AgentConfig::default();
    let mut skill = Skill::new("a", "");
    skill.examples = vec![json!({ "b": null })];
    config.skills = vec![skill];
    let error = to_text(&config, Format::Toml).unwrap_err().to_string();
    assert!(error.starts_with("skills[0]: TOML cannot hold this"), "{error}");
    for format in [Format::Yaml, Format::Json] {
        assert_eq!(from_text(&to_text(&config, format).unwrap(), format), Ok(config.clone()));
    }

    // What could not be loaded again is not saved.
    let mut config = AgentConfig::default();
    config.tools = Some(vec![ToolConfig::new("tooling:files")]);
    assert!(to_text(&config, Format::Json).unwrap_err().to_string().starts_with("tools[0]: `tooling:files`"));
}

// proves CFG-04
#[test]
fn saving_writes_references_and_never_values() {
    let mut files = ToolingConfig::new(ToolingKind::Mcp, Transport::Stdio);
    files.command = Some(ConfigText::literal("x"));
    files.args = vec![ConfigText::literal("--path"), "${PATH}".parse().unwrap()];
    files.env.insert("PATH".into(), "${PATH}".parse().unwrap());
    let value = files.env["PATH"].resolve(|name| std::env::var(name).ok()).unwrap();
    assert_eq!(value.expose(), std::env::var("PATH").unwrap());
    let mut config = AgentConfig::default();
    config.tooling.insert("files".into(), files);
    for format in FORMATS {
        let text = to_text(&config, format).unwrap();
        assert!(text.contains("${PATH}") && !text.contains(value.expose()), "{text}");
    }
}

// proves CFG-02 CFG-06
#[test]
fn loading_starts_nothing_and_connects_to_nothing() {
    let folder = folder("nothing");
    let made = folder.join("made");
    let path = folder.join("agent.json");
    let config = json!({
        "tools": ["no_such_tool", "some_crate::function", "./no/such/file.so"],
        "tooling": {
            "touch": { "kind": "mcp", "transport": "stdio", "command": "touch", "args": [made.to_str().unwrap()],
                       "env": { "A": "${NO_SUCH_VARIABLE_IS_SET}" } },
            "web": { "kind": "mcp", "transport": "http", "url": "http://127.0.0.1:1/" },
        },
    });
    fs::write(&path, config.to_string()).unwrap();
    let config = load(&path).unwrap();
    let error = Agent::builder("x").tools(TOOLS).config(config).build().unwrap_err();
    assert_eq!(error.problems().len(), 3, "{error}");
    assert!(error.problems()[0].contains("known are `calculator`, `current_datetime`"), "{error}");
    assert!(!made.exists());
}

#[track_caller]
fn tools(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tools")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

// proves CFG-01 CFG-02
#[test]
fn the_command_line_takes_a_configuration() {
    let folder = folder("command_line");
    let path = folder.join("agent.toml");
    let path = path.to_str().unwrap();
    let write = |text: &str| fs::write(path, text).unwrap();
    let printed = |text: &str| (0, text.to_owned(), String::new());

    write("tools = [{ name = \"calculator\", rename = \"sums\" }]\n[policy.rules]\n\"*\" = \"deny\"\n");
    let (code, out, _) = tools(&["--config", path, "list", "--format", "json"]);
    assert!(code == 0 && out.contains("sums") && !out.contains("current_datetime"), "{out}");
    let (code, _, told) = tools(&["call", "sums", "expression=1", "--config", path]);
    assert_eq!((code, told.contains("not allowed here")), (1, true), "{told}");
    assert_eq!(
        tools(&["--config", path, "config", "--as", "yaml"]),
        printed("tools:\n- name: calculator\n  rename: sums\npolicy:\n  rules:\n    '*': deny\n")
    );
    let (_, text, _) = tools(&["--config", path, "config"]);
    assert_eq!(from_text(&text, Format::Toml), load(path));

    write("tools = [\"calculater\"]\n");
    let (code, out, told) = tools(&["--config", path, "list"]);
    assert_eq!((code, &*out), (2, ""));
    assert!(
        told.contains(&format!("{path}: the agent cannot be built: tools[0]: `calculater` is not known")),
        "{told}"
    );
    // It need not fit the program to be converted.
    assert_eq!(tools(&["--config", path, "config", "--as", "yaml"]), printed("tools:\n- calculater\n"));

    write("[limits]\ntime_limt = \"3s\"\n");
    for command in ["list", "config"] {
        let (code, out, told) = tools(&["--config", path, command]);
        assert_eq!((code, &*out), (2, ""));
        assert!(
            told.starts_with(&format!("error: {path}:2:1: limits.time_limt: `time_limt` is not known")),
            "{told}"
        );
    }
    let (code, _, told) = tools(&["config"]);
    assert_eq!((code, &*told), (2, "error: no configuration is given: write `--config FILE`\n"));
}
