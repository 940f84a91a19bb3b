//! Which addresses may stand in a result.

use url::Url;

use crate::network;

/// The longest address, in characters, as it came and as it is given back.
pub(super) const MAX_CHARS: usize = 2_048;

/// The normalised address, if it may stand in a result: http or https, not too
/// long, without credentials, control characters and backslashes, and not of an
/// address or name inside the network.
///
/// No name is resolved: who fetches the page checks where the name leads.
pub(super) fn link(text: &str) -> Option<String> {
    if text.chars().take(MAX_CHARS + 1).count() > MAX_CHARS {
        return None;
    }
    // The parser would drop tabs and line ends, and read `\` as `/`: an address
    // that says one thing and means another.
    if text.contains(|c: char| c.is_control() || c == '\\') || has_at(text) {
        return None;
    }
    let url = Url::parse(text).ok()?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let public = network::is_public_host(&url.host()?);
    (public && url.as_str().len() <= MAX_CHARS).then(|| url.into())
}

/// Whether there is an `@` before the path: the parser forgets empty credentials.
fn has_at(text: &str) -> bool {
    let Some((_, after)) = text.split_once(':') else { return false };
    let authority = after.trim_start_matches('/').split(['/', '?', '#']).next();
    authority.is_some_and(|authority| authority.contains('@'))
}
