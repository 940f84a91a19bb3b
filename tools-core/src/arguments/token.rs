//! Numbers as they were written. A number over 64 bits is a float in a value,
//! so that its digits are only in the text.

use std::collections::HashMap;

use serde_json::value::RawValue;

use crate::schema::pointer;

/// The text of the number at a JSON Pointer.
pub(super) fn at(text: &str, place: &str) -> Option<String> {
    let mut here: Box<RawValue> = serde_json::from_str(text).ok()?;
    for key in place.split('/').skip(1) {
        let key = pointer::unescape(key);
        here = if here.get().trim_start().starts_with('[') {
            let items: Vec<Box<RawValue>> = serde_json::from_str(here.get()).ok()?;
            items.into_iter().nth(key.parse().ok()?)?
        } else {
            let mut members: HashMap<String, Box<RawValue>> = serde_json::from_str(here.get()).ok()?;
            members.remove(&*key)?
        };
    }
    Some(here.get().trim().to_owned())
}

/// Whether this is an integer without fraction and exponent.
pub(super) fn is_integer(token: &str) -> bool {
    let digits = token.strip_prefix('-').unwrap_or(token);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
