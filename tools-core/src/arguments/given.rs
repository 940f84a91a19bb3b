//! Arguments as they came, as text or as a value, read within bounds.

use std::{borrow::Cow, fmt};

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value, error::Category, map::Entry};

use crate::error::{Violation, shorten};

/// The arguments of a call as the model gave them: JSON text, or a JSON value.
///
/// Absent arguments, `null` and blank text are no arguments: `{}`.
///
/// ```
/// use tools_core::{Arguments, json};
///
/// let text: Arguments = r#"{"a": 1}"#.into();
/// let value: Arguments = json!({ "a": 1 }).into();
/// let none: Arguments = ().into();
/// # let _ = (text, value, none);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Arguments<'a> {
    /// JSON text.
    Text(Cow<'a, str>),
    /// A JSON value. A string in it is read once as JSON text.
    Value(Value),
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Arguments::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Arguments::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arguments<'_> {
    fn from(text: String) -> Self {
        Arguments::Text(Cow::Owned(text))
    }
}

impl From<Value> for Arguments<'_> {
    fn from(value: Value) -> Self {
        Arguments::Value(value)
    }
}

impl From<&Value> for Arguments<'_> {
    fn from(value: &Value) -> Self {
        Arguments::Value(value.clone())
    }
}

impl From<Map<String, Value>> for Arguments<'_> {
    fn from(map: Map<String, Value>) -> Self {
        Arguments::Value(Value::Object(map))
    }
}

impl From<()> for Arguments<'_> {
    fn from((): ()) -> Self {
        Arguments::Value(Value::Null)
    }
}

impl<'a, T: Into<Arguments<'a>>> From<Option<T>> for Arguments<'a> {
    fn from(given: Option<T>) -> Self {
        given.map_or(Arguments::Value(Value::Null), Into::into)
    }
}

/// How large arguments may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentLimits {
    /// Levels of nesting: 128 by default, at most 256.
    pub depth: usize,
    /// Bytes of text: 4 MiB by default.
    pub bytes: usize,
}

impl ArgumentLimits {
    /// The deepest nesting that can be set: deeper data could not be read on a
    /// thread's default stack.
    pub const MAX_DEPTH: usize = 256;

    /// These bounds. A depth over 256 is 256.
    pub const fn new(depth: usize, bytes: usize) -> Self {
        ArgumentLimits { depth: if depth > Self::MAX_DEPTH { Self::MAX_DEPTH } else { depth }, bytes }
    }
}

impl Default for ArgumentLimits {
    fn default() -> Self {
        ArgumentLimits { depth: 128, bytes: 4 * 1024 * 1024 }
    }
}

/// One JSON object, and what the check wants to know of it without a walk.
#[derive(Debug)]
pub(crate) struct Read<'a> {
    /// An object.
    pub(crate) value: Value,
    /// Whether there is a number that is no integer of 64 bits, or a null:
    /// only those are normalised.
    pub(crate) odd: bool,
    /// The text, where the arguments were one.
    pub(crate) text: Option<Cow<'a, str>>,
}

impl Read<'_> {
    fn nothing() -> Self {
        Read { value: Value::Object(Map::new()), odd: false, text: None }
    }
}

impl<'a> Arguments<'a> {
    /// Reads them within the limits.
    pub(crate) fn read(self, limits: ArgumentLimits) -> Result<Read<'a>, Violation> {
        match self {
            Arguments::Value(Value::Null) => Ok(Read::nothing()),
            Arguments::Value(Value::String(text)) => read_text(text.into(), limits),
            Arguments::Value(value @ Value::Object(_)) => {
                let mut odd = false;
                scan(&value, 1, limits.depth, &mut odd)?;
                Ok(Read { value, odd, text: None })
            }
            Arguments::Value(other) => Err(no_object(&other.to_string())),
            Arguments::Text(text) => read_text(text, limits),
        }
    }
}

fn read_text(text: Cow<'_, str>, limits: ArgumentLimits) -> Result<Read<'_>, Violation> {
    if text.len() > limits.bytes {
        let expected = format!("must have at most {} bytes", limits.bytes);
        return Err(Violation::new(String::new(), "json", expected).got(format!("{} bytes", text.len())));
    }
    let trimmed = text.trim_ascii();
    if trimmed.is_empty() || trimmed == "null" {
        return Ok(Read::nothing());
    }
    let (value, odd) = parse(&text, limits.depth).map_err(|error| unreadable(&text, &error))?;
    match value {
        Value::Object(_) => Ok(Read { value, odd, text: Some(text) }),
        _ => Err(no_object(trimmed)),
    }
}

fn no_object(came: &str) -> Violation {
    Violation::new(String::new(), "json", "must be one JSON object")
        .got(came)
        .hint("write {\"name\": value, …}, without anything around it")
}

/// Says where the text stops being one JSON object: the byte, from 0.
fn unreadable(text: &str, error: &serde_json::Error) -> Violation {
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line_start + error.column()).min(text.len());
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or_default();
    let before = text.floor_char_boundary(at.saturating_sub(12));
    let near = shorten(text.get(before..).unwrap_or_default().trim(), 24);
    let came = if at == text.len() {
        format!("the end of the text, after `{near}`")
    } else {
        format!("near `{near}`")
    };
    let violation =
        Violation::new(String::new(), "json", format!("must be one JSON object; at byte {at}: {what}"));
    // Too deep, too large or there twice is valid JSON still.
    match error.classify() {
        Category::Data => violation.got(came),
        _ => violation.got(came).hint("send the whole object as valid JSON, and nothing else"),
    }
}

/// Depth and oddness of a value that came as a value.
fn scan(value: &Value, depth: usize, limit: usize, odd: &mut bool) -> Result<(), Violation> {
    match value {
        Value::Null => *odd = true,
        Value::Number(number) => *odd |= number.is_f64(),
        Value::Array(_) | Value::Object(_) if depth > limit => {
            return Err(Violation::new(String::new(), "json", too_deep(limit)));
        }
        Value::Array(items) => items.iter().try_for_each(|item| scan(item, depth + 1, limit, odd))?,
        Value::Object(map) => map.values().try_for_each(|item| scan(item, depth + 1, limit, odd))?,
        Value::Bool(_) | Value::String(_) => {}
    }
    Ok(())
}

fn too_deep(limit: usize) -> String {
    format!("must be nested at most {limit} levels deep")
}

/// One JSON value without duplicate keys, and whether it has odd numbers or nulls.
pub(super) fn parse(text: &str, depth: usize) -> Result<(Value, bool), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    // Depth is counted here, so that it can be set.
    reader.disable_recursion_limit();
    let mut odd = false;
    let value = Seed { depth, limit: depth, odd: &mut odd }.deserialize(&mut reader)?;
    reader.end()?;
    Ok((value, odd))
}

/// Builds a value, refusing what a model can't have meant.
struct Seed<'o> {
    depth: usize,
    limit: usize,
    odd: &'o mut bool,
}

impl Seed<'_> {
    fn inner<E: serde::de::Error>(&mut self) -> Result<Seed<'_>, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Seed { depth, limit: self.limit, odd: self.odd }),
            None => Err(E::custom(too_deep(self.limit))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        *self.odd = true;
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        *self.odd = true;
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(self.inner()?)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(self.inner()?)?;
            match map.entry(key) {
                Entry::Vacant(place) => place.insert(value),
                Entry::Occupied(place) => {
                    let key = shorten(place.key(), 80);
                    return Err(A::Error::custom(format_args!("the key `{key}` is there twice")));
                }
            };
        }
        Ok(Value::Object(map))
    }
}
