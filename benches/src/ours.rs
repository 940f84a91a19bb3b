//! This framework: an agent as it is built by default, and one with everything on.

use std::{
    hint::black_box,
    sync::atomic::{AtomicU64, Ordering},
};

use tools_core::{Agent, Arguments, Budget, CapabilityPolicy, Effect, Event, tool};

use crate::{
    TOOLS,
    contender::{Contender, Input},
    workload::{self, Fault, Receipt, Stay},
};

/// Adds two numbers.
#[tool]
async fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    workload::add(a, b)
}

/// Books a room.
#[tool(capabilities = ["booking.write", "payments.write"])]
async fn book(
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
) -> Receipt {
    workload::book(location, &stay, &tags)
}

/// Counts the bytes of strings.
#[tool]
async fn count(
    /// The strings.
    strings: Vec<String>,
) -> usize {
    workload::count(&strings)
}

/// An agent with the tools of this crate.
#[derive(Debug)]
pub struct Ours {
    agent: Agent,
}

impl Ours {
    /// Builds the agent.
    ///
    /// # Errors
    /// When it can't be built.
    pub fn new() -> Result<Self, Fault> {
        Ok(Ours { agent: Agent::builder("bench").tools(TOOLS).build()? })
    }

    /// The same with a policy of 20 rules, a budget, and an observer that counts.
    ///
    /// # Errors
    /// When it can't be built.
    pub fn controlled() -> Result<Self, Fault> {
        let others = ["network", "files", "records", "mail", "calendar", "shell", "users", "metrics"];
        let others = others.iter().flat_map(|room| {
            [(format!("{room}.*"), Effect::RequireApproval), (format!("{room}.read"), Effect::Allow)]
        });
        let own =
            [("booking.*", Effect::Allow), ("payments.write", Effect::Allow), ("payments.*", Effect::Deny)];
        let own = own.map(|(key, effect)| (key.to_owned(), effect));
        let policy = CapabilityPolicy::new(others.chain(own).chain([("admin".to_owned(), Effect::Deny)]))?;
        assert_eq!(policy.rules().len(), 20);
        let ended = AtomicU64::new(0);
        let agent = Agent::builder("bench")
            .tools(TOOLS)
            .policy(policy)
            .budget(Budget::new().tool_calls(u64::MAX).run_time(std::time::Duration::from_secs(86_400)))
            .observer(move |event: &Event| {
                if event.is_end() {
                    black_box(ended.fetch_add(1, Ordering::Relaxed));
                }
            })
            .build()?;
        Ok(Ours { agent })
    }
}

impl Contender for Ours {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let arguments: Arguments<'_> = match input {
            Input::Text(text) => text.into(),
            Input::Value(value) => value.clone().into(),
        };
        match self.agent.call(tool, arguments).await {
            Ok(output) => output.text().into_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// What the observer still has to be told belongs to the calls.
    async fn finish(&mut self) {
        self.agent.flush_events().await;
    }
}
