//! Brave's Search API.

use serde_json::Value;
use url::Url;

use super::{Ask, Engine, Found, Freshness, Hit, SearchError, json, links::link, text};

/// Where it is asked.
pub(super) const ENDPOINT: &str = "https://api.search.brave.com/res/v1/web/search";
/// The header that carries the key.
pub(super) const HEADER: &str = "X-Subscription-Token";
/// The longest key, in characters.
const MAX_KEY: usize = 512;

/// The address to ask.
pub(super) fn url(endpoint: &Url, ask: &Ask) -> Url {
    let mut url = endpoint.clone();
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", ask.query.as_str()).append_pair("count", &ask.max_results.to_string());
    let freshness = match ask.freshness {
        Freshness::Any => None,
        Freshness::Day => Some("pd"),
        Freshness::Week => Some("pw"),
        Freshness::Month => Some("pm"),
        Freshness::Year => Some("py"),
    };
    if let Some(freshness) = freshness {
        pairs.append_pair("freshness", freshness);
    }
    pairs.append_pair("safesearch", "moderate").append_pair("result_filter", "web");
    drop(pairs);
    url
}

/// The key, trimmed. Errors never show it, not even in part.
pub(super) fn key(text: Option<&str>) -> Result<&str, SearchError> {
    let wrong = |problem| Err(SearchError::Key { problem });
    let Some(text) = text else { return wrong("is not set") };
    let key = text.trim();
    if key.is_empty() {
        return wrong("is empty");
    }
    if key.len() > MAX_KEY {
        return wrong("is longer than 512 characters");
    }
    if !key.bytes().all(|b| b.is_ascii_graphic()) {
        return wrong("has characters that are not printable ASCII");
    }
    Ok(key)
}

/// Reads an answer.
pub(super) fn parse(body: &[u8], ask: &Ask) -> Result<Found, SearchError> {
    let wrong = |missing| SearchError::WrongShape { engine: Engine::Brave, missing };
    let answer = json::read(Engine::Brave, body)?;
    if answer.get("type").and_then(Value::as_str) != Some("search") {
        return Err(wrong("`type` that is \"search\""));
    }
    let items = match answer.get("web") {
        // How Brave says that nothing was found.
        None | Some(Value::Null) => return Ok(Found { hits: Vec::new(), more: false }),
        Some(web) => web.get("results").and_then(Value::as_array).ok_or(wrong("list `web.results`"))?,
    };
    let mut hits: Vec<Hit> = json::each(items, wrong("item in `web.results` with a title and a url"), hit)?
        .into_iter()
        .flatten()
        .collect();
    hits.truncate(ask.most());
    let told = answer.pointer("/query/more_results_available").and_then(Value::as_bool);
    Ok(Found { hits, more: told == Some(true) || items.len() > ask.most() })
}

/// `None` for a bad item, `Some(None)` for a good one whose link may not be shown.
fn hit(item: &Value) -> Option<Option<Hit>> {
    let title = text::line(&text::plain(item.get("title")?.as_str()?), text::TITLE);
    let address = item.get("url")?.as_str()?;
    let snippet = json::optional(item, "description").ok()?.unwrap_or_default();
    if title.is_empty() {
        return None;
    }
    Some(link(address).map(|url| Hit {
        title,
        url,
        snippet: text::line(&text::plain(snippet), text::SNIPPET),
        sponsored: false,
        published_at: json::optional(item, "page_age").ok().flatten().and_then(text::date),
        age: json::optional(item, "age").ok().flatten().and_then(age),
    }))
}

/// An age in words, such as `2 days ago`; a text that is too long for one is none.
fn age(words: &str) -> Option<String> {
    let age = text::line(&text::plain(words), text::DATE + 1);
    (1..=text::DATE).contains(&age.chars().count()).then_some(age)
}
