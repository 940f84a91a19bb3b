//! `time_limit = "30s"`.

use syn::{LitStr, Result};

use crate::faults::fault;

/// How long one call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    Millis(u64),
    None,
}

impl TimeLimit {
    pub(super) fn read(text: &LitStr) -> Result<Self> {
        match parse(&text.value()) {
            Some(Self::Millis(0)) => Err(fault(
                text,
                "a time limit of zero would end every call",
                r#"write `"none"` for no limit"#,
            )),
            Some(limit) => Ok(limit),
            None => {
                let wrong = format!("`{}` is no time limit", text.value());
                Err(fault(
                    text,
                    wrong,
                    r#"write a whole number and its unit: `"500ms"`, `"30s"`, `"2m"`, `"1h"`; or `"none"`"#,
                ))
            }
        }
    }
}

fn parse(text: &str) -> Option<TimeLimit> {
    if text == "none" {
        return Some(TimeLimit::None);
    }
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let millis = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(millis).map(TimeLimit::Millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        for (text, expected) in [
            ("500ms", Some(TimeLimit::Millis(500))),
            ("30s", Some(TimeLimit::Millis(30_000))),
            ("2m", Some(TimeLimit::Millis(120_000))),
            ("1h", Some(TimeLimit::Millis(3_600_000))),
            ("none", Some(TimeLimit::None)),
            ("0s", Some(TimeLimit::Millis(0))),
            ("", None),
            ("30", None),
            ("s", None),
            ("1.5s", None),
            ("-1s", None),
            ("30 s", None),
            ("99999999999999999999s", None),
            ("18446744073709551615h", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
