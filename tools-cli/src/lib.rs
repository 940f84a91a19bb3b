//! Gives any agent the command line of `tools`: list its tools, show them, call them.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use tools_core::{Agent, tool};
//!
//! tools_core::tool_crate!();
//!
//! /// Greets a person.
//! #[tool]
//! async fn greet(name: String) -> String {
//!     format!("Hello {name}")
//! }
//!
//! #[tokio::main]
//! async fn main() -> ExitCode {
//!     match Agent::builder("greeter").tools(TOOLS).build() {
//!         Ok(agent) => tools_cli::run(agent).await,
//!         Err(error) => {
//!             eprintln!("{error}");
//!             ExitCode::FAILURE
//!         }
//!     }
//! }
//! ```
//!
//! | command | what it does |
//! |---|---|
//! | `list` | all tools, a line each |
//! | `show NAME` | all about one tool |
//! | `call NAME key=value …` | calls a tool |
//! | `schema NAME` | the JSON Schema of a tool's arguments |
//! | `check` | what the generated test of a tool crate checks |
//! | `completions SHELL` | a completion script for the shell |
//!
//! Standard output has the result and nothing else: JSON when it is no terminal,
//! or with `--format json`. Everything else goes to standard error. The exit code
//! is 0, 1 when the tool failed or was refused, or 2 for invalid arguments,
//! unknown tools and usage.

mod arguments;
mod call;
mod host;
mod options;
mod print;
mod show;

use std::{ffi::OsString, process::ExitCode};

use clap::FromArgMatches as _;
use tools_core::Agent;

use crate::options::{Command, Options};

/// Runs the command line of this program's arguments, and says how to exit.
///
/// It has to be awaited in a tokio runtime with its timer enabled. Ctrl-C
/// cancels the call.
#[must_use = "the program exits with it"]
pub async fn run(agent: Agent) -> ExitCode {
    run_from(agent, std::env::args_os()).await
}

/// The same with arguments of its own; the first one is the program's name.
#[must_use = "the program exits with it"]
pub async fn run_from<T: Into<OsString> + Clone>(
    agent: Agent,
    arguments: impl IntoIterator<Item = T>,
) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let mut command = options::command(&agent, arguments.first());
    let parsed = command.clone().try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Options::from_arg_matches(&matches));
    let options = match parsed {
        Ok(options) => options,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let printer = print::Printer::new(options.format);
    if tokio::runtime::Handle::try_current().is_err() {
        return printer
            .usage("the command line runs inside a tokio runtime: write `#[tokio::main]` above `main`");
    }
    match options.command {
        Command::List => show::list(&agent, printer),
        Command::Show { name } => show::show(&agent, &name, printer),
        Command::Schema { name } => show::schema(&agent, &name, printer),
        Command::Check => show::check(&agent, printer),
        Command::Call(call) => call::call(&agent, call, printer).await,
        Command::Completions { shell } => {
            let name = command.get_name().to_owned();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, name, &mut script);
            printer.raw(&String::from_utf8_lossy(&script))
        }
    }
}
