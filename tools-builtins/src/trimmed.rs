//! Text whose limits hold after trimming.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A text of `MIN` to `MAX` characters, counted after the blanks around it are
/// trimmed. JSON Schema cannot say that, so that its schema says it in words.
///
/// ```
/// use tools_builtins::Trimmed;
///
/// let city: Trimmed<1, 10> = serde_json::from_str("\"  Athens \"").unwrap();
/// assert_eq!(city.as_str(), "Athens");
/// assert!(serde_json::from_str::<Trimmed<1, 10>>("\"   \"").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trimmed<const MIN: usize, const MAX: usize>(String);

impl<const MIN: usize, const MAX: usize> Trimmed<MIN, MAX> {
    /// The trimmed text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text, trimmed.
    ///
    /// # Errors
    /// When it has fewer than `MIN` or more than `MAX` characters.
    pub fn new(text: &str) -> Result<Self, String> {
        let text = text.trim();
        // Counting stops right past the limit, however long the text is.
        let count = text.chars().take(MAX + 1).count();
        if count < MIN {
            return Err(format!("has {count} characters after trimming, and needs at least {MIN}"));
        }
        if count > MAX {
            return Err(format!("has more than {MAX} characters after trimming"));
        }
        Ok(Trimmed(text.to_owned()))
    }
}

/// For texts in the source, such as a default; limits are not checked here.
impl<const MIN: usize, const MAX: usize> From<&'static str> for Trimmed<MIN, MAX> {
    fn from(text: &'static str) -> Self {
        Trimmed(text.trim().to_owned())
    }
}

impl<const MIN: usize, const MAX: usize> Serialize for Trimmed<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for Trimmed<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Trimmed::new(&text).map_err(D::Error::custom)
    }
}

impl<const MIN: usize, const MAX: usize> JsonSchema for Trimmed<MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
        format!("Trimmed_{MIN}_{MAX}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": format!("{MIN} to {MAX} characters after trimming."),
        })
    }
}
