//! Spans by the semantic conventions of OpenTelemetry for generative AI
//! (`execute_tool`, status: development).

use std::{
    ops::Deref,
    sync::atomic::{AtomicBool, Ordering},
};

use tracing::{Level, Span, field::Empty, span};

use crate::{Args, Output, RunContext, ToolError, error::shorten, event::Bus};

/// The span of one call. One that its caller drops is no success either.
pub(super) struct CallSpan {
    span: Span,
    ended: AtomicBool,
}

impl Deref for CallSpan {
    type Target = Span;

    fn deref(&self) -> &Span {
        &self.span
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if !*self.ended.get_mut() {
            failed(&self.span, "cancelled");
        }
    }
}

/// Begins the span of one call. Without a subscriber it costs one look.
pub(super) fn span(name: &str, run: &RunContext) -> CallSpan {
    // A name that no tool has may be of any length.
    let name = shorten(name, 80);
    let span = span!(
        Level::INFO,
        "execute_tool",
        otel.name = %format_args!("execute_tool {name}"),
        otel.kind = "internal",
        otel.status_code = Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = &*name,
        gen_ai.tool.call.id = %format_args!("{}:{}", run.id(), run.action()),
        gen_ai.tool.type = "function",
        gen_ai.tool.description = run.tool().map(|tool| tool.definition().description()),
        gen_ai.tool.call.arguments = Empty,
        gen_ai.tool.call.result = Empty,
        error.type = Empty,
    );
    CallSpan { span, ended: AtomicBool::new(false) }
}

/// The arguments, where the application records contents, without secrets; and
/// that some were coerced.
pub(super) fn arguments(span: &Span, args: &Args, bus: &Bus) {
    if span.is_disabled() {
        return;
    }
    if bus.contents {
        let shown = serde_json::Value::Object(args.shown()).to_string();
        span.record("gen_ai.tool.call.arguments", shown);
    }
    for coercion in args.coercions() {
        tracing::debug!(parent: span, pointer = coercion.pointer, "an argument was coerced");
    }
}

/// How the call ended.
pub(super) fn end(span: &CallSpan, result: &Result<Output, ToolError>, bus: &Bus) {
    span.ended.store(true, Ordering::Relaxed);
    if span.is_disabled() {
        return;
    }
    match result {
        Ok(output) if bus.contents => {
            span.record("gen_ai.tool.call.result", &*output.json_text());
        }
        Ok(_) => {}
        Err(error) => failed(span, error.code()),
    }
}

fn failed(span: &Span, code: &str) {
    span.record("error.type", code);
    span.record("otel.status_code", "ERROR");
}
