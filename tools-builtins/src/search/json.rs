//! Answers in JSON, read with an eye on each item.

use serde_json::Value;

use super::{Engine, SearchError};

/// The answer as JSON.
pub(super) fn read(engine: Engine, body: &[u8]) -> Result<Value, SearchError> {
    // A mark at the start is no JSON, and some proxies write it.
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    serde_json::from_slice(body).map_err(|_| SearchError::WrongShape { engine, missing: "JSON" })
}

/// A text that may be missing: `Err` when something else stands there.
pub(super) fn optional<'a>(item: &'a Value, name: &str) -> Result<Option<&'a str>, ()> {
    match item.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(()),
    }
}

/// What each item is read as; those that cannot be read are left out.
///
/// When there are items and all of them are bad, the answer is: an empty list
/// would say that there is nothing to find.
pub(super) fn each<T>(
    items: &[Value],
    wrong: SearchError,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, SearchError> {
    let good: Vec<T> = items.iter().filter_map(read).collect();
    if good.is_empty() && !items.is_empty() { Err(wrong) } else { Ok(good) }
}
