//! Walks a value along its schema and mends what can be mended without loss.

use serde_json::{Map, Value};

use super::{
    Checker,
    convert::{self, Kind},
    given::ArgumentLimits,
    shape::Shape,
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
    /// Where in the value the walk is, and whether that is secret.
    path: Vec<Step>,
    secret: bool,
    pub(super) coercions: Vec<Coercion>,
    /// Where an integer is wanted and a number over 64 bits came.
    pub(super) too_large: Vec<String>,
}

/// One step into the value.
enum Step {
    Key(String),
    Index(usize),
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
            path: Vec::new(),
            secret: false,
            coercions: Vec::new(),
            too_large: Vec::new(),
        }
    }

    pub(super) fn mend(&mut self, value: &mut Value) {
        self.visit(self.root, value);
    }

    /// Drops top-level keys that the schema does not know, where the tool asks for that.
    pub(super) fn drop_unknown(&mut self, value: &mut Value) {
        let shape = Shape::of(self.root, self.root);
        let Value::Object(map) = value else { return };
        let unknown = |name: &&String| {
            shape.property(name, Checker::pattern_takes).iter().all(|schema| **schema == false)
        };
        let names: Vec<String> = map.keys().filter(unknown).cloned().collect();
        for name in names {
            // The value of a key that nobody knows is nobody's to show.
            let place = pointer::child("", &name);
            self.coercions.push(Coercion { pointer: place, from: "[dropped]".into(), to: None });
            map.shift_remove(&name);
        }
    }

    fn visit(&mut self, schema: &'c Value, value: &mut Value) {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return;
        }
        let shape = Shape::of(schema, self.root);
        let outside = self.secret;
        self.secret |= shape.is_secret();
        self.number(&shape, value);
        if self.mode == Mode::Coerce {
            self.scalar(&shape, value);
        }
        match value {
            Value::Object(map) => self.members(&shape, map),
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.path.push(Step::Index(index));
                    for schema in shape.item(index) {
                        self.visit(schema, item);
                    }
                    self.path.pop();
                }
            }
            _ => {}
        }
        for union in shape.unions() {
            self.union(union, value);
        }
        self.secret = outside;
    }

    /// An integer that is written with a zero fraction is that integer.
    fn number(&mut self, shape: &Shape<'c>, value: &mut Value) {
        let Value::Number(number) = &*value else { return };
        if !number.is_f64() {
            return;
        }
        let kinds = shape.kinds().unwrap_or_default();
        if !kinds.contains(&Kind::Integer) || kinds.contains(&Kind::Number) {
            return;
        }
        match convert::whole(number, || self.token()) {
            Some(integer) => *value = Value::Number(integer),
            None if number.as_f64().is_some_and(|float| float.fract() == 0.0) => {
                self.too_large.push(self.pointer());
            }
            None => {}
        }
    }

    fn token(&self) -> Option<String> {
        token::at(self.text?, &self.pointer())
    }

    fn pointer(&self) -> String {
        self.path.iter().fold(String::new(), |parent, step| match step {
            Step::Key(key) => pointer::child(&parent, key),
            Step::Index(index) => format!("{parent}/{index}"),
        })
    }

    /// A value of the wrong type, or a member of an enum in another spelling.
    fn scalar(&mut self, shape: &Shape<'c>, value: &mut Value) {
        if let Some(kinds) = shape.kinds()
            && !kinds.iter().any(|kind| kind.admits(value))
        {
            let room = self.limits.depth.saturating_sub(self.path.len());
            let convert = |kind: &Kind| convert::convert(value, *kind, room, || self.token());
            let mut found: Vec<Value> = kinds.iter().filter_map(convert).collect();
            found.dedup();
            if let [only] = found.as_mut_slice() {
                let only = only.take();
                self.replace(value, only);
            }
        }
        if let (Some(members), Value::String(text)) = (shape.members(), &*value)
            && !members.contains(value)
            && let Some(member) = convert::member(text, members)
        {
            self.replace(value, member.clone());
        }
    }

    fn replace(&mut self, value: &mut Value, with: Value) {
        let shown = |value: &Value| if self.secret { "[redacted]".into() } else { value.clone() };
        let (from, to) = (shown(value), shown(&with));
        self.coercions.push(Coercion { pointer: self.pointer(), from, to: Some(to) });
        *value = with;
    }

    fn members(&mut self, shape: &Shape<'c>, map: &mut Map<String, Value>) {
        let names: Vec<String> = map.keys().cloned().collect();
        for name in names {
            let schemas = shape.property(&name, Checker::pattern_takes);
            let Some(value) = map.get_mut(&name) else { continue };
            let absent = !schemas.is_empty() && !shape.requires(&name) && self.means_absent(&schemas, value);
            self.path.push(Step::Key(name));
            if !absent {
                schemas.into_iter().for_each(|schema| self.visit(schema, value));
                self.path.pop();
                continue;
            }
            if self.mode == Mode::Coerce && !value.is_null() {
                self.coercions.push(Coercion { pointer: self.pointer(), from: value.take(), to: None });
            }
            if let Some(Step::Key(name)) = self.path.pop() {
                map.shift_remove(&name);
            }
        }
    }

    /// `null` where the schema refuses it; as text too, where the schema takes no text.
    fn means_absent(&self, schemas: &[&'c Value], value: &Value) -> bool {
        let refused =
            |kind| schemas.iter().any(|schema| !Shape::of(schema, self.root).takes(kind, self.root, 16));
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
    fn union(&mut self, union: &'c [Value], value: &mut Value) {
        let as_it_is: Vec<&'c Value> =
            union.iter().filter(|alternative| self.checker.admits_at(alternative, value)).collect();
        let first_wins = !as_it_is.is_empty();
        let tried = if first_wins { as_it_is } else { union.iter().collect() };
        // What an alternative admits is not coerced, but 2.0 is still an integer there.
        let mode = self.mode;
        if first_wins {
            self.mode = Mode::Normalize;
        }
        let before = (self.coercions.len(), self.too_large.len());
        let mut found: Vec<(Value, Vec<Coercion>)> = Vec::new();
        let mut too_large = Vec::new();
        let mut unchanged = false;
        for alternative in tried {
            let mut candidate = value.clone();
            self.visit(alternative, &mut candidate);
            let coercions = self.coercions.split_off(before.0);
            let large = self.too_large.split_off(before.1);
            if !large.is_empty() {
                too_large.extend(large);
            } else if self.checker.admits_at(alternative, &candidate) {
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
