//! How much a run may use, and what it has used.

mod duration;
mod ledger;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use tokio::time::Instant;

pub(crate) use self::duration::Written;
pub(crate) use self::ledger::{Counter, Ledger, Level, Unit};
use crate::{EventKind, ToolError};

/// How much a run may use, with all that is opened from it. Each limit is
/// optional; there is none by default.
///
/// A call counts when its tool starts: what is refused before uses nothing.
/// Tokens are known afterwards, so that it is the next model call that is
/// refused. The run time is counted from when the run was opened, or for an
/// agent's own budget from when the agent was built, and it includes the time
/// for approvals: a tool that still runs at its end is cancelled, unless it is
/// [shielded](crate::RunContext::shield).
///
/// ```
/// use std::time::Duration;
/// use tools_core::{Agent, Budget};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::builder("assistant").budget(Budget::new().tool_calls(1_000)).build()?;
/// let run = agent.open_run().with_budget(Budget::new().tool_calls(10).run_time(Duration::from_secs(90)));
/// assert_eq!(run.usage().tool_calls, 0);
///
/// // The same, as it stands in a configuration.
/// let written: Budget = serde_json::from_str(r#"{ "tool_calls": 10, "run_time": "90s" }"#)?;
/// assert_eq!(written, Budget::new().tool_calls(10).run_time(Duration::from_secs(90)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Budget {
    /// How often a model may be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_calls: Option<u64>,
    /// How many tools may start, tools that tools call included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<u64>,
    /// Tokens that models may read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Tokens that models may write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// How long it may take, waiting for approvals included. Written `"90s"`.
    #[serde(skip_serializing_if = "Option::is_none", with = "duration")]
    pub run_time: Option<Duration>,
    /// The part of a limit at which a warning is told, once: 0.8 where none is given.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "ratio")]
    pub warn_at: Option<f64>,
}

const WARN_AT: f64 = 0.8;

impl Budget {
    /// No limit.
    pub fn new() -> Self {
        Budget {
            model_calls: None,
            tool_calls: None,
            input_tokens: None,
            output_tokens: None,
            run_time: None,
            warn_at: None,
        }
    }

    /// How often a model may be asked.
    #[must_use]
    pub fn model_calls(mut self, calls: u64) -> Self {
        self.model_calls = Some(calls);
        self
    }

    /// How many tools may start.
    #[must_use]
    pub fn tool_calls(mut self, calls: u64) -> Self {
        self.tool_calls = Some(calls);
        self
    }

    /// Tokens that models may read.
    #[must_use]
    pub fn input_tokens(mut self, tokens: u64) -> Self {
        self.input_tokens = Some(tokens);
        self
    }

    /// Tokens that models may write.
    #[must_use]
    pub fn output_tokens(mut self, tokens: u64) -> Self {
        self.output_tokens = Some(tokens);
        self
    }

    /// How long it may take.
    #[must_use]
    pub fn run_time(mut self, time: Duration) -> Self {
        self.run_time = Some(time);
        self
    }

    /// The part of each limit, from 0 to 1, at which a warning is told.
    #[must_use]
    pub fn warn_at(mut self, ratio: f64) -> Self {
        self.warn_at = Some(ratio);
        self
    }

    /// Whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        let Budget { model_calls, tool_calls, input_tokens, output_tokens, run_time, warn_at: _ } = self;
        [model_calls, tool_calls, input_tokens, output_tokens].into_iter().all(Option::is_none)
            && run_time.is_none()
    }

    /// These limits, and the other's where this has none.
    #[cfg(feature = "agent")]
    pub(crate) fn or(self, other: Budget) -> Budget {
        Budget {
            model_calls: self.model_calls.or(other.model_calls),
            tool_calls: self.tool_calls.or(other.tool_calls),
            input_tokens: self.input_tokens.or(other.input_tokens),
            output_tokens: self.output_tokens.or(other.output_tokens),
            run_time: self.run_time.or(other.run_time),
            warn_at: self.warn_at.or(other.warn_at),
        }
    }

    fn counter(&self, max: Option<u64>) -> Counter {
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
        let warn_at = max.map_or(u64::MAX, |max| (max as f64 * self.warn_ratio()).ceil() as u64);
        Counter::new(max, warn_at)
    }

    fn warn_ratio(&self) -> f64 {
        let given = self.warn_at.filter(|ratio| ratio.is_finite());
        given.map_or(WARN_AT, |ratio| ratio.clamp(0.0, 1.0))
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::new()
    }
}

fn ratio<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let Some(ratio) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
    if (0.0..=1.0).contains(&ratio) {
        return Ok(Some(ratio));
    }
    Err(D::Error::custom(format_args!(
        "{ratio} is no part of a limit: write a number from 0 to 1, such as 0.8"
    )))
}

/// What a run has used, with all that was opened from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Models asked.
    pub model_calls: u64,
    /// Tools started.
    pub tool_calls: u64,
    /// Tokens that models have read.
    pub input_tokens: u64,
    /// Tokens that models have written.
    pub output_tokens: u64,
}

/// One of the limits of a [`Budget`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BudgetLimit {
    /// Model calls.
    ModelCalls,
    /// Tool calls.
    ToolCalls,
    /// Tokens read.
    InputTokens,
    /// Tokens written.
    OutputTokens,
    /// Run time, in milliseconds.
    RunTime,
}

impl fmt::Display for BudgetLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BudgetLimit::ModelCalls => "model calls",
            BudgetLimit::ToolCalls => "tool calls",
            BudgetLimit::InputTokens => "input tokens",
            BudgetLimit::OutputTokens => "output tokens",
            BudgetLimit::RunTime => "milliseconds of run time",
        })
    }
}

/// A limit that is nearly spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Warning {
    pub(crate) limit: BudgetLimit,
    pub(crate) used: u64,
    pub(crate) max: u64,
}

impl From<Level> for Warning {
    fn from(level: Level) -> Self {
        let limit = match level.unit {
            Unit::ModelCalls => BudgetLimit::ModelCalls,
            Unit::ToolCalls => BudgetLimit::ToolCalls,
            Unit::InputTokens => BudgetLimit::InputTokens,
            Unit::OutputTokens => BudgetLimit::OutputTokens,
        };
        Warning { limit, used: level.used, max: level.max }
    }
}

impl From<Warning> for EventKind {
    fn from(Warning { limit, used, max }: Warning) -> Self {
        EventKind::BudgetWarning { limit, used, max }
    }
}

/// The budget of a run and of all above it.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    ledger: Arc<Ledger>,
    /// Every run time that holds, its own first.
    times: Arc<[RunTime]>,
}

/// A run time that has begun.
#[derive(Debug, Clone)]
pub(crate) struct RunTime {
    max: Duration,
    began: Instant,
    warn_after: Duration,
    warned: Arc<AtomicBool>,
}

impl Account {
    /// The time begins now.
    pub(crate) fn open(budget: &Budget, parent: Option<&Account>) -> Self {
        let counters = [budget.model_calls, budget.tool_calls, budget.input_tokens, budget.output_tokens];
        let counters = counters.map(|max| budget.counter(max));
        let own = budget.run_time.map(|max| RunTime {
            max,
            began: Instant::now(),
            warn_after: Duration::try_from_secs_f64(max.as_secs_f64() * budget.warn_ratio()).unwrap_or(max),
            warned: Arc::default(),
        });
        let above = parent.into_iter().flat_map(|parent| parent.times.iter().cloned());
        Account {
            ledger: Arc::new(Ledger::new(counters, parent.map(|parent| parent.ledger.clone()))),
            times: own.into_iter().chain(above).collect(),
        }
    }

    /// One more model or tool call, here and above, or nowhere.
    pub(crate) fn reserve(&self, unit: Unit, mut warn: impl FnMut(Warning)) -> Result<(), ToolError> {
        self.in_time(&mut warn)?;
        self.ledger.reserve(unit, |level| warn(level.into())).map_err(spent)
    }

    /// Tokens are known after a model call: it is the next one that is refused.
    pub(crate) fn has_tokens(&self) -> Result<(), ToolError> {
        let level = self.ledger.spent(Unit::InputTokens).or_else(|| self.ledger.spent(Unit::OutputTokens));
        level.map_or(Ok(()), |level| Err(spent(level)))
    }

    pub(crate) fn add(&self, unit: Unit, amount: u64, mut warn: impl FnMut(Warning)) {
        self.ledger.add(unit, amount, |level| warn(level.into()));
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            model_calls: self.ledger.used(Unit::ModelCalls),
            tool_calls: self.ledger.used(Unit::ToolCalls),
            input_tokens: self.ledger.used(Unit::InputTokens),
            output_tokens: self.ledger.used(Unit::OutputTokens),
        }
    }

    /// Fails when a run time is over.
    pub(crate) fn in_time(&self, mut warn: impl FnMut(Warning)) -> Result<(), ToolError> {
        if self.times.is_empty() {
            return Ok(());
        }
        let now = Instant::now();
        self.times.iter().filter_map(|time| time.warning(now)).for_each(&mut warn);
        match self.times.iter().find(|time| time.left(now).is_zero()) {
            Some(time) => Err(time.spent()),
            None => Ok(()),
        }
    }

    /// How long until a run time is over, or nearly, whichever is sooner.
    pub(crate) fn next_time(&self, now: Instant) -> Option<Duration> {
        self.times.iter().map(|time| time.next(now)).min()
    }
}

impl RunTime {
    fn left(&self, now: Instant) -> Duration {
        self.max.saturating_sub(now.saturating_duration_since(self.began))
    }

    fn next(&self, now: Instant) -> Duration {
        let until_warning = self.warn_after.saturating_sub(now.saturating_duration_since(self.began));
        if self.warned.load(Ordering::Acquire) { self.left(now) } else { until_warning }
    }

    /// Told once.
    fn warning(&self, now: Instant) -> Option<Warning> {
        let used = now.saturating_duration_since(self.began);
        let is_first = used >= self.warn_after && !self.warned.swap(true, Ordering::AcqRel);
        is_first.then(|| Warning { limit: BudgetLimit::RunTime, used: millis(used), max: millis(self.max) })
    }

    #[cold]
    fn spent(&self) -> ToolError {
        ToolError::BudgetExceeded { limit: format!("the run time of {:?} is over", self.max) }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cold]
fn spent(level: Level) -> ToolError {
    let Warning { limit, max, .. } = level.into();
    let limit = limit.to_string();
    // One of them is one: no `s`.
    let limit = if max == 1 { limit.trim_end_matches('s') } else { &limit };
    ToolError::BudgetExceeded { limit: format!("the budget of {max} {limit} is spent") }
}

#[cfg(test)]
mod tests;
