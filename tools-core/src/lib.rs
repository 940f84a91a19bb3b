//! Write an async function, put `#[tool]` on it, and any model can call it. Its
//! JSON Schema, argument check and registration are made when it compiles.
//!
//! ```standalone_crate
//! use tools_core::{Agent, json, tool};
//!
//! tools_core::tool_crate!();
//!
//! /// Adds two numbers.
//! #[tool]
//! async fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let agent = Agent::builder("assistant").tools(TOOLS).build()?;
//!     println!("{}", agent.call("add", json!({ "a": 1, "b": 2 })).await?);
//!     Ok(())
//! }
//! ```
//!
//! One rule for parameters: **owned, the model supplies it; borrowed (`&T`), the
//! host lends it** with [`AgentBuilder::state`] or [`RunContext::lend`].
//!
//! What is guaranteed:
//!
//! - What a tool gets is valid for its schema, every keyword of it (JSON Schema
//!   2020-12), at every depth; else it does not run, and the error says all
//!   that is wrong.
//! - A tool that panics harms no other call; one that waits for ever is dropped
//!   at its time limit; a plain `fn` that blocks holds up no `async fn`.
//! - Nothing runs that the agent's [policy](CapabilityPolicy) or the run's permissions
//!   deny, or that a person has to approve and has not; what was approved is what
//!   runs. A policy or an approval handler that fails refuses.
//! - A [budget](Budget) is never exceeded, however many calls race for it, and what
//!   is refused uses nothing.
//! - Every call has exactly one end, told once as an [event](Event); who listens
//!   holds up nobody. What is marked secret is in no event, span or error.
//! - Two tools never share a name, and no tool is silently missing from a crate
//!   that an agent names.
//!
//! What is not:
//!
//! - Rust leaves out a crate that nothing names, with all of its tools, in every
//!   profile. Naming it, `.tools(that_crate::TOOLS)`, is what links it.
//! - With `panic = "abort"` nothing is caught.
//! - An `async fn` that blocks, or computes for long without an `await`, holds
//!   its thread of the runtime, and no time limit reaches it: write a plain `fn`.
//! - A plain `fn` runs on the runtime's blocking pool, and its thread cannot be
//!   stopped: a cancelled or late call returns at once, and the function goes on
//!   until it ends by itself. One that never ends keeps its thread, and the
//!   runtime's shutdown waits for it; as many of them as the pool has threads
//!   (512 by default) hold up all others.
//! - A policy decides on what a tool says of itself, its capabilities and what it
//!   prepares: a tool that lies there is not caught. It is Rust code in your
//!   process, not in a sandbox.
//! - Two tools with one place each ([`AgentBuilder::tool_calls_at_once`]) that call
//!   each other can wait for each other until their time is over.

// What only the agent uses is not written twice for those who do without one.
#![cfg_attr(not(feature = "agent"), allow(dead_code, unused_imports))]

mod action;
#[cfg(feature = "agent")]
mod agent;
mod approval;
mod args;
mod arguments;
mod budget;
#[cfg(feature = "agent")]
mod config;
mod context;
mod error;
mod event;
mod link;
mod names;
mod output;
mod panics;
mod policy;
pub mod schema;
mod spec;
mod sync;
pub mod testing;
mod tool;
mod toolbox;

pub use serde_json::json;
pub use tools_macros::tool;

#[cfg(feature = "agent")]
pub use crate::agent::{Agent, AgentBuilder, BuildErrors, Card, Skill, ToolsWatch};
#[cfg(feature = "agent")]
pub use crate::config::{
    AgentConfig, BadSecretText, ConfigText, LimitsConfig, MissingVariables, SecretText, SecretValue,
    ToolConfig, ToolingConfig, ToolingKind, Transport,
};
pub use crate::{
    action::{Action, ActionRecord},
    approval::{
        ApprovalDecision, ApprovalHandler, ApprovalQueue, ApprovalRequest, ApprovalWatch, NotAccepted,
        Remember, Reply, approval_fn,
    },
    args::{Args, Coercion},
    arguments::{ArgumentLimits, Arguments},
    budget::{Budget, BudgetLimit, Usage},
    context::{Answer, Host, Lent, LogLevel, Question, RunContext},
    error::{BoxError, InvalidArguments, ToolError, Violation},
    event::{Event, EventKind, EventStream, Observer},
    link::{ToolCrate, linked},
    output::{Argument, Content, Failure, Length, Output, Patterned, Ranged, Returns},
    policy::{
        BadCapability, BadEffect, BadRules, Capability, CapabilityPolicy, DecidedBy, Decision, Effect,
        Policy, policy_fn,
    },
    tool::{BoxFuture, Definition, DefinitionBuilder, Hints, Origin, Prepared, Tool, tool_fn},
    toolbox::{IntoTools, ToolSet},
};

/// What the macros and the command line name. No stable interface: it changes with any release.
#[doc(hidden)]
pub mod __private {
    pub use core::option::Option::Some;

    pub use inventory;

    pub use crate::{
        __origin as origin, __tool_crate_here as tool_crate_here,
        args::Taker,
        names::unknown,
        output::{Plain, Returned},
        spec::*,
        tool::{Hints, Origin},
    };

    /// Where the macro was used.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __origin {
        () => {
            $crate::Origin::source(
                ::core::module_path!(),
                ::core::file!(),
                ::core::line!(),
                ::core::option_env!("CARGO_PKG_NAME"),
                ::core::option_env!("CARGO_PKG_VERSION"),
            )
        };
    }

    /// The crate in which the macro was used.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __tool_crate_here {
        () => {
            $crate::ToolCrate::of($crate::__private::origin!())
        };
    }
}
