//! Tables of zones and instants. A first column such as `D14` names a case of
//! the collection of real-world cases.

mod unknown;

use jiff::Timestamp;
use jiff::civil::Date;

use super::names;
use super::{ClockError, Moment, describe};

/// 2026-01-01T00:00:00Z.
const NEW_YEAR: i64 = 1_767_225_600;

fn moment(timezone: &str, unix_seconds: i64) -> Moment {
    describe(timezone, unix_seconds).unwrap_or_else(|error| panic!("{timezone}: {error}"))
}

#[test]
fn all_fields() {
    // proves CLK-02
    assert_eq!(
        moment("Asia/Kathmandu", NEW_YEAR),
        Moment {
            timezone: "Asia/Kathmandu".into(),
            iso8601: "2026-01-01T05:45:00+05:45".into(),
            date: "2026-01-01".into(),
            time: "05:45:00".into(),
            weekday: "Thursday".into(),
            utc_offset: "+05:45".into(),
            unix_timestamp: NEW_YEAR,
        }
    );
}

/// Id, zone, instant, local time and weekday.
const INSTANTS: &[(&str, &str, i64, &str, &str)] = &[
    ("D01", "UTC", NEW_YEAR, "2026-01-01T00:00:00+00:00", "Thursday"),
    ("D02", "EST", NEW_YEAR, "2025-12-31T19:00:00-05:00", "Wednesday"),
    ("D02", "MST", NEW_YEAR, "2025-12-31T17:00:00-07:00", "Wednesday"),
    ("D02", "HST", NEW_YEAR, "2025-12-31T14:00:00-10:00", "Wednesday"),
    ("D02", "EST", 1_782_864_000, "2026-06-30T19:00:00-05:00", "Tuesday"),
    // Before and after the clocks go forward, and back.
    ("D14", "Europe/Zurich", 1_774_745_999, "2026-03-29T01:59:59+01:00", "Sunday"),
    ("D14", "Europe/Zurich", 1_774_746_000, "2026-03-29T03:00:00+02:00", "Sunday"),
    ("D15", "Europe/Zurich", 1_792_889_999, "2026-10-25T02:59:59+02:00", "Sunday"),
    ("D15", "Europe/Zurich", 1_792_890_000, "2026-10-25T02:00:00+01:00", "Sunday"),
    ("D16", "Asia/Kathmandu", NEW_YEAR, "2026-01-01T05:45:00+05:45", "Thursday"),
    ("D16", "America/St_Johns", NEW_YEAR, "2025-12-31T20:30:00-03:30", "Wednesday"),
    ("D16", "Pacific/Chatham", NEW_YEAR, "2026-01-01T13:45:00+13:45", "Thursday"),
    ("D16", "Australia/Lord_Howe", NEW_YEAR, "2026-01-01T11:00:00+11:00", "Thursday"),
    ("D19", "Pacific/Pago_Pago", NEW_YEAR, "2025-12-31T13:00:00-11:00", "Wednesday"),
    ("D19", "Pacific/Kiritimati", NEW_YEAR, "2026-01-01T14:00:00+14:00", "Thursday"),
    ("D19", "Pacific/Kiritimati", NEW_YEAR - 50_401, "2025-12-31T23:59:59+14:00", "Wednesday"),
    ("", "Pacific/Marquesas", NEW_YEAR, "2025-12-31T14:30:00-09:30", "Wednesday"),
    ("", "America/St_Johns", 1_772_949_600, "2026-03-08T03:30:00-02:30", "Sunday"),
    ("", "UTC", -1, "1969-12-31T23:59:59+00:00", "Wednesday"),
    ("", "UTC", 4_102_444_800, "2100-01-01T00:00:00+00:00", "Friday"),
    ("", "Europe/Zurich", 4_119_206_400, "2100-07-14T02:00:00+02:00", "Wednesday"),
    // Mean solar time, whose offset has seconds.
    ("", "Europe/Zurich", -4_000_000_000, "1843-03-31T17:27:28+00:34:08", "Friday"),
    ("", "Africa/Monrovia", -100_000_000, "1966-10-31T13:28:50-00:44:30", "Monday"),
];

#[test]
fn instants_in_zones() {
    // proves CLK-02
    for &(id, zone, instant, iso, weekday) in INSTANTS {
        let found = moment(zone, instant);
        assert_eq!(found.iso8601, iso, "{id}: {zone} at {instant}");
        assert_eq!(found.weekday, weekday, "{id}: {zone} at {instant}");
        assert_eq!(found.unix_timestamp, instant);
    }
}

#[test]
fn fields_agree_in_every_zone() {
    // proves CLK-02, CLK-03
    // Cases D22, and D13: no host has a part in it.
    let mut zones = 0;
    for zone in names::all() {
        zones += 1;
        for instant in [0, NEW_YEAR, 1_782_864_000, 1_792_890_000] {
            let found = moment(zone, instant);
            assert_eq!(found.timezone, zone);
            let parts = format!("{}T{}{}", found.date, found.time, found.utc_offset);
            assert_eq!(found.iso8601, parts);
            let back: Timestamp = found.iso8601.parse().unwrap();
            assert_eq!(back.as_second(), instant, "{zone}: {}", found.iso8601);
            let date: Date = found.date.parse().unwrap();
            assert_eq!(found.weekday, format!("{:?}", date.weekday()), "{zone}");
            let offset = found.utc_offset.as_bytes();
            assert!(matches!(offset[0], b'+' | b'-') && offset[3] == b':', "{zone}");
            // Only Liberia still had an offset with seconds in 1970.
            assert!(offset.len() == 6 || zone == "Africa/Monrovia", "{zone}");
        }
    }
    assert!(zones > 590, "{zones}");
}

#[test]
fn names_in_any_case() {
    // proves CLK-03
    for (id, asked, canonical) in [
        ("D04", "utc", "UTC"),
        ("D04", "europe/zurich", "Europe/Zurich"),
        ("D04", "EUROPE/ZURICH", "Europe/Zurich"),
        ("D06", "asia/calcutta", "Asia/Calcutta"),
        ("D06", "Europe/Kiev", "Europe/Kiev"),
        ("D06", "us/pacific", "US/Pacific"),
        ("D06", "Asia/Katmandu", "Asia/Katmandu"),
        ("D06", "america/buenos_aires", "America/Buenos_Aires"),
        ("D06", "gb", "GB"),
        ("D06", "roc", "ROC"),
        ("D06", "zulu", "Zulu"),
        ("", " \tEurope/Zurich\n", "Europe/Zurich"),
        ("", "america/argentina/comodrivadavia", "America/Argentina/ComodRivadavia"),
        ("", "w-su", "W-SU"),
    ] {
        assert_eq!(moment(asked, NEW_YEAR).timezone, canonical, "{id}");
    }
}

#[test]
fn links_show_the_time_of_their_target() {
    // proves CLK-03
    for (link, target) in [
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("US/Pacific", "America/Los_Angeles"),
        ("Asia/Katmandu", "Asia/Kathmandu"),
        ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("GB", "Europe/London"),
        ("ROC", "Asia/Taipei"),
        ("Zulu", "Etc/UTC"),
    ] {
        for instant in [NEW_YEAR, 1_782_864_000] {
            let (left, right) = (moment(link, instant), moment(target, instant));
            assert_eq!(left.iso8601, right.iso8601, "D06: {link}");
            assert_eq!(left.timezone, link, "D06");
        }
    }
}

#[test]
fn instants_outside_the_calendar() {
    for instant in [i64::MIN, -400_000_000_000, 300_000_000_000, i64::MAX] {
        assert_eq!(describe("UTC", instant), Err(ClockError::OutOfRange));
    }
}
