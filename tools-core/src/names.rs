//! The one rule for names that every model provider takes.

use crate::{error::explain_choices, toolbox::list};

/// `[A-Za-z_][A-Za-z0-9_-]{0,63}`: what OpenAI, Anthropic and Gemini all take.
pub(crate) fn check_tool_name(name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || name.len() > 64 {
        return Err(format!("a tool name has 1 to 64 characters; this one has {}", name.chars().count()));
    }
    match name.chars().find(|c| !fits(*c)) {
        Some(c) => Err(format!(
            "`{name}` cannot name a tool: a name has only letters, digits, `_` and `-`, and this one has {c:?}"
        )),
        None if name.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Err(format!("`{name}` cannot name a tool: a name starts with a letter or `_`"))
        }
        None => Ok(()),
    }
}

/// The names nearest to a misspelled one, best first, at most three.
///
/// Case and the separators `-`, `_`, `.` and blanks count for nothing.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' '));
        letters.flat_map(char::to_lowercase).take(128).collect()
    };
    let wanted = plain(name);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<(f64, &str)> = known
        .into_iter()
        .map(|known| {
            let candidate = plain(known);
            let contains = candidate.contains(&wanted) || wanted.contains(&candidate);
            let bonus = if contains && wanted.len() > 2 && candidate.len() > 2 { 0.3 } else { 0.0 };
            (strsim::normalized_damerau_levenshtein(&wanted, &candidate) + bonus, known)
        })
        .filter(|(score, _)| *score >= 0.6)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// That a name is not known, with those that are and the nearest of them.
pub fn unknown(name: &str, known: &[String]) -> String {
    let mut told = format!("`{}` is not known; known are {}", name.escape_debug(), list(known));
    let near = nearest(name, known.iter().map(String::as_str));
    if !near.is_empty() {
        told.push_str(&format!(" (did you mean {}?)", explain_choices(&near)));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_every_provider_takes() {
        for good in ["a", "_", "web_search", "A-b-9", &"x".repeat(64)] {
            assert_eq!(check_tool_name(good), Ok(()), "{good}");
        }
        for bad in ["", "9a", "-a", "a b", "a.b", "naïve", &"x".repeat(65)] {
            assert!(check_tool_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn near_names() {
        let known = ["web_search", "fetch_url", "old_string", "query"];
        assert_eq!(nearest("qeury", known), ["query"]);
        assert_eq!(nearest("old-string", known), ["old_string"]);
        assert_eq!(nearest("search", known), ["web_search"]);
        assert_eq!(nearest("zzz", known), [""; 0]);
        assert_eq!(nearest("", known), [""; 0]);
    }
}
