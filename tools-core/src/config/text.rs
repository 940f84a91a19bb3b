//! Texts with references to variables, `${NAME}`.

use std::{collections::BTreeSet, fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

use super::{
    secret::{BadSecretText, MissingVariables, SecretValue},
    unique::unquoted,
};

/// How a text with references is read, shown, compared and saved: as it was written.
macro_rules! written {
    ($text:ident, $wanted:literal) => {
        impl fmt::Display for $text {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $text {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", self.to_string())
            }
        }

        impl Serialize for $text {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $text {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $text;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($wanted)
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$text, E> {
                        text.parse().map_err(E::custom)
                    }

                    unquoted!();
                }
                deserializer.deserialize_any(Text)
            }
        }
    };
}
pub(super) use written;

/// A text that may hold references, `${NAME}`, to variables, as a
/// [`SecretText`](crate::SecretText) has to: for what is mostly no secret, such
/// as the arguments of a program. A literal `$` is written `$$`.
///
/// It is shown, compared and saved as it was written.
///
/// ```
/// use tools_core::ConfigText;
///
/// let argument: ConfigText = "--token=${API_TOKEN}".parse()?;
/// let lookup = |name: &str| (name == "API_TOKEN").then(|| "s3cret".to_owned());
/// assert_eq!(argument.resolve(lookup).unwrap().expose(), "--token=s3cret");
/// assert_eq!(argument.to_string(), "--token=${API_TOKEN}");
///
/// let plain = ConfigText::literal("costs $5");
/// assert_eq!(plain, "costs $$5".parse()?);
/// assert_eq!(plain.resolve(|_| None).unwrap().expose(), "costs $5");
/// # Ok::<(), tools_core::BadSecretText>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigText(Pieces);

impl ConfigText {
    /// A text without references: each `$` stands for itself.
    pub fn literal(text: impl Into<String>) -> Self {
        let text = text.into();
        ConfigText(Pieces(Some(text).filter(|text| !text.is_empty()).map(Piece::Text).into_iter().collect()))
    }

    /// The variables that it names, in order, each once.
    pub fn names(&self) -> Vec<&str> {
        self.0.names()
    }

    /// The text with the values of its variables; see
    /// [`SecretText::resolve`](crate::SecretText::resolve).
    ///
    /// # Errors
    /// The names of all variables for which `lookup` has nothing.
    pub fn resolve(&self, lookup: impl Fn(&str) -> Option<String>) -> Result<SecretValue, MissingVariables> {
        self.0.resolve(lookup)
    }

    /// With a word in the place of each reference, and whether one stands in front.
    pub(super) fn sketch(&self) -> (String, bool) {
        let pieces = self.0.0.iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Name(_) => "x",
        });
        (pieces.collect(), matches!(self.0.0.first(), Some(Piece::Name(_))))
    }
}

impl FromStr for ConfigText {
    type Err = BadSecretText;

    fn from_str(text: &str) -> Result<Self, BadSecretText> {
        Pieces::parse(text).map(ConfigText)
    }
}

written!(ConfigText, "a text");

/// What a text is made of: no two literals stand side by side, and none is empty.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Pieces(Vec<Piece>);

#[derive(Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Name(String),
}

impl Pieces {
    pub(super) fn parse(text: &str) -> Result<Self, BadSecretText> {
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let (mut pieces, mut literal, mut rest) = (Vec::new(), String::new(), text);
        while let Some((before, after)) = rest.split_once('$') {
            literal.push_str(before);
            if let Some(after) = after.strip_prefix('$') {
                literal.push('$');
                rest = after;
                continue;
            }
            let reference = after.strip_prefix('{').and_then(|after| after.split_once('}'));
            let (name, after) = reference.filter(|(name, _)| is_name(name)).ok_or(BadSecretText::Form)?;
            pieces
                .extend(Some(std::mem::take(&mut literal)).filter(|text| !text.is_empty()).map(Piece::Text));
            pieces.push(Piece::Name(name.to_owned()));
            rest = after;
        }
        literal.push_str(rest);
        pieces.extend(Some(literal).filter(|text| !text.is_empty()).map(Piece::Text));
        Ok(Pieces(pieces))
    }

    pub(super) fn names(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let names = self.0.iter().filter_map(|piece| match piece {
            Piece::Name(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        });
        names.filter(|name| seen.insert(*name)).collect()
    }

    pub(super) fn resolve(
        &self,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<SecretValue, MissingVariables> {
        let (mut value, mut missing) = (String::new(), Vec::new());
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => value.push_str(text),
                Piece::Name(name) => match lookup(name) {
                    Some(found) => value.push_str(&found),
                    None if missing.contains(name) => {}
                    None => missing.push(name.clone()),
                },
            }
        }
        if missing.is_empty() { Ok(SecretValue(value)) } else { Err(MissingVariables(missing)) }
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(&text.replace('$', "$$")),
            Piece::Name(name) => write!(f, "${{{name}}}"),
        })
    }
}
