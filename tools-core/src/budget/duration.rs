//! Times as they are written: `"500ms"`, `"30s"`, `"2m"`, `"1h"`, as in `#[tool(time_limit = …)]`.

use std::{fmt, time::Duration};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Units from the longest to the shortest, in milliseconds.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// A time in its written form, in whole milliseconds. What is left is one more:
/// a time that is short is not none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Written(pub(crate) Duration);

impl From<Written> for String {
    fn from(Written(time): Written) -> Self {
        let millis = u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
        let exact = |(_, size): &&(&str, u64)| millis > 0 && millis.is_multiple_of(*size);
        let (unit, size) = UNITS.iter().find(exact).copied().unwrap_or(("ms", 1));
        format!("{}{unit}", millis / size)
    }
}

impl TryFrom<String> for Written {
    type Error = BadDuration;

    fn try_from(text: String) -> Result<Self, BadDuration> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (count, unit) = text.split_at(digits);
        let size = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, size)| *size);
        let millis = size.and_then(|size| count.parse::<u64>().ok()?.checked_mul(size));
        millis.map(|millis| Written(Duration::from_millis(millis))).ok_or(BadDuration(text))
    }
}

/// A text that is no time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadDuration(String);

impl fmt::Display for BadDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no time: write a whole number and its unit: \"500ms\", \"30s\", \"2m\" or \"1h\"",
            self.0
        )
    }
}

pub(super) fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(Written).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    Ok(Option::<Written>::deserialize(deserializer)?.map(|written| written.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves CFG-01
    #[test]
    fn written_times_come_back() {
        for (text, millis) in [
            ("0ms", 0),
            ("1ms", 1),
            ("1500ms", 1500),
            ("2s", 2000),
            ("90s", 90_000),
            ("3m", 180_000),
            ("2h", 7_200_000),
        ] {
            let time = Written(Duration::from_millis(millis));
            assert_eq!(Written::try_from(text.to_owned()), Ok(time), "{text}");
            assert_eq!(String::from(time), text);
        }
        for (micros, text) in [(0, "0ms"), (1, "1ms"), (999, "1ms"), (1_001, "2ms"), (59_999_001, "1m")] {
            assert_eq!(String::from(Written(Duration::from_micros(micros))), text);
        }
        for bad in
            ["", "5", "s", "-1s", "1.5s", "1 s", "1d", "99999999999999999999s", "18446744073709551615h"]
        {
            let error = Written::try_from(bad.to_owned()).unwrap_err();
            assert!(error.to_string().contains("\"30s\""), "{bad}");
        }
    }
}
