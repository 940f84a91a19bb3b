//! References: inlined where that is possible and stays small, kept where a
//! type is recursive.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    merge::merge,
    object, pointer,
    references::{self, target_of, targets},
    walk,
};

/// Inlining that would make more nodes than this keeps the references instead.
const MAX_NODES: usize = 2_000;
/// Or that would nest deeper than this.
const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A schema from elsewhere: what stands beside a reference is merged only
    /// where that changes nothing for certain.
    Keep,
    /// A schema of Rust types, whose structs are still open: fields beside a
    /// reference are one object with the fields behind it.
    Rust,
}

/// Inlines what can be, and drops the definitions that nothing points at any more.
pub(super) fn inline(root: &mut Value, mode: Mode) {
    if !references::are_pointers(root) {
        return;
    }
    let document = std::mem::take(root);
    let inlined = references::recursive(&document).and_then(|recursive| {
        Inliner { document: &document, mode, recursive: Some(recursive), room: MAX_NODES }.document()
    });
    let or_kept =
        || Inliner { document: &document, mode, recursive: None, room: super::MAX_NODES }.document();
    *root = inlined.or_else(or_kept).unwrap_or_else(|| document.clone());
}

struct Inliner<'d> {
    document: &'d Value,
    mode: Mode,
    /// What stays a reference; without it, everything does that may.
    recursive: Option<BTreeSet<String>>,
    /// So many schemas more can be made.
    room: usize,
}

/// Where a schema stands.
#[derive(Clone, Copy)]
struct Place<'p> {
    depth: usize,
    /// It is one part of an object whose other parts have fields.
    enclosed: bool,
    /// What was put in at this place of the value already.
    here: &'p [String],
}

impl Inliner<'_> {
    /// The whole document; nothing when it gets too large.
    fn document(mut self) -> Option<Value> {
        let mut root = self.document.clone();
        let mut containers = take_definitions(&mut root);
        self.inline(&mut root, Place { depth: 0, enclosed: false, here: &[] })?;
        // From the root on: definitions that only point at each other go.
        let mut pending = targets(&root);
        let mut used = BTreeSet::new();
        while let Some(target) = pending.pop() {
            for (container, definitions) in &mut containers {
                for name in names_in(&target, container, definitions) {
                    let Some(definition) = definitions.get_mut(&name) else { continue };
                    if used.insert(pointer::child(container, &name)) {
                        self.inline(definition, Place { depth: 1, enclosed: false, here: &[] })?;
                        pending.extend(targets(definition));
                    }
                }
            }
        }
        if let Value::Object(map) = &mut root {
            for (container, mut definitions) in containers {
                definitions.retain(|name, _| used.contains(&pointer::child(&container, name)));
                if !definitions.is_empty() {
                    map.insert(container.trim_start_matches('/').to_owned(), Value::Object(definitions));
                }
            }
        }
        Some(root)
    }

    fn inline(&mut self, schema: &mut Value, place: Place<'_>) -> Option<()> {
        let Value::Object(map) = schema else { return Some(()) };
        self.room = self.room.checked_sub(1)?;
        if place.depth > MAX_DEPTH && self.recursive.is_some() {
            return None;
        }
        let mut here = place.here.to_vec();
        while let Some(target) = target_of(map)
            && (self.may_inline(&target) || self.must_inline(map, place))
            && !here.contains(&target)
            && let Some(behind @ (Value::Object(_) | Value::Bool(_))) =
                pointer::resolve(self.document, &target)
        {
            map.shift_remove("$ref");
            merge(map, object(behind.clone()), self.mode);
            here.push(target);
        }
        let has_fields = map.contains_key("properties") && self.mode == Mode::Rust;
        let mut fits = true;
        walk::children_mut(map, |keyword, _, child| {
            let same = walk::is_in_place(keyword);
            let here: &[String] = if same { &here } else { &[] };
            let enclosed = same && (place.enclosed || has_fields);
            fits = fits && self.inline(child, Place { depth: place.depth + 1, enclosed, here }).is_some();
        });
        fits.then_some(())
    }

    fn may_inline(&self, target: &str) -> bool {
        self.recursive.as_ref().is_some_and(|recursive| !recursive.contains(target))
    }

    /// The root is an object in sight. And where fields of one object stand on
    /// both sides of a reference, each alone would be closed against the other.
    fn must_inline(&self, map: &Map<String, Value>, place: Place<'_>) -> bool {
        place.depth == 0 || place.enclosed || (self.mode == Mode::Rust && map.contains_key("properties"))
    }
}

/// The containers of definitions, by their pointers.
fn take_definitions(root: &mut Value) -> Vec<(String, Map<String, Value>)> {
    let Value::Object(map) = root else { return Vec::new() };
    let take = |name: &str| match map.get(name) {
        Some(Value::Object(_)) => {
            Some((pointer::child("", name), map.shift_remove(name)?.as_object()?.clone()))
        }
        _ => None,
    };
    ["$defs", "definitions"].into_iter().filter_map(take).collect()
}

/// The definitions that a target is, is in, or contains.
fn names_in(target: &str, container: &str, definitions: &Map<String, Value>) -> Vec<String> {
    if pointer::is_within(container, target) {
        return definitions.keys().cloned().collect();
    }
    let name = target.strip_prefix(container).and_then(|rest| rest.strip_prefix('/')?.split('/').next());
    name.map(|name| name.replace("~1", "/").replace("~0", "~")).into_iter().collect()
}
