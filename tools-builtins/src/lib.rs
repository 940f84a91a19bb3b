//! Safe tools for any agent, each a `#[tool]` like any other. None is on by
//! itself: an agent has the ones that it names.
//!
//! ```
//! use tools_core::{Agent, json};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let agent = Agent::builder("assistant").tools(tools_builtins::TOOLS.only(["calculator"])).build()?;
//! let answer = agent.call("calculator", json!({ "expression": "(18 + 6) / 3" })).await?;
//! assert_eq!(answer.value()["result"], json!(8.0));
//! # Ok(())
//! # }
//! ```
//!
//! | tool | what it does | takes from the application |
//! |---|---|---|
//! | `calculator` | arithmetic with Python's meaning, exact and bounded | |
//! | `current_datetime` | date and time in any IANA time zone | a [`Clock`], if it is lent one |
//! | `fetch_url` | a public web page as text | a [`Network`](network::Network), if it is lent one |
//! | `web_search` | results of Brave, DuckDuckGo or Wikipedia | a `Network` and [`SearchEngines`], if it is lent them |
//!
//! The web tools and the guarded [`network`] under them come with the feature
//! `web`, which is on by default.

mod calculator;
#[cfg(feature = "web")]
mod charset;
mod clock;
#[cfg(feature = "web")]
mod fetch;
#[cfg(feature = "web")]
mod html;
#[cfg(feature = "web")]
#[cfg(test)]
mod mutation;
#[cfg(feature = "web")]
pub mod network;
#[cfg(feature = "web")]
mod search;
mod tools;
mod trimmed;

#[doc(hidden)]
pub use crate::calculator::calculator_lines;
#[cfg(feature = "web")]
pub use crate::search::{Engine as SearchEngine, SearchEngines};
#[cfg(feature = "web")]
#[doc(hidden)]
pub use crate::{html::read_html, search::search_probe};
pub use crate::{tools::Clock, trimmed::Trimmed};

tools_core::tool_crate!(docs = "required");
