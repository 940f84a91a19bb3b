//! `tools call`.

use std::{io::Read as _, process::ExitCode};

use tools_core::{Agent, Arguments, RunContext, ToolError};

use crate::{
    approvals::{TerminalApproval, Yes},
    arguments,
    events::Events,
    host::Terminal,
    options,
    print::Printer,
    rules, terminal,
};

pub(crate) async fn call(agent: &Agent, call: options::Call, printer: Printer) -> ExitCode {
    let Some(tool) = agent.tool(&call.name) else {
        return crate::show::unknown(agent, &call.name, printer);
    };
    let run = match open_run(agent, &call) {
        Ok(run) => run,
        Err(message) => return printer.usage(&message),
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
    let events = call.events.then(|| Events::print(agent));
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
    terminal::settle().await;
    if let Some(events) = events {
        events.end().await;
    }
    // The program may end now, and its observers with it.
    agent.flush_events().await;
    match result {
        Ok(output) => printer.output(&output),
        Err(error) => {
            printer.error(&error);
            exit_code(&error)
        }
    }
}

fn open_run(agent: &Agent, call: &options::Call) -> Result<RunContext, String> {
    let mut run = agent.open_run().with_host(Terminal);
    for rules in rules::read(call)? {
        run = run.with_permissions(rules);
    }
    Ok(match call.yes {
        true => run.with_approval(Yes),
        // An agent that asks in its own way goes on to do so.
        false if agent.has_approval() => run,
        false => run.with_approval(TerminalApproval),
    })
}

pub(crate) fn exit_code(error: &ToolError) -> ExitCode {
    match error {
        ToolError::InvalidArguments(_) | ToolError::UnknownTool { .. } => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    }
}
