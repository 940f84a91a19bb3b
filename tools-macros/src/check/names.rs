//! Names that every model provider takes, capabilities and tags.

use syn::{Error, LitStr, Result};

use crate::{faults::fault, model::Name};

/// OpenAI and Anthropic take letters, digits, `_` and `-`, 64 at most; Gemini
/// wants a letter or `_` first.
pub(super) fn check_tool(name: &Name) -> Result<()> {
    check_name(name, "tool", "letters, digits, `_` and `-`", &['_', '-'], |suggestion| {
        format!("write `name = \"{suggestion}\"`")
    })
}

/// Gemini takes no `-` here.
pub(super) fn check_param(name: &Name) -> Result<()> {
    check_name(name, "parameter", "letters, digits and `_`", &['_'], |suggestion| {
        format!("write `#[arg(name = \"{suggestion}\")]`")
    })
}

const LONGEST: usize = 64;

fn check_name(
    name: &Name,
    what: &str,
    letters: &str,
    marks: &[char],
    write: impl Fn(&str) -> String,
) -> Result<()> {
    let Name { text, at, .. } = name;
    let admits = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(&letter);
    let length = text.chars().count();
    let wrong = if length == 0 {
        format!("the name of a {what} is empty")
    } else if length > LONGEST {
        format!("the name of a {what} has at most {LONGEST} characters; this one has {length}")
    } else if let Some(letter) = text.chars().find(|letter| !admits(*letter)) {
        format!("the name of a {what} has only {letters}: model providers refuse `{}`", letter.escape_debug())
    } else if text.starts_with(|first: char| !first.is_ascii_alphabetic() && first != '_') {
        format!("the name of a {what} starts with a letter or `_`: model providers refuse `{text}`")
    } else {
        return Ok(());
    };
    Err(fault(at, wrong, write(&suggestion(text, admits))))
}

/// The name with `_` for what is refused, where that leaves a name.
fn suggestion(text: &str, admits: impl Fn(char) -> bool) -> String {
    let text: String =
        text.chars().map(|letter| if admits(letter) { letter } else { '_' }).take(LONGEST).collect();
    if !text.contains(|letter: char| letter.is_ascii_alphanumeric()) {
        return "…".to_owned();
    }
    match text.chars().next() {
        Some(first) if first.is_ascii_alphabetic() || first == '_' => text,
        _ => format!("_{text}").chars().take(LONGEST).collect(),
    }
}

pub(super) fn check_capability(capability: &LitStr) -> Result<()> {
    let text = capability.value();
    if text.contains('*') {
        let wrong = "a wildcard grants capabilities in a policy; a tool names each one that it needs";
        return Err(fault(capability, wrong, "write each capability, such as `\"network.read\"`"));
    }
    if text.split('.').all(is_word) {
        return Ok(());
    }
    Err(fault(
        capability,
        format!("`{}` is no capability", text.escape_debug()),
        "write lower-case words joined by dots, such as `\"network.read\"`",
    ))
}

fn is_word(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

pub(super) fn check_tag(tag: &LitStr) -> Result<()> {
    let text = tag.value();
    let admits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_tag = text.starts_with(admits)
        && text.chars().all(|letter| admits(letter) || letter == '_' || letter == '-')
        && text.len() <= LONGEST;
    if is_tag { Ok(()) } else { Err(no_tag(tag, &text)) }
}

fn no_tag(tag: &LitStr, text: &str) -> Error {
    let wrong = format!("`{}` is no tag", text.escape_debug());
    fault(
        tag,
        wrong,
        format!("write a lower-case word such as `\"read-only\"`, {LONGEST} characters at most"),
    )
}
