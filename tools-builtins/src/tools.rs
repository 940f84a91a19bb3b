//! The tools themselves: each is an engine with a name, a schema and examples.

use std::{
    fmt,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use tools_core::{ToolError, tool};

use crate::{calculator, clock, trimmed::Trimmed};

/// Computes an arithmetic expression exactly, with the meaning that Python gives
/// it: numbers, parentheses, and the operators + - * / // % **.
#[tool(
    title = "Calculator",
    tags = ["builtin", "read-only", "math"],
    read_only,
    idempotent,
    open_world = false,
    examples = [{ "expression": "(18 + 6) / 3" }, { "expression": "1.05**30" }],
)]
// Shorter than a hand-over to a thread: in place, though nothing is awaited.
#[allow(clippy::unused_async)]
async fn calculator(
    /// The expression, such as `2 * (3 + 4)`.
    expression: Trimmed<1, { calculator::MAX_CHARS }>,
) -> Result<Calculation, ToolError> {
    match calculator::evaluate(expression.as_str()) {
        Ok(answer) => {
            Ok(Calculation { expression: expression.as_str().to_owned(), result: Answer(answer.to_json()) })
        }
        Err(error) => Err(ToolError::invalid_argument("/expression", error.to_string())),
    }
}

#[derive(Serialize, JsonSchema)]
struct Calculation {
    /// The expression, trimmed.
    expression: String,
    /// The number; an integer over 64 bits is a text of its digits.
    result: Answer,
}

/// A JSON number, or the digits of an integer over 64 bits.
struct Answer(serde_json::Value);

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Answer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Answer".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"] })
    }
}

/// Tells the current date and time in a time zone.
#[tool(
    title = "Current date and time",
    tags = ["builtin", "read-only", "datetime"],
    read_only,
    open_world = false,
    examples = [{}, { "timezone": "Europe/Zurich" }],
)]
#[allow(clippy::unused_async)]
async fn current_datetime(
    clock: Option<&Clock>,
    /// An IANA time zone, such as `America/New_York`.
    #[arg(default = "UTC")]
    timezone: Trimmed<1, { clock::MAX_CHARS }>,
) -> Result<Moment, ToolError> {
    let now = clock.map_or_else(SystemTime::now, Clock::now);
    match clock::describe(timezone.as_str(), unix_seconds(now)) {
        Ok(moment) => Ok(moment.into()),
        Err(error) => Err(ToolError::invalid_argument("/timezone", error.to_string())),
    }
}

/// A moment as it is told in a time zone.
#[derive(Serialize, JsonSchema)]
struct Moment {
    /// The time zone's name in its canonical case.
    timezone: String,
    /// Local date and time with the offset, as in `2026-03-29T01:59:59+01:00`.
    iso8601: String,
    /// The local date, as in `2026-03-29`.
    date: String,
    /// The local time, as in `01:59:59`.
    time: String,
    /// The day of the week, in English.
    weekday: String,
    /// Local time less UTC, as in `+05:45`.
    utc_offset: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    unix_timestamp: i64,
}

impl From<clock::Moment> for Moment {
    fn from(moment: clock::Moment) -> Self {
        let clock::Moment { timezone, iso8601, date, time, weekday, utc_offset, unix_timestamp } = moment;
        Moment { timezone, iso8601, date, time, weekday, utc_offset, unix_timestamp }
    }
}

/// What `current_datetime` takes the time from. The system's clock, unless the
/// application lends another one:
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use tools_builtins::Clock;
/// use tools_core::{Agent, json};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::builder("assistant")
///     .tools(tools_builtins::TOOLS.only(["current_datetime"]))
///     .state(Clock::fixed(UNIX_EPOCH + Duration::from_secs(1_774_746_000)))
///     .build()?;
/// let now = agent.call("current_datetime", json!({ "timezone": "europe/zurich" })).await?;
/// assert_eq!(now.value()["iso8601"], "2026-03-29T03:00:00+02:00");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// A clock that asks a function.
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Clock(Arc::new(now))
    }

    /// A clock that stands.
    pub fn fixed(at: SystemTime) -> Self {
        Clock::new(move || at)
    }

    fn now(&self) -> SystemTime {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").finish_non_exhaustive()
    }
}

/// Whole seconds, rounded down, also before 1970.
fn unix_seconds(at: SystemTime) -> i64 {
    match at.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => {
            let before = before.duration();
            let seconds = i64::try_from(before.as_secs()).unwrap_or(i64::MAX);
            -seconds - i64::from(before.subsec_nanos() > 0)
        }
    }
}

#[cfg(test)]
mod tests;
