//! Names that are no zone of the database, and the hints for them.

use super::super::{ClockError, Reason, describe};
use super::{NEW_YEAR, moment};

fn unknown(timezone: &str) -> (Reason, Vec<&'static str>) {
    match describe(timezone, NEW_YEAR) {
        Err(ClockError::Unknown { name, reason, nearest }) => {
            assert_eq!(name, timezone.trim());
            assert!(nearest.len() <= 3, "{timezone}");
            (reason, nearest)
        }
        other => panic!("{timezone}: {other:?}"),
    }
}

#[test]
fn what_is_no_zone_is_unknown() {
    // proves CLK-04
    for (id, name, reason) in [
        ("D09", "America", Reason::Region),
        ("D09", "Europe", Reason::Region),
        ("D09", "posixrules", Reason::LocalTime),
        ("D09", "localtime", Reason::LocalTime),
        ("D09", "Factory", Reason::NoSuchName),
        ("D09", "factory", Reason::NoSuchName),
        ("D09", "right/UTC", Reason::NoSuchName),
        ("D09", "posix/UTC", Reason::NoSuchName),
        ("D09", "zone.tab", Reason::NoSuchName),
        ("D09", "tzdata.zi", Reason::NoSuchName),
        ("D09", "leapseconds", Reason::NoSuchName),
        ("D09", "__init__.py", Reason::NoSuchName),
        ("D10", "../../etc/passwd", Reason::NoSuchName),
        ("D10", "/etc/localtime", Reason::NoSuchName),
        ("D10", "Europe/../Europe/Zurich", Reason::NoSuchName),
        ("D10", "Europe\\Zurich", Reason::NoSuchName),
        ("D10", "Europe/Zurich\0", Reason::NoSuchName),
        ("D10", "UTC\0", Reason::NoSuchName),
        ("", "local", Reason::LocalTime),
        ("", "Local", Reason::LocalTime),
        ("", "system", Reason::LocalTime),
        ("", "Europe/", Reason::Region),
        ("", "America/Argentina", Reason::Region),
        ("", "/Europe/Zurich", Reason::NoSuchName),
        ("", "Europe//Zurich", Reason::NoSuchName),
        ("", "/", Reason::NoSuchName),
        ("", "Etc/Unknown", Reason::NoSuchName),
        ("", "Europe/Zürich", Reason::NoSuchName),
        ("", "ＵＴＣ", Reason::NoSuchName),
        // The Kelvin sign is a `k` for Unicode's case folding only.
        ("", "\u{212A}wajalein", Reason::NoSuchName),
    ] {
        assert_eq!(unknown(name).0, reason, "{id}: {name:?}");
    }
}

#[test]
fn the_length_is_bounded() {
    // proves CLK-04
    for name in ["", "  ", "\t\n"] {
        assert_eq!(describe(name, 0), Err(ClockError::Empty), "D01");
    }
    assert_eq!(unknown(&"é".repeat(100)).0, Reason::NoSuchName, "D11");
    for length in [101, 300, 1_000_000] {
        let name = "é".repeat(length);
        assert_eq!(describe(&name, 0), Err(ClockError::TooLong), "D11");
    }
    let padded = format!("{}UTC{}", " ".repeat(100), " ".repeat(100));
    assert_eq!(moment(&padded, 0).timezone, "UTC");
}

#[test]
fn nearest_names_are_hints() {
    // proves CLK-04
    for (name, first) in [
        ("local", "UTC"),
        ("Europe/Zurch", "Europe/Zurich"),
        ("Europe\\Zurich", "Europe/Zurich"),
        ("Europe/../Europe/Zurich", "Europe/Zurich"),
        ("zurich", "Europe/Zurich"),
        ("New York", "America/New_York"),
        ("America/NewYork", "America/New_York"),
        ("right/UTC", "Etc/UTC"),
        ("Europe", "Europe/Amsterdam"),
        ("Asia/Tokio", "Asia/Tokyo"),
    ] {
        let (_, nearest) = unknown(name);
        assert_eq!(nearest.first(), Some(&first), "{name}: {nearest:?}");
    }
    let (_, nearest) = unknown("xqzxqzxqz");
    assert!(nearest.is_empty(), "{nearest:?}");
}

#[test]
fn abbreviations_are_never_picked() {
    // proves CLK-04
    for (name, candidates) in
        [("PST", 2), ("CST", 3), ("IST", 3), ("BST", 3), ("EDT", 1), ("CEST", 3), ("Z", 2)]
    {
        for name in [name.into(), name.to_ascii_lowercase()] {
            let (reason, nearest) = unknown(&name);
            assert_eq!(reason, Reason::Abbreviation, "D03: {name}");
            assert_eq!(nearest.len(), candidates, "D03: {name}");
            for zone in nearest {
                assert_eq!(moment(zone, NEW_YEAR).timezone, zone);
            }
        }
    }
}

#[test]
fn offsets_only_where_the_database_has_the_name() {
    // proves CLK-05
    for (id, name, offset) in [
        ("D07", "Etc/GMT+5", "-05:00"),
        ("D07", "Etc/GMT-14", "+14:00"),
        ("", "Etc/GMT+2", "-02:00"),
        ("", "etc/gmt-2", "+02:00"),
        ("", "GMT+0", "+00:00"),
        ("", "GMT0", "+00:00"),
        ("", "EST5EDT", "-05:00"),
        ("", "PST8PDT", "-08:00"),
    ] {
        assert_eq!(moment(name, NEW_YEAR).utc_offset, offset, "{id}: {name}");
    }
    for (name, reason, nearest) in [
        ("UTC+1", Reason::Offset, Some("Etc/GMT-1")),
        ("GMT+2", Reason::Offset, Some("Etc/GMT-2")),
        ("utc-05:00", Reason::Offset, Some("Etc/GMT+5")),
        ("+0200", Reason::Offset, Some("Etc/GMT-2")),
        ("-02:00", Reason::Offset, Some("Etc/GMT+2")),
        ("UTC+5:30", Reason::Offset, None),
        ("GMT+99", Reason::Offset, None),
    ] {
        let found = unknown(name);
        assert_eq!((found.0, found.1.first().copied()), (reason, nearest), "{name}");
    }
    for name in ["EST5", "CET-1CEST", "AEST-10AEDT", "<+03>-3", "Etc/GMT+13", "Etc/GMT-15", "UTC0"] {
        unknown(name);
    }
}

#[test]
fn messages_say_what_to_write() {
    // proves CLK-04, CLK-05
    for (name, message) in [
        ("", "the time zone is empty: write an IANA name such as Europe/Zurich, or UTC"),
        (
            "UTC+1",
            "unknown time zone \"UTC+1\", since an offset is not a name: write an IANA name \
             such as Europe/Zurich, or UTC; did you mean Etc/GMT-1?",
        ),
        (
            "CST",
            "unknown time zone \"CST\", since abbreviations do not name one zone: write an IANA \
             name such as Europe/Zurich, or UTC; did you mean America/Chicago or Asia/Shanghai \
             or America/Havana?",
        ),
        (
            "q\0\u{1b}[1m",
            "unknown time zone \"q\\0\\u{1b}[1m\": write an IANA name such as Europe/Zurich, or UTC",
        ),
    ] {
        assert_eq!(describe(name, 0).unwrap_err().to_string(), message);
    }
}
