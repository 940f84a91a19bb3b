//! All that is wrong with arguments, in words that a model can act on.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind as Fault},
};
use serde_json::Value;

use super::words::{article, count, cut_list, format_words, near_member, type_hint, values};
use super::{Checker, convert::Kind, shape::Shape, token};
use crate::{
    error::{Violation, explain_choices, shorten},
    names,
    schema::{keeps_secret_within, pointer},
};

/// More violations than this are not kept: each repeats what the first ones say.
const MAX_VIOLATIONS: usize = 1_000;

/// Every violation: those of present keys in document order, then missing keys
/// in schema order.
pub(super) fn violations(
    checker: &Checker,
    value: &Value,
    text: Option<&str>,
    too_large: &[String],
) -> Vec<Violation> {
    let explainer = Explainer { root: checker.schema(), value, text };
    let mut found: Vec<Found> = Vec::new();
    for pointer in too_large {
        found.push(explainer.too_large(pointer));
    }
    for error in checker.errors(value) {
        if found.len() >= MAX_VIOLATIONS {
            break;
        }
        explainer.explain(&error, &mut found);
    }
    // A number that is too large is told once, by its own bound where it has one.
    let told: Vec<String> =
        found.iter().skip(too_large.len()).map(|found| found.violation.pointer.clone()).collect();
    let mut place = 0;
    found.retain(|found| {
        place += 1;
        place > too_large.len() || !told.contains(&found.violation.pointer)
    });
    found.sort_by(|a, b| {
        (a.missing.is_some(), &a.order, a.missing).cmp(&(b.missing.is_some(), &b.order, b.missing))
    });
    let mut violations: Vec<Violation> = Vec::new();
    for Found { violation, .. } in found {
        if !violations.contains(&violation) {
            violations.push(violation);
        }
    }
    violations.truncate(MAX_VIOLATIONS);
    violations
}

struct Found {
    violation: Violation,
    /// The position of each step of the pointer in the document.
    order: Vec<usize>,
    /// For a missing key, its position in the schema.
    missing: Option<usize>,
}

/// What the schema says of a place of the value.
struct At<'c, 'p> {
    shapes: Vec<Shape<'c>>,
    /// The place of the secret that it is, or is inside of.
    secret: Option<&'p str>,
    /// Whether something secret may be inside.
    keeps: bool,
}

struct Explainer<'c> {
    root: &'c Value,
    value: &'c Value,
    text: Option<&'c str>,
}

impl<'c> Explainer<'c> {
    fn explain(&self, error: &ValidationError<'_>, found: &mut Vec<Found>) {
        let place = error.instance_path().as_str();
        let At { shapes, secret, keeps } = self.at(place);
        if let Some(secret) = secret {
            found.push(self.hidden(secret, place, error));
            return;
        }
        match error.kind() {
            Fault::AdditionalProperties { unexpected } | Fault::UnevaluatedProperties { unexpected } => {
                for name in unexpected.iter().take(MAX_VIOLATIONS) {
                    found.push(self.unknown(place, name, &shapes, error.kind().keyword()));
                }
            }
            Fault::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                found.push(self.missing(place, name, &shapes));
            }
            Fault::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
                let (parent, name) = place.rsplit_once('/').unwrap_or_default();
                let name = pointer::unescape(name);
                found.push(self.unknown(parent, &name, &self.at(parent).shapes, "additionalProperties"));
            }
            kind => {
                // A hint that an object or a list is wanted shows nothing of what came.
                let bare = matches!(kind, Fault::Type { kind: TypeKind::Single(kind) } if ["array", "object"].contains(&kind.to_string().as_str()));
                let (expected, hint) = self.words(kind, error.instance(), keeps && !bare, place);
                let keyword = kind.keyword().to_owned();
                let mut violation = Violation::new(place.to_owned(), keyword, expected);
                violation = if keeps || (!place.is_empty() && shapes.is_empty()) {
                    // Under a key that no schema knows, or where a secret may be inside.
                    violation.got("[redacted]")
                } else {
                    violation.got(self.shown(place, error.instance()))
                };
                violation.hint = hint;
                found.push(Found { violation, order: self.order(place), missing: None });
            }
        }
    }

    /// What is wrong inside a secret, or with it: without its keys, for they are secret too.
    fn hidden(&self, secret: &str, place: &str, error: &ValidationError<'_>) -> Found {
        let expected = match error.kind() {
            Fault::AdditionalProperties { .. }
            | Fault::UnevaluatedProperties { .. }
            | Fault::PropertyNames { .. } => "has a key that is not known".to_owned(),
            Fault::Required { property } => format!("lacks {property}"),
            Fault::AnyOf { .. } | Fault::OneOfNotValid { .. } => "must be of one of its forms".to_owned(),
            kind => self.words(kind, &Value::Null, true, place).0,
        };
        let keyword = error.kind().keyword().to_owned();
        let violation = Violation::new(secret.to_owned(), keyword, expected).got("[redacted]");
        Found { violation, order: self.order(place), missing: None }
    }

    fn unknown(&self, place: &str, name: &str, shapes: &[Shape<'c>], keyword: &str) -> Found {
        let known: Vec<&str> =
            shapes.iter().flat_map(Shape::property_names).chain(self.union_names(shapes)).collect();
        let near = names::nearest(name, known.iter().copied());
        let shown = shorten(name, 80);
        let mut violation = Violation::new(
            pointer::child(place, name),
            keyword.to_owned(),
            if known.is_empty() {
                format!("`{shown}` is not known; nothing is taken here")
            } else {
                format!("`{shown}` is not known; known are {}", cut_list(&known))
            },
        );
        if let [best, ..] = near.as_slice() {
            violation = violation.hint(format!("did you mean `{best}`?"));
        }
        let order = self.order(&violation.pointer);
        Found { violation, order, missing: None }
    }

    /// The properties that alternatives know.
    fn union_names(&self, shapes: &[Shape<'c>]) -> Vec<&'c str> {
        let unions = shapes.iter().flat_map(Shape::unions).flatten();
        unions.flat_map(|alternative| Shape::of(alternative, self.root).property_names()).collect()
    }

    fn missing(&self, place: &str, name: &str, shapes: &[Shape<'c>]) -> Found {
        let known: Vec<&str> = shapes.iter().flat_map(Shape::property_names).collect();
        let position = known.iter().position(|known| *known == name).unwrap_or(known.len());
        let schemas = shapes.iter().flat_map(|shape| shape.property(name, |_, _| false));
        let about = schemas.filter_map(|schema| Shape::of(schema, self.root).describe(self.root)).next();
        let expected = match about {
            Some(about) => format!("is required and missing: {about}"),
            None => "is required and missing".to_owned(),
        };
        let violation = Violation::new(pointer::child(place, name), "required", expected);
        Found { violation, order: self.order(place), missing: Some(position) }
    }

    fn too_large(&self, place: &str) -> Found {
        let came = self.text.and_then(|text| token::at(text, place));
        let came =
            came.unwrap_or_else(|| self.value.pointer(place).map(Value::to_string).unwrap_or_default());
        let secret = self.at(place).secret;
        let violation = Violation::new(
            secret.unwrap_or(place).to_owned(),
            "type",
            "must be an integer of 64 bits (-9223372036854775808 to 18446744073709551615), written without fraction and exponent",
        );
        let violation = violation.got(if secret.is_some() { "[redacted]" } else { &came });
        Found { violation, order: self.order(place), missing: None }
    }

    /// What was expected, and a hint where one is known.
    fn words(&self, fault: &Fault, came: &Value, secret: bool, place: &str) -> (String, Option<String>) {
        let expected = match fault {
            Fault::Type { kind } => {
                let kinds: Vec<String> = match kind {
                    TypeKind::Single(kind) => vec![kind.to_string()],
                    TypeKind::Multiple(kinds) => kinds.iter().map(|kind| kind.to_string()).collect(),
                };
                let hint = if secret { None } else { type_hint(&kinds, came) };
                return (
                    format!(
                        "must be {}",
                        kinds.iter().map(|kind| article(kind)).collect::<Vec<_>>().join(" or ")
                    ),
                    hint,
                );
            }
            Fault::Enum { options } => {
                let members = options.as_array().map(Vec::as_slice).unwrap_or_default();
                return (
                    format!("must be one of {}", values(members)),
                    near_member(members, came).filter(|_| !secret),
                );
            }
            Fault::Constant { expected_value } => {
                format!("must be {}", shorten(&expected_value.to_string(), 80))
            }
            Fault::Minimum { limit } => format!("must be at least {limit}"),
            Fault::Maximum { limit } => format!("must be at most {limit}"),
            Fault::ExclusiveMinimum { limit } => format!("must be more than {limit}"),
            Fault::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
            Fault::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
            Fault::MinLength { limit } => format!("must have at least {}", count(*limit, "character")),
            Fault::MaxLength { limit } => format!("must have at most {}", count(*limit, "character")),
            Fault::MinItems { limit } => format!("must have at least {}", count(*limit, "item")),
            Fault::MaxItems { limit } => format!("must have at most {}", count(*limit, "item")),
            Fault::AdditionalItems { limit } => format!("must have at most {}", count(*limit as u64, "item")),
            Fault::UnevaluatedItems { .. } => "must have no more items".into(),
            Fault::MinProperties { limit } => format!("must have at least {}", count(*limit, "key")),
            Fault::MaxProperties { limit } => format!("must have at most {}", count(*limit, "key")),
            Fault::Pattern { pattern } => format!("must match the pattern {}", shorten(pattern, 200)),
            Fault::Format { format } => format!("must be {}", format_words(format)),
            Fault::UniqueItems => "must have no item twice".into(),
            Fault::Contains => "must have an item of the kind that the schema asks for".into(),
            Fault::PropertyNames { error } => {
                format!("has a key that is not allowed: {}", shorten(&error.to_string(), 120))
            }
            Fault::Not { .. } => "must not be of this form".into(),
            Fault::FalseSchema => "must be left out".into(),
            Fault::AnyOf { context } | Fault::OneOfNotValid { context } => {
                return (self.union_words(context, place), None);
            }
            Fault::OneOfMultipleValid { .. } => {
                "must be of exactly one of the forms, and is of several".into()
            }
            other => format!("must satisfy `{}`", other.keyword()),
        };
        (expected, None)
    }

    /// Each alternative with its reason.
    fn union_words(&self, context: &[Vec<ValidationError<'static>>], union: &str) -> String {
        let reasons: Vec<String> = context
            .iter()
            .take(8)
            .map(|errors| {
                let Some(first) = errors.first() else { return "another form".to_owned() };
                let place = first.instance_path().as_str();
                let what = match first.kind() {
                    Fault::Required { property } => format!("{property} is missing"),
                    Fault::AdditionalProperties { unexpected }
                    | Fault::UnevaluatedProperties { unexpected } => {
                        format!("{} is not known", explain_choices(unexpected))
                    }
                    // Without a value, and so without a hint that would show it.
                    kind => self.words(kind, &Value::Null, true, place).0,
                };
                match place.strip_prefix(union).unwrap_or_default() {
                    "" => what,
                    inner => format!("{inner} {what}"),
                }
            })
            .collect();
        let more = context.len().saturating_sub(reasons.len());
        let more = if more > 0 { format!("; or {more} more") } else { String::new() };
        format!("must be of one form: {}{more}", reasons.join("; or "))
    }

    /// The value as it came; a number as it was written, where that is known.
    fn shown(&self, place: &str, came: &Value) -> String {
        match came {
            Value::Number(number) if number.is_f64() => {
                self.text.and_then(|text| token::at(text, place)).unwrap_or_else(|| came.to_string())
            }
            // The text of a large value is not made just to be cut.
            Value::Array(items) if items.len() > 100 => format!("an array of {} items", items.len()),
            Value::Object(map) if map.len() > 100 => format!("an object of {} keys", map.len()),
            Value::String(text) => Value::String(shorten(text, 120).into_owned()).to_string(),
            other => other.to_string(),
        }
    }

    fn at<'p>(&self, place: &'p str) -> At<'c, 'p> {
        let mut schemas = vec![self.root];
        let mut secret = None;
        let mut way = 0;
        for step in place.split('/').skip(1) {
            let key = pointer::unescape(step);
            let shapes: Vec<Shape<'c>> =
                schemas.iter().flat_map(|schema| self.with_alternatives(schema)).collect();
            if shapes.iter().any(Shape::is_secret) {
                secret = secret.or_else(|| place.get(..way));
            }
            way += 1 + step.len();
            let inner = |shape: &Shape<'c>| {
                let mut next = shape.property(&key, Checker::pattern_takes);
                next.extend(key.parse().map(|index| shape.item(index)).unwrap_or_default());
                next
            };
            schemas = shapes.iter().flat_map(inner).filter(|schema| **schema != false).take(64).collect();
        }
        let shapes: Vec<Shape<'c>> = schemas.iter().map(|schema| Shape::of(schema, self.root)).collect();
        if shapes.iter().any(Shape::is_secret) {
            secret = secret.or(Some(place));
        }
        let keeps = schemas.iter().any(|schema| keeps_secret_within(self.root, schema));
        At { shapes, secret, keeps }
    }

    /// A schema's shape, and that of its alternatives.
    fn with_alternatives(&self, schema: &'c Value) -> Vec<Shape<'c>> {
        let shape = Shape::of(schema, self.root);
        let alternatives = shape.unions().flatten().take(64);
        let mut shapes: Vec<Shape<'c>> = alternatives.map(|schema| Shape::of(schema, self.root)).collect();
        shapes.push(shape);
        shapes
    }

    fn order(&self, place: &str) -> Vec<usize> {
        let mut here = Some(self.value);
        let position = |step: &str| {
            let key = pointer::unescape(step);
            let (position, next) = match here {
                Some(Value::Object(map)) => {
                    (map.keys().position(|other| *other == key).unwrap_or(map.len()), map.get(&*key))
                }
                Some(Value::Array(items)) => {
                    let index = key.parse().unwrap_or(items.len());
                    (index, items.get(index))
                }
                _ => (0, None),
            };
            here = next;
            position
        };
        place.split('/').skip(1).map(position).collect()
    }
}

impl<'s> Shape<'s> {
    /// What a missing argument is: its description and its type.
    fn describe(&self, root: &'s Value) -> Option<String> {
        let description = self.0.iter().find_map(|part| part.get("description").and_then(Value::as_str));
        let kind = self
            .kinds()
            .and_then(|kinds| kinds.first().map(|kind| article(&format!("{kind:?}").to_lowercase())));
        let members = self.members().map(|members| format!("one of {}", values(members)));
        let union = || {
            (self.unions().next().is_some() && self.takes(Kind::Object, root, 4))
                .then(|| "an object".to_owned())
        };
        let kind = members.or(kind).or_else(union);
        match (description, kind) {
            (Some(description), Some(kind)) => Some(format!("{kind}; {}", shorten(description, 200))),
            (Some(description), None) => Some(shorten(description, 200).into_owned()),
            (None, kind) => kind,
        }
    }
}
