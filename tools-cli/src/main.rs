//! The `tools` program: an agent of all built-in tools, with the command line.

use std::{error::Error, process::ExitCode};

use tokio::runtime::Runtime;
use tools_core::Agent;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        anstream::eprintln!("{error}");
        ExitCode::FAILURE
    })
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let agent =
        Agent::builder("tools").description("The built-in tools.").tools(tools_builtins::TOOLS).build()?;
    let runtime = Runtime::new()?;
    let code = runtime.block_on(tools_cli::run(agent));
    // A tool that still blocks its thread keeps nobody waiting.
    runtime.shutdown_background();
    Ok(code)
}
