//! References to secrets: a file holds the name of a variable, never its value.

use std::{fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

use super::{
    text::{Pieces, written},
    unique::unquoted,
};
use crate::toolbox::list;

/// A text with at least one reference, `${NAME}`, to a variable that holds a
/// secret. A name has ASCII letters, digits and `_`, and starts with no digit;
/// a literal `$` is written `$$`.
///
/// It is shown, compared and saved as it was written. A text without a reference
/// is refused, and no error quotes it: it may be the secret itself.
///
/// ```
/// use tools_core::SecretText;
///
/// let header: SecretText = "Bearer ${API_TOKEN}".parse().unwrap();
/// let lookup = |name: &str| (name == "API_TOKEN").then(|| "s3cret".to_owned());
/// let value = header.resolve(lookup).unwrap();
/// assert_eq!(value.expose(), "Bearer s3cret");
/// assert_eq!(format!("{header} {value} {value:?}"), "Bearer ${API_TOKEN} [redacted] [redacted]");
///
/// let error = header.resolve(|_| None).unwrap_err();
/// assert!(error.to_string().contains("`API_TOKEN` is not set"));
/// let error = "Bearer s3cret".parse::<SecretText>().unwrap_err();
/// assert!(error.to_string().contains("${NAME}") && !error.to_string().contains("s3cret"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(Pieces);

impl SecretText {
    /// The variables that it names, in order, each once.
    pub fn names(&self) -> Vec<&str> {
        self.0.names()
    }

    /// The text with the values of its variables, such as those of the
    /// environment: `resolve(|name| std::env::var(name).ok())`. What a value
    /// holds is not read again: a `${…}` in it is text.
    ///
    /// # Errors
    /// The names of all variables for which `lookup` has nothing.
    pub fn resolve(&self, lookup: impl Fn(&str) -> Option<String>) -> Result<SecretValue, MissingVariables> {
        self.0.resolve(lookup)
    }
}

impl FromStr for SecretText {
    type Err = BadSecretText;

    fn from_str(text: &str) -> Result<Self, BadSecretText> {
        let pieces = Pieces::parse(text)?;
        if pieces.names().is_empty() { Err(BadSecretText::NoReference) } else { Ok(SecretText(pieces)) }
    }
}

written!(SecretText, "a text such as \"${NAME}\"");

/// A text that is no [`SecretText`] or no [`ConfigText`](crate::ConfigText). It does not hold the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadSecretText {
    /// It refers to no variable: it is the value itself.
    NoReference,
    /// A `$` begins no reference.
    Form,
}

impl fmt::Display for BadSecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadSecretText::NoReference => {
                "here stands a value, and the file holds none: write `${NAME}`, and set the variable NAME where the \
                 program runs"
            }
            BadSecretText::Form => {
                "a `$` begins no `${NAME}`: a name has letters, digits and `_`, and starts with no digit; a literal \
                 `$` is written `$$`"
            }
        })
    }
}

impl std::error::Error for BadSecretText {}

/// What a [`SecretText`] or a [`ConfigText`](crate::ConfigText) stands for. Only [`expose`](SecretValue::expose) shows it.
pub struct SecretValue(pub(super) String);

impl SecretValue {
    /// The value itself, to be used and not to be kept.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SecretValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

impl fmt::Debug for SecretValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// Variables that a text names, and that are not set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingVariables(pub(super) Vec<String>);

impl MissingVariables {
    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for MissingVariables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [name] => write!(f, "the variable `{name}` is not set: set it where the program runs"),
            several => {
                write!(f, "the variables {} are not set: set them where the program runs", list(several))
            }
        }
    }
}

impl std::error::Error for MissingVariables {}
