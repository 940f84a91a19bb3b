//! Results that are too large for a model.

use super::{Body, Content, Output};
use crate::ToolError;

impl Output {
    /// Bytes of the result, as the model or the wire gets it, metadata aside.
    pub(crate) fn bytes(&self) -> usize {
        match &self.body {
            Body::Json(text) | Body::Text(text) => text.len(),
            Body::Done => 4,
            Body::Rich(content) => content.iter().map(Content::bytes).sum(),
        }
    }

    /// The result within a limit: text is cut, and says so; what has a structure
    /// cannot be cut, and is an error.
    pub(crate) fn bounded(self, limit: Option<usize>) -> Result<Self, ToolError> {
        match limit {
            Some(limit) if self.bytes() > limit => self.cut(limit),
            _ => Ok(self),
        }
    }

    #[cold]
    fn cut(self, limit: usize) -> Result<Self, ToolError> {
        let bytes = self.bytes();
        let Output { body, meta } = self;
        let body = match body {
            Body::Text(text) => Body::Text(cut(&text, limit, 0, limit)),
            Body::Json(text) if text.starts_with('"') => {
                let text: String = serde_json::from_str(&text).map_err(ToolError::failed)?;
                Body::Json(serde_json::to_string(&cut(&text, limit, 0, limit)).map_err(ToolError::failed)?)
            }
            Body::Rich(content) if content.iter().all(|piece| matches!(piece, Content::Text { .. })) => {
                Body::Rich(cut_texts(content, limit))
            }
            Body::Done | Body::Json(_) | Body::Rich(_) => {
                return Err(ToolError::failed(format!(
                    "the result has {bytes} bytes, over the limit of {limit}, and cannot be cut; ask for less"
                )));
            }
        };
        Ok(Output { body, meta })
    }
}

/// At most `room` bytes, cut at a character, with what is missing of this text
/// and of `more` bytes behind it.
fn cut(text: &str, room: usize, more: usize, limit: usize) -> String {
    let all = text.len() + more;
    if all <= room {
        return text.to_owned();
    }
    // The marker counts; it is longest when everything is missing.
    let room = room.saturating_sub(marker(all, limit).len());
    let kept = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
    format!("{kept}{}", marker(all - kept.len(), limit))
}

fn marker(missing: usize, limit: usize) -> String {
    format!("\n[{missing} bytes are missing: the result was over the limit of {limit} bytes]")
}

/// Keeps pieces while they fit; the first that does not is cut.
fn cut_texts(content: Vec<Content>, limit: usize) -> Vec<Content> {
    let mut left = limit;
    let mut behind: usize = content.iter().map(Content::bytes).sum();
    let mut kept = Vec::new();
    for piece in content {
        let Content::Text { text } = &piece else { continue };
        behind -= text.len();
        // The last one that is kept needs room for the marker.
        if text.len() + marker(behind, limit).len() > left && text.len() + behind > left {
            kept.push(Content::text(cut(text, left, behind, limit)));
            break;
        }
        left -= text.len();
        kept.push(piece);
    }
    kept
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // proves BUD-09
    #[test]
    fn text_is_cut_at_a_character_and_says_how_much_is_missing() {
        let long = "é".repeat(500);
        for limit in [100, 101, 102, 103, 500, 999] {
            for output in [Output::from_text(long.clone()), Output::json(long.clone()).unwrap()] {
                let text = output.bounded(Some(limit)).unwrap().text().into_owned();
                assert!(text.len() <= limit, "{} of {limit}", text.len());
                let (kept, marker) = text.split_once("\n[").unwrap();
                assert_eq!(kept.chars().filter(|c| *c == 'é').count() * 2, kept.len());
                assert_eq!(
                    marker,
                    format!(
                        "{} bytes are missing: the result was over the limit of {limit} bytes]",
                        1000 - kept.len()
                    )
                );
            }
        }
        let fits = Output::from_text(long.clone());
        assert_eq!(fits.clone().bounded(Some(1000)).unwrap(), fits);
        assert_eq!(fits.clone().bounded(None).unwrap(), fits);
    }

    // proves BUD-09
    #[test]
    fn several_texts_are_cut_in_the_last_that_has_room() {
        let output = Output::from_content([
            Content::text("a".repeat(300)),
            Content::text("b".repeat(300)),
            Content::text("c"),
        ]);
        let cut = output.bounded(Some(500)).unwrap();
        let content = cut.content();
        assert_eq!((content.len(), content.first()), (2, Some(&Content::text("a".repeat(300)))));
        assert!(cut.bytes() <= 500, "{cut}");
        let kept = cut.text().matches('b').count() - "bytes bytes".matches('b').count();
        let marker =
            format!("\n[{} bytes are missing: the result was over the limit of 500 bytes]", 301 - kept);
        assert!(cut.text().ends_with(&marker), "{cut}");
    }

    // proves BUD-09
    #[test]
    fn a_structure_is_not_cut() {
        let structured = Output::json(json!({ "rows": vec![1; 100] })).unwrap();
        let picture = Output::from_content([Content::text("a"), Content::image("image/png", vec![0; 300])]);
        for output in [structured, picture] {
            let error = output.bounded(Some(100)).unwrap_err();
            assert_eq!((error.code(), error.retryable(), error.changes_made()), ("failed", false, None));
            assert!(error.to_string().contains("over the limit of 100"), "{error}");
        }
    }
}
