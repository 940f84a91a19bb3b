//! From the table that `#[tool]` writes to one closed object.

use schemars::SchemaGenerator;
use serde_json::{Map, Number, Value, json};

use super::{Direction, SchemaError, close, inline, merge::merge, object, pointer, references, tidy, units};
use crate::spec::{Bounds, Limit, Param, ToolSpec};

/// The schema of a tool's parameters, and what is wrong with it: that is known
/// only here where parameters are flattened.
pub(crate) fn input_of_spec(spec: &'static ToolSpec) -> (Map<String, Value>, Option<SchemaError>) {
    let mut generator = super::input_generator();
    let mut table = Table::default();
    for param in spec.params {
        let schema = (param.schema)(&mut generator).to_value();
        if param.flatten {
            table.flatten(param, &schema, &generator);
        } else {
            table.add(param, object(schema), &generator);
        }
    }
    let mut root = Map::new();
    root.insert("type".into(), "object".into());
    root.insert("properties".into(), table.properties.into());
    if !table.required.is_empty() {
        root.insert("required".into(), table.required.into());
    }
    root.insert("additionalProperties".into(), false.into());
    let problem = table.problem.map(|problem| problem.of_tool(spec.name));
    (finish(root, &mut generator, Direction::In), problem)
}

/// One schema of all that the generator made.
pub(super) fn finish(
    mut root: Map<String, Value>,
    generator: &mut SchemaGenerator,
    direction: Direction,
) -> Map<String, Value> {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root.insert("$defs".into(), Value::Object(definitions));
    }
    let mut root = Value::Object(root);
    inline::inline(&mut root, inline::Mode::Rust);
    units::units_beside_fields(&mut root);
    if let (Direction::In, Value::Object(map)) = (direction, &mut root)
        && map.keys().all(|keyword| matches!(keyword.as_str(), "type" | "description"))
        && map.get("type").is_some_and(|kind| kind == "object")
    {
        // A struct without fields: some providers refuse an object without properties.
        map.insert("properties".into(), json!({}));
    }
    let kept = references::targets(&root).into_iter().collect();
    if direction == Direction::In {
        tidy::drop_optional_nulls(&mut root, &kept);
    }
    tidy::tidy(&mut root, &kept);
    close::close(&mut root);
    object(root)
}

#[derive(Default)]
struct Table {
    properties: Map<String, Value>,
    required: Vec<Value>,
    problem: Option<SchemaError>,
}

impl Table {
    fn add(&mut self, param: &Param, mut schema: Map<String, Value>, generator: &SchemaGenerator) {
        let mut required = param.default.is_none();
        if required && (param.optional)() {
            required = false;
        }
        bound(&mut schema, &param.bounds, generator);
        if !param.doc.is_empty() {
            // What a type says of itself in place, such as a limit in words, stays.
            let own = schema.get("description").and_then(Value::as_str);
            let both = own.map_or_else(|| param.doc.to_owned(), |own| format!("{} {own}", param.doc));
            schema.insert("description".into(), both.into());
        }
        match param.default.map(|default| default()) {
            Some(Ok(default)) => {
                schema.insert("default".into(), default);
            }
            Some(Err(error)) => self.fault(param.name, format!("the default does not serialise: {error}")),
            None => {}
        }
        if param.secret {
            schema.insert("writeOnly".into(), true.into());
        }
        self.insert(param.name, param.name, schema.into());
        if required {
            self.required.push(param.name.into());
        }
    }

    /// The fields of a struct are parameters too.
    fn flatten(&mut self, param: &Param, schema: &Value, generator: &SchemaGenerator) {
        let behind = behind(schema, generator);
        let composed = ["oneOf", "anyOf", "allOf"].iter().any(|keyword| behind.contains_key(*keyword));
        let Some(Value::Object(fields)) = behind.get("properties").filter(|_| !composed) else {
            self.fault(param.name, "`flatten` is for structs with named fields, and this is none".into());
            return;
        };
        for (name, schema) in fields {
            self.insert(name, param.name, schema.clone());
        }
        if let Some(Value::Array(required)) = behind.get("required") {
            self.required.extend(required.iter().cloned());
        }
    }

    fn insert(&mut self, name: &str, from: &str, schema: Value) {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty()
            || name.len() > 64
            || !name.chars().all(fits)
            || name.starts_with(|c: char| c.is_ascii_digit())
        {
            self.fault(
                from,
                format!(
                    "no provider takes a parameter named `{name}`: use letters, digits and `_`, at most 64"
                ),
            );
        }
        if self.properties.insert(name.to_owned(), schema).is_some() {
            self.fault(from, format!("two parameters are named `{name}`"));
        }
    }

    fn fault(&mut self, param: &str, message: String) {
        let message = format!("parameter `{param}`: {message}");
        // All of them in one: a schema has one problem or none.
        match &mut self.problem {
            Some(problem) => problem.message.push_str(&format!("; {message}")),
            None => self.problem = Some(SchemaError::new("", message)),
        }
    }
}

/// A schema with what its references lead to.
fn behind(schema: &Value, generator: &SchemaGenerator) -> Map<String, Value> {
    let definitions = json!({ "$defs": generator.definitions() });
    let mut map = object(schema.clone());
    // A type that is nothing but itself leads nowhere.
    for _ in 0..super::MAX_DEPTH {
        let Some(target) = references::target_of(&map) else { break };
        let Some(next) = pointer::resolve(&definitions, &target) else { break };
        map.shift_remove("$ref");
        merge(&mut map, object(next.clone()), inline::Mode::Rust);
    }
    map
}

/// What `#[arg(range, len, pattern)]` says. Only bounds that fit the type
/// compile, so they narrow what the type's own schema says.
fn bound(schema: &mut Map<String, Value>, bounds: &Bounds, generator: &SchemaGenerator) {
    let numbers = [
        ("minimum", bounds.minimum),
        ("maximum", bounds.maximum),
        ("exclusiveMaximum", bounds.exclusive_maximum),
    ];
    for (keyword, limit) in numbers {
        if let Some(limit) = limit.and_then(number) {
            schema.insert(keyword.into(), Value::Number(limit));
        }
    }
    let has_length = bounds.min_len.is_some() || bounds.max_len.is_some();
    let (min, max) = match has_length.then(|| kind(schema, generator)).flatten().as_deref() {
        Some("array") => ("minItems", "maxItems"),
        Some("object") => ("minProperties", "maxProperties"),
        _ => ("minLength", "maxLength"),
    };
    for (keyword, limit) in [(min, bounds.min_len), (max, bounds.max_len)] {
        if let Some(limit) = limit {
            schema.insert(keyword.into(), limit.into());
        }
    }
    if let Some(pattern) = bounds.pattern {
        schema.insert("pattern".into(), pattern.into());
    }
}

fn number(limit: Limit) -> Option<Number> {
    match limit {
        Limit::Int(int) => {
            let exact =
                i64::try_from(int).map(Number::from).or_else(|_| u64::try_from(int).map(Number::from));
            // No number over 64 bits is ever admitted, so that this need not be exact.
            #[allow(clippy::cast_precision_loss)]
            exact.ok().or_else(|| Number::from_f64(int as f64))
        }
        // The shortest decimal that is this float: what was written.
        Limit::Single(float) => float.to_string().parse().ok().and_then(Number::from_f64),
        Limit::Float(float) => Number::from_f64(float),
    }
}

/// The type that is no null, of a type of one's own too.
fn kind(schema: &Map<String, Value>, generator: &SchemaGenerator) -> Option<String> {
    let schema = behind(&Value::Object(schema.clone()), generator);
    let named = |name: &Value| name.as_str().filter(|name| *name != "null").map(str::to_owned);
    match (schema.get("type"), schema.get("anyOf")) {
        (Some(Value::Array(names)), _) => names.iter().find_map(named),
        (Some(name), _) => named(name),
        (None, Some(Value::Array(alternatives))) => alternatives
            .iter()
            .find_map(|alternative| behind(alternative, generator).get("type").and_then(named)),
        _ => None,
    }
}
