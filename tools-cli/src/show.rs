//! `tools list`, `show`, `schema` and `check`.

use std::{fmt::Write as _, process::ExitCode};

use serde_json::{Value, json};
use tools_core::{Agent, Definition, testing};

use crate::print::{FAINT, NAME, Printer};

pub(crate) fn list(agent: &Agent, printer: Printer) -> ExitCode {
    let definitions = agent.definitions();
    if printer.is_json() {
        return printer.value(&definitions.iter().map(about).collect());
    }
    let width = definitions.iter().map(|definition| definition.name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for definition in &definitions {
        let line = definition.description().split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let _ = writeln!(text, "{NAME}{:width$}{NAME:#}  {line}", definition.name());
    }
    if definitions.is_empty() {
        let _ = writeln!(text, "{FAINT}no tools{FAINT:#}");
    }
    printer.raw(&text)
}

pub(crate) fn show(agent: &Agent, name: &str, printer: Printer) -> ExitCode {
    let Some(tool) = agent.tool(name) else { return unknown(agent, name, printer) };
    let definition = tool.definition();
    if printer.is_json() {
        let mut all = about(definition);
        if let Some(all) = all.as_object_mut() {
            all.insert("input".into(), json!(**definition.input()));
            all.insert("output".into(), json!(definition.output().map(|schema| (**schema).clone())));
            all.insert("examples".into(), json!(definition.examples()));
            all.insert("hints".into(), json!(definition.hints()));
            all.insert("origin".into(), definition.origin().to_string().into());
        }
        return printer.value(&all);
    }
    printer.raw(&page(definition))
}

fn page(definition: &Definition) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{NAME}{}{NAME:#}\n\n{}\n", definition.name(), definition.description());
    parameters(definition, &mut text);
    let mut row = |what: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(text, "{FAINT}{what:13}{FAINT:#}{value}");
        }
    };
    let examples: Vec<String> = definition.examples().iter().map(Value::to_string).collect();
    row("examples", examples.join(&format!("\n{:13}", "")));
    row("tags", definition.tags().collect::<Vec<_>>().join(", "));
    row(
        "capabilities",
        definition.capabilities().iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    );
    row("lent", definition.lends().iter().map(|lent| lent.name().to_owned()).collect::<Vec<_>>().join(", "));
    row("written at", definition.origin().to_string());
    text
}

fn parameters(definition: &Definition, text: &mut String) {
    let input = definition.input();
    let Some(properties) = input.get("properties").and_then(Value::as_object) else { return };
    let required = |name: &str| {
        input.get("required").is_some_and(|names| {
            json!(name).as_str().is_some_and(|name| {
                names.as_array().is_some_and(|names| names.iter().any(|other| other == name))
            })
        })
    };
    for (name, schema) in properties {
        let kind = match schema.get("type") {
            Some(Value::String(kind)) => kind.clone(),
            Some(kinds) => kinds.to_string(),
            None => "value".into(),
        };
        let need = match schema.get("default") {
            Some(default) => format!(", default {default}"),
            None if required(name) => String::new(),
            None => ", optional".into(),
        };
        let _ = writeln!(text, "  {NAME}{name}{NAME:#} {FAINT}({kind}{need}){FAINT:#}");
        if let Some(description) = schema.get("description").and_then(Value::as_str) {
            let _ = writeln!(text, "      {}", description.replace('\n', "\n      "));
        }
        if let Some(members) = schema.get("enum") {
            let _ = writeln!(text, "      one of {members}");
        }
    }
    if !properties.is_empty() {
        text.push('\n');
    }
}

pub(crate) fn schema(agent: &Agent, name: &str, printer: Printer) -> ExitCode {
    match agent.tool(name) {
        Some(tool) => printer.value(&json!(**tool.definition().input())),
        None => unknown(agent, name, printer),
    }
}

/// Checks each tool, a line each: what the generated test of its crate checks.
/// What was odd when the agent was built is told here, and by no other command:
/// whoever calls a tool can do nothing about it.
pub(crate) fn check(agent: &Agent, printer: Printer) -> ExitCode {
    let mut rows = Vec::new();
    let mut text = String::new();
    let mut sound = true;
    for definition in agent.definitions() {
        let problem = testing::check_definition(&definition).err().map(|problem| problem.to_string());
        let _ = match &problem {
            None => writeln!(text, "{NAME}{}{NAME:#} is sound", definition.name()),
            Some(problem) => writeln!(text, "{NAME}{}{NAME:#} {problem}", definition.name()),
        };
        sound &= problem.is_none();
        rows.push(json!({ "name": definition.name(), "sound": problem.is_none(), "problem": problem }));
    }
    for warning in agent.warnings() {
        printer.warn(warning);
    }
    let printed = if printer.is_json() { printer.value(&rows.into()) } else { printer.raw(&text) };
    if sound { printed } else { ExitCode::FAILURE }
}

/// A name that no tool has: exit code 2.
pub(crate) fn unknown(agent: &Agent, name: &str, printer: Printer) -> ExitCode {
    let error = agent.unknown_tool(name);
    printer.error(&error);
    crate::call::exit_code(&error)
}

fn about(definition: &Definition) -> Value {
    json!({
        "name": definition.name(),
        "title": definition.title(),
        "description": definition.description(),
        "tags": definition.tags().collect::<Vec<_>>(),
        "capabilities": definition.capabilities(),
    })
}
