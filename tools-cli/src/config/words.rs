//! What serde says, in the words of a person who writes the file.

use serde_path_to_error::Path;
use tools_core::__private::unknown;

/// The message with the path of the key in front.
pub(super) fn of(path: Option<&Path>, message: &str) -> String {
    let mut path = path.map(ToString::to_string).filter(|path| path != ".").unwrap_or_default();
    let told = told(message, &mut path);
    if path.is_empty() { told } else { format!("{path}: {told}") }
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
        let hint = if wanted == "a string" && came.contains('`') { ": write it in quotes" } else { "" };
        return format!("must be {}, got {}{hint}", plain(wanted), plain(came));
    }
    message.to_owned()
}

/// Rust's words for what a file holds.
fn plain(words: &str) -> &str {
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
