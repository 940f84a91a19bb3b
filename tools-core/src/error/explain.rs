//! Violations of a schema, and errors as bounded JSON for a model.

use std::{borrow::Cow, error::Error, fmt};

use serde::Serialize;
use serde_json::{Value, json};

use super::ToolError;

/// Invalid arguments stay under this many bytes of JSON, all told.
const JSON_BYTES: usize = 2_000;
/// A message that a tool wrote itself is cut here.
const MESSAGE_BYTES: usize = 16 * 1024;
/// Of a value that came, this many characters are shown.
const SHOWN_CHARS: usize = 120;
/// Of all violations, this many are shown to a person.
const SHOWN_VIOLATIONS: usize = 30;

/// One place where the arguments are not what the schema asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// Where: a JSON Pointer (RFC 6901) into the arguments; empty is their root.
    pub pointer: String,
    /// The keyword of JSON Schema 2020-12 that was violated; `json` for text
    /// that is not one JSON object, `type` also for what the Rust type
    /// refused, `tool` for what the tool itself refused.
    pub keyword: Cow<'static, str>,
    /// What was expected: completes the sentence "must …" or "must be …".
    pub expected: String,
    /// What came instead, shortened to 120 characters; `None` when nothing
    /// came, or when it is not shown since it may be long or secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// What to write instead, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Violation {
    /// A violation without a value and without a hint.
    pub(crate) fn new(
        pointer: String,
        keyword: impl Into<Cow<'static, str>>,
        expected: impl Into<String>,
    ) -> Self {
        Violation { pointer, keyword: keyword.into(), expected: expected.into(), got: None, hint: None }
    }

    pub(crate) fn got(mut self, value: impl AsRef<str>) -> Self {
        self.got = Some(shorten(value.as_ref(), SHOWN_CHARS).into_owned());
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the arguments" } else { &self.pointer };
        write!(f, "{}: {}", shorten(place, 200), self.expected)?;
        if let Some(got) = &self.got {
            write!(f, ", got {got}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

/// Everything that is wrong with the arguments of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidArguments {
    /// The tool that was called; empty where a tool refused an argument by itself.
    pub tool: String,
    /// All violations: those of present keys in the order of the document,
    /// then missing keys in the order of the schema.
    pub violations: Vec<Violation>,
}

impl InvalidArguments {
    pub(crate) fn of_one(violation: Violation) -> Self {
        InvalidArguments { tool: String::new(), violations: vec![violation] }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid arguments")?;
        if !self.tool.is_empty() {
            write!(f, " for `{}`", self.tool)?;
        }
        match self.violations.as_slice() {
            [one] => write!(f, ": {one}"),
            many => {
                f.write_str(":")?;
                many.iter().take(SHOWN_VIOLATIONS).try_for_each(|violation| write!(f, "\n  {violation}"))?;
                match many.len().saturating_sub(SHOWN_VIOLATIONS) {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
                }
            }
        }
    }
}

impl Error for InvalidArguments {}

/// The one shape of every error, for a model.
pub(super) fn to_json(error: &ToolError) -> Value {
    let (message, details) = for_model(error);
    json!({
        "code": error.code(),
        "message": message,
        "details": details,
        "suggestion": error.suggestion(),
        "retryable": error.retryable(),
        "changes_made": error.changes_made(),
    })
}

/// Message and details.
pub(super) fn for_model(error: &ToolError) -> (String, Value) {
    match error {
        ToolError::InvalidArguments(invalid) => bounded(invalid),
        // The model never sees the text of a panic: it may hold anything.
        ToolError::Panicked { .. } => ("the tool stopped because of an internal fault".into(), json!({})),
        // Which crates are linked is for whoever builds the agent.
        ToolError::UnknownTool { name, nearest, .. } => {
            (format!("no tool is named `{}`", shorten(name, 80)), json!({ "nearest": nearest }))
        }
        // The model wrote the arguments itself; whoever decides reads the typed error.
        ToolError::ApprovalRequired { request } => (
            error.to_string(),
            json!({ "request": request.get("id"), "fingerprint": request.get("fingerprint") }),
        ),
        ToolError::Failed { details: Some(details), .. } if details.to_string().len() <= JSON_BYTES => {
            (cut(error.to_string(), MESSAGE_BYTES), Value::clone(details))
        }
        _ => (cut(error.to_string(), MESSAGE_BYTES), json!({})),
    }
}

/// The violations that fit, and how many more there are.
fn bounded(invalid: &InvalidArguments) -> (String, Value) {
    let count = invalid.violations.len();
    let message = format!(
        "{count} {} wrong with the arguments{}",
        if count == 1 { "thing is" } else { "things are" },
        if invalid.tool.is_empty() { String::new() } else { format!(" of `{}`", shorten(&invalid.tool, 64)) },
    );
    let mut shown = Vec::new();
    // What stands around the list: code, message, suggestion and the rest.
    let mut size = 300 + message.len();
    for violation in &invalid.violations {
        let violation = Violation {
            pointer: shorten(&violation.pointer, 160).into_owned(),
            expected: shorten(&violation.expected, 600).into_owned(),
            hint: violation.hint.as_deref().map(|hint| shorten(hint, 240).into_owned()),
            ..violation.clone()
        };
        let value = serde_json::to_value(&violation).unwrap_or_default();
        size += value.to_string().len() + 1;
        if size > JSON_BYTES {
            break;
        }
        shown.push(value);
    }
    let more = count - shown.len();
    let mut details = json!({ "violations": shown });
    if more > 0 {
        details.as_object_mut().map(|details| details.insert("more".into(), more.into()));
    }
    (message, details)
}

/// At most `limit` characters, the last of them `…` where something is missing.
pub(crate) fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()),
    }
}

/// At most about `limit` bytes, cut at a character, saying how much is missing.
fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        let missing = text.len() - text.floor_char_boundary(limit);
        text.truncate(text.floor_char_boundary(limit));
        text.push_str(&format!("… ({missing} bytes more)"));
    }
    text
}

/// `a`, `b` or `c`, in backquotes.
pub(crate) fn choices<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{}`", shorten(name.as_ref(), 80))).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
