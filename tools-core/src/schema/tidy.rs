//! Removes what only schemars or Rust mean, and says it in plain JSON Schema.

use serde_json::{Map, Number, Value, json};

use super::walk;

/// No `$schema`, no `title`, no numeric `format` but true bounds, no boolean
/// schemas, and enums without data as `enum`.
pub(super) fn tidy(root: &mut Value) {
    walk::each_mut(root, &mut |schema| {
        let Value::Object(map) = schema else { return };
        map.shift_remove("$schema");
        map.shift_remove("title");
        bounds_for_format(map);
        enum_for_constants(map);
        walk::children_mut(map, |keyword, child| match child {
            Value::Bool(true) => *child = json!({}),
            Value::Bool(false) if !closes(keyword) => *child = json!({ "not": {} }),
            _ => {}
        });
    });
}

/// `false` under these closes an object or a list: the one boolean that stays.
fn closes(keyword: &str) -> bool {
    matches!(
        keyword,
        "additionalItems" | "additionalProperties" | "items" | "unevaluatedItems" | "unevaluatedProperties"
    )
}

/// Integers up to 64 bits carry the bounds of their Rust type, and `f32` its
/// range: what lies outside would become infinite, or be refused by serde.
fn bounds_for_format(map: &mut Map<String, Value>) {
    let Some(format) = map.get("format").and_then(Value::as_str) else { return };
    let (low, high): (Option<Number>, Option<Number>) = match format {
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "int64" | "int" => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        "uint8" => (Some(0.into()), Some(u8::MAX.into())),
        "uint16" => (Some(0.into()), Some(u16::MAX.into())),
        "uint32" => (Some(0.into()), Some(u32::MAX.into())),
        "uint64" | "uint" => (Some(0.into()), Some(u64::MAX.into())),
        "int128" | "double" => (None, None),
        "uint128" => (Some(0.into()), None),
        "float" => (Number::from_f64(f32::MIN.into()), Number::from_f64(f32::MAX.into())),
        _ => return,
    };
    map.shift_remove("format");
    for (keyword, bound) in [("minimum", low), ("maximum", high)] {
        if let Some(bound) = bound {
            map.entry(keyword).or_insert(Value::Number(bound));
        }
    }
}

/// schemars writes an enum with documented variants as `oneOf` of constants.
/// One `enum` says the same; the variants' texts go into the description.
fn enum_for_constants(map: &mut Map<String, Value>) {
    let Some(Value::Array(variants)) = map.get("oneOf") else { return };
    let mut members = Vec::new();
    let mut texts = Vec::new();
    for variant in variants {
        let Some(known) = names_of(variant) else { return };
        if let Some(text) = variant.get("description").and_then(Value::as_str) {
            texts.extend(known.iter().map(|name| format!("- {}: {text}", name.as_str().unwrap_or_default())));
        }
        members.extend(known);
    }
    if members.is_empty() {
        return;
    }
    map.shift_remove("oneOf");
    let own = map.get("description").and_then(Value::as_str).map(str::to_owned);
    map.insert("type".into(), "string".into());
    map.insert("enum".into(), members.into());
    if !texts.is_empty() {
        let lines: Vec<String> = own.into_iter().chain(texts).collect();
        map.insert("description".into(), lines.join("\n").into());
    }
}

/// The texts that a variant without data admits.
fn names_of(variant: &Value) -> Option<Vec<Value>> {
    let map = variant.as_object()?;
    let plain = map.keys().all(|key| matches!(key.as_str(), "type" | "const" | "enum" | "description" | "title"));
    if !plain || map.get("type") != Some(&json!("string")) {
        return None;
    }
    match (map.get("const"), map.get("enum")) {
        (Some(one), None) => Some(vec![one.clone()]),
        (None, Some(Value::Array(many))) => Some(many.clone()),
        _ => None,
    }
}

/// A property that may be left out does not need `null` as well: `Option<T>`
/// gets the plain schema of `T`. The check reads a `null` there as absence.
pub(super) fn drop_optional_nulls(root: &mut Value) {
    walk::each_mut(root, &mut |schema| {
        let Value::Object(map) = schema else { return };
        let required: Vec<String> = match map.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
            _ => Vec::new(),
        };
        let Some(Value::Object(properties)) = map.get_mut("properties") else { return };
        for (name, property) in properties {
            if !required.contains(name) {
                without_null(property);
            }
        }
    });
}

/// Takes `null` out of the two forms that `Option<T>` has in schemars.
pub(super) fn without_null(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    if let Some(Value::Array(types)) = map.get_mut("type")
        && types.len() > 1
    {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".into(), only);
        }
        if let Some(Value::Array(members)) = map.get_mut("enum") {
            members.retain(|member| !member.is_null());
        }
        if map.get("default") == Some(&Value::Null) {
            map.shift_remove("default");
        }
        return;
    }
    // serde writes the value's alternative first; an untagged enum of one's own
    // that starts with a unit variant has null first, and keeps it.
    let alternative = match map.get_mut("anyOf") {
        Some(Value::Array(alternatives)) => match alternatives.as_mut_slice() {
            [value, null] if *null == json!({ "type": "null" }) => value.take(),
            _ => return,
        },
        _ => return,
    };
    let Value::Object(alternative) = alternative else { return };
    map.shift_remove("anyOf");
    if map.get("default") == Some(&Value::Null) {
        map.shift_remove("default");
    }
    // The type first, then what is said of this use of it.
    let said = std::mem::replace(map, alternative);
    map.extend(said);
}
