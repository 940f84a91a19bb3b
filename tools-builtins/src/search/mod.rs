//! What the search engines are asked, and what their answers say. Nothing here
//! touches the network: an engine gives an address to ask and reads the bytes
//! that came back.

mod ask;
mod brave;
mod duckduckgo;
mod error;
mod json;
mod links;
mod probe;
#[cfg(test)]
mod tests;
mod text;
mod tool;
mod wikipedia;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

#[doc(hidden)]
pub use self::probe::search_probe;
pub use self::tool::SearchEngines;
pub(crate) use self::{
    ask::{Ask, Freshness, Query},
    error::SearchError,
};

/// The environment variable that holds Brave's key.
pub(crate) const BRAVE_KEY: &str = "BRAVE_SEARCH_API_KEY";
/// The header that carries Brave's key, and nothing else does.
pub(crate) const BRAVE_HEADER: &str = brave::HEADER;

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The whole web; needs a key.
    #[default]
    Brave,
    /// The whole web, without a key; may ask for a human.
    Duckduckgo,
    /// English Wikipedia, without a key.
    Wikipedia,
}

impl Engine {
    /// The name on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brave => "brave",
            Self::Duckduckgo => "duckduckgo",
            Self::Wikipedia => "wikipedia",
        }
    }

    /// Where it is asked, unless the application says otherwise.
    pub(crate) fn endpoint(self) -> &'static str {
        match self {
            Self::Brave => brave::ENDPOINT,
            Self::Duckduckgo => duckduckgo::ENDPOINT,
            Self::Wikipedia => wikipedia::ENDPOINT,
        }
    }

    /// The media type that is asked for.
    pub(crate) fn accept(self) -> &'static str {
        match self {
            Self::Brave | Self::Wikipedia => "application/json",
            Self::Duckduckgo => "text/html",
        }
    }

    /// The address to ask at an endpoint.
    ///
    /// # Errors
    /// When the engine cannot answer such a question.
    pub(crate) fn url(self, endpoint: &Url, ask: &Ask) -> Result<Url, SearchError> {
        match self {
            Self::Brave => Ok(brave::url(endpoint, ask)),
            Self::Duckduckgo => Ok(duckduckgo::url(endpoint, ask)),
            Self::Wikipedia => wikipedia::url(endpoint, ask),
        }
    }

    /// The key in a header, out of the text of [`BRAVE_KEY`].
    ///
    /// # Errors
    /// When the engine needs a key and the text is none.
    pub(crate) fn key(self, text: Option<&str>) -> Result<Option<&str>, SearchError> {
        match self {
            Self::Brave => brave::key(text).map(Some),
            Self::Duckduckgo | Self::Wikipedia => Ok(None),
        }
    }

    /// Reads the body of an answer whose status is a success.
    ///
    /// # Errors
    /// When the body is not what the engine's answers look like.
    pub(crate) fn read(self, status: u16, body: &[u8], ask: &Ask) -> Result<Found, SearchError> {
        match self {
            Self::Brave => brave::parse(body, ask),
            Self::Duckduckgo => duckduckgo::parse(status, body, ask),
            Self::Wikipedia => wikipedia::parse(body, ask),
        }
    }
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Hit {
    /// The page's title.
    pub(crate) title: String,
    /// The page's address, or the click address of an advertisement.
    pub(crate) url: String,
    /// What the engine shows of the page; may be empty.
    pub(crate) snippet: String,
    /// Whether somebody paid for it.
    pub(crate) sponsored: bool,
    /// When the page was published, where the engine knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published_at: Option<String>,
    /// How old the page is, in words, where the engine says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) age: Option<String>,
}

/// What an engine found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// In the engine's order, at most as many as were asked for.
    pub(crate) hits: Vec<Hit>,
    /// Whether the engine showed that there is more.
    pub(crate) more: bool,
}
