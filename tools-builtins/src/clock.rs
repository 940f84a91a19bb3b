//! What a clock on the wall of a time zone shows at an instant.
//!
//! Zones come from the IANA database inside the binary and from nowhere else:
//! no file is opened and no environment variable is read, so that a name means
//! the same on every host. A link is a name of its own here: `Asia/Calcutta`
//! stays `Asia/Calcutta`.

mod names;
#[cfg(test)]
mod tests;

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;

/// The longest name of a time zone, in characters, after trimming.
pub(crate) const MAX_CHARS: usize = 100;

/// An instant as it is written in a time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The zone's name in its canonical case.
    pub(crate) timezone: String,
    /// Local date and time with the offset, as in `2026-03-29T01:59:59+01:00`.
    pub(crate) iso8601: String,
    /// The local date, as in `2026-03-29`.
    pub(crate) date: String,
    /// The local time, as in `01:59:59`.
    pub(crate) time: String,
    /// The local date's day of the week, in English.
    pub(crate) weekday: String,
    /// Local time less UTC, as in `+05:45`. Offsets from before standard time
    /// may have seconds, as in `+00:34:08`.
    pub(crate) utc_offset: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub(crate) unix_timestamp: i64,
}

/// Why there is no [`Moment`].
///
/// Its `Display` says what is wrong and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClockError {
    /// The name is empty.
    Empty,
    /// The name is longer than [`MAX_CHARS`].
    TooLong,
    /// The database has no such name.
    Unknown {
        /// What was asked for.
        name: String,
        /// Why it is none, where that can be said.
        reason: Reason,
        /// Names that may be meant, the nearest first; three at most.
        nearest: Vec<&'static str>,
    },
    /// The instant is outside the years -9999 to 9999.
    OutOfRange,
    /// The database's entry of this name cannot be read.
    Unreadable(&'static str),
}

/// Why a name is not that of a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Nothing more is known about it.
    NoSuchName,
    /// The host's own zone, which is never used.
    LocalTime,
    /// An abbreviation, which may stand for several zones or half of a year.
    Abbreviation,
    /// An offset, which is not a name.
    Offset,
    /// The first part of names.
    Region,
}

/// Describes the instant `unix_seconds` in a time zone.
///
/// Blanks around the name are trimmed, and ASCII case does not matter.
///
/// # Errors
///
/// For a name that the database does not have, and an instant outside the
/// years -9999 to 9999.
pub(crate) fn describe(timezone: &str, unix_seconds: i64) -> Result<Moment, ClockError> {
    let name = timezone.trim();
    // Counting stops right past the limit, however long the text is.
    match name.chars().take(MAX_CHARS + 1).count() {
        0 => return Err(ClockError::Empty),
        1..=MAX_CHARS => {}
        _ => return Err(ClockError::TooLong),
    }
    let (canonical, entry) = names::find(name).ok_or_else(|| names::unknown(name))?;
    let zone = TimeZone::tzif(canonical, entry).map_err(|_| ClockError::Unreadable(canonical))?;
    let instant = Timestamp::from_second(unix_seconds).map_err(|_| ClockError::OutOfRange)?;

    let local = zone.to_datetime(instant);
    let utc_offset = offset(zone.to_offset(instant).seconds());
    let date = local.date().to_string();
    let time = local.time().to_string();
    Ok(Moment {
        timezone: canonical.into(),
        iso8601: format!("{date}T{time}{utc_offset}"),
        date,
        time,
        weekday: weekday(local.date().weekday()).into(),
        utc_offset,
        unix_timestamp: unix_seconds,
    })
}

fn offset(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let size = seconds.unsigned_abs();
    let (hours, minutes, rest) = (size / 3600, size / 60 % 60, size % 60);
    // Rounding them away would make the local time disagree with the instant.
    let rest = match rest {
        0 => String::new(),
        rest => format!(":{rest:02}"),
    };
    format!("{sign}{hours:02}:{minutes:02}{rest}")
}

fn weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXAMPLE: &str = "write an IANA name such as Europe/Zurich, or UTC";
        match self {
            Self::Empty => write!(f, "the time zone is empty: {EXAMPLE}"),
            Self::TooLong => write!(f, "the time zone is longer than {MAX_CHARS} characters: {EXAMPLE}"),
            Self::OutOfRange => f.write_str("the instant is outside the years -9999 to 9999"),
            Self::Unreadable(name) => write!(f, "the entry of {name} cannot be read"),
            Self::Unknown { name, reason, nearest } => {
                // Escaped, since it may hold control characters.
                write!(f, "unknown time zone {name:?}")?;
                f.write_str(match reason {
                    Reason::NoSuchName => "",
                    Reason::LocalTime => ", and local time is never used",
                    Reason::Abbreviation => ", since abbreviations do not name one zone",
                    Reason::Offset => ", since an offset is not a name",
                    Reason::Region => ", which is only the first part of names",
                })?;
                write!(f, ": {EXAMPLE}")?;
                if nearest.is_empty() {
                    return Ok(());
                }
                write!(f, "; did you mean {}?", nearest.join(" or "))
            }
        }
    }
}

impl std::error::Error for ClockError {}
