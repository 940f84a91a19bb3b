//! Who answers what tools ask on the command line: the person at the terminal.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead as _, BufReader, Write as _},
};

use tools_core::{Answer, BoxFuture, Host, LogLevel, Question, ToolError};

/// Asks at the terminal device, so that standard input and output stay the
/// program's own; without one it is unavailable.
pub(crate) struct Terminal;

impl Host for Terminal {
    fn ask<'a>(&'a self, question: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            let asked = tokio::task::spawn_blocking(move || ask(&question));
            asked.await.map_err(|_| ToolError::unavailable("the question was interrupted"))?
        })
    }

    fn log(&self, level: LogLevel, message: &str) {
        anstream::eprintln!("{}: {message}", format!("{level:?}").to_lowercase());
    }
}

fn ask(question: &Question) -> Result<Answer, ToolError> {
    let unavailable =
        |error: std::io::Error| ToolError::unavailable(format!("there is no terminal to ask at: {error}"));
    let mut terminal = terminal().map_err(unavailable)?;
    write!(terminal, "{} ", question.message).map_err(unavailable)?;
    let mut line = String::new();
    BufReader::new(terminal).read_line(&mut line).map_err(unavailable)?;
    let text = line.trim_end_matches(['\r', '\n']);
    Ok(match text {
        _ if line.is_empty() => Answer::Dismissed,
        "" => Answer::Declined,
        // Where more than a text is asked for, JSON is taken as such.
        text if question.schema.is_some() => {
            Answer::Given(serde_json::from_str(text).unwrap_or_else(|_| text.into()))
        }
        text => Answer::Given(text.into()),
    })
}

fn terminal() -> std::io::Result<File> {
    let device = if cfg!(windows) { "CON" } else { "/dev/tty" };
    OpenOptions::new().read(true).write(true).open(device)
}
