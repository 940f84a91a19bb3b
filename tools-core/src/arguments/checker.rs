//! The check of one tool's arguments. The only file that compiles schemas.

use std::{collections::HashMap, fmt, sync::OnceLock};

use jsonschema::{ValidationOptions, Validator};
use serde_json::{Map, Value, json};

use super::{
    coerce::{Mender, Mode},
    explain,
    given::{ArgumentLimits, Arguments},
};
use crate::{
    Args, Definition, ToolError,
    args::Coercion,
    error::{InvalidArguments, Violation},
    schema::{SchemaError, keeps_secret, pointer},
};

/// Formats that annotate only. JSON Schema 2020-12 leaves that to us: what is
/// asserted is what models get wrong and tools rely on.
const ANNOTATIONS: [&str; 9] = [
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "uri-reference",
    "uri-template",
];

/// Keys that models like to wrap all arguments in.
const WRAPPERS: [&str; 3] = ["arguments", "input", "parameters"];

/// A schema, compiled once; it checks every call of its tool.
pub(crate) struct Checker {
    schema: Value,
    validator: Validator,
    /// For each schema inside this one, by its address; made when a union has
    /// to be decided.
    places: OnceLock<HashMap<Address, Validator>>,
    /// What a missing argument is, where no Rust function says it.
    defaults: Vec<(String, Value)>,
}

impl Checker {
    /// `fill_defaults`: the schema is all there is, so that its defaults are
    /// put into the arguments.
    pub(crate) fn new(schema: &Map<String, Value>, fill_defaults: bool) -> Result<Self, SchemaError> {
        let validator = Self::compile(schema)?;
        let properties = schema.get("properties").and_then(Value::as_object).filter(|_| fill_defaults);
        let default =
            |(name, schema): (&String, &Value)| Some((name.clone(), schema.get("default")?.clone()));
        Ok(Checker {
            schema: Value::Object(schema.clone()),
            validator,
            places: OnceLock::new(),
            defaults: properties.into_iter().flatten().filter_map(default).collect(),
        })
    }

    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Validator, SchemaError> {
        let schema = Value::Object(schema.clone());
        options().build(&schema).map_err(|error| {
            // For an invalid schema, the instance is the schema itself.
            SchemaError::new(error.instance_path().as_str(), format!("this schema does not compile: {error}"))
        })
    }

    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    /// Strict first, then wrapped or coerced, else all that is wrong with what came.
    pub(crate) fn check(
        &self,
        definition: &Definition,
        arguments: Arguments<'_>,
        limits: ArgumentLimits,
    ) -> Result<Args, ToolError> {
        let mut read = arguments.read(limits).map_err(|mut violation| {
            // Nobody can tell which part of an unreadable text is the secret.
            if keeps_secret(&self.schema) {
                violation.got = None;
            }
            invalid(definition, vec![violation])
        })?;
        let text = read.text.as_deref();
        let mut too_large = Vec::new();
        if read.odd {
            let mut mender = Mender::new(self, Mode::Normalize, text, limits);
            mender.mend(&mut read.value);
            too_large = mender.too_large;
        }
        if too_large.is_empty() && self.validator.is_valid(&read.value) {
            return Ok(self.finish(definition, read.value, Vec::new()));
        }
        // No coercion mends a number over 64 bits.
        if too_large.is_empty()
            && let Some((value, coercions)) = self.mended(definition, &read.value, text, limits)
        {
            return Ok(self.finish(definition, value, coercions));
        }
        Err(invalid(definition, explain::violations(self, &read.value, text, &too_large)))
    }

    /// A valid value made of one that is not, where nothing is lost.
    #[cold]
    fn mended(
        &self,
        definition: &Definition,
        value: &Value,
        text: Option<&str>,
        limits: ArgumentLimits,
    ) -> Option<(Value, Vec<Coercion>)> {
        if let Some(unwrapped) = self.unwrapped(value, limits) {
            return Some(unwrapped);
        }
        let mut mended = value.clone();
        let mut mender = Mender::new(self, Mode::Coerce, text, limits);
        if definition.ignores_unknown_fields() {
            mender.drop_unknown(&mut mended);
        }
        mender.mend(&mut mended);
        let Mender { coercions, too_large, .. } = mender;
        (too_large.is_empty() && self.validator.is_valid(&mended)).then_some((mended, coercions))
    }

    /// `{"arguments": {…}}` when that is all, no such parameter exists, and
    /// what is inside is valid as it is.
    fn unwrapped(&self, value: &Value, limits: ArgumentLimits) -> Option<(Value, Vec<Coercion>)> {
        let (key, inner) = match value.as_object()?.iter().next() {
            Some((key, inner @ Value::Object(_))) if value.as_object()?.len() == 1 => (key, inner),
            _ => return None,
        };
        let known = self.schema.get("properties").and_then(Value::as_object);
        if !WRAPPERS.contains(&key.as_str()) || known.is_some_and(|known| known.contains_key(key)) {
            return None;
        }
        let mut inner = inner.clone();
        let mut mender = Mender::new(self, Mode::Normalize, None, limits);
        mender.mend(&mut inner);
        if !mender.too_large.is_empty() || !self.validator.is_valid(&inner) {
            return None;
        }
        // Values are not repeated: a secret parameter may be among them.
        let coercion = Coercion { pointer: pointer::child("", key), from: "[wrapped]".into(), to: None };
        Some((inner, vec![coercion]))
    }

    fn finish(&self, definition: &Definition, value: Value, coercions: Vec<Coercion>) -> Args {
        let Value::Object(mut object) = value else {
            return Args::new(definition.clone(), Map::new(), coercions);
        };
        for (name, default) in &self.defaults {
            if !object.contains_key(name) {
                object.insert(name.clone(), default.clone());
            }
        }
        Args::new(definition.clone(), object, coercions)
    }

    /// All violations, as jsonschema reports them.
    pub(super) fn errors<'v>(
        &'v self,
        value: &'v Value,
    ) -> impl Iterator<Item = jsonschema::ValidationError<'v>> {
        self.validator.iter_errors(value)
    }

    /// Whether a schema inside this one admits the value.
    pub(super) fn admits_at(&self, schema: &Value, value: &Value) -> bool {
        let places = self.places.get_or_init(|| self.compile_places());
        places.get(&Address::of(schema)).is_some_and(|validator| validator.is_valid(value))
    }

    fn compile_places(&self) -> HashMap<Address, Validator> {
        let Ok(validators) = options().build_map(&self.schema) else { return HashMap::new() };
        let place = |key: &str| {
            let schema = pointer::resolve(&self.schema, key.strip_prefix('#')?)?;
            Some((Address::of(schema), validators.get(key)?.clone()))
        };
        validators.keys().filter_map(place).collect()
    }

    /// Whether a pattern of `patternProperties` takes a name.
    pub(crate) fn pattern_takes(pattern: &str, name: &str) -> bool {
        let matcher = options().build(&json!({ "pattern": pattern }));
        matcher.is_ok_and(|matcher| matcher.is_valid(&json!(name)))
    }
}

impl fmt::Debug for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker").finish_non_exhaustive()
    }
}

/// Where a schema lies: a checker's schema never moves once it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Address(usize);

impl Address {
    fn of(schema: &Value) -> Self {
        Address(std::ptr::from_ref(schema).addr())
    }
}

/// The whole of draft 2020-12, with formats asserted, and nothing fetched.
fn options() -> ValidationOptions<'static> {
    let options = jsonschema::options().offline().should_validate_formats(true);
    ANNOTATIONS.iter().fold(options, |options, format| options.with_format(*format, |_| true))
}

fn invalid(definition: &Definition, violations: Vec<Violation>) -> ToolError {
    InvalidArguments { tool: definition.name().to_owned(), violations }.into()
}
