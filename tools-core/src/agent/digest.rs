//! What an approval holds for: digests of JSON in one canonical form.

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{Action, ActionRecord};

/// SHA-256 in hexadecimal over the action's JSON with sorted keys and no blanks.
pub(super) fn fingerprint(action: &ActionRecord) -> String {
    digest(action).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is remembered of an approval. The real arguments count, secrets included:
/// these never leave the run.
pub(super) struct Digests {
    pub(super) tool: [u8; 32],
    pub(super) arguments: [u8; 32],
}

impl Digests {
    pub(super) fn of(action: &Action<'_>) -> Self {
        let definition = action.definition();
        let tool = json!({
            "name": definition.name(),
            "description": definition.description(),
            "input": **definition.input(),
            "capabilities": action.capabilities(),
        });
        let arguments = json!([tool, action.args().as_object()]);
        Digests { tool: digest(&tool), arguments: digest(&arguments) }
    }
}

fn digest(value: &impl Serialize) -> [u8; 32] {
    let mut text = String::new();
    canonical(&serde_json::to_value(value).unwrap_or(Value::Null), &mut text);
    Sha256::digest(text).into()
}

/// Keys sorted by their bytes, no blanks; numbers as serde_json writes them.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let mut members: Vec<_> = map.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (at, (key, value)) in members.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                canonical(item, text);
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves APR-03
    #[test]
    fn keys_are_sorted_blanks_are_none_and_integers_exact() {
        let mut text = String::new();
        canonical(
            &json!({ "b": [1, { "z": null, "a": "x y" }], "a": 18_446_744_073_709_551_615_u64, "é": -0.5 }),
            &mut text,
        );
        assert_eq!(text, r#"{"a":18446744073709551615,"b":[1,{"a":"x y","z":null}],"é":-0.5}"#);
        // FIPS 180-4, of the text `{}`.
        let empty: String = digest(&json!({})).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(empty, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
