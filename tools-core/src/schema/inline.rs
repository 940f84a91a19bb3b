//! References: inlined where that is possible and stays small, kept where a
//! type is recursive.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{SchemaError, pointer, walk};

/// Inlining that would make more nodes than this keeps the references instead.
const MAX_NODES: usize = 2_000;

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
    let document = root.clone();
    let targets = Targets::of(&document);
    if targets.inlined_size(&document) <= MAX_NODES {
        Inliner { document: &document, targets: &targets, mode }.inline(root);
    } else if mode == Mode::Rust {
        Inliner { document: &document, targets: &targets, mode }.merge_fields(root);
    }
    drop_unused(root);
}

/// # Errors
/// When a reference leads out of the schema or nowhere.
pub(super) fn check_references(schema: &Map<String, Value>) -> Result<(), SchemaError> {
    let root = Value::Object(schema.clone());
    let mut fault = None;
    let mut embedded = false;
    walk::each("", &root, &mut |_, map| embedded |= map.contains_key("$id") || map.contains_key("$anchor"));
    walk::each("", &root, &mut |place, map| {
        let Some(reference) = map.get("$ref").and_then(Value::as_str) else { return };
        let message = match pointer::of_reference(reference) {
            Some(target) if pointer::resolve(&root, &target).is_some() => return,
            // Those are for the compiler, which fetches nothing either.
            _ if embedded => return,
            None if reference.starts_with('#') => return,
            Some(_) => format!("`{reference}` leads nowhere"),
            None => format!("`{reference}` leads out of the schema; nothing is fetched"),
        };
        fault.get_or_insert(SchemaError::new(pointer::child(place, "$ref"), message));
    });
    fault.map_or(Ok(()), Err)
}

/// The pointers that references name, and which of them lead back to themselves.
struct Targets {
    sizes: BTreeMap<String, usize>,
    recursive: BTreeSet<String>,
}

impl Targets {
    fn of(document: &Value) -> Self {
        let mut targets = Targets { sizes: BTreeMap::new(), recursive: BTreeSet::new() };
        for target in references(document) {
            targets.visit(document, &target, &mut Vec::new());
        }
        targets
    }

    /// The size of a target with all that it refers to; a cycle marks everything on it.
    fn visit(&mut self, document: &Value, target: &str, path: &mut Vec<String>) -> usize {
        if let Some(start) = path.iter().position(|on_path| on_path == target) {
            self.recursive.extend(path.iter().skip(start).cloned());
            return 0;
        }
        if let Some(size) = self.sizes.get(target) {
            // A cycle may come back through here: its members refer to it.
            return *size;
        }
        let Some(schema) = pointer::resolve(document, target) else { return 0 };
        path.push(target.to_owned());
        let mut size = nodes(schema);
        for inner in references(schema) {
            size = size.saturating_add(self.visit(document, &inner, path));
        }
        path.pop();
        self.sizes.insert(target.to_owned(), size);
        size
    }

    fn inlined_size(&self, document: &Value) -> usize {
        // Definitions count only where they are used.
        let mut used = document.clone();
        if let Value::Object(map) = &mut used {
            map.shift_remove("$defs");
            map.shift_remove("definitions");
        }
        let referred = references(&used).iter().map(|target| self.sizes.get(target).copied().unwrap_or(0)).sum::<usize>();
        nodes(&used).saturating_add(referred)
    }

    fn can_inline(&self, target: &str) -> bool {
        self.sizes.contains_key(target) && !self.recursive.contains(target)
    }
}

/// The targets of all references in a schema, with repeats.
fn references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk::each("", schema, &mut |_, map| found.extend(target_of(map)));
    found
}

fn target_of(map: &Map<String, Value>) -> Option<String> {
    pointer::of_reference(map.get("$ref")?.as_str()?)
}

fn nodes(schema: &Value) -> usize {
    let mut count = 0;
    walk::each("", schema, &mut |_, _| count += 1);
    count
}

struct Inliner<'d> {
    document: &'d Value,
    targets: &'d Targets,
    mode: Mode,
}

impl Inliner<'_> {
    fn inline(&self, schema: &mut Value) {
        let Value::Object(map) = schema else { return };
        if let Some(target) = target_of(map)
            && (self.targets.can_inline(&target) || self.must_merge(map))
            && let Some(Value::Object(behind)) = pointer::resolve(self.document, &target)
        {
            map.shift_remove("$ref");
            merge(map, behind.clone(), self.mode);
            // What came in may be a reference itself.
            return self.inline(schema);
        }
        walk::children_mut(map, |_, child| self.inline(child));
    }

    /// Too large to inline, but fields beside a reference are one object still.
    fn merge_fields(&self, schema: &mut Value) {
        walk::each_mut(schema, &mut |schema| {
            let Value::Object(map) = schema else { return };
            while self.must_merge(map)
                && let Some(target) = target_of(map)
                && let Some(Value::Object(behind)) = pointer::resolve(self.document, &target)
            {
                map.shift_remove("$ref");
                merge(map, behind.clone(), self.mode);
            }
        });
    }

    /// The fields of a tagged variant stand beside a reference to its struct:
    /// each alone would be closed against the other.
    fn must_merge(&self, map: &Map<String, Value>) -> bool {
        self.mode == Mode::Rust && map.contains_key("properties")
    }
}

/// Puts what is behind a reference into the schema that had it.
fn merge(map: &mut Map<String, Value>, behind: Map<String, Value>, mode: Mode) {
    let said = std::mem::replace(map, behind);
    if mode == Mode::Rust && said.contains_key("properties") && map.contains_key("properties") {
        return merge_objects(map, said);
    }
    let clash = said.iter().any(|(keyword, value)| {
        !is_annotation(keyword) && (map.get(keyword).is_some_and(|behind| behind != value) || is_linked(keyword))
    });
    if clash {
        // In 2020-12 a reference is one more condition: so is its target.
        let behind = std::mem::replace(map, said);
        match map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(all) => all.push(Value::Object(behind)),
            other => *other = Value::Array(vec![Value::Object(behind)]),
        }
        return;
    }
    map.extend(said);
}

/// The fields of a tagged variant first, then those of its struct.
fn merge_objects(map: &mut Map<String, Value>, mut said: Map<String, Value>) {
    for keyword in ["properties", "required"] {
        let behind = map.shift_remove(keyword);
        match (said.get_mut(keyword), behind) {
            (Some(Value::Object(own)), Some(Value::Object(more))) => {
                more.into_iter().for_each(|(name, schema)| {
                    own.entry(name).or_insert(schema);
                });
            }
            (Some(Value::Array(own)), Some(Value::Array(more))) => {
                more.into_iter().for_each(|name| {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                });
            }
            (None, Some(behind)) => {
                said.insert(keyword.into(), behind);
            }
            _ => {}
        }
    }
    let behind = std::mem::replace(map, said);
    for (keyword, value) in behind {
        map.entry(keyword).or_insert(value);
    }
}

fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "$comment" | "default" | "deprecated" | "description" | "examples" | "readOnly" | "title" | "writeOnly"
    )
}

/// Keywords that mean something else beside others of the same object.
fn is_linked(keyword: &str) -> bool {
    matches!(
        keyword,
        "additionalItems"
            | "additionalProperties"
            | "contains"
            | "else"
            | "if"
            | "items"
            | "maxContains"
            | "minContains"
            | "patternProperties"
            | "prefixItems"
            | "properties"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties"
    )
}

/// A definition goes only when nothing points into it any more.
fn drop_unused(root: &mut Value) {
    for container in ["$defs", "definitions"] {
        let Some(names) = root.get(container).and_then(Value::as_object).map(|defs| defs.keys().cloned().collect::<Vec<_>>())
        else {
            continue;
        };
        let prefix = |name: &str| pointer::child(&pointer::child("", container), name);
        let points_into =
            |target: &str, name: &str| target == prefix(name) || target.starts_with(&(prefix(name) + "/"));
        // From the root on: definitions that only point at each other go too.
        let mut outside = root.clone();
        if let Value::Object(map) = &mut outside {
            map.shift_remove(container);
        }
        let mut pending = references(&outside);
        let mut used = BTreeSet::new();
        while let Some(target) = pending.pop() {
            for name in names.iter().filter(|name| points_into(&target, name)) {
                if used.insert(name.clone()) {
                    let inner = root.pointer(&prefix(name));
                    pending.extend(inner.map(references).unwrap_or_default());
                }
            }
            // A reference to the whole document keeps everything.
            if target.is_empty() || target == pointer::child("", container) {
                used.extend(names.iter().cloned());
            }
        }
        if let Value::Object(map) = root {
            if let Some(Value::Object(defs)) = map.get_mut(container) {
                defs.retain(|name, _| used.contains(name));
            }
            if map.get(container).and_then(Value::as_object).is_some_and(Map::is_empty) {
                map.shift_remove(container);
            }
        }
    }
}
