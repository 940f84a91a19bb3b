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
//! | `config` | the configuration of `--config FILE`, in its format or another |
//! | `completions SHELL` | a completion script for the shell |
//!
//! Standard output has the result and nothing else: JSON when it is no terminal,
//! or with `--format json`. Everything else goes to standard error. The exit code
//! is 0, 1 when the tool failed or was refused, or 2 for invalid arguments,
//! unknown tools and usage.
//!
//! A call that needs an approval is asked about by the agent's own handler, else
//! by [`TerminalApproval`]; `--yes` approves instead of either. `--policy` and
//! `--rules` narrow what one call may do, `--events` tells what happens. Progress
//! is shown where standard error is a terminal. While the person is asked, nothing
//! else is told: what happens meanwhile comes after the answer.
//!
//! `--config FILE` applies a [configuration](config) to the agent before anything
//! else: see [`AgentBuilder::config`](tools_core::AgentBuilder::config).
//!
//! With `RUST_LOG` set, what is traced goes to standard error (such as
//! `RUST_LOG=tools_core=debug`), unless the application has a subscriber already.

mod approvals;
mod arguments;
mod call;
pub mod config;
mod events;
mod held;
mod host;
mod interrupt;
mod options;
mod people;
mod print;
mod rules;
mod show;
mod terminal;

use std::{ffi::OsString, process::ExitCode};

use clap::FromArgMatches as _;
use tools_core::Agent;
use tracing_subscriber::{EnvFilter, fmt::format::FmtSpan};

pub use crate::approvals::TerminalApproval;
use crate::options::{Command, Options};

/// Runs the command line of this program's arguments, and says how to exit.
///
/// It has to be awaited in a tokio runtime with its timer enabled. Ctrl-C
/// cancels the call, and then the result is printed as ever. The next one ends the
/// program at once, with exit code 130, and so does one after the call: the signal
/// is the command line's from the first call on.
///
/// A tool that is a plain `fn` keeps its thread until it returns, also when its
/// call is over. `#[tokio::main]` waits for it before the program ends; where that
/// is too long, do not wait:
///
/// ```no_run
/// # use std::process::ExitCode;
/// # fn run(agent: tools_core::Agent) -> std::io::Result<ExitCode> {
/// let runtime = tokio::runtime::Runtime::new()?;
/// let code = runtime.block_on(tools_cli::run(agent));
/// runtime.shutdown_background();
/// # Ok(code)
/// # }
/// ```
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
    trace();
    let path = options.config.as_deref();
    let configured = match (path, &options.command) {
        (None, _) | (_, Command::Config { .. }) => Ok(agent),
        (Some(path), _) => config::command::configured(&agent, path),
    };
    let agent = match configured {
        Ok(agent) => agent,
        Err(error) => return printer.usage(&error),
    };
    match options.command {
        Command::List => show::list(&agent, printer),
        Command::Show { name } => show::show(&agent, &name, printer),
        Command::Schema { name } => show::schema(&agent, &name, printer),
        Command::Check => show::check(&agent, printer),
        Command::Call(call) => {
            if path.is_some() {
                agent.warnings().iter().for_each(|warning| printer.warn(warning));
            }
            call::call(&agent, call, printer).await
        }
        Command::Config { format_of_config } => config::command::print(path, format_of_config, printer),
        Command::Completions { shell } => {
            let name = command.get_name().to_owned();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, name, &mut script);
            printer.raw(&String::from_utf8_lossy(&script))
        }
    }
}

/// Shows what is traced, where `RUST_LOG` asks for it and nobody else does.
fn trace() {
    let Some(asked) = std::env::var_os("RUST_LOG").filter(|asked| !asked.is_empty()) else { return };
    match EnvFilter::builder().parse(asked.to_string_lossy()) {
        Ok(filter) => {
            // A call is a span: it is told when it closes.
            let shown = tracing_subscriber::fmt().with_env_filter(filter).with_span_events(FmtSpan::CLOSE);
            // Whatever features another crate turns on: escapes would be shown as text.
            let shown = shown.with_ansi(false);
            // An application's own subscriber stays.
            let _ = shown.with_writer(|| held::Traced).try_init();
        }
        Err(error) => print::tell(format_args!("warning: RUST_LOG is passed over: {error}")),
    }
}
