//! What types and formats cannot say: values that do not fit each other.

use std::{collections::BTreeMap, time::Duration};

use tokio::sync::Semaphore;

use super::{AgentConfig, ConfigText, LimitsConfig, ToolConfig, ToolingConfig, Transport};
use crate::names;

impl AgentConfig {
    /// What is wrong with it by itself, in words, each with the path of its key:
    /// a server that is named and not there, a limit of 0 with which no call could
    /// succeed, an address that is missing. A budget may be 0: then nothing may
    /// run. Whether a program has the tools that it names is found when the agent
    /// is built.
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
        problems.extend(check_limits(&self.limits).into_iter().map(|fault| format!("limits.{fault}")));
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
        if is_no_time(tool.time_limit) {
            tell(format!(".time_limit: {TIME}"));
        }
    }
}

const PLACES: &str = "write a number from 1, with 0 no call could run";

fn can_run(limit: usize) -> bool {
    (1..=Semaphore::MAX_PERMITS).contains(&limit)
}

const TIME: &str = "in no time no call could end: write a time such as \"30s\", or \"none\" for no limit";

fn is_no_time(limit: Option<Option<Duration>>) -> bool {
    limit.flatten().is_some_and(|time| time.is_zero())
}

/// Each fault begins with its key.
fn check_limits(limits: &LimitsConfig) -> Vec<String> {
    let LimitsConfig {
        time_limit,
        approval_time_limit,
        calls_at_once,
        output_bytes,
        argument_bytes,
        argument_depth,
    } = limits;
    let mut faults = Vec::new();
    let mut check = |is_bad: bool, key: &str, write: &str| {
        if is_bad {
            faults.push(format!("{key}: {write}"));
        }
    };
    check(is_no_time(*time_limit), "time_limit", TIME);
    let no_answer = "in no time nobody could answer: write a time such as \"5m\", or \"none\" for no limit; a rule \
                     `deny` refuses at once";
    check(is_no_time(*approval_time_limit), "approval_time_limit", no_answer);
    let places = format!("{PLACES}, or \"none\" for no limit");
    check(calls_at_once.flatten().is_some_and(|limit| !can_run(limit)), "calls_at_once", &places);
    let no_result = "write a number from 1, with 0 no result could be told, or \"none\" for no limit";
    check(*output_bytes == Some(Some(0)), "output_bytes", no_result);
    let no_arguments = "write a number from 1, with 0 no arguments would pass";
    check(*argument_bytes == Some(0), "argument_bytes", no_arguments);
    check(*argument_depth == Some(0), "argument_depth", no_arguments);
    faults
}

fn check_tooling(tooling: &ToolingConfig) -> Vec<String> {
    let ToolingConfig { transport, command, args, env, url, headers, time_limit, .. } = tooling;
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
        Transport::Stdio if command.as_ref().is_none_or(|command| command.sketch().0.trim().is_empty()) => {
            faults.push(": transport `stdio` starts a program: write `command`, such as \"npx\"".to_owned());
        }
        Transport::Stdio => {}
        Transport::Http | Transport::Sse => faults.extend(check_url(url.as_ref(), word)),
    }
    if is_no_time(*time_limit) {
        faults.push(format!(".time_limit: {TIME}"));
    }
    faults
}

/// The address is not quoted: what is wrong with it may be a password. What a
/// reference in front stands for is not known.
fn check_url(url: Option<&ConfigText>, transport: &str) -> Option<String> {
    let Some(url) = url else {
        return Some(format!(
            ": transport `{transport}` needs an address: write `url`, such as \"https://example.org/mcp\""
        ));
    };
    let (url, is_open) = url.sketch();
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| url.strip_prefix(scheme));
    let rest = rest.or_else(|| is_open.then(|| url.split_once("://").map_or(url.as_str(), |(_, rest)| rest)));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).filter(|host| !host.is_empty());
    match host {
        None => Some(".url: an address starts with https:// or http:// and has a host".to_owned()),
        Some(host) if host.contains('@') => Some(
            ".url: an address has no user and no password: leave them out of it and write a header with `${NAME}`"
                .to_owned(),
        ),
        Some(_) => None,
    }
}
