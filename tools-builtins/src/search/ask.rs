//! The question, whose limits hold whoever makes it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::trimmed::Trimmed;

/// The longest query, in characters, after trimming.
pub(crate) const MAX_CHARS: usize = 400;
/// The most words of a query.
pub(crate) const MAX_WORDS: usize = 50;

/// What an engine is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ask {
    /// What to look for.
    pub(crate) query: Query,
    /// 1 to 10.
    pub(crate) max_results: u8,
    /// How new the pages must be.
    pub(crate) freshness: Freshness,
}

impl Ask {
    /// The most hits to give back.
    pub(super) fn most(&self) -> usize {
        usize::from(self.max_results)
    }
}

/// How new a page must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Freshness {
    /// Any age.
    #[default]
    Any,
    /// From the last day.
    Day,
    /// From the last week.
    Week,
    /// From the last month.
    Month,
    /// From the last year.
    Year,
}

/// A text to look for: 1 to 400 characters after trimming, at most 50 words.
/// Words end at any white space of Unicode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Query(Trimmed<1, MAX_CHARS>);

impl Query {
    /// The trimmed text.
    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// A query, trimmed.
    ///
    /// # Errors
    /// When it is empty, too long or of too many words.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let text = Trimmed::new(text)?;
        if text.as_str().split_whitespace().nth(MAX_WORDS).is_some() {
            return Err(format!("has more than {MAX_WORDS} words"));
        }
        Ok(Query(text))
    }
}

impl Serialize for Query {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Query::new(&text).map_err(D::Error::custom)
    }
}

impl JsonSchema for Query {
    fn schema_name() -> Cow<'static, str> {
        "Query".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": format!("1 to {MAX_CHARS} characters after trimming, and at most {MAX_WORDS} words."),
        })
    }
}
