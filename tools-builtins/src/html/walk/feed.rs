//! Gives the page to the tokenizer, piece by piece.
//!
//! A piece ends where a tag does, so that it is known here what the tokenizer
//! takes the next piece for.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::Visitor;
use super::attributes::Attributes;
use super::stack::{Content, Stack};

/// How many of a tag's attributes are read. More than any page needs, and few
/// enough to be compared with each other.
const MAX_ATTRIBUTES: usize = 256;
/// A tag of so many bytes can not have more attributes than are read.
const SMALL_TAG: usize = 2 * MAX_ATTRIBUTES;
/// The longest piece, in bytes, that is copied for the tokenizer at once.
const MAX_PIECE: usize = 16 * 1024;

struct Sink<'v, V>(RefCell<Stack<'v, V>>);

impl<V: Visitor> TokenSink for Sink<'_, V> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        self.0.borrow_mut().token(token)
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.borrow().is_foreign()
    }
}

pub(super) fn feed<V: Visitor>(html: &str, stack: Stack<'_, V>) {
    let tokenizer = Tokenizer::new(Sink(RefCell::new(stack)), TokenizerOpts::default());
    let mut feeder = Feeder { html, fed: 0, tokenizer, queue: BufferQueue::default() };
    feeder.run();
    feeder.tokenizer.end();
    feeder.tokenizer.sink.0.borrow_mut().pop_to(0);
}

struct Feeder<'h, 'v, V> {
    html: &'h str,
    /// How many bytes the tokenizer has had.
    fed: usize,
    tokenizer: Tokenizer<Sink<'v, V>>,
    queue: BufferQueue,
}

impl<V: Visitor> Feeder<'_, '_, V> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(found) = self.rest(at).find('<') {
            let start = at + found;
            let content = self.tokenizer.sink.0.borrow().content.clone();
            let mut next = self.rest(start).bytes().skip(1);
            at = match (content, next.next()) {
                (Content::Plain, _) => break,
                (Content::Raw(name), Some(b'/')) if self.names(start + 2, &name) => self.tag(start),
                (Content::Raw(_), _) => start + 1,
                (Content::Markup, Some(b'a'..=b'z' | b'A'..=b'Z')) => self.tag(start),
                (Content::Markup, Some(b'/')) => match next.next() {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => self.tag(start),
                    Some(b'>') => start + 3,
                    _ => self.declaration(start),
                },
                (Content::Markup, Some(b'!' | b'?')) => self.declaration(start),
                (Content::Markup, _) => start + 1,
            };
        }
        self.feed_to(self.html.len());
    }

    fn rest(&self, at: usize) -> &str {
        self.html.get(at..).unwrap_or_default()
    }

    /// Whether this name stands there, and ends there.
    fn names(&self, at: usize, name: &str) -> bool {
        let bytes = self.rest(at).as_bytes();
        bytes.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && bytes.get(name.len()).is_some_and(|byte| b"\t\n\x0C\r />".contains(byte))
    }

    /// Feeds a tag, or what looks like one inside a script; says where it ends.
    fn tag(&mut self, start: usize) -> usize {
        let before = self.ended_tokens();
        let mut at = start;
        if let Some(end) = self.rest(start).bytes().take(SMALL_TAG).position(|byte| byte == b'>') {
            at = start + end + 1;
            self.feed_to(at);
            if self.ended_tokens() != before {
                return at;
            }
        }
        let fed = at;
        let mut attributes = Attributes::new();
        let html = self.html;
        for (at, byte) in html.bytes().enumerate().skip(start + 1) {
            // An end tag's slash stands before its name.
            if at == start + 1 && byte == b'/' {
                continue;
            }
            let before_byte = attributes.count();
            attributes.read(byte);
            if attributes.count() > MAX_ATTRIBUTES && before_byte == MAX_ATTRIBUTES {
                self.feed_to(at);
            }
            if byte == b'>' && at >= fed {
                if attributes.count() <= MAX_ATTRIBUTES {
                    self.feed_to(at + 1);
                } else if attributes.ended() {
                    self.fed = at;
                    self.feed_to(at + 1);
                }
                if attributes.ended() || self.ended_tokens() != before {
                    return at + 1;
                }
            }
        }
        if attributes.count() > MAX_ATTRIBUTES {
            // The page ends inside the tag, which is lost with it.
            self.fed = html.len();
        }
        html.len()
    }

    /// Feeds a comment, a doctype or a CDATA section; says where it ends.
    fn declaration(&mut self, start: usize) -> usize {
        let foreign = self.tokenizer.sink.0.borrow().is_foreign();
        if foreign && self.rest(start).starts_with("<![CDATA[") {
            return match self.rest(start).find("]]>") {
                Some(end) => start + end + 3,
                None => self.html.len(),
            };
        }
        let before = self.ended_tokens();
        let mut at = start;
        while let Some(end) = self.rest(at).find('>') {
            at += end + 1;
            self.feed_to(at);
            if self.ended_tokens() != before {
                return at;
            }
        }
        self.html.len()
    }

    fn ended_tokens(&self) -> usize {
        self.tokenizer.sink.0.borrow().ended_tokens
    }

    fn feed_to(&mut self, end: usize) {
        while self.fed < end {
            let piece_end = self.html.floor_char_boundary(end.min(self.fed + MAX_PIECE));
            let piece = self.html.get(self.fed..piece_end).unwrap_or_default();
            if piece.is_empty() {
                // Not the start of a character: no end of a tag is like that.
                self.fed = end;
                return;
            }
            self.fed = piece_end;
            self.queue.push_back(StrTendril::from_slice(piece));
            // There is nothing to wait for: the stack never asks to.
            let _ = self.tokenizer.feed(&self.queue);
        }
    }
}
