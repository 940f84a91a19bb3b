//! DuckDuckGo's page of results without scripts. It is made for people: what
//! it shows is read as HTML, and what it means is told by classes.

mod page;

use url::Url;

use self::page::{Anchor, Page};
use super::{Ask, Engine, Found, Freshness, Hit, SearchError, links::link, text};

/// Where it is asked.
pub(super) const ENDPOINT: &str = "https://html.duckduckgo.com/html/";

/// The address to ask.
pub(super) fn url(endpoint: &Url, ask: &Ask) -> Url {
    let mut url = endpoint.clone();
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", ask.query.as_str()).append_pair("kp", "-1");
    let freshness = match ask.freshness {
        Freshness::Any => None,
        Freshness::Day => Some("d"),
        Freshness::Week => Some("w"),
        Freshness::Month => Some("m"),
        Freshness::Year => Some("y"),
    };
    if let Some(freshness) = freshness {
        pairs.append_pair("df", freshness);
    }
    drop(pairs);
    url
}

/// Reads an answer. Its status matters: the human check is a success, 202.
pub(super) fn parse(status: u16, body: &[u8], ask: &Ask) -> Result<Found, SearchError> {
    let engine = Engine::Duckduckgo;
    let page = Page::read(&String::from_utf8_lossy(body));
    let read: Vec<Option<Hit>> = page.anchors.iter().filter_map(hit).collect();
    if read.is_empty() {
        // An empty list is only what the page itself calls one: a result that
        // could not be read stands for markup that has changed.
        return match page {
            Page { human: true, .. } => Err(SearchError::HumanCheck { engine }),
            Page { empty: true, unread: false, anchors, .. } if anchors.is_empty() => {
                Ok(Found { hits: Vec::new(), more: false })
            }
            _ if status == 202 => Err(SearchError::HumanCheck { engine }),
            _ => Err(SearchError::WrongShape { engine, missing: "result and no sign that there are none" }),
        };
    }
    let mut hits: Vec<Hit> = read.into_iter().flatten().collect();
    // Advertisements count: the list is the top of the page as it was shown.
    let rest = hits.split_off(ask.most().min(hits.len()));
    let more = page.next || rest.iter().any(|hit| !hit.sponsored);
    Ok(Found { hits, more })
}

/// `None` if it is not a result as we know them, `Some(None)` if its link may
/// not be shown.
fn hit(anchor: &Anchor) -> Option<Option<Hit>> {
    let title = text::line(&anchor.title, text::TITLE);
    let target = target(anchor.href.as_deref()?)?;
    if title.is_empty() {
        return None;
    }
    let sponsored = anchor.sponsored || own(&target.url).is_some_and(|path| path == "/y.js");
    Some(link(&target.text).map(|url| Hit {
        title,
        url,
        snippet: text::line(&anchor.snippet, text::SNIPPET),
        sponsored,
        published_at: None,
        age: None,
    }))
}

/// Where a link leads, as it was written and as it was read.
struct Target {
    text: String,
    url: Url,
}

/// Takes the target out of DuckDuckGo's own redirect, which advertisements
/// may be in as well. Anything but a whole http or https address is none.
fn target(href: &str) -> Option<Target> {
    let text = absolute(href);
    let url = Url::parse(&text).ok()?;
    let (text, url) = match own(&url) {
        Some("/l/" | "/l") => {
            let (_, inner) = url.query_pairs().find(|(name, _)| name == "uddg")?;
            let inner = absolute(&inner);
            let url = Url::parse(&inner).ok()?;
            (inner, url)
        }
        _ => (text, url),
    };
    matches!(url.scheme(), "http" | "https").then_some(Target { text, url })
}

/// An address with its scheme and host, where the page leaves these out.
fn absolute(href: &str) -> String {
    let href = href.trim_ascii();
    if href.starts_with("//") {
        format!("https:{href}")
    } else if href.starts_with("/l/?") || href.starts_with("/y.js?") {
        format!("https://duckduckgo.com{href}")
    } else {
        href.to_owned()
    }
}

/// The path, if the address is DuckDuckGo's.
fn own(url: &Url) -> Option<&str> {
    let host = url.host_str()?;
    let ours = host == "duckduckgo.com" || host.ends_with(".duckduckgo.com");
    ours.then(|| url.path())
}
