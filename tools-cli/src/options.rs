//! What can be written on the command line.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use serde_json::Value;
use tools_core::Agent;

use crate::config;

/// Lists, shows and calls the tools of an agent.
#[derive(Debug, Parser)]
#[command(version = concat!("(tools-cli ", env!("CARGO_PKG_VERSION"), ")"), arg_required_else_help = true)]
pub(crate) struct Options {
    /// How results are written [default: text on a terminal, json elsewhere]
    #[arg(long, global = true, value_enum, hide_possible_values = false)]
    pub(crate) format: Option<Format>,
    /// What an operator sets: tools, policy, budget, limits, from a .toml, .yaml or .json file
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0; 1 when the tool failed or was refused; 2 for invalid arguments,
unknown tools and usage.";

/// The command line of this agent, under the name of its own program.
pub(crate) fn command(agent: &Agent, program: Option<&OsString>) -> clap::Command {
    let name = program.and_then(|path| Path::new(path).file_stem());
    let name = name.map_or_else(|| "tools".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let mut examples = format!("Examples:\n  {name} list\n");
    let definitions = agent.definitions();
    if let Some(definition) = definitions.iter().find(|definition| !definition.examples().is_empty()) {
        let tool = definition.name();
        let example = definition.examples().first().cloned().unwrap_or_default();
        let pairs = example.as_object().into_iter().flatten();
        let pairs: String = pairs.map(|(key, value)| format!(" {key}={}", quoted(value))).collect();
        examples.push_str(&format!("  {name} show {tool}\n  {name} call {tool}{pairs}\n"));
        examples.push_str(&format!("  {name} call {tool} --json '{example}' --format json\n"));
    }
    let call_examples = format!(
        "{examples}\nA value is read as JSON where that is what the tool's schema wants, else as text:\n  \
         limit=5 'tags=[\"web\", \"news\"]'"
    );
    let command =
        Options::command().name(name.clone()).bin_name(name).after_help(format!("{examples}\n{EXIT_CODES}"));
    let command = command.mut_subcommand("call", |call| call.after_help(call_examples));
    if agent.description().is_empty() { command } else { command.about(agent.description().to_owned()) }
}

/// A value as it is typed in a shell.
fn quoted(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/:,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists all tools
    List,
    /// Shows all about one tool
    #[command(arg_required_else_help = true)]
    Show {
        /// The tool's name
        name: String,
    },
    /// Calls a tool
    #[command(arg_required_else_help = true)]
    Call(Call),
    /// Prints the JSON Schema of a tool's arguments
    #[command(arg_required_else_help = true)]
    Schema {
        /// The tool's name
        name: String,
    },
    /// Checks every tool: its schema, its examples, its defaults
    Check,
    /// Prints the configuration of --config, in its own format or another
    Config {
        /// The format to print [default: that of the file]
        #[arg(long = "as", value_name = "FORMAT", value_enum)]
        format_of_config: Option<config::Format>,
    },
    /// Prints a completion script
    Completions {
        /// The shell it is for
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The tool's name
    pub(crate) name: String,
    /// Arguments, as key=value
    #[arg(value_name = "KEY=VALUE", conflicts_with = "json")]
    pub(crate) arguments: Vec<String>,
    /// All arguments as one JSON object; `-` reads it from standard input
    #[arg(long, value_name = "TEXT|-", allow_hyphen_values = true)]
    pub(crate) json: Option<String>,
    /// A rule for this call, such as 'records.*=require_approval'; the effects are allow,
    /// require_approval and deny. It can only narrow what the agent's own policy allows
    #[arg(long, value_name = "KEY=EFFECT")]
    pub(crate) policy: Vec<String>,
    /// Such rules from a .toml, .yaml or .json file: {"default": EFFECT, "rules": {KEY: EFFECT, …}}. They
    /// can only narrow, too
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// Approves what needs an approval, never what is denied; each is told on standard error.
    /// Without it you are asked at the terminal
    #[arg(long)]
    pub(crate) yes: bool,
    /// Tells what happens as lines of JSON on standard error
    #[arg(long)]
    pub(crate) events: bool,
}
