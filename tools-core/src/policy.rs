//! What may run: a policy decides on every action before it does.

mod capability;
mod effect;
mod rules;

use std::{borrow::Cow, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

pub use self::{
    capability::{BadCapability, Capability},
    effect::{BadEffect, Effect},
    rules::{BadRules, CapabilityPolicy},
};
use crate::{Action, BoxError, BoxFuture, Definition};

/// Decides on every action of an agent: after its arguments are valid, before
/// anything runs. It fails closed: an error, a panic, or no answer within the
/// agent's time limit denies.
///
/// [`CapabilityPolicy`] is the one for most agents, [`policy_fn`] makes one of a
/// closure. By hand it is for policies that ask elsewhere:
///
/// ```
/// use tools_core::{Action, BoxError, BoxFuture, Decision, Policy};
///
/// struct OfficeHours;
///
/// impl Policy for OfficeHours {
///     fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
///         Box::pin(async move {
///             let hour = 22; // asked of a service
///             Ok(match action.tool() {
///                 "book_hotel" if hour > 18 => Decision::deny("bookings are closed until 9:00"),
///                 _ => Decision::allow(),
///             })
///         })
///     }
/// }
/// ```
pub trait Policy: Send + Sync + 'static {
    /// Decides on one action. It sees the arguments as the tool will get them,
    /// secrets included.
    ///
    /// # Errors
    /// Whatever stops it from deciding: the action is denied. The model is not
    /// told the error, the application's log is.
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>>;

    /// The same for a policy that need not wait: it spares the future. By default
    /// there is none, and [`decide`](Policy::decide) is asked.
    fn decide_at_once(&self, action: &Action<'_>) -> Option<Decision> {
        let _ = action;
        None
    }

    /// What is odd about this policy for these tools, in words. It is told when an
    /// agent is built, and stops nothing; by default there is nothing to tell.
    fn warnings(&self, tools: &[Definition]) -> Vec<String> {
        let _ = tools;
        Vec::new()
    }
}

impl<T: Policy + ?Sized> Policy for Arc<T> {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        (**self).decide(action)
    }

    fn decide_at_once(&self, action: &Action<'_>) -> Option<Decision> {
        (**self).decide_at_once(action)
    }

    fn warnings(&self, tools: &[Definition]) -> Vec<String> {
        (**self).warnings(tools)
    }
}

/// A policy made of a closure. Decide by what an action needs, rather than by the
/// tool's name: an agent, or its configuration, may call a tool otherwise.
///
/// ```
/// use tools_core::{Agent, Decision, policy_fn};
///
/// let no_more_than_three = policy_fn(|action| {
///     let nights = action.args().as_object().get("nights").and_then(|nights| nights.as_u64());
///     match nights {
///         Some(4..) => Decision::require_approval("more than three nights"),
///         _ => Decision::allow(),
///     }
/// });
/// let agent = Agent::builder("concierge").policy(no_more_than_three).build();
/// # assert!(agent.is_ok());
/// ```
#[must_use]
pub fn policy_fn<F>(decide: F) -> impl Policy
where
    F: Fn(&Action<'_>) -> Decision + Send + Sync + 'static,
{
    Closure(decide)
}

struct Closure<F>(F);

impl<F: Fn(&Action<'_>) -> Decision + Send + Sync + 'static> Policy for Closure<F> {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        Box::pin(async move { Ok((self.0)(action)) })
    }

    fn decide_at_once(&self, action: &Action<'_>) -> Option<Decision> {
        Some((self.0)(action))
    }
}

/// What was decided about one action, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Decision {
    /// What follows.
    pub effect: Effect,
    /// Why, in words that a model may read; empty where nothing needs a reason.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub reason: Cow<'static, str>,
    /// The name of the policy that decided; empty where it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub policy: Arc<str>,
    /// The action's capabilities that decided.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub capabilities: Arc<[Capability]>,
    /// Which side decided.
    #[serde(default)]
    pub decided_by: DecidedBy,
}

/// Which side decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DecidedBy {
    /// The agent's policy.
    #[default]
    Policy,
    /// No rule: what holds where nothing else does. In JSON, `default`.
    #[serde(rename = "default")]
    NoRule,
    /// The run's own permissions.
    Context,
}

impl Decision {
    fn new(effect: Effect, reason: impl Into<Cow<'static, str>>) -> Self {
        Decision {
            effect,
            reason: reason.into(),
            policy: Arc::default(),
            capabilities: Arc::default(),
            decided_by: DecidedBy::Policy,
        }
    }

    /// The action runs.
    #[must_use]
    pub fn allow() -> Self {
        Decision::new(Effect::Allow, "")
    }

    /// A person is asked. The reason is shown to that person, and to the model.
    #[must_use]
    pub fn require_approval(reason: impl Into<Cow<'static, str>>) -> Self {
        Decision::new(Effect::RequireApproval, reason)
    }

    /// The action does not run. The reason is shown to the model.
    #[must_use]
    pub fn deny(reason: impl Into<Cow<'static, str>>) -> Self {
        Decision::new(Effect::Deny, reason)
    }

    /// Names the policy that decided.
    #[must_use]
    pub fn named(mut self, policy: impl Into<Arc<str>>) -> Self {
        self.policy = policy.into();
        self
    }

    pub(crate) fn by(mut self, side: DecidedBy) -> Self {
        self.decided_by = side;
        self
    }

    pub(crate) fn on(mut self, capabilities: Arc<[Capability]>) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// The stronger of two; the first when both are as strong.
    pub(crate) fn or_stronger(self, other: Decision) -> Self {
        if other.effect > self.effect { other } else { self }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effect)?;
        if !self.reason.is_empty() {
            write!(f, ": {}", self.reason)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
