//! Why there is no list of results, said so that the reader can go on.

use std::fmt;

use super::{BRAVE_KEY, Engine, Freshness};

/// Why an engine gave no results. Its `Display` never shows a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SearchError {
    /// The answer is not what the engine's answers look like.
    WrongShape {
        /// Who answered.
        engine: Engine,
        /// What the answer lacks.
        missing: &'static str,
    },
    /// The engine wants to see a human.
    HumanCheck {
        /// Who asked for one.
        engine: Engine,
    },
    /// The engine cannot look for new pages only.
    Freshness {
        /// Who was to be asked.
        engine: Engine,
        /// What was asked for.
        asked: Freshness,
    },
    /// There is no usable key.
    Key {
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl SearchError {
    /// The kind as a short word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::WrongShape { .. } => "wrong_shape",
            Self::HumanCheck { .. } => "human_check",
            Self::Freshness { .. } => "freshness",
            Self::Key { .. } => "key",
        }
    }

    /// The argument that is wrong, where one is.
    pub(crate) fn pointer(&self) -> Option<&'static str> {
        match self {
            Self::Freshness { .. } => Some("/freshness"),
            _ => None,
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongShape { engine, missing } => write!(
                f,
                "the answer of {} cannot be read, since it has no {missing}: this is not an empty list of \
                 results, so ask another engine",
                engine.name()
            ),
            Self::HumanCheck { engine } => write!(
                f,
                "{} asks whether a human searches, and gives no results: use the engine {}, which needs no \
                 key and has no such check",
                engine.name(),
                Engine::Wikipedia.name()
            ),
            Self::Freshness { engine, asked } => write!(
                f,
                "{} cannot look for pages of the last {} only: leave freshness at any, or use another engine",
                engine.name(),
                match asked {
                    Freshness::Any => "time",
                    Freshness::Day => "day",
                    Freshness::Week => "week",
                    Freshness::Month => "month",
                    Freshness::Year => "year",
                }
            ),
            Self::Key { problem } => write!(
                f,
                "the environment variable {BRAVE_KEY} {problem}: {} needs a key of the Brave Search API there; \
                 the engines {} and {} need none",
                Engine::Brave.name(),
                Engine::Wikipedia.name(),
                Engine::Duckduckgo.name()
            ),
        }
    }
}

impl std::error::Error for SearchError {}
