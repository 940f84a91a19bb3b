//! What a tool says of its side effects.

use serde::{Deserialize, Serialize};

/// What a tool says of its side effects. Hints inform; only policy decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Hints {
    /// It changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy what is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// The same call twice changes no more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches what is not the application's own, such as the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl Hints {
    /// No hint at all.
    pub const fn new() -> Self {
        Hints { read_only: None, destructive: None, idempotent: None, open_world: None }
    }

    /// Sets the hint that the tool changes nothing.
    #[must_use]
    pub const fn read_only(mut self, is: bool) -> Self {
        self.read_only = Some(is);
        self
    }

    /// Sets the hint that the tool may destroy what is there.
    #[must_use]
    pub const fn destructive(mut self, is: bool) -> Self {
        self.destructive = Some(is);
        self
    }

    /// Sets the hint that the same call twice changes no more than once.
    #[must_use]
    pub const fn idempotent(mut self, is: bool) -> Self {
        self.idempotent = Some(is);
        self
    }

    /// Sets the hint that the tool reaches what is not the application's own.
    #[must_use]
    pub const fn open_world(mut self, is: bool) -> Self {
        self.open_world = Some(is);
        self
    }

    pub(crate) fn may_repeat(self) -> bool {
        self.read_only == Some(true) || self.idempotent == Some(true)
    }
}
