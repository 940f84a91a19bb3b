//! What a tool gives back, and which Rust types may go in and come out.

mod bound;
mod content;
mod returned;

use std::{borrow::Cow, fmt};

use serde::Serialize;
use serde_json::{Map, Value};

pub use self::{
    content::Content,
    returned::{Argument, Failure, Length, Patterned, Plain, Ranged, Returned, Returns},
};
use crate::ToolError;

/// The result of a call.
///
/// It is opaque: ask for its [value](Output::value), its [text](Output::text)
/// for a model, or its [content](Output::content). A tool that returns a
/// `Serialize` type never names `Output`; one that returns pictures or links does:
///
/// ```
/// use tools_core::{Content, Output, tool};
///
/// /// Draws a chart.
/// #[tool]
/// async fn chart() -> Output {
///     Output::from_content([Content::text("Sales"), Content::image("image/png", b"\x89PNG")])
/// }
/// # fn main() {}
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    body: Body,
    /// Boxed: few results have any, and all are moved often.
    meta: Option<Box<Map<String, Value>>>,
}

#[derive(Debug, Clone, PartialEq)]
enum Body {
    /// One JSON text: results are serialised once, never through a `Value`.
    Json(String),
    Text(String),
    Done,
    Rich(Vec<Content>),
}

impl Output {
    /// Any value that serialises.
    ///
    /// # Errors
    /// When the value does not serialise to JSON: a map with keys that are no
    /// strings, or a `Serialize` of your own that fails.
    pub fn json<T: Serialize>(value: T) -> Result<Self, ToolError> {
        let text = serde_json::to_string(&value).map_err(ToolError::failed)?;
        // Of all that is `null` in JSON, only `()` and unit structs take no room.
        let body = match text.as_str() {
            "null" if size_of::<T>() == 0 => Body::Done,
            _ => Body::Json(text),
        };
        Ok(Output { body, meta: None })
    }

    /// Plain text. As a value it is a JSON string.
    pub fn from_text(text: impl Into<String>) -> Self {
        Output { body: Body::Text(text.into()), meta: None }
    }

    /// Pieces of content: texts, images, audio, links and resources.
    pub fn from_content(content: impl IntoIterator<Item = Content>) -> Self {
        Output { body: Body::Rich(content.into_iter().collect()), meta: None }
    }

    /// Adds metadata: it goes to the application and to MCP's `_meta`, not to the model.
    #[must_use]
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(Box::new(meta));
        self
    }

    /// The metadata, where the tool gave some.
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.meta.as_deref()
    }

    /// The result as a JSON value. Rich content is an array of its pieces.
    pub fn value(&self) -> Value {
        match &self.body {
            Body::Json(text) => serde_json::from_str(text).unwrap_or_default(),
            Body::Text(text) => Value::String(text.clone()),
            Body::Done => Value::Null,
            Body::Rich(content) => serde_json::to_value(content).unwrap_or_default(),
        }
    }

    /// The result as a JSON text, without making a value of it.
    pub fn json_text(&self) -> Cow<'_, str> {
        match &self.body {
            Body::Json(text) => Cow::Borrowed(text),
            _ => Cow::Owned(self.value().to_string()),
        }
    }

    /// The result as text for a model: a string without its quotes, `done` for
    /// `()`, JSON for everything else. Of rich content, its texts, and a line
    /// in brackets for each piece that is none.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.body {
            Body::Json(text) if text.starts_with('"') => match serde_json::from_str(text) {
                Ok(text) => Cow::Owned(text),
                Err(_) => Cow::Borrowed(text),
            },
            Body::Json(text) => Cow::Borrowed(text),
            Body::Text(text) => Cow::Borrowed(text),
            Body::Done => Cow::Borrowed("done"),
            Body::Rich(content) => match content.as_slice() {
                [Content::Text { text }] => Cow::Borrowed(text),
                pieces => {
                    let pieces: Vec<_> = pieces.iter().map(Content::as_text).collect();
                    Cow::Owned(pieces.join("\n"))
                }
            },
        }
    }

    /// The result as pieces of content: one text, unless the tool gave more.
    pub fn content(&self) -> Cow<'_, [Content]> {
        match &self.body {
            Body::Rich(content) => Cow::Borrowed(content),
            _ => Cow::Owned(vec![Content::text(self.text())]),
        }
    }

    /// Whether the tool gave rich content rather than a value.
    pub fn is_rich(&self) -> bool {
        matches!(self.body, Body::Rich(_))
    }
}

/// The [text](Output::text) for a model.
impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl From<Content> for Output {
    fn from(content: Content) -> Self {
        Output::from_content([content])
    }
}
