//! `tools call`.

use std::{io::Read as _, process::ExitCode, time::Duration};

use tools_core::{Agent, Arguments, Policy as _, RunContext, ToolError};

use crate::{
    approvals::{TerminalApproval, Yes},
    arguments,
    events::Events,
    host::Terminal,
    interrupt::Interruptible,
    options,
    print::Printer,
    rules, terminal,
};

/// How long what watches is waited for when the call is over.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) async fn call(agent: &Agent, call: options::Call, printer: Printer) -> ExitCode {
    let Some(tool) = agent.tool(&call.name) else {
        return crate::show::unknown(agent, &call.name, printer);
    };
    let run = match open_run(agent, &call, printer) {
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
    let interruptible = Interruptible::new(&run);
    let result = agent.call_in(&run, &call.name, given).await;
    drop(interruptible);
    terminal::settle().await;
    if let Some(events) = events {
        events.end().await;
    }
    let code = match result {
        Ok(output) => printer.output(&output),
        Err(error) => {
            printer.error(&error);
            exit_code(&error)
        }
    };
    // The program may end now, and its observers with it.
    if tokio::time::timeout(PATIENCE, agent.flush_events()).await.is_err() {
        printer.warn("an observer did not take all events in time");
    }
    code
}

fn open_run(agent: &Agent, call: &options::Call, printer: Printer) -> Result<RunContext, String> {
    let mut run = agent.open_run().with_host(Terminal);
    for (option, rules) in rules::of(call)? {
        for warning in rules.warnings(&agent.definitions()) {
            printer.warn(&format!("{option}: {warning}"));
        }
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
