//! Who called: what a tool may ask of it.

use serde_json::{Map, Value};

use crate::{BoxFuture, ToolError};

/// Answers what tools ask while they run: a terminal, an MCP client, a test.
/// Each method is `unavailable` unless it is written.
///
/// ```
/// use tools_core::{Answer, BoxFuture, Host, Question, ToolError, json};
///
/// struct AlwaysYes;
///
/// impl Host for AlwaysYes {
///     fn ask<'a>(&'a self, _: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
///         Box::pin(async { Ok(Answer::Given(json!(true))) })
///     }
/// }
/// ```
pub trait Host: Send + Sync + 'static {
    /// Asks the user.
    ///
    /// # Errors
    /// `unavailable` where there is none to ask.
    fn ask<'a>(&'a self, question: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
        let _ = question;
        Box::pin(async { Err(ToolError::unavailable("nobody can be asked here")) })
    }

    /// Lets the caller's model complete a text.
    ///
    /// # Errors
    /// `unavailable` where the caller has no model.
    fn complete<'a>(&'a self, prompt: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        let _ = prompt;
        Box::pin(async { Err(ToolError::unavailable("the caller has no model to lend")) })
    }

    /// Shows how far a tool is.
    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        let _ = (done, total, message);
    }

    /// Writes a line to the caller's log.
    fn log(&self, level: LogLevel, message: &str) {
        let _ = (level, message);
    }
}

impl<T: Host + ?Sized> Host for std::sync::Arc<T> {
    fn ask<'a>(&'a self, question: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
        (**self).ask(question)
    }

    fn complete<'a>(&'a self, prompt: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        (**self).complete(prompt)
    }

    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        (**self).progress(done, total, message);
    }

    fn log(&self, level: LogLevel, message: &str) {
        (**self).log(level, message);
    }
}

/// The host where nobody answers.
pub(crate) struct NoHost;

impl Host for NoHost {}

/// What a tool asks the user.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The question in words.
    pub message: String,
    /// The JSON Schema of the answer; a text when there is none.
    pub schema: Option<Map<String, Value>>,
}

impl Question {
    /// A question that is answered with a text.
    pub fn new(message: impl Into<String>) -> Self {
        Question { message: message.into(), schema: None }
    }

    /// Asks for an answer of this JSON Schema.
    #[must_use]
    pub fn schema(mut self, schema: Map<String, Value>) -> Self {
        self.schema = Some(schema);
        self
    }
}

/// What the user said.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// An answer.
    Given(Value),
    /// No: the user refuses to answer.
    Declined,
    /// Nothing: the user closed the question.
    Dismissed,
}

/// How much a line of a log matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LogLevel {
    /// For whoever looks for a fault.
    Debug,
    /// Normal course.
    Info,
    /// Something to look at.
    Warning,
    /// Something went wrong.
    Error,
}
