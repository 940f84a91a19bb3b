//! A way in for programs that check the engines with many bodies.

use url::Url;

use super::{Ask, Engine, Freshness, Query, links, text};

/// Reads a body as an engine's answer, and checks what holds for every answer:
/// gives the number of hits, or the code of the error.
///
/// # Errors
/// What does not hold.
#[doc(hidden)]
pub fn search_probe(
    engine: &str,
    status: u16,
    body: &[u8],
    max_results: u8,
) -> Result<Result<usize, &'static str>, String> {
    let engine = [Engine::Brave, Engine::Duckduckgo, Engine::Wikipedia]
        .into_iter()
        .find(|one| one.name() == engine)
        .ok_or("no such engine")?;
    let ask = Ask { query: Query::new("probe")?, max_results, freshness: Freshness::Any };
    let found = match engine.read(status, body, &ask) {
        Ok(found) => found,
        Err(error) => return Ok(Err(error.code())),
    };
    if found.hits.len() > usize::from(max_results) {
        return Err(format!("{} hits", found.hits.len()));
    }
    for hit in &found.hits {
        let whole = Url::parse(&hit.url).is_ok_and(|url| url.as_str() == hit.url);
        if !whole || links::link(&hit.url).as_ref() != Some(&hit.url) {
            return Err(format!("the link {:?}", hit.url));
        }
        for (name, text, max, min) in [
            ("title", Some(&hit.title), text::TITLE, 1),
            ("snippet", Some(&hit.snippet), text::SNIPPET, 0),
            ("published_at", hit.published_at.as_ref(), text::DATE, 10),
            ("age", hit.age.as_ref(), text::DATE, 1),
        ] {
            let Some(text) = text else { continue };
            if !(min..=max).contains(&text.chars().count()) || text.contains(char::is_control) {
                return Err(format!("the {name} {text:?}"));
            }
        }
        if engine != Engine::Duckduckgo && hit.sponsored {
            return Err(format!("sponsored by {}", engine.name()));
        }
    }
    Ok(Ok(found.hits.len()))
}
