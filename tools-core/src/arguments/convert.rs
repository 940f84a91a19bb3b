//! Lossless conversions of one value to one JSON type.

use serde_json::{Map, Number, Value};

/// A type of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(super) fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "string" => Kind::String,
            "array" => Kind::Array,
            "object" => Kind::Object,
            _ => return None,
        })
    }

    pub(super) fn admits(self, value: &Value) -> bool {
        match self {
            Kind::Null => value.is_null(),
            Kind::Boolean => value.is_boolean(),
            Kind::Integer => value.is_i64() || value.is_u64(),
            Kind::Number => value.is_number(),
            Kind::String => value.is_string(),
            Kind::Array => value.is_array(),
            Kind::Object => value.is_object(),
        }
    }
}

/// The value as this type, where nothing is lost. `depth` is how deep it may be
/// nested, `token` the number as it was written, where that is known.
pub(super) fn convert(
    value: &Value,
    kind: Kind,
    depth: usize,
    token: impl Fn() -> Option<String>,
) -> Option<Value> {
    match (kind, value) {
        (Kind::Integer, Value::String(text)) => integer(text).map(Value::Number),
        (Kind::Number, Value::String(text)) => number(text).map(Value::Number),
        (Kind::Boolean, Value::String(text)) if text.eq_ignore_ascii_case("true") => Some(true.into()),
        (Kind::Boolean, Value::String(text)) if text.eq_ignore_ascii_case("false") => Some(false.into()),
        (Kind::String, Value::Number(number)) if !number.is_f64() => Some(number.to_string().into()),
        (Kind::String, Value::Number(_)) => {
            token().filter(|token| super::token::is_integer(token)).map(Value::String)
        }
        (Kind::Array | Kind::Object, Value::String(text)) => {
            let (parsed, _) = super::given::parse(text, depth).ok()?;
            kind.admits(&parsed).then_some(parsed)
        }
        _ => None,
    }
}

/// Decimal digits of 64 bits, with blanks around them and a sign before them.
fn integer(text: &str) -> Option<Number> {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let parsed = text.parse::<i64>().map(Number::from);
    parsed.or_else(|_| text.parse::<u64>().map(Number::from)).ok()
}

/// The syntax of a JSON number, with blanks around it.
fn number(text: &str) -> Option<Number> {
    let text = text.trim_ascii();
    text.ends_with(|c: char| c.is_ascii_digit()).then(|| serde_json::from_str(text).ok()).flatten()
}

/// The member that a text means: the only one that is equal but for ASCII case
/// and blanks around it.
pub(super) fn member<'m>(text: &str, members: &'m [Value]) -> Option<&'m Value> {
    let text = text.trim_ascii();
    let mut near = members.iter().filter(|member| {
        member.as_str().is_some_and(|member| member.trim_ascii().eq_ignore_ascii_case(text))
    });
    match (near.next(), near.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// A float without a fraction as the integer that it is, up to 2^53: above
/// that, a float may stand for an integer beside it.
pub(super) fn whole(number: &Number, token: impl Fn() -> Option<String>) -> Option<Number> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= EXACT)?;
    if float.abs() == EXACT {
        // 2^53 + 1 reads as this float too; only the text knows.
        let written = token().unwrap_or_else(|| float.to_string());
        let rest = written.trim_start_matches('-').strip_prefix("9007199254740992")?;
        if !rest.trim_start_matches('.').trim_matches('0').is_empty() {
            return None;
        }
    }
    #[allow(clippy::cast_possible_truncation)]
    let integer = float as i64;
    Some(integer.into())
}

/// A view of the members of an object schema.
pub(super) fn members<'s>(map: &'s Map<String, Value>, keyword: &str) -> Option<&'s Map<String, Value>> {
    map.get(keyword).and_then(Value::as_object)
}
