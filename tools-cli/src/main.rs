//! The `tools` program: an agent of all built-in tools, with the command line.

use std::process::ExitCode;

use tools_core::Agent;

#[tokio::main]
async fn main() -> ExitCode {
    let agent =
        Agent::builder("tools").description("The built-in tools.").tools(tools_builtins::TOOLS).build();
    match agent {
        Ok(agent) => tools_cli::run(agent).await,
        Err(error) => {
            anstream::eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
