//! Tools with secrets of many kinds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tools_core::{Args, Definition, RunContext, ToolError, json, tool, tool_fn};

use crate::Given;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Login {
    user: String,
    #[schemars(extend("writeOnly" = true))]
    password: String,
    #[serde(default)]
    #[schemars(extend("writeOnly" = true))]
    pins: Vec<u32>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Pay {
    Cash,
    Card {
        #[schemars(extend("writeOnly" = true))]
        number: String,
    },
}

/// Refuses every text, and quotes it.
#[derive(Debug, JsonSchema)]
#[schemars(with = "String")]
struct Strict;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "fine" {
            Ok(Strict)
        } else {
            Err(serde::de::Error::custom(format!("`{text}` is not fine")))
        }
    }
}

/// Recursive, so that its schema is behind a reference.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Chain {
    #[schemars(extend("writeOnly" = true))]
    key: Strict,
    next: Option<Box<Chain>>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Flat {
    city: Option<String>,
    #[schemars(extend("writeOnly" = true))]
    token: Option<u64>,
}

/// Takes secrets of many types.
#[tool(capabilities = ["records.write"], prepare = shown)]
#[allow(clippy::too_many_arguments)]
async fn enter(
    given: &Given,
    id: u32,
    #[arg(secret, len = 3..=20)] password: Option<String>,
    #[arg(secret)] pin: Option<u32>,
    #[arg(secret, pattern = "^[a-z]*[0-9]*$")] word: Option<String>,
    #[arg(secret)] key: Option<Strict>,
    #[arg(secret)] level: Option<Level>,
    #[arg(secret)] more: Option<BTreeMap<String, String>>,
    login: Option<Login>,
    logins: Option<Vec<Login>>,
    pay: Option<Pay>,
    chain: Option<Chain>,
    #[arg(flatten)] flat: Flat,
) -> String {
    given.keep(&[&password, &pin, &word, &key, &level, &more, &login, &logins, &pay, &chain, &flat]);
    format!("{id} is in")
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
}

#[allow(clippy::too_many_arguments)]
fn shown(
    _: &Given,
    id: u32,
    _: Option<String>,
    _: Option<u32>,
    _: Option<String>,
    _: Option<Strict>,
    _: Option<Level>,
    _: Option<BTreeMap<String, String>>,
    _: Option<Login>,
    _: Option<Vec<Login>>,
    _: Option<Pay>,
    _: Option<Chain>,
    _: Flat,
) -> tools_core::Prepared {
    tools_core::Prepared::new().preview(format!("{id} enters")).metadata("id", id)
}

/// Passes secrets on to another tool.
#[tool]
async fn enter_twice(run: &RunContext, #[arg(secret)] password: String) -> Result<(), ToolError> {
    run.call("enter", json!({ "id": 1, "password": password })).await?;
    run.call("enter", json!({ "id": 2, "pin": password })).await.map(drop)
}

/// A tool by hand, whose schema says what is secret.
pub(super) fn by_hand(given: &Given) -> impl tools_core::Tool + use<> {
    let given = given.clone();
    let definition = Definition::builder("by_hand", "Takes secrets by its schema.").input(json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer" },
            "secret": { "type": "string", "writeOnly": true, "enum": ["abc", "b"] },
            "number": { "type": "integer", "writeOnly": true, "maximum": 9_000_000 },
            "list": { "type": "array", "items": { "$ref": "#/$defs/Key" }, "maxItems": 2 },
            "either": { "anyOf": [{ "type": "integer" }, { "$ref": "#/$defs/Key" }] },
        },
        "patternProperties": { "^x-": { "writeOnly": true, "type": "string", "minLength": 3 } },
        "required": ["id"],
        "additionalProperties": false,
        "$defs": { "Key": { "type": "object", "required": ["key"], "additionalProperties": false, "properties": {
            "name": { "type": "string" }, "key": { "type": "string", "writeOnly": true, "maxLength": 12 },
        } } },
    }));
    tool_fn(definition.build().unwrap(), move |args: Args, _| {
        given.keep(&[args.as_object()]);
        async move { Ok::<_, ToolError>("done") }
    })
}
