//! What a schema says of one place of a value, through `$ref` and `allOf`.

use serde_json::{Map, Value};

use super::convert::{Kind, members};
use crate::schema::pointer;

/// All schema objects that apply together at one place.
pub(super) struct Shape<'s>(pub(super) Vec<&'s Map<String, Value>>);

/// More parts than this at one place are not followed.
const MAX_PARTS: usize = 64;

impl<'s> Shape<'s> {
    /// The schema itself, what it refers to, and what it puts together.
    pub(super) fn of(schema: &'s Value, root: &'s Value) -> Self {
        let mut parts = Vec::new();
        collect(root, schema, &mut parts);
        Shape(parts)
    }

    /// The types that are admitted by name; `None` when nothing names any.
    pub(super) fn kinds(&self) -> Option<Vec<Kind>> {
        let mut kinds: Option<Vec<Kind>> = None;
        for part in &self.0 {
            let named: Vec<Kind> = match part.get("type") {
                Some(Value::String(name)) => Kind::named(name).into_iter().collect(),
                Some(Value::Array(names)) => {
                    names.iter().filter_map(|name| Kind::named(name.as_str()?)).collect()
                }
                _ => continue,
            };
            kinds = Some(match kinds {
                None => named,
                Some(before) => named.into_iter().filter(|kind| before.contains(kind)).collect(),
            });
        }
        kinds
    }

    /// The members of an enum; a constant is an enum of one.
    pub(super) fn members(&self) -> Option<&'s [Value]> {
        self.0.iter().find_map(|part| match (part.get("enum"), part.get("const")) {
            (Some(Value::Array(members)), _) => Some(members.as_slice()),
            (_, Some(only)) => Some(std::slice::from_ref(only)),
            _ => None,
        })
    }

    /// The lists of alternatives.
    pub(super) fn unions(&self) -> impl Iterator<Item = &'s [Value]> + use<'_, 's> {
        let lists = self.0.iter().flat_map(|part| [part.get("anyOf"), part.get("oneOf")]);
        lists.filter_map(|list| list?.as_array().map(Vec::as_slice))
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        let required = |part: &&'s Map<String, Value>| part.get("required").and_then(Value::as_array);
        self.0.iter().filter_map(required).flatten().any(|required| required == name)
    }

    /// Whether a value is never shown.
    pub(super) fn is_secret(&self) -> bool {
        self.0.iter().any(|part| part.get("writeOnly") == Some(&Value::Bool(true)))
    }

    /// The schemas of a property; `matches` decides on patterns.
    pub(super) fn property(&self, name: &str, matches: impl Fn(&str, &str) -> bool) -> Vec<&'s Value> {
        let mut found = Vec::new();
        for part in &self.0 {
            let before = found.len();
            found.extend(members(part, "properties").and_then(|map| map.get(name)));
            let patterns = members(part, "patternProperties").into_iter().flatten();
            found.extend(patterns.filter(|(pattern, _)| matches(pattern, name)).map(|(_, schema)| schema));
            if found.len() == before {
                found.extend(part.get("additionalProperties"));
            }
        }
        found
    }

    /// The names of all known properties, in order.
    pub(super) fn property_names(&self) -> Vec<&'s str> {
        let mut names: Vec<&'s str> = Vec::new();
        for name in self.0.iter().filter_map(|part| members(part, "properties")).flat_map(Map::keys) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The schemas of a list's item.
    pub(super) fn item(&self, index: usize) -> Vec<&'s Value> {
        let of = |part: &&'s Map<String, Value>| {
            let prefix = part.get("prefixItems").and_then(Value::as_array);
            let rest = || part.get("items").filter(|items| items.is_object());
            match prefix {
                Some(prefix) if index < prefix.len() => prefix.get(index),
                _ => rest(),
            }
        };
        self.0.iter().filter_map(of).collect()
    }

    /// Whether a value of this type may be admitted, by the types that are named.
    pub(super) fn takes(&self, kind: Kind, root: &'s Value, depth: u8) -> bool {
        if depth == 0 {
            return true;
        }
        let by_type = self.kinds().is_none_or(|kinds| kinds.contains(&kind));
        let by_member = self.members().is_none_or(|members| members.iter().any(|member| kind.admits(member)));
        let by_union =
            |union: &[Value]| union.iter().any(|schema| Shape::of(schema, root).takes(kind, root, depth - 1));
        by_type && by_member && self.unions().all(by_union)
    }
}

fn collect<'s>(root: &'s Value, schema: &'s Value, parts: &mut Vec<&'s Map<String, Value>>) {
    let Value::Object(map) = schema else { return };
    if parts.len() >= MAX_PARTS || parts.iter().any(|part| std::ptr::eq(*part, map)) {
        return;
    }
    parts.push(map);
    if let Some(target) = map.get("$ref").and_then(Value::as_str).and_then(pointer::of_reference)
        && let Some(schema) = pointer::resolve(root, &target)
    {
        collect(root, schema, parts);
    }
    for inner in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        collect(root, inner, parts);
    }
}
