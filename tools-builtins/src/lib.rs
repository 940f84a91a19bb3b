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

mod calculator;
mod clock;
mod tools;
mod trimmed;

#[doc(hidden)]
pub use crate::calculator::calculator_lines;
pub use crate::{tools::Clock, trimmed::Trimmed};

tools_core::tool_crate!(docs = "required");
