//! Wikipedia's search, in English.

use serde_json::Value;
use url::Url;

use super::{Ask, Engine, Found, Freshness, Hit, SearchError, json, links::link, text};

/// Where it is asked.
pub(super) const ENDPOINT: &str = "https://en.wikipedia.org/w/rest.php/v1/search/page";

/// The address to ask.
///
/// # Errors
/// Wikipedia does not look for pages by their age.
pub(super) fn url(endpoint: &Url, ask: &Ask) -> Result<Url, SearchError> {
    if ask.freshness != Freshness::Any {
        return Err(SearchError::Freshness { engine: Engine::Wikipedia, asked: ask.freshness });
    }
    let mut url = endpoint.clone();
    // One more than is shown, to know whether there is one.
    let limit = u16::from(ask.max_results) + 1;
    url.query_pairs_mut().append_pair("q", ask.query.as_str()).append_pair("limit", &limit.to_string());
    Ok(url)
}

/// Reads an answer.
pub(super) fn parse(body: &[u8], ask: &Ask) -> Result<Found, SearchError> {
    let wrong = |missing| SearchError::WrongShape { engine: Engine::Wikipedia, missing };
    let answer = json::read(Engine::Wikipedia, body)?;
    let items = answer.get("pages").and_then(Value::as_array).ok_or(wrong("list `pages`"))?;
    let mut hits = json::each(items, wrong("item in `pages` with an id and a title"), hit)?;
    hits.truncate(ask.most());
    Ok(Found { hits, more: items.len() > ask.most() })
}

fn hit(item: &Value) -> Option<Hit> {
    let id = item.get("id")?.as_u64().filter(|id| *id > 0)?;
    // Titles and descriptions are plain already: `AT&T` means just that.
    let title = text::line(item.get("title")?.as_str()?, text::TITLE);
    let excerpt = json::optional(item, "excerpt").ok()?.unwrap_or_default();
    if title.is_empty() {
        return None;
    }
    let mut snippet = text::line(&text::plain(excerpt), text::SNIPPET);
    if snippet.is_empty() {
        let description = json::optional(item, "description").ok().flatten().unwrap_or_default();
        snippet = text::line(description, text::SNIPPET);
    }
    let url = link(&format!("https://en.wikipedia.org/?curid={id}"))?;
    Some(Hit { title, url, snippet, sponsored: false, published_at: None, age: None })
}
