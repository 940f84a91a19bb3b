//! Results on standard output, all else on standard error.

use std::{
    io::{IsTerminal as _, Write as _},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use tools_core::{Output, ToolError};

use crate::options::Format;

pub(crate) const NAME: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default().bold();

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
                anstream::eprintln!("{BAD}error{BAD:#}: standard output cannot be written: {error}");
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
            value @ (Value::Object(_) | Value::Array(_)) if !output.is_rich() => self.value(&value),
            _ => self.raw(&format!("{}\n", output.text())),
        }
    }

    pub(crate) fn error(self, error: &ToolError) {
        if self.asked == Some(Format::Json) {
            anstream::eprintln!("{}", error.to_json());
            return;
        }
        anstream::eprintln!("{BAD}error{BAD:#}: {error}");
        let told = matches!(error, ToolError::InvalidArguments(_) | ToolError::UnknownTool { .. });
        if let Some(suggestion) = error.suggestion().filter(|_| !told) {
            anstream::eprintln!("{FAINT}{suggestion}{FAINT:#}");
        }
    }

    /// A command line that says nothing: exit code 2.
    pub(crate) fn usage(self, message: &str) -> ExitCode {
        self.complain(message);
        ExitCode::from(2)
    }

    pub(crate) fn complain(self, message: &str) {
        if self.asked == Some(Format::Json) {
            anstream::eprintln!("{}", serde_json::json!({ "code": "usage", "message": message }));
        } else {
            anstream::eprintln!("{BAD}error{BAD:#}: {message}");
        }
    }
}
