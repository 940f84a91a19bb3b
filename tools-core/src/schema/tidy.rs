//! Removes what only schemars or Rust mean, and says it in plain JSON Schema.

use std::{cmp::Ordering, collections::BTreeSet};

use serde_json::{Map, Number, Value, json};

use super::{inline::Mode, merge::merge, pointer, references, walk};

/// No `$schema`, no `title`, no numeric `format` but true bounds, no boolean
/// schemas, and enums without data as `enum`. `kept`: what references point at.
pub(super) fn tidy(root: &mut Value, kept: &BTreeSet<String>) {
    walk::each_mut("", root, &mut |place, schema| {
        let Value::Object(map) = schema else { return };
        map.shift_remove("$schema");
        map.shift_remove("title");
        tidy_format(map);
        if !is_kept(kept, place, "oneOf") {
            enum_for_constants(map);
        }
        walk::children_mut(map, |keyword, _, child| match child {
            Value::Bool(true) => *child = json!({}),
            Value::Bool(false) if !closes(keyword) => *child = json!({ "not": {} }),
            _ => {}
        });
    });
}

/// Tuples and dependencies as 2020-12 writes them, where no reference points into them.
pub(super) fn modernize(root: &mut Value) {
    let kept = references::targets(root).into_iter().collect();
    walk::each_mut("", root, &mut |place, schema| {
        let Value::Object(map) = schema else { return };
        if matches!(map.get("items"), Some(Value::Array(_))) && !is_kept(&kept, place, "items") {
            let items = map.shift_remove("items");
            map.extend(items.map(|items| ("prefixItems".to_owned(), items)));
            let rest = map.shift_remove("additionalItems");
            map.extend(rest.map(|rest| ("items".to_owned(), rest)));
        }
        if let Some(Value::Object(all)) = map.get("dependencies").cloned()
            && !is_kept(&kept, place, "dependencies")
        {
            map.shift_remove("dependencies");
            let (names, schemas): (Map<_, _>, Map<_, _>) =
                all.into_iter().partition(|(_, value)| value.is_array());
            for (keyword, members) in [("dependentRequired", names), ("dependentSchemas", schemas)] {
                if !members.is_empty() {
                    map.insert(keyword.into(), members.into());
                }
            }
        }
    });
}

/// Whether a reference points into what a keyword says here.
fn is_kept(kept: &BTreeSet<String>, place: &str, keyword: &str) -> bool {
    let place = pointer::child(place, keyword);
    let mut near = kept.range(place.clone()..).take_while(|target| target.starts_with(&place));
    near.any(|target| pointer::is_within(target, &place))
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
fn tidy_format(map: &mut Map<String, Value>) {
    /// The shortest text of `f32::MAX`: a little more, and rounded to it.
    const F32_MAX: f64 = 3.402_823_5e38;
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
        "float" => (Number::from_f64(-F32_MAX), Number::from_f64(F32_MAX)),
        // What only schemars calls so.
        "ip" if !map.contains_key("anyOf") => {
            map.shift_remove("format");
            map.insert("anyOf".into(), json!([{ "format": "ipv4" }, { "format": "ipv6" }]));
            return;
        }
        _ => return,
    };
    map.shift_remove("format");
    // Some write 64 bits as a text.
    if map.get("type").is_some_and(|kind| kind == "string") {
        return;
    }
    for (keyword, bound, narrower) in [("minimum", low, Ordering::Greater), ("maximum", high, Ordering::Less)]
    {
        // A bound of one's own can narrow the type, and not widen it.
        let said = map.get(keyword).and_then(Value::as_number);
        if let Some(bound) = bound
            && said.and_then(|said| compare(said, &bound)) != Some(narrower)
        {
            map.insert(keyword.into(), Value::Number(bound));
        }
    }
}

fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
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
        // What two alternatives admit, `oneOf` refuses.
        if known.iter().any(|name| members.contains(name)) {
            return;
        }
        members.extend(known);
    }
    let said = map.contains_key("enum") || map.get("type").is_some_and(|kind| kind != "string");
    if members.is_empty() || said {
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
pub(super) fn names_of(variant: &Value) -> Option<Vec<Value>> {
    let map = variant.as_object()?;
    let plain =
        map.keys().all(|key| matches!(key.as_str(), "type" | "const" | "enum" | "description" | "title"));
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
pub(super) fn drop_optional_nulls(root: &mut Value, kept: &BTreeSet<String>) {
    walk::each_mut("", root, &mut |place, schema| {
        let Value::Object(map) = schema else { return };
        let required: Vec<String> = match map.get("required") {
            Some(Value::Array(names)) => {
                names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
            }
            _ => Vec::new(),
        };
        let Some(Value::Object(properties)) = map.get_mut("properties") else { return };
        let place = pointer::child(place, "properties");
        for (name, property) in properties {
            // Where absence is another value, null is the only way to say none.
            let other = property.get("default").is_some_and(|default| !default.is_null());
            if !required.contains(name) && !other && !is_kept(kept, &pointer::child(&place, name), "anyOf") {
                without_null(property);
            }
        }
    });
}

/// Takes `null` out of the two forms that `Option<T>` has in schemars.
fn without_null(schema: &mut Value) {
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
    } else {
        // serde writes the value's alternative first; an untagged enum of one's
        // own that starts with a unit variant has null first, and keeps it.
        let value = match map.get_mut("anyOf") {
            Some(Value::Array(alternatives)) => match alternatives.as_mut_slice() {
                [value @ Value::Object(_), null] if null.get("type").is_some_and(|kind| kind == "null") => {
                    value.take()
                }
                _ => return,
            },
            _ => return,
        };
        let Value::Object(value) = value else { return };
        map.shift_remove("anyOf");
        // The type first, then what is said of this use of it.
        merge(map, value, Mode::Keep);
    }
    if map.get("default") == Some(&Value::Null) {
        map.shift_remove("default");
    }
}
