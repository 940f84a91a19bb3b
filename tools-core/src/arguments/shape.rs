//! What a schema says of one place of a value, through `$ref` and `allOf`.

use serde_json::{Map, Value};

use super::convert::{Kind, members};
use crate::schema::pointer;

/// A schema in its document.
#[derive(Debug, Clone)]
pub(super) struct Node<'s> {
    pub(super) pointer: String,
    pub(super) schema: &'s Value,
}

/// One schema object that applies, with its place.
pub(super) struct Part<'s> {
    pub(super) pointer: String,
    pub(super) map: &'s Map<String, Value>,
}

/// All schema objects that apply together at one place.
pub(super) struct Shape<'s>(pub(super) Vec<Part<'s>>);

/// More parts than this at one place are not followed.
const MAX_PARTS: usize = 64;

impl<'s> Node<'s> {
    pub(super) fn root(schema: &'s Value) -> Self {
        Node { pointer: String::new(), schema }
    }

    /// The schema itself, what it refers to, and what it puts together.
    pub(super) fn shape(&self, root: &'s Value) -> Shape<'s> {
        let mut parts = Vec::new();
        collect(root, self, &mut parts);
        Shape(parts)
    }
}

fn collect<'s>(root: &'s Value, node: &Node<'s>, parts: &mut Vec<Part<'s>>) {
    let Value::Object(map) = node.schema else { return };
    if parts.len() >= MAX_PARTS || parts.iter().any(|part| std::ptr::eq(part.map, map)) {
        return;
    }
    parts.push(Part { pointer: node.pointer.clone(), map });
    if let Some(target) = map.get("$ref").and_then(Value::as_str).and_then(pointer::of_reference)
        && let Some(schema) = pointer::resolve(root, &target)
    {
        collect(root, &Node { pointer: target, schema }, parts);
    }
    for inner in alternatives(&node.pointer, map, "allOf") {
        collect(root, &inner, parts);
    }
}

/// The schemas in a list.
pub(super) fn alternatives<'s>(place: &str, map: &'s Map<String, Value>, keyword: &str) -> Vec<Node<'s>> {
    let Some(Value::Array(list)) = map.get(keyword) else { return Vec::new() };
    let place = pointer::child(place, keyword);
    let node = |(i, schema)| Node { pointer: format!("{place}/{i}"), schema };
    list.iter().enumerate().map(node).collect()
}

impl<'s> Shape<'s> {
    /// The types that are admitted by name; `None` when nothing names any.
    pub(super) fn kinds(&self) -> Option<Vec<Kind>> {
        let mut kinds: Option<Vec<Kind>> = None;
        for part in &self.0 {
            let named: Vec<Kind> = match part.map.get("type") {
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
        self.0.iter().find_map(|part| match (part.map.get("enum"), part.map.get("const")) {
            (Some(Value::Array(members)), _) => Some(members.as_slice()),
            (_, Some(only)) => Some(std::slice::from_ref(only)),
            _ => None,
        })
    }

    /// The lists of alternatives.
    pub(super) fn unions(&self) -> Vec<Vec<Node<'s>>> {
        let of = |part: &Part<'s>| {
            ["anyOf", "oneOf"].map(|keyword| alternatives(&part.pointer, part.map, keyword))
        };
        self.0.iter().flat_map(of).filter(|union| !union.is_empty()).collect()
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        let required = |part: &Part<'s>| part.map.get("required").and_then(Value::as_array);
        self.0.iter().filter_map(required).flatten().any(|required| required == name)
    }

    /// The schemas of a property; `matches` decides on patterns.
    pub(super) fn property(&self, name: &str, matches: impl Fn(&str, &str) -> bool) -> Vec<Node<'s>> {
        let mut found = Vec::new();
        for part in &self.0 {
            let before = found.len();
            if let Some(schema) = members(part.map, "properties").and_then(|map| map.get(name)) {
                let place = pointer::child(&part.pointer, "properties");
                found.push(Node { pointer: pointer::child(&place, name), schema });
            }
            for (pattern, schema) in members(part.map, "patternProperties").into_iter().flatten() {
                if matches(pattern, name) {
                    let place = pointer::child(&part.pointer, "patternProperties");
                    found.push(Node { pointer: pointer::child(&place, pattern), schema });
                }
            }
            if found.len() == before
                && let Some(schema) = part.map.get("additionalProperties")
            {
                found.push(Node { pointer: pointer::child(&part.pointer, "additionalProperties"), schema });
            }
        }
        found
    }

    /// The names of all known properties, in order.
    pub(super) fn property_names(&self) -> Vec<&'s str> {
        let mut names: Vec<&'s str> = Vec::new();
        for name in self.0.iter().filter_map(|part| members(part.map, "properties")).flat_map(Map::keys) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The schemas of a list's item.
    pub(super) fn item(&self, index: usize) -> Vec<Node<'s>> {
        let mut found = Vec::new();
        for part in &self.0 {
            let prefix = alternatives(&part.pointer, part.map, "prefixItems");
            let rest = prefix.len();
            match prefix.into_iter().nth(index) {
                Some(node) => found.push(node),
                None if index >= rest => {
                    if let Some(schema @ Value::Object(_)) = part.map.get("items") {
                        found.push(Node { pointer: pointer::child(&part.pointer, "items"), schema });
                    }
                }
                None => {}
            }
        }
        found
    }

    /// Whether a value of this type may be admitted, by the types that are named.
    pub(super) fn takes(&self, kind: Kind, root: &'s Value, depth: u8) -> bool {
        if depth == 0 {
            return true;
        }
        let sample = |value: &Value| kind.admits(value);
        let by_type = self.kinds().is_none_or(|kinds| kinds.contains(&kind));
        let by_member = self.members().is_none_or(|members| members.iter().any(sample));
        let by_union = |union: Vec<Node<'s>>| {
            union.iter().any(|alternative| alternative.shape(root).takes(kind, root, depth - 1))
        };
        by_type && by_member && self.unions().into_iter().all(by_union)
    }
}
