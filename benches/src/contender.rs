//! What every contender does, and the list of them.

use std::hint::black_box;

use serde_json::Value;
use tokio::runtime::Runtime;

use crate::{
    adk::Adk,
    limit::Limit,
    ours::Ours,
    rig::Rig,
    rmcp::Rmcp,
    tools_rs::ToolsRs,
    workload::{Fault, Workload},
};

/// Arguments as an agent holds them, and keeps them: a contender that wants
/// them for itself pays for a copy.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// What the model wrote.
    Text(&'a str),
    /// What a provider's client made of it.
    Value(&'a Value),
}

impl Input<'_> {
    /// The value, as an API needs it that takes a value to own.
    ///
    /// # Errors
    /// When the text is no JSON.
    pub fn to_value(self) -> serde_json::Result<Value> {
        match self {
            Input::Text(text) => serde_json::from_str(text),
            Input::Value(value) => Ok(value.clone()),
        }
    }
}

/// One way to get from arguments to the text that a model reads.
pub trait Contender {
    /// Calls a tool, and gives the result or the error as text.
    fn call(&mut self, tool: &'static str, input: Input<'_>) -> impl Future<Output = String>;

    /// Waits for what the calls have left to be done.
    fn finish(&mut self) -> impl Future<Output = ()> {
        std::future::ready(())
    }
}

/// A contender in a workload, ready to be run any number of times.
pub struct Entry<'a> {
    /// The word in the output.
    pub name: &'static str,
    run: Box<dyn FnMut(u64) -> String + 'a>,
}

impl Entry<'_> {
    /// Calls so often, in one `block_on`, and gives the last answer.
    pub fn run(&mut self, times: u64) -> String {
        (self.run)(times)
    }
}

impl std::fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

fn entry<'a>(
    name: &'static str,
    mut contender: impl Contender + 'a,
    runtime: &'a Runtime,
    workload: Workload,
    input: Input<'a>,
) -> Entry<'a> {
    let tool = workload.tool();
    let run = move |times| {
        runtime.block_on(async {
            let mut answer = String::new();
            for _ in 0..times {
                answer = black_box(contender.call(black_box(tool), black_box(input)).await);
            }
            contender.finish().await;
            answer
        })
    };
    Entry { name, run: Box::new(run) }
}

/// All contenders in a workload, each checked: the limit first, then ours.
///
/// # Errors
/// When one cannot be set up, or answers wrong.
pub fn entries<'a>(
    runtime: &'a Runtime,
    workload: Workload,
    input: Input<'a>,
) -> Result<Vec<Entry<'a>>, Fault> {
    let mut entries = vec![
        entry("limit", Limit, runtime, workload, input),
        entry("ours", Ours::new()?, runtime, workload, input),
        entry("controlled", Ours::controlled()?, runtime, workload, input),
        entry("rmcp", runtime.block_on(async { Rmcp::new() }), runtime, workload, input),
        entry("rig", Rig::new(), runtime, workload, input),
        entry("tools-rs", ToolsRs::new(), runtime, workload, input),
        entry("adk", Adk::new(), runtime, workload, input),
    ];
    for entry in &mut entries {
        let answer = entry.run(1);
        workload.check(&answer).map_err(|error| format!("{}: {error}", entry.name))?;
        if matches!(entry.name, "ours" | "controlled") && workload == Workload::Invalid {
            for pointer in ["stay/guests", "stay/nights", "stay/kind", "tags/1"] {
                if !answer.contains(pointer) {
                    return Err(format!("ours: `{pointer}` is not in: {answer}").into());
                }
            }
        }
    }
    Ok(entries)
}

/// A runtime as an application on one thread has it.
///
/// # Errors
/// When the system gives none.
pub fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_time().build()
}
