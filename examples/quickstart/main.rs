//! An agent that links two tool crates, one of them with state that it lends,
//! and one built-in; and it has the command line.
//!
//! ```text
//! $ cargo run --example quickstart -- call book_hotel location=Athens guests=2 room=double
//! {"number":1,"location":"Athens","guests":2,"nights":1,"room":"double"}
//! $ cargo run --example quickstart -- call count_words text='a tool is a function'
//! 5
//! $ cargo run --example quickstart -- call calculator expression=2**10
//! {"expression":"2**10","result":1024}
//! ```

use std::process::ExitCode;

use hotels::Hotels;
use tools_core::Agent;

#[tokio::main]
async fn main() -> ExitCode {
    let agent = Agent::builder("concierge")
        .description("Books hotels and converts units.")
        .tools(hotels::TOOLS)
        .tools(units::TOOLS)
        .tools(tools_builtins::TOOLS.only(["calculator"]))
        .state(Hotels::default())
        .build();
    match agent {
        Ok(agent) => tools_cli::run(agent).await,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
