//! What the user may have meant.

/// The word most like the given one, if any is like it at all.
pub(crate) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    words
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Words in backticks: "`a`, `b` and `c`".
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
        None => String::new(),
    }
}

/// How many letters must be put in, left out or replaced (Levenshtein).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (place, letter) in from.chars().enumerate() {
        let mut left = place + 1;
        let mut row = vec![left];
        for (pair, other) in above.windows(2).zip(&to) {
            let &[diagonal, up] = pair else { continue };
            left = (diagonal + usize::from(letter != *other)).min(up + 1).min(left + 1);
            row.push(left);
        }
        above = row;
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, expected) in
            [("", "", 0), ("", "abc", 3), ("limt", "limit", 1), ("größe", "grösse", 2)]
        {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn the_nearest_word_must_be_near() {
        assert_eq!(nearest("capabilites", ["name", "capabilities"]), Some("capabilities"));
        assert_eq!(nearest("retries", ["name", "title"]), None);
        assert_eq!(nearest("", ["name"]), None);
    }

    #[test]
    fn lists() {
        assert_eq!(listed([]), "");
        assert_eq!(listed(["a"]), "`a`");
        assert_eq!(listed(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
