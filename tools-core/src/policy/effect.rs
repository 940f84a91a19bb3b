//! What follows from a decision.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{error::explain_choices, names};

/// What follows from a decision, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Effect {
    /// `allow`: it runs.
    #[default]
    Allow,
    /// `require_approval`: a person is asked first.
    RequireApproval,
    /// `deny`: it does not run.
    Deny,
}

impl Effect {
    const ALL: [Effect; 3] = [Effect::Allow, Effect::RequireApproval, Effect::Deny];

    /// The word in rules: `allow`, `require_approval` or `deny`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Effect::Allow => "allow",
            Effect::RequireApproval => "require_approval",
            Effect::Deny => "deny",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Effect> for &'static str {
    fn from(effect: Effect) -> Self {
        effect.as_str()
    }
}

impl FromStr for Effect {
    type Err = BadEffect;

    fn from_str(word: &str) -> Result<Self, BadEffect> {
        let known = Effect::ALL.into_iter().find(|effect| effect.as_str() == word);
        known.ok_or_else(|| BadEffect(word.to_owned()))
    }
}

impl TryFrom<String> for Effect {
    type Error = BadEffect;

    fn try_from(word: String) -> Result<Self, BadEffect> {
        word.parse()
    }
}

/// A word that is no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEffect(String);

impl fmt::Display for BadEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no effect: write `allow`, `require_approval` or `deny`", self.0)?;
        let near = names::nearest(&self.0, Effect::ALL.map(Effect::as_str));
        match near.first() {
            Some(near) => write!(f, "; did you mean {}?", explain_choices(&[near])),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BadEffect {}
