//! What types and formats cannot say: values that do not fit each other.

use std::collections::BTreeMap;

use tokio::sync::Semaphore;

use super::{AgentConfig, ToolConfig, ToolingConfig, Transport};
use crate::names;

impl AgentConfig {
    /// What is wrong with it by itself, in words, each with the path of its key:
    /// a server that is named and not there, a limit that lets nothing run, an
    /// address that is missing. Whether a program has the tools that it names is
    /// found when the agent is built.
    ///
    /// ```
    /// use tools_core::{AgentConfig, ToolConfig};
    ///
    /// let mut config = AgentConfig::default();
    /// config.tools = Some(vec![ToolConfig::new("tooling:files")]);
    /// assert!(config.problems()[0].starts_with("tools[0]: `tooling:files` is not known"));
    /// ```
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut first = BTreeMap::new();
        for (at, tool) in self.tools.iter().flatten().enumerate() {
            let mut tell = |fault: String| problems.push(format!("tools[{at}]{fault}"));
            self.check_tool(tool, &mut tell);
            let before = *first.entry(tool.final_name()).or_insert(at);
            if before != at {
                let name = tool.final_name();
                tell(format!(
                    ": the name `{name}` is that of tools[{before}] already: leave one out or rename it"
                ));
            }
        }
        if self.limits.calls_at_once.flatten().is_some_and(|limit| !can_run(limit)) {
            problems.push(format!("limits.calls_at_once: {PLACES}, or \"none\" for no limit"));
        }
        for (name, tooling) in &self.tooling {
            if names::check_tool_name(name).is_err() {
                problems.push(format!(
                    "tooling: `{}` cannot name a server: write 1 to 64 letters, digits, `_` and `-`, with a letter or \
                     `_` first",
                    name.escape_debug()
                ));
            }
            problems.extend(check_tooling(tooling).into_iter().map(|fault| format!("tooling.{name}{fault}")));
        }
        problems
    }

    fn check_tool(&self, tool: &ToolConfig, tell: &mut dyn FnMut(String)) {
        if let Some(server) = tool.tooling() {
            if !self.tooling.contains_key(server) {
                let known: Vec<String> = self.tooling.keys().map(|name| format!("tooling:{name}")).collect();
                let unknown = names::unknown(&tool.name, &known);
                tell(format!(": {unknown}; a table `tooling.{server}` says how it is reached"));
            } else if !tool.is_bare() {
                tell(format!(
                    ": all tools of a server have one form: `capabilities` and `time_limit` stand in the table \
                     `tooling.{server}`, and the rest is for tools of the program"
                ));
            }
            return;
        }
        if let Some(Err(problem)) = tool.rename.as_deref().map(names::check_tool_name) {
            tell(format!(".rename: {problem}"));
        }
        if tool.description.as_deref().is_some_and(|text| text.trim().is_empty()) {
            tell(".description: is blank, and the model chooses tools by it: leave it out to keep the tool's own".into());
        }
        if tool.calls_at_once.is_some_and(|limit| !can_run(limit)) {
            tell(format!(".calls_at_once: {PLACES}, or leave it out for no limit"));
        }
    }
}

const PLACES: &str = "write a number from 1, with 0 no call could run";

fn can_run(limit: usize) -> bool {
    (1..=Semaphore::MAX_PERMITS).contains(&limit)
}

fn check_tooling(tooling: &ToolingConfig) -> Vec<String> {
    let ToolingConfig { kind: _, transport, command, args, env, url, headers, .. } = tooling;
    let is_stdio = *transport == Transport::Stdio;
    let keys = [
        ("command", command.is_some(), true),
        ("args", !args.is_empty(), true),
        ("env", !env.is_empty(), true),
        ("url", url.is_some(), false),
        ("headers", !headers.is_empty(), false),
    ];
    let word = transport.as_str();
    let misplaced = keys.into_iter().filter(|(_, given, of_stdio)| *given && *of_stdio != is_stdio);
    let mut faults: Vec<String> = misplaced
        .map(|(key, ..)| {
            format!(
                ".{key}: a server with transport `{word}` has none: leave it out, or change the transport"
            )
        })
        .collect();
    match transport {
        Transport::Stdio if command.as_deref().is_none_or(|command| command.trim().is_empty()) => {
            faults.push(": transport `stdio` starts a program: write `command`, such as \"npx\"".to_owned());
        }
        Transport::Stdio => {}
        Transport::Http | Transport::Sse => faults.extend(check_url(url.as_deref(), word)),
    }
    faults
}

/// The address is not quoted: what is wrong with it may be a password.
fn check_url(url: Option<&str>, transport: &str) -> Option<String> {
    let Some(url) = url else {
        return Some(format!(
            ": transport `{transport}` needs an address: write `url`, such as \"https://example.org/mcp\""
        ));
    };
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| url.strip_prefix(scheme));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).filter(|host| !host.is_empty());
    match host {
        None => Some(".url: an address starts with https:// or http:// and has a host".to_owned()),
        Some(host) if host.contains('@') => Some(
            ".url: the file holds no user or password: leave it out of the address and write a header with `${NAME}`"
                .to_owned(),
        ),
        Some(_) => None,
    }
}
