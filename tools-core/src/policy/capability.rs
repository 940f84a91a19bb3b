//! What a tool needs to be allowed.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Dotted lower-case words, such as `network.read`, that a tool declares and a
/// policy decides on.
///
/// ```
/// use tools_core::Capability;
///
/// let read: Capability = "network.read".parse().unwrap();
/// assert_eq!(read.as_str(), "network.read");
/// assert!("network.*".parse::<Capability>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Capability(Cow<'static, str>);

impl Capability {
    /// One that the macro checked when its crate compiled.
    pub(crate) const fn checked(name: &'static str) -> Self {
        Capability(Cow::Borrowed(name))
    }

    /// The words and dots.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Capability> for String {
    fn from(capability: Capability) -> Self {
        capability.0.into_owned()
    }
}

impl TryFrom<String> for Capability {
    type Error = BadCapability;

    fn try_from(name: String) -> Result<Self, BadCapability> {
        let word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        if name.split('.').all(word) { Ok(Capability(Cow::Owned(name))) } else { Err(BadCapability(name)) }
    }
}

impl FromStr for Capability {
    type Err = BadCapability;

    fn from_str(name: &str) -> Result<Self, BadCapability> {
        name.to_owned().try_into()
    }
}

/// A capability of the wrong form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadCapability(String);

impl fmt::Display for BadCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains('*') {
            write!(
                f,
                "`{}` has a wildcard: a policy has those, a tool names each capability that it needs",
                self.0
            )
        } else {
            write!(
                f,
                "`{}` is no capability: write lower-case words joined by dots, such as `network.read`",
                self.0
            )
        }
    }
}

impl std::error::Error for BadCapability {}
