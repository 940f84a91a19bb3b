//! Pieces of a rich result.

use std::borrow::Cow;

use serde::{Serialize, Serializer, ser::SerializeMap};

/// One piece of a rich result. As JSON it has the shape of a content block of
/// the Model Context Protocol, revision 2025-11-25.
///
/// ```
/// use tools_core::{Content, json};
///
/// let piece = Content::image("image/png", [1, 2, 3]);
/// assert_eq!(json!(piece), json!({ "type": "image", "data": "AQID", "mimeType": "image/png" }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    #[non_exhaustive]
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    #[non_exhaustive]
    Image {
        /// Its media type, such as `image/png`.
        mime_type: String,
        /// Its bytes; base64 in JSON.
        data: Vec<u8>,
    },
    /// Sound.
    #[non_exhaustive]
    Audio {
        /// Its media type, such as `audio/wav`.
        mime_type: String,
        /// Its bytes; base64 in JSON.
        data: Vec<u8>,
    },
    /// A link to a resource that can be read elsewhere.
    #[non_exhaustive]
    Link {
        /// Where it is.
        uri: String,
        /// What it is called.
        name: String,
    },
    /// A text that is a resource of its own.
    #[non_exhaustive]
    Resource {
        /// Where it is from.
        uri: String,
        /// Its media type, such as `text/csv`.
        mime_type: String,
        /// The text itself.
        text: String,
    },
}

impl Content {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::Text { text: text.into() }
    }

    /// A picture with its media type.
    pub fn image(mime_type: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Content::Image { mime_type: mime_type.into(), data: data.into() }
    }

    /// Sound with its media type.
    pub fn audio(mime_type: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Content::Audio { mime_type: mime_type.into(), data: data.into() }
    }

    /// A link to a resource.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Content::Link { uri: uri.into(), name: name.into() }
    }

    /// A text that is a resource of its own.
    pub fn resource(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Content::Resource { uri: uri.into(), mime_type: mime_type.into(), text: text.into() }
    }

    /// About how much room it takes: its text or its bytes, and what names it.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Content::Text { text } => text.len(),
            Content::Image { mime_type, data } | Content::Audio { mime_type, data } => {
                mime_type.len() + data.len()
            }
            Content::Link { uri, name } => uri.len() + name.len(),
            Content::Resource { uri, mime_type, text } => uri.len() + mime_type.len() + text.len(),
        }
    }

    /// What a model that reads only text is shown.
    pub(super) fn as_text(&self) -> Cow<'_, str> {
        match self {
            Content::Text { text } | Content::Resource { text, .. } => Cow::Borrowed(text),
            Content::Image { mime_type, data } => format!("[image {mime_type}, {} bytes]", data.len()).into(),
            Content::Audio { mime_type, data } => format!("[audio {mime_type}, {} bytes]", data.len()).into(),
            Content::Link { uri, name } => format!("[{name}]({uri})").into(),
        }
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut put = |pairs: &[(&str, &str)]| -> Result<(), S::Error> {
            pairs.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))
        };
        match self {
            Content::Text { text } => put(&[("type", "text"), ("text", text)])?,
            Content::Image { mime_type, data } => {
                put(&[("type", "image"), ("data", &base64(data)), ("mimeType", mime_type)])?;
            }
            Content::Audio { mime_type, data } => {
                put(&[("type", "audio"), ("data", &base64(data)), ("mimeType", mime_type)])?;
            }
            Content::Link { uri, name } => put(&[("type", "resource_link"), ("uri", uri), ("name", name)])?,
            Content::Resource { uri, mime_type, text } => {
                put(&[("type", "resource")])?;
                let resource = serde_json::json!({ "uri": uri, "mimeType": mime_type, "text": text });
                map.serialize_entry("resource", &resource)?;
            }
        }
        map.end()
    }
}

/// RFC 4648, the standard alphabet with padding.
fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
