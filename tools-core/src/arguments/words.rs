//! Words for what was expected, and hints for what to write instead.

use serde_json::Value;

use super::convert::{self, Kind};
use crate::{error::shorten, names};

/// A text that would be right without its quotes, or the other way round.
pub(super) fn type_hint(kinds: &[String], came: &Value) -> Option<String> {
    let wants = |kind: &str| kinds.iter().any(|own| own == kind);
    match came {
        Value::String(text) => {
            let kind =
                ["integer", "number", "boolean", "array", "object"].into_iter().find(|kind| wants(kind))?;
            let mended = convert::convert(came, Kind::named(kind)?, 128, || None)?;
            match mended {
                Value::Array(_) | Value::Object(_) => Some(format!("send the {kind} itself, not its text")),
                _ => Some(format!("write {mended} without quotes")).filter(|_| text.len() < 40),
            }
        }
        // A float is not what was written: 5.10 came as 5.1.
        Value::Number(number) if wants("string") && !number.is_f64() => Some(format!("write \"{came}\"")),
        Value::Number(number) if wants("integer") && number.is_f64() => {
            Some("write it without a fraction".into())
        }
        _ if wants("array") && !came.is_array() => Some("a list of one is written [value]".into()),
        _ => None,
    }
}

pub(super) fn near_member(members: &[Value], came: &Value) -> Option<String> {
    let names = names::nearest(came.as_str()?, members.iter().filter_map(Value::as_str));
    names.first().map(|name| format!("did you mean \"{name}\"?"))
}

pub(super) fn article(kind: &str) -> String {
    match kind {
        "integer" | "array" | "object" => format!("an {kind}"),
        "null" => "null".to_owned(),
        _ => format!("a {kind}"),
    }
}

pub(super) fn count(limit: u64, what: &str) -> String {
    format!("{limit} {what}{}", if limit == 1 { "" } else { "s" })
}

/// At most about 20 members of an enum.
pub(super) fn values(members: &[Value]) -> String {
    let shown: Vec<String> =
        members.iter().take(20).map(|member| shorten(&member.to_string(), 40).into_owned()).collect();
    let more = members.len().saturating_sub(20);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

pub(super) fn cut_list(names: &[&str]) -> String {
    crate::toolbox::list(&names.iter().map(|name| shorten(name, 40).into_owned()).collect::<Vec<_>>())
}

pub(super) fn format_words(format: &str) -> String {
    match format {
        "date-time" => "a date and time of RFC 3339, such as 2026-03-29T01:59:59Z".into(),
        "date" => "a date such as 2026-03-29".into(),
        "time" => "a time of RFC 3339, such as 01:59:59Z".into(),
        "duration" => "a duration of ISO 8601, such as PT1H30M".into(),
        "uuid" => "a UUID such as 0192f0c1-7e4b-7c3d-9a51-2f6d8b7a9c10".into(),
        "uri" => "an absolute URI such as https://example.com/a".into(),
        "email" => "an e-mail address such as ada@example.com".into(),
        "ipv4" => "an IPv4 address such as 192.0.2.1".into(),
        "ipv6" => "an IPv6 address such as 2001:db8::1".into(),
        "hostname" => "a host name such as example.com".into(),
        other => format!("of the format {other}"),
    }
}
