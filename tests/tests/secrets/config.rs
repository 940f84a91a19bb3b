//! The secrets of a configuration: a file names them, and holds none.

use std::fmt::Debug;

use serde_json::Value;
use tools_cli::config::{Format, from_text, load, save, to_text};
use tools_core::{AgentConfig, SecretText, json};

use crate::{MARKER, leaving::Leaving};

const FORMATS: [(Format, &str); 3] = [(Format::Toml, "toml"), (Format::Yaml, "yaml"), (Format::Json, "json")];

/// A server whose header is this, and one whose environment is.
fn config(secret: &Value) -> Value {
    json!({
        "name": "test",
        "tooling": {
            "web": {
                "kind": "mcp", "transport": "http", "url": "https://example.org/mcp",
                "headers": { "Authorization": secret },
            },
            "files": {
                "kind": "mcp", "transport": "stdio", "command": "files", "env": { "FILES_KEY": secret },
            },
        },
    })
}

fn see<E: std::error::Error + Debug>(leaving: &Leaving, place: &str, error: &E) {
    leaving.add(place, format!("{error} {error:?} {error:#?}"));
    let mut source = error.source();
    while let Some(error) = source {
        leaving.add(place, format!("{error} {error:?}"));
        source = error.source();
    }
}

// proves EVT-04, CFG-04
#[test]
fn a_configuration_is_saved_and_shown_without_its_secrets() {
    let leaving = Leaving::default();
    let read: AgentConfig = serde_json::from_value(config(&json!("Bearer ${TOKEN}"))).unwrap();
    let header = &read.tooling["web"].headers["Authorization"];
    let value = header.resolve(|name| (name == "TOKEN").then(|| MARKER.to_owned())).unwrap();
    assert_eq!(value.expose(), format!("Bearer {MARKER}"), "whoever sends it gets it");
    leaving.add("value", format!("{value} {value:?} {value:#?}"));
    see(&leaving, "missing", &header.resolve(|_| None).unwrap_err());
    leaving.add("config", format!("{read:?} {read:#?} {}", serde_json::to_string(&read).unwrap()));
    for (format, extension) in FORMATS {
        let text = to_text(&read, format).unwrap();
        assert!(text.contains("${TOKEN}"), "{text}");
        assert_eq!(from_text(&text, format).unwrap(), read);
        leaving.add("text", text);
        let file = std::env::temp_dir().join(format!("tools-secrets-{}.{extension}", std::process::id()));
        save(&file, &read).unwrap();
        assert_eq!(load(&file).unwrap(), read);
        leaving.add("file", std::fs::read_to_string(&file).unwrap());
        std::fs::remove_file(&file).unwrap();
    }
    assert_eq!(leaving.searched()["file"], 3);
}

// proves EVT-04, CFG-04
#[test]
fn a_secret_that_stands_in_a_configuration_is_refused_and_not_quoted() {
    let leaving = Leaving::default();
    let number: u64 = MARKER.parse().unwrap();
    for secret in [
        json!(MARKER),
        json!(format!("Bearer {MARKER}")),
        json!(format!("${MARKER}")),
        json!(format!("${{{MARKER}}}")),
        json!(format!("${{TOKEN}} $ {MARKER}")),
        json!(format!("{MARKER} ${{TOKEN")),
        json!(number),
        json!(number as f64 + 0.5),
        json!(-(number as i64)),
        json!([MARKER]),
        json!({ "value": MARKER }),
    ] {
        let text = config(&secret).to_string();
        see(&leaving, "json", &serde_json::from_str::<AgentConfig>(&text).unwrap_err());
        see(&leaving, "value", &serde_json::from_value::<AgentConfig>(config(&secret)).unwrap_err());
        // JSON is YAML too.
        for format in [Format::Json, Format::Yaml] {
            see(&leaving, "text", &from_text(&text, format).unwrap_err());
        }
        let header =
            "[tooling.web]\nkind = \"mcp\"\ntransport = \"http\"\nurl = \"https://a.org\"\nheaders.A = ";
        let toml = match &secret {
            Value::Object(_) => format!("{header}{{ value = \"{MARKER}\" }}\n"),
            secret => format!("{header}{secret}\n"),
        };
        see(&leaving, "text", &from_text(&toml, Format::Toml).unwrap_err());
        // Not even where the text is broken behind it.
        see(&leaving, "broken", &from_text(&format!("{toml}]"), Format::Toml).unwrap_err());
        for format in [Format::Json, Format::Yaml] {
            let cut = text.trim_end_matches('}');
            see(&leaving, "broken", &from_text(cut, format).unwrap_err());
        }
        if let Value::String(text) = &secret {
            see(&leaving, "parsed", &text.parse::<SecretText>().unwrap_err());
        }
    }
    assert!(leaving.searched()["text"] >= 33);
}
