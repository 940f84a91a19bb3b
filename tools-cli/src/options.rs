//! What can be written on the command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Lists, shows and calls the tools of an agent.
#[derive(Debug, Parser)]
#[command(name = "tools", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Options {
    /// How results are written [default: text on a terminal, json elsewhere]
    #[arg(long, global = true, value_enum, hide_possible_values = false)]
    pub(crate) format: Option<Format>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  tools list
  tools show calculator
  tools call calculator expression='(18 + 6) / 3'
  tools call current_datetime timezone=Europe/Zurich --format json
  echo '{\"expression\": \"2**64\"}' | tools call calculator --json -

Exit codes: 0; 1 when the tool failed or was refused; 2 for invalid arguments,
unknown tools and usage.";

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
    #[command(arg_required_else_help = true, after_help = CALL_EXAMPLES)]
    Call(Call),
    /// Prints the JSON Schema of a tool's arguments
    #[command(arg_required_else_help = true)]
    Schema {
        /// The tool's name
        name: String,
    },
    /// Checks every tool: its schema, its examples, its defaults
    Check,
    /// Prints a completion script
    Completions {
        /// The shell it is for
        shell: Shell,
    },
}

const CALL_EXAMPLES: &str = "\
A value is read as JSON where that is what the tool's schema wants, else as text:
  tools call search query=rust limit=5 'tags=[\"web\", \"news\"]'

Examples:
  tools call calculator expression='2**64'
  tools call calculator --json '{\"expression\": \"2**64\"}'
  tools call calculator --json - < arguments.json";

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
}
