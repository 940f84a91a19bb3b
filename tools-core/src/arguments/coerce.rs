//! Walks a value along its schema and mends what can be mended without loss.

use serde_json::{Map, Value};

use super::{
    Checker,
    convert::{self, Kind},
    given::ArgumentLimits,
    shape::{Node, Shape},
    token,
};
use crate::{args::Coercion, schema::pointer};

/// More places than this are not visited: a schema from elsewhere can make a
/// value's alternatives multiply.
const MAX_STEPS: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Only what is valid JSON written in another way: `20.0`, and null for absence.
    Normalize,
    /// Also what a model wrote in the wrong type.
    Coerce,
}

pub(super) struct Mender<'c> {
    checker: &'c Checker,
    root: &'c Value,
    mode: Mode,
    text: Option<&'c str>,
    limits: ArgumentLimits,
    steps: usize,
    pub(super) coercions: Vec<Coercion>,
    /// Where an integer is wanted and a number over 64 bits came.
    pub(super) too_large: Vec<String>,
}

/// A place in the value.
struct Place {
    pointer: String,
    depth: usize,
    secret: bool,
}

impl<'c> Mender<'c> {
    pub(super) fn new(
        checker: &'c Checker,
        mode: Mode,
        text: Option<&'c str>,
        limits: ArgumentLimits,
    ) -> Self {
        Mender {
            checker,
            root: checker.schema(),
            mode,
            text,
            limits,
            steps: 0,
            coercions: Vec::new(),
            too_large: Vec::new(),
        }
    }

    pub(super) fn mend(&mut self, value: &mut Value) {
        let place = Place { pointer: String::new(), depth: 0, secret: false };
        self.visit(&Node::root(self.root), value, &place);
    }

    /// Drops top-level keys that the schema does not know, where the tool asks for that.
    pub(super) fn drop_unknown(&mut self, value: &mut Value) {
        let shape = Node::root(self.root).shape(self.root);
        let Value::Object(map) = value else { return };
        let unknown = |name: &&String| {
            shape.property(name, Checker::pattern_takes).iter().all(|node| *node.schema == false)
        };
        let names: Vec<String> = map.keys().filter(unknown).cloned().collect();
        for name in names {
            // The value of a key that nobody knows is nobody's to show.
            self.coercions.push(Coercion {
                pointer: pointer::child("", &name),
                from: "[dropped]".into(),
                to: None,
            });
            map.shift_remove(&name);
        }
    }

    fn visit(&mut self, node: &Node<'c>, value: &mut Value, place: &Place) {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return;
        }
        let shape = node.shape(self.root);
        let secret =
            place.secret || shape.0.iter().any(|part| part.map.get("writeOnly") == Some(&Value::Bool(true)));
        let place = Place { pointer: place.pointer.clone(), depth: place.depth, secret };
        self.number(&shape, value, &place);
        if self.mode == Mode::Coerce {
            self.scalar(&shape, value, &place);
        }
        match value {
            Value::Object(map) => self.members(&shape, map, &place),
            Value::Array(items) => {
                for (i, item) in items.iter_mut().enumerate() {
                    let inner = place.inner(&i.to_string());
                    for node in shape.item(i) {
                        self.visit(&node, item, &inner);
                    }
                }
            }
            _ => {}
        }
        for union in shape.unions() {
            self.union(&union, value, &place);
        }
    }

    /// An integer that is written with a zero fraction is that integer.
    fn number(&mut self, shape: &Shape<'c>, value: &mut Value, place: &Place) {
        let Value::Number(number) = &*value else { return };
        let wanted = shape
            .kinds()
            .is_some_and(|kinds| kinds.contains(&Kind::Integer) && !kinds.contains(&Kind::Number));
        if !wanted || !number.is_f64() {
            return;
        }
        match convert::whole(number, || self.token(place)) {
            Some(integer) => *value = Value::Number(integer),
            None if number.as_f64().is_some_and(|float| float.fract() == 0.0) => {
                self.too_large.push(place.pointer.clone());
            }
            None => {}
        }
    }

    fn token(&self, place: &Place) -> Option<String> {
        token::at(self.text?, &place.pointer)
    }

    /// A value of the wrong type, or a member of an enum in another spelling.
    fn scalar(&mut self, shape: &Shape<'c>, value: &mut Value, place: &Place) {
        if let Some(kinds) = shape.kinds()
            && !kinds.iter().any(|kind| kind.admits(value))
        {
            let room = self.limits.depth.saturating_sub(place.depth);
            let convert = |kind: &Kind| convert::convert(value, *kind, room, || self.token(place));
            let mut found: Vec<Value> = kinds.iter().filter_map(convert).collect();
            found.dedup();
            if let [only] = found.as_mut_slice() {
                let only = only.take();
                self.replace(value, only, place);
            }
        }
        if let (Some(members), Value::String(text)) = (shape.members(), &*value)
            && !members.contains(value)
            && let Some(member) = convert::member(text, members)
        {
            self.replace(value, member.clone(), place);
        }
    }

    fn replace(&mut self, value: &mut Value, with: Value, place: &Place) {
        let shown = |value: &Value| if place.secret { "[redacted]".into() } else { value.clone() };
        let (from, to) = (shown(value), shown(&with));
        self.coercions.push(Coercion { pointer: place.pointer.clone(), from, to: Some(to) });
        *value = with;
    }

    fn members(&mut self, shape: &Shape<'c>, map: &mut Map<String, Value>, place: &Place) {
        let names: Vec<String> = map.keys().cloned().collect();
        for name in names {
            let nodes = shape.property(&name, Checker::pattern_takes);
            let Some(value) = map.get_mut(&name) else { continue };
            let inner = place.inner(&name);
            if !nodes.is_empty() && !shape.requires(&name) && self.means_absent(&nodes, value) {
                if self.mode == Mode::Coerce && !value.is_null() {
                    self.coercions.push(Coercion { pointer: inner.pointer, from: value.take(), to: None });
                }
                map.shift_remove(&name);
                continue;
            }
            for node in nodes {
                self.visit(&node, value, &inner);
            }
        }
    }

    /// `null` where the schema refuses it; as text too, where the schema takes no text.
    fn means_absent(&self, nodes: &[Node<'c>], value: &Value) -> bool {
        let refused = |kind| nodes.iter().any(|node| !node.shape(self.root).takes(kind, self.root, 16));
        match value {
            Value::Null => refused(Kind::Null),
            Value::String(text) if self.mode == Mode::Coerce => {
                matches!(text.as_str(), "" | "null") && refused(Kind::String)
            }
            _ => false,
        }
    }

    /// The alternatives that admit the value as it is come first, then the only
    /// one that admits it mended.
    fn union(&mut self, union: &[Node<'c>], value: &mut Value, place: &Place) {
        let as_it_is: Vec<&Node<'c>> =
            union.iter().filter(|alternative| self.checker.admits_at(&alternative.pointer, value)).collect();
        let tried: Vec<&Node<'c>> =
            if as_it_is.is_empty() { union.iter().collect() } else { as_it_is.clone() };
        // What an alternative admits is not coerced, but 2.0 is still an integer there.
        let mode = self.mode;
        if !as_it_is.is_empty() {
            self.mode = Mode::Normalize;
        }
        let before = (self.coercions.len(), self.too_large.len());
        let mut found: Vec<(Value, Vec<Coercion>)> = Vec::new();
        let mut too_large = Vec::new();
        let mut unchanged = false;
        for alternative in tried {
            let mut candidate = value.clone();
            self.visit(alternative, &mut candidate, place);
            let coercions = self.coercions.split_off(before.0);
            let large = self.too_large.split_off(before.1);
            if !large.is_empty() {
                too_large.extend(large);
            } else if self.checker.admits_at(&alternative.pointer, &candidate) {
                unchanged |= candidate == *value;
                if !found.iter().any(|(other, _)| *other == candidate) {
                    found.push((candidate, coercions));
                }
            }
        }
        self.mode = mode;
        if unchanged {
            return;
        }
        let first_wins = !as_it_is.is_empty();
        if found.len() == 1 || (first_wins && !found.is_empty()) {
            let (candidate, coercions) = found.swap_remove(0);
            *value = candidate;
            self.coercions.extend(coercions);
        } else if found.is_empty() && first_wins {
            // It is admitted only as an integer, and is none of 64 bits.
            self.too_large.extend(too_large);
        }
    }
}

impl Place {
    fn inner(&self, key: &str) -> Self {
        Place { pointer: pointer::child(&self.pointer, key), depth: self.depth + 1, secret: self.secret }
    }
}
