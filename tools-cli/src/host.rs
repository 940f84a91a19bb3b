//! Who answers what tools ask on the command line: the person at the terminal.

use std::{
    io::{self, IsTerminal as _},
    thread,
};

use tokio::sync::oneshot;
use tools_core::{Answer, BoxFuture, Host, LogLevel, Question, ToolError};

use crate::{
    held::note,
    terminal::{Prompt, Silence, indented, one_line},
};

/// What a model is told where there is no terminal.
pub(crate) const NOBODY: &str = "nobody can be asked here";

/// Asks at the terminal device; without one it is unavailable.
pub(crate) struct Terminal;

impl Host for Terminal {
    fn ask<'a>(&'a self, question: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            let (answer, asked) = oneshot::channel();
            let asking = move || {
                let result = ask(&question, &|| !answer.is_closed());
                // A call that has ended waits for no answer.
                let _ = answer.send(result);
            };
            // A thread of the runtime would keep the program from ending.
            let _ = thread::Builder::new().name("tools-question".into()).spawn(asking);
            asked.await.map_err(|_| ToolError::unavailable("the question was interrupted"))?
        })
    }

    /// For a person who watches: a script's log is not flooded.
    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if io::stderr().is_terminal() {
            let total = total.map_or_else(String::new, |total| format!(" of {total}"));
            let message = if message.is_empty() { String::new() } else { format!(": {}", one_line(message)) };
            note(format_args!("{done}{total}{message}"));
        }
    }

    fn log(&self, level: LogLevel, message: &str) {
        note(format_args!("{}: {}", format!("{level:?}").to_lowercase(), one_line(message)));
    }
}

fn ask(question: &Question, is_open: &dyn Fn() -> bool) -> Result<Answer, ToolError> {
    let mut prompt = Prompt::open(is_open).map_err(|error| {
        note(format_args!("there is no terminal to ask at: {error}"));
        ToolError::unavailable(NOBODY)
    })?;
    // A person must see that it is not the program that asks.
    Ok(match prompt.ask(&format!("A tool asks: {} ", indented(&question.message))) {
        Err(Silence::Closed | Silence::Expired) => Answer::Dismissed,
        Ok(text) if text.is_empty() => Answer::Declined,
        // Where more than a text is asked for, JSON is taken as such.
        Ok(text) if question.schema.is_some() => {
            Answer::Given(serde_json::from_str(&text).unwrap_or_else(|_| text.into()))
        }
        Ok(text) => Answer::Given(text.into()),
    })
}
