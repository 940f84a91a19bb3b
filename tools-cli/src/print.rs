//! Results on standard output, all else on standard error.

use std::{
    fmt::Display,
    io::{IsTerminal as _, Write as _},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use tools_core::{Output, ToolError};

use crate::{
    options::Format,
    people,
    terminal::{indented, shown},
};

pub(crate) const NAME: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();

/// A line on standard error, in one piece. Where it cannot be written, nobody
/// could be told.
pub(crate) fn tell(line: impl Display) {
    let line = format!("{line}\n");
    let _ = anstream::stderr().lock().write_all(line.as_bytes());
}

/// Lines of an error: those that its text indents stay so.
fn lines(text: &str) -> String {
    let text = shown(text);
    let rest = |line: &str| if line.starts_with(' ') { format!("\n{line}") } else { format!("\n  {line}") };
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    first + &lines.map(rest).collect::<String>()
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer {
    asked: Option<Format>,
}

impl Printer {
    pub(crate) fn new(asked: Option<Format>) -> Self {
        Printer { asked }
    }

    pub(crate) fn is_json(self) -> bool {
        match self.asked {
            Some(format) => format == Format::Json,
            None => !std::io::stdout().is_terminal(),
        }
    }

    /// Text as it is. A reader that went away, such as `head`, is no failure.
    pub(crate) fn raw(self, text: &str) -> ExitCode {
        let mut out = anstream::stdout();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                tell(format_args!("{BAD}error{BAD:#}: standard output cannot be written: {error}"));
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        }
    }

    /// A value: one line of JSON, or lines for people.
    pub(crate) fn value(self, value: &Value) -> ExitCode {
        let text = match value {
            value if self.is_json() => value.to_string(),
            Value::String(text) => text.clone(),
            value => format!("{value:#}"),
        };
        self.raw(&(text + "\n"))
    }

    pub(crate) fn output(self, output: &Output) -> ExitCode {
        if self.is_json() {
            return self.raw(&format!("{}\n", output.json_text()));
        }
        match output.value() {
            value @ (Value::Object(_) | Value::Array(_)) if !output.is_rich() => {
                self.raw(&(people::lines(&value) + "\n"))
            }
            _ => self.raw(&format!("{}\n", output.text())),
        }
    }

    pub(crate) fn error(self, error: &ToolError) {
        if self.asked == Some(Format::Json) {
            return tell(error.to_json());
        }
        tell(format_args!("{BAD}error{BAD:#}: {}", lines(&error.to_string())));
        // The other suggestions tell a model what to do.
        if let (ToolError::Rejected { .. }, Some(suggestion)) = (error, error.suggestion()) {
            tell(format_args!("{FAINT}{}{FAINT:#}", indented(&suggestion)));
        }
    }

    /// Something odd that stops nothing.
    pub(crate) fn warn(self, message: &str) {
        tell(format_args!("{ODD}warning{ODD:#}: {}", indented(message)));
    }

    /// A command line that says nothing: exit code 2.
    pub(crate) fn usage(self, message: &str) -> ExitCode {
        if self.asked == Some(Format::Json) {
            tell(serde_json::json!({ "code": "usage", "message": message }));
        } else {
            tell(format_args!("{BAD}error{BAD:#}: {}", indented(message)));
        }
        ExitCode::from(2)
    }
}
