//! `--config`, and `tools config`.

use std::{path::Path, process::ExitCode};

use tools_core::Agent;

use super::{Format, load, to_text};
use crate::print::Printer;

/// The agent as the file wants it.
pub(crate) fn configured(agent: &Agent, path: &Path) -> Result<Agent, String> {
    let config = load(path).map_err(|error| error.to_string())?;
    agent.to_builder().config(config).build().map_err(|error| format!("{}: {error}", path.display()))
}

/// It need not fit this program: a file can be converted anywhere.
pub(crate) fn print(path: Option<&Path>, format: Option<Format>, printer: Printer) -> ExitCode {
    let Some(path) = path else {
        return printer.usage("no configuration is given: write `--config FILE`");
    };
    let text = load(path).and_then(|config| to_text(&config, format.map_or_else(|| Format::of(path), Ok)?));
    match text {
        Ok(text) => printer.raw(&text),
        Err(error) => printer.usage(&error.to_string()),
    }
}
