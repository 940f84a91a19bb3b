//! Limits as they are written: a time or a number, or `"none"`.

use std::{fmt, time::Duration};

use serde::{
    Deserialize, Serialize,
    de::{self, Unexpected, Visitor},
};

use crate::budget::Written;

/// What holds for calls, as [`AgentBuilder`](crate::AgentBuilder) sets it. What
/// is left out stays as the program has it.
///
/// Where a limit can be lifted, `Some(None)` does it, written `"none"`. Times
/// are written `"500ms"`, `"30s"`, `"2m"` or `"1h"`, in whole milliseconds: what
/// is less than a millisecond counts as one. A limit of 0 is an error, see
/// [`AgentConfig::problems`](crate::AgentConfig::problems).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct LimitsConfig {
    /// How long a call may take, unless its tool says otherwise.
    #[serde(skip_serializing_if = "Option::is_none", with = "time")]
    pub time_limit: Option<Option<Duration>>,
    /// How long an approval is waited for.
    #[serde(skip_serializing_if = "Option::is_none", with = "time")]
    pub approval_time_limit: Option<Option<Duration>>,
    /// How many calls may run at once; at least 1.
    #[serde(skip_serializing_if = "Option::is_none", with = "count")]
    pub calls_at_once: Option<Option<usize>>,
    /// How many bytes a result may have.
    #[serde(skip_serializing_if = "Option::is_none", with = "count")]
    pub output_bytes: Option<Option<usize>>,
    /// How many bytes arguments may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument_bytes: Option<usize>,
    /// How deep arguments may be nested; over 256 is 256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument_depth: Option<usize>,
}

/// Formats differ in whether they know a null, and `null` reads as "not given".
const NONE: &str = "none";

/// `"30s"` or `"none"`.
pub(super) mod time {
    use serde::{Deserializer, Serializer};

    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        limit: &Option<Option<Duration>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match limit.flatten() {
            Some(time) => Written(time).serialize(serializer),
            None => serializer.serialize_str(NONE),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<Duration>>, D::Error> {
        struct Time;
        impl Visitor<'_> for Time {
            type Value = Option<Duration>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time such as \"30s\", or \"none\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                if text == NONE {
                    return Ok(None);
                }
                let time = Written::try_from(text.to_owned());
                time.map(|Written(time)| Some(time))
                    .map_err(|bad| E::custom(format_args!("{bad}; \"none\" is no limit")))
            }
        }
        deserializer.deserialize_any(Time).map(Some)
    }
}

/// `4` or `"none"`.
pub(super) mod count {
    use serde::{Deserializer, Serializer};

    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        limit: &Option<Option<usize>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match limit.flatten() {
            Some(count) => count.serialize(serializer),
            None => serializer.serialize_str(NONE),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<usize>>, D::Error> {
        struct Count;
        impl Visitor<'_> for Count {
            type Value = Option<usize>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number such as 4, or \"none\"")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<Self::Value, E> {
                let fits = usize::try_from(count).map(Some);
                fits.map_err(|_| E::invalid_value(Unexpected::Unsigned(count), &self))
            }

            fn visit_i64<E: de::Error>(self, count: i64) -> Result<Self::Value, E> {
                let fits = usize::try_from(count).map(Some);
                fits.map_err(|_| E::invalid_value(Unexpected::Signed(count), &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                if text == NONE { Ok(None) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
            }
        }
        deserializer.deserialize_any(Count).map(Some)
    }
}
