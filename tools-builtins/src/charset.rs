//! Bytes to text, in the order of the WHATWG Encoding and HTML standards: byte
//! order mark, header, what the document says of itself, UTF-8.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use html5ever::LocalName;

use crate::html::{Element, Visitor, walk};

/// A document says its encoding within its first bytes (HTML §13.2.3.2).
const PRESCAN_BYTES: usize = 1024;

/// Where a document says its encoding itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declared {
    /// `<meta charset=…>`.
    Html,
    /// `<?xml version="1.0" encoding="…"?>` (XML §4.3.3).
    Xml,
    /// Nowhere.
    No,
}

/// A text, and whether bytes that are none in its encoding were replaced by U+FFFD.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) replaced: bool,
}

/// Decodes a body.
///
/// # Errors
/// A label that is not known, in words.
pub(crate) fn decode(body: Vec<u8>, header: Option<&str>, declared: Declared) -> Result<Decoded, String> {
    let (encoding, bom) = match Encoding::for_bom(&body) {
        Some(found) => found,
        None => (said(&body, header, declared)?, 0),
    };
    if encoding == UTF_8 && bom == 0 {
        // The usual case is not copied.
        return Ok(match String::from_utf8(body) {
            Ok(text) => Decoded { text, replaced: false },
            Err(error) => {
                Decoded { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), replaced: true }
            }
        });
    }
    let (text, replaced) = encoding.decode_without_bom_handling(body.get(bom..).unwrap_or_default());
    Ok(Decoded { text: text.into_owned(), replaced })
}

fn said(body: &[u8], header: Option<&str>, declared: Declared) -> Result<&'static Encoding, String> {
    if let Some(label) = header {
        return known(label);
    }
    let start = body.get(..PRESCAN_BYTES).unwrap_or(body);
    let label = match declared {
        Declared::Html => in_meta(start),
        Declared::Xml => in_xml(start),
        Declared::No => None,
    };
    match label {
        // The label itself could be read, so that it cannot be true.
        Some(label) => known(&label).map(|it| if it == UTF_16LE || it == UTF_16BE { UTF_8 } else { it }),
        None => Ok(UTF_8),
    }
}

fn known(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        let label: String = label.chars().take(40).flat_map(char::escape_debug).collect();
        format!("the text is in the encoding `{label}`, which is not known")
    })
}

fn in_meta(start: &[u8]) -> Option<String> {
    #[derive(Default)]
    struct Meta(Option<String>);

    impl Visitor for Meta {
        fn open(&mut self, element: &Element<'_>) {
            if self.0.is_some() || &**element.name() != "meta" {
                return;
            }
            let http_equiv =
                element.attr("http-equiv").is_some_and(|it| it.eq_ignore_ascii_case("content-type"));
            self.0 = match (element.attr("charset"), element.attr("content")) {
                (Some(charset), _) => Some(charset.to_owned()),
                (None, Some(content)) if http_equiv => charset(content).map(Cow::into_owned),
                _ => None,
            };
        }

        fn text(&mut self, _: &str) {}

        fn close(&mut self, _: &LocalName) {}
    }

    let mut meta = Meta::default();
    // Each byte a character, so that ASCII is as it was.
    walk(&WINDOWS_1252.decode_without_bom_handling(start).0, &mut meta);
    meta.0
}

fn in_xml(start: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(start.strip_prefix(b"<?xml")?).into_owned();
    let (declaration, _) = text.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    value.get(1..)?.split_once(quote).map(|(label, _)| label.to_owned())
}

/// The value of `charset` in a content type (RFC 9110 §8.3.1), with quotes or
/// without.
pub(crate) fn charset(content_type: &str) -> Option<Cow<'_, str>> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        if !name.trim().eq_ignore_ascii_case("charset") {
            return None;
        }
        let value = value.trim();
        let bare = value.trim_matches(['"', '\'']).trim();
        (!bare.is_empty()).then(|| bare.replace("\\", "").into())
    })
}

#[cfg(test)]
mod tests;
