//! What serde says, in the words of a person who writes the file.

use serde_path_to_error::{Path, Segment};
use tools_core::__private::unknown;

/// The message with the path of the key in front.
pub(super) fn of(path: Option<&Path>, message: &str) -> String {
    let (mut path, key) = path.map(known).unwrap_or_default();
    let told = told(&once(message, key), &mut path);
    if path.is_empty() { told } else { format!("{path}: {told}") }
}

/// The path as far as it is known, and the key that it ends with: a key that is
/// no text of the format has no name.
fn known(path: &Path) -> (String, Option<&str>) {
    let mut shown = String::new();
    let mut key = None;
    for segment in path {
        let dot = if shown.is_empty() { "" } else { "." };
        key = None;
        match segment {
            Segment::Seq { index } => shown.push_str(&format!("[{index}]")),
            Segment::Map { key: name } => {
                shown.push_str(&format!("{dot}{name}"));
                key = Some(name.as_str());
            }
            Segment::Enum { variant } => shown.push_str(&format!("{dot}{variant}")),
            Segment::Unknown => break,
        }
    }
    (shown, key)
}

/// The message without the key: the path tells it.
fn once(message: &str, key: Option<&str>) -> String {
    let Some(key) = key.map(|key| format!("`{key}`")) else { return message.to_owned() };
    let starts = [format!("{key}: "), format!("{key} is no key"), format!("the key {key} ")];
    match starts.iter().position(|start| message.starts_with(start)) {
        Some(0) => message.replacen(&format!("{key}: "), "", 1),
        Some(1) => message.replacen(&format!("{key} "), "", 1),
        Some(_) => message.replacen(&format!("the key {key} "), "", 1),
        None => message.replacen(&format!("expected an effect for {key}:"), "expected an effect:", 1),
    }
}

fn told(message: &str, path: &mut String) -> String {
    let name = |start: &str| message.strip_prefix(start)?.split('`').next();
    if let Some(name) = name("missing field `") {
        return format!("`{name}` is missing");
    }
    if let Some(name) = name("duplicate field `") {
        path.push_str(if path.is_empty() { "" } else { "." });
        path.push_str(name);
        return "is there twice: leave one of them out".to_owned();
    }
    let strange =
        message.strip_prefix("unknown field `").or_else(|| message.strip_prefix("unknown variant `"));
    if let Some((name, known)) = strange.and_then(|rest| rest.rsplit_once("`, expected ")) {
        let known: Vec<String> = known.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        return unknown(name, &known);
    }
    let other = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((came, wanted)) = other.and_then(|rest| rest.rsplit_once(", expected ")) {
        let is_bare = came.contains('`') || matches!(came, "a number" | "a boolean");
        let hint = match plain(wanted) {
            "a text" if is_bare => ": write it in quotes",
            wanted if wanted.contains("whole number") && is_huge(came) => ": it is too large",
            _ => "",
        };
        return format!("must be {}, got {}{hint}", plain(wanted), plain(came));
    }
    match slip(message) {
        Some(hint) => format!("{message}; {hint}"),
        None => message.to_owned(),
    }
}

/// Whether it is a number over those that a program counts with.
fn is_huge(came: &str) -> bool {
    let number = came.split('`').nth(1).and_then(|number| number.parse::<f64>().ok());
    number.is_some_and(|number| number > 9e18)
}

/// What people write when a parser says this.
fn slip(message: &str) -> Option<&'static str> {
    let slips = [
        // YAML.
        ("while scanning an alias", "a text that begins with `*` stands in quotes: `\"*\": deny`"),
        ("unknown anchor", "a text that begins with `*` stands in quotes: `\"*\": deny`"),
        ("cannot start any token", "a text that begins with such a sign stands in quotes"),
        ("mapping values are not allowed", "a text with a colon and a blank in it stands in quotes"),
        // TOML.
        (
            "invalid unquoted key",
            "a key with other signs than letters, digits, `_` and `-` stands in quotes: `\"*\" = \"deny\"`",
        ),
        // JSON.
        ("trailing comma", "leave out the comma after the last one"),
    ];
    slips.into_iter().find(|(part, _)| message.contains(part)).map(|(_, hint)| hint)
}

/// Rust's words for what a file holds.
fn plain(words: &str) -> &str {
    // How many bits it would take is nothing to a person.
    let words =
        [" as i128", " as u128"].into_iter().find_map(|bits| words.strip_suffix(bits)).unwrap_or(words);
    match words {
        "a string" | "variant identifier" | "string or map" => "a text",
        "a sequence" | "sequence" => "a list",
        "a boolean" => "true or false",
        "a map" | "map" => "a table",
        "usize" | "u64" => "a whole number from 0",
        "f64" => "a number",
        "unit value" | "null" => "nothing",
        words if words.starts_with("struct ") => "a table",
        words => words,
    }
}
