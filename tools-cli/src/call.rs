//! `tools call`.

use std::{io::Read as _, process::ExitCode};

use tools_core::{Agent, Arguments, ToolError};

use crate::{arguments, host::Terminal, options, print::Printer};

pub(crate) async fn call(agent: &Agent, call: options::Call, printer: Printer) -> ExitCode {
    let Some(tool) = agent.tool(&call.name) else {
        return crate::show::unknown(agent, &call.name, printer);
    };
    let given: Arguments<'_> = match call.json.as_deref() {
        Some("-") => {
            let mut text = String::new();
            match std::io::stdin().read_to_string(&mut text) {
                Ok(_) => text.into(),
                Err(error) => return printer.usage(&format!("standard input cannot be read: {error}")),
            }
        }
        Some(text) => text.into(),
        None => match arguments::read(tool.definition(), &call.arguments) {
            Ok(arguments) => arguments.into(),
            Err(message) => return printer.usage(&message),
        },
    };
    let run = agent.open_run().with_host(Terminal);
    let interrupt = tokio::spawn({
        let run = run.clone();
        async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                run.cancel("interrupted at the terminal");
            }
        }
    });
    let result = agent.call_in(&run, &call.name, given).await;
    interrupt.abort();
    match result {
        Ok(output) => printer.output(&output),
        Err(error) => {
            printer.error(&error);
            exit_code(&error)
        }
    }
}

pub(crate) fn exit_code(error: &ToolError) -> ExitCode {
    match error {
        ToolError::InvalidArguments(_) | ToolError::UnknownTool { .. } => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    }
}
