//! JSON Pointers (RFC 6901), also as fragments of a reference (RFC 3986).

use std::borrow::Cow;

use serde_json::Value;

/// One key of a pointer, escaped.
pub(crate) fn escape(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// One step of a pointer, as the key that it names.
pub(crate) fn unescape(step: &str) -> Cow<'_, str> {
    if step.contains('~') {
        Cow::Owned(step.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(step)
    }
}

/// The pointer of a member.
pub(crate) fn child(parent: &str, key: &str) -> String {
    format!("{parent}/{}", escape(key))
}

/// The pointer in a reference to the same document: `#/$defs/a%20b`. Nothing
/// when it names another document or an anchor.
pub(crate) fn of_reference(reference: &str) -> Option<String> {
    let fragment = reference.strip_prefix('#')?;
    let pointer = percent_decode(fragment)?;
    (pointer.is_empty() || pointer.starts_with('/')).then_some(pointer)
}

/// What a pointer points at.
pub(crate) fn resolve<'v>(root: &'v Value, pointer: &str) -> Option<&'v Value> {
    root.pointer(pointer)
}

/// Whether a pointer points at this place, or into it.
pub(crate) fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn percent_decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves SCH-07
    #[test]
    fn references_to_pointers() {
        let cases = [
            ("#", Some("")),
            ("#/$defs/A", Some("/$defs/A")),
            ("#/$defs/a%20b", Some("/$defs/a b")),
            ("#/$defs/a~1b~0c", Some("/$defs/a~1b~0c")),
            ("#/%24defs/%C3%A9", Some("/$defs/é")),
            ("#anchor", None),
            ("#/bad%2", None),
            ("other.json#/a", None),
        ];
        for (reference, pointer) in cases {
            assert_eq!(of_reference(reference).as_deref(), pointer, "{reference}");
        }
        assert_eq!(child("/a", "b/c~d"), "/a/b~1c~0d");
    }
}
