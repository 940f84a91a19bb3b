//! Values that a schema admits, and values nearly so.

use serde_json::{Map, Number, Value, json};

/// Names that mean something somewhere in the types under test.
const NAMES: [&str; 16] = [
    "a", "b", "c", "t", "x", "id", "n", "o", "Unit", "Scalar", "Newtype", "Tuple", "Fields", "Many", "e", "0",
];

/// Makes values from one seed.
pub(super) struct Maker(u64);

impl Maker {
    pub(super) fn new(seed: u64) -> Self {
        Maker(seed | 1)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % (limit.max(1) as u64)).unwrap()
    }

    fn one<'v, T>(&mut self, of: &'v [T]) -> &'v T {
        &of[self.below(of.len())]
    }

    /// A value of the parameter `x`.
    pub(super) fn valid(&mut self, schema: &Map<String, Value>) -> Value {
        let root = Value::Object(schema.clone());
        self.make(&root, &root["properties"]["x"], 0)
    }

    fn make(&mut self, root: &Value, schema: &Value, depth: usize) -> Value {
        let Value::Object(map) = schema else { return Value::Null };
        if let Some(target) = map.get("$ref").and_then(Value::as_str) {
            return self.make(root, root.pointer(&target[1..]).unwrap(), depth + 1);
        }
        if let Some(only) = map.get("const") {
            return only.clone();
        }
        if let Some(Value::Array(members)) = map.get("enum") {
            return self.one(members).clone();
        }
        let mut value = self.of_type(root, map, depth);
        for keyword in ["oneOf", "anyOf"] {
            let Some(Value::Array(alternatives)) = map.get(keyword) else { continue };
            let chosen = if depth > 8 { &alternatives[0] } else { self.one(alternatives) };
            let more = self.make(root, chosen, depth + 1);
            join(&mut value, more);
        }
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let more = self.make(root, part, depth + 1);
            join(&mut value, more);
        }
        value
    }

    fn of_type(&mut self, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
        let kind = match map.get("type") {
            Some(Value::Array(kinds)) => self.one(kinds).as_str().unwrap().to_owned(),
            Some(kind) => kind.as_str().unwrap().to_owned(),
            None if map.contains_key("properties") => "object".to_owned(),
            None => return Value::Null,
        };
        match kind.as_str() {
            "boolean" => json!(self.below(2) == 0),
            "integer" => self.integer(map),
            "number" => (*self.one(&[json!(0), json!(-1.5), json!(7), json!(1e30), json!(0.1)])).clone(),
            "string" if map.contains_key("maxLength") => json!(self.one(&["x", "é", "😀"])),
            "string" => json!(self.one(&["", "a", "Unit", "null", "1", "true", "{}", "[1]"])),
            "array" => self.array(root, map, depth),
            "object" => self.object(root, map, depth),
            _ => Value::Null,
        }
    }

    fn integer(&mut self, map: &Map<String, Value>) -> Value {
        let low = map.get("minimum").cloned().unwrap_or(json!(i64::MIN));
        let high = map.get("maximum").cloned().unwrap_or(json!(u64::MAX));
        self.one(&[low, high, json!(1), json!(7)]).clone()
    }

    fn array(&mut self, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
        if let Some(Value::Array(items)) = map.get("prefixItems") {
            return items.iter().map(|item| self.make(root, item, depth + 1)).collect();
        }
        let low = map.get("minItems").and_then(Value::as_u64).map_or(0, |low| usize::try_from(low).unwrap());
        let more = if depth > 5 || map.contains_key("maxItems") { 0 } else { self.below(3) };
        let items: Vec<Value> = (0..low + more).map(|_| self.make(root, &map["items"], depth + 1)).collect();
        if map.contains_key("uniqueItems") { items.into_iter().take(1).collect() } else { items.into() }
    }

    fn object(&mut self, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
        let mut made = Map::new();
        let required: Vec<&Value> =
            map.get("required").and_then(Value::as_array).into_iter().flatten().collect();
        for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if required.contains(&&json!(name)) || (depth < 6 && self.below(2) == 0) {
                made.insert(name.clone(), self.make(root, schema, depth + 1));
            }
        }
        if let Some(schema @ Value::Object(_)) = map.get("additionalProperties") {
            for _ in 0..self.below(3) {
                let name = *self.one(&["k1", "k2", "é"]);
                made.insert(name.into(), self.make(root, schema, depth + 1));
            }
        }
        if let Some(Value::Object(patterns)) = map.get("patternProperties") {
            for schema in patterns.values() {
                made.insert(self.below(200).to_string(), self.make(root, schema, depth + 1));
            }
        }
        made.into()
    }

    /// Changes one place.
    pub(super) fn mutate(&mut self, value: &mut Value) {
        // On the way down every place is as likely as the next.
        match value {
            Value::Array(items) if !items.is_empty() && self.below(3) > 0 => {
                let at = self.below(items.len());
                return self.mutate(&mut items[at]);
            }
            Value::Object(map) if !map.is_empty() && self.below(3) > 0 => {
                let at = self.below(map.len());
                return self.mutate(map.values_mut().nth(at).unwrap());
            }
            _ => {}
        }
        let name = (*self.one(&NAMES)).to_owned();
        match (self.below(9), value) {
            (0, Value::Object(map)) => {
                let at = self.below(map.len());
                if let Some(key) = map.keys().nth(at).cloned() {
                    map.shift_remove(&key);
                }
            }
            (1 | 2, Value::Object(map)) => {
                let other = self.any();
                map.insert(name, other);
            }
            (3, Value::Object(map)) => {
                let at = self.below(map.len());
                let key = map.keys().nth(at).cloned();
                if let Some(value) = key.and_then(|key| map.shift_remove(&key)) {
                    map.insert(name, value);
                }
            }
            // A struct as serde's compact formats write it.
            (4, value @ Value::Object(_)) => {
                let map = value.as_object().cloned().unwrap_or_default();
                *value = map.into_iter().map(|(_, value)| value).collect();
            }
            (0, Value::Array(items)) => {
                items.pop();
            }
            (1, Value::Array(items)) => items.push(self.any()),
            (2, Value::Array(items)) => {
                let again = items.first().cloned();
                items.extend(again);
            }
            (0 | 1, Value::Number(number)) => {
                if let Some(float) = number.as_f64().and_then(Number::from_f64) {
                    *number = float;
                }
            }
            // A unit variant as an object.
            (0 | 1, value @ Value::String(_)) => *value = json!({ value.as_str().unwrap_or_default(): null }),
            (5, value) => *value = Value::Null,
            (6, value) => *value = json!([value.take()]),
            (7, value) => *value = json!({ name: value.take() }),
            (_, value) => *value = self.any(),
        }
    }

    fn any(&mut self) -> Value {
        let name = *self.one(&NAMES);
        let pool = [
            json!(null),
            json!(true),
            json!(0),
            json!(1),
            json!(-1),
            json!(255),
            json!(256),
            json!(300.0),
            json!(1.5),
            json!(u64::MAX),
            json!(1e300),
            json!(""),
            json!(name),
            json!([]),
            json!([1, true]),
            json!([1]),
            json!({}),
            json!({ name: null }),
            json!({ "n": 1 }),
            json!({ "a": 1 }),
            json!({ "t": name }),
            json!({ name: 1 }),
            json!({ "t": name, "c": 1 }),
        ];
        self.one(&pool).clone()
    }
}

fn join(value: &mut Value, more: Value) {
    match (value, more) {
        (Value::Object(own), Value::Object(more)) => own.extend(more),
        (Value::Object(_), _) => {}
        (value, more) => *value = more,
    }
}
