//! What references point at, and where they lead back to themselves.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{MAX_NODES, SchemaError, pointer, walk};

/// References may lead on to references this often: what follows them, here and
/// in the compiler, does it on the stack.
const MAX_CHAIN: usize = 256;

/// The targets of all references in a schema, with repeats.
pub(super) fn targets(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk::each("", schema, &mut |_, map| found.extend(target_of(map)));
    found
}

pub(super) fn target_of(map: &Map<String, Value>) -> Option<String> {
    pointer::of_reference(map.get("$ref")?.as_str()?)
}

/// Whether every reference is a pointer into the document, and nothing in it
/// has an address of its own: else moving a schema can change what is meant.
pub(super) fn are_pointers(document: &Value) -> bool {
    let mut plain = true;
    walk::each("", document, &mut |place, map| {
        let addressed = ["$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"];
        plain &= !addressed.iter().any(|keyword| map.contains_key(*keyword));
        plain &= place.is_empty() || !map.contains_key("$id");
        plain &= !map.contains_key("$ref") || target_of(map).is_some();
    });
    plain
}

/// The targets that lead back to themselves: on every cycle at least one.
/// Nothing when references lead on too often.
pub(super) fn recursive(document: &Value) -> Option<BTreeSet<String>> {
    let mut search = Search { document, done: BTreeMap::new(), cyclic: BTreeSet::new(), edges: targets };
    targets(document).iter().try_for_each(|target| search.visit(target, &mut Vec::new()).map(|_| ()))?;
    Some(search.cyclic)
}

struct Search<'d> {
    document: &'d Value,
    /// How many schemas a target has with all that it refers to.
    done: BTreeMap<String, usize>,
    cyclic: BTreeSet<String>,
    edges: fn(&Value) -> Vec<String>,
}

impl Search<'_> {
    fn visit(&mut self, target: &str, path: &mut Vec<String>) -> Option<usize> {
        if let Some(start) = path.iter().position(|on_path| on_path == target) {
            self.cyclic.extend(path.iter().skip(start).cloned());
            return Some(1);
        }
        if let Some(size) = self.done.get(target) {
            return Some(*size);
        }
        let Some(schema) = pointer::resolve(self.document, target) else { return Some(1) };
        if path.len() >= MAX_CHAIN {
            return None;
        }
        path.push(target.to_owned());
        let mut size = 1_usize;
        for inner in (self.edges)(schema) {
            size = size.saturating_add(self.visit(&inner, path)?);
        }
        path.pop();
        self.done.insert(target.to_owned(), size);
        Some(size)
    }
}

/// # Errors
/// When a reference leads out of the schema, nowhere, or back to itself at the
/// same place of the value, and when references lead on too often.
pub(super) fn check(schema: &Map<String, Value>) -> Result<(), SchemaError> {
    let root = Value::Object(schema.clone());
    let mut embedded = false;
    walk::each("", &root, &mut |_, map| embedded |= map.contains_key("$id") || map.contains_key("$anchor"));
    let mut places = Vec::new();
    walk::each("", &root, &mut |place, map| {
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            places.push((pointer::child(place, "$ref"), reference));
        }
    });
    let mut all = Search { document: &root, done: BTreeMap::new(), cyclic: BTreeSet::new(), edges: targets };
    let mut same_place =
        Search { document: &root, done: BTreeMap::new(), cyclic: BTreeSet::new(), edges: in_place };
    for (place, reference) in places {
        let target =
            pointer::of_reference(reference).filter(|target| pointer::resolve(&root, target).is_some());
        let Some(target) = target else {
            let message = match reference.starts_with('#') {
                // Those are for the compiler, which fetches nothing either.
                _ if embedded => continue,
                true => format!("`{reference}` leads nowhere"),
                false => format!("`{reference}` leads out of the schema; nothing is fetched"),
            };
            return Err(SchemaError::new(place, message));
        };
        let fault = |message: String| Err(SchemaError::new(place.clone(), message));
        let size = match (all.visit(&target, &mut Vec::new()), same_place.visit(&target, &mut Vec::new())) {
            (Some(_), Some(size)) => size,
            _ => return fault(format!("`{reference}` leads on to over {MAX_CHAIN} references in a row")),
        };
        if !same_place.cyclic.is_empty() {
            return fault(format!("`{reference}` leads back to itself without a step into the value"));
        }
        if size > MAX_NODES {
            return fault(format!("`{reference}` makes over {MAX_NODES} alternatives for one value"));
        }
    }
    Ok(())
}

/// The targets that apply to the same value as the schema.
fn in_place(schema: &Value) -> Vec<String> {
    let Value::Object(map) = schema else { return Vec::new() };
    let mut found: Vec<String> = target_of(map).into_iter().collect();
    walk::children(map, |keyword, _, child| {
        if walk::is_in_place(keyword) {
            found.extend(in_place(child));
        }
    });
    found
}
