//! The stack of open elements.

use html5ever::tokenizer::TokenSinkResult;
use html5ever::tokenizer::{
    CharacterTokens, CommentToken, DoctypeToken, NullCharacterToken, TagToken, Token,
};
use html5ever::tokenizer::{EndTag, StartTag};
use html5ever::{Attribute, LocalName};

use super::kind::{ENDED, FOREIGN, HTML_POINT, IMPLIED, Kind, SCOPE, TEXT_POINT, kind};
use super::{Element, Visitor};

/// How many elements can be open, as in browsers.
const MAX_DEPTH: usize = 512;

/// What the tokenizer reads next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// Text and tags.
    Markup,
    /// Text up to the end tag of this name.
    Raw(LocalName),
    /// Text up to the end of the page.
    Plain,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) name: LocalName,
    pub(super) kind: Kind,
}

impl Open {
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.kind & kind != 0
    }

    /// Whether this is the element of HTML with that name.
    pub(super) fn is(&self, name: &LocalName) -> bool {
        self.name == *name && !self.has(FOREIGN | ENDED)
    }
}

pub(super) struct Stack<'v, V> {
    visitor: &'v mut V,
    pub(super) open: Vec<Open>,
    pub(super) content: Content,
    /// How many tags, comments and doctypes were read.
    pub(super) ended_tokens: usize,
    /// Whether a form waits for its end tag, be it still open or not.
    pub(super) form: bool,
    /// Whether a line feed that comes next is dropped.
    pub(super) skip_newline: bool,
    /// How many `p` are open, so that most searches for one need not begin.
    paragraphs: usize,
}

impl<'v, V: Visitor> Stack<'v, V> {
    pub(super) fn new(visitor: &'v mut V) -> Self {
        Self {
            visitor,
            open: Vec::new(),
            content: Content::Markup,
            ended_tokens: 0,
            form: false,
            skip_newline: false,
            paragraphs: 0,
        }
    }

    pub(super) fn token(&mut self, token: Token) -> TokenSinkResult<()> {
        match token {
            TagToken(tag) => {
                self.ended_tokens += 1;
                self.skip_newline = false;
                return match tag.kind {
                    StartTag if self.is_foreign_start(&tag) => self.foreign_start(&tag),
                    StartTag => self.start(&tag),
                    EndTag => {
                        self.any_end(&tag.name);
                        TokenSinkResult::Continue
                    }
                };
            }
            CharacterTokens(text) => self.text(&text),
            NullCharacterToken if self.text_is_foreign() => self.text("\u{FFFD}"),
            NullCharacterToken => self.skip_newline = false,
            CommentToken(_) | DoctypeToken(_) => {
                self.ended_tokens += 1;
                self.skip_newline = false;
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn any_end(&mut self, name: &LocalName) {
        if self.content != Content::Markup {
            // The tokenizer has seen to it that this is the right end tag.
            self.content = Content::Markup;
            self.pop();
        } else if self.is_foreign() {
            self.foreign_end(name);
        } else {
            self.end(name);
        }
    }

    fn text(&mut self, text: &str) {
        let skip = std::mem::take(&mut self.skip_newline);
        let text = if skip { text.strip_prefix('\n').unwrap_or(text) } else { text };
        if !text.is_empty() {
            self.text_in_table(text);
            self.visitor.text(text);
        }
    }

    /// Whether the innermost open element is not HTML.
    pub(super) fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|last| last.has(FOREIGN))
    }

    fn text_is_foreign(&self) -> bool {
        self.open.last().is_some_and(|last| last.has(FOREIGN) && !last.has(TEXT_POINT | HTML_POINT))
    }

    pub(super) fn top_is(&self, name: &LocalName) -> bool {
        self.open.last().is_some_and(|last| last.is(name))
    }

    /// Opens an element of HTML.
    pub(super) fn insert(&mut self, name: &LocalName, attributes: &[Attribute]) {
        self.insert_as(name, attributes, kind(name));
    }

    pub(super) fn insert_as(&mut self, name: &LocalName, attributes: &[Attribute], kind: Kind) {
        if self.open.len() >= MAX_DEPTH {
            self.pop();
        }
        self.visitor.open(&Element { name, attributes, foreign: kind & FOREIGN != 0 });
        let open = Open { name: name.clone(), kind };
        self.paragraphs += usize::from(open.is(&P));
        self.open.push(open);
    }

    /// Opens and closes an element.
    pub(super) fn insert_void(&mut self, name: &LocalName, attributes: &[Attribute], foreign: bool) {
        self.visitor.open(&Element { name, attributes, foreign });
        self.visitor.close(name);
    }

    /// Closes the innermost element, and those around it that ended before.
    pub(super) fn pop(&mut self) {
        while let Some(last) = self.open.pop() {
            self.paragraphs -= usize::from(last.is(&P));
            self.visitor.close(&last.name);
            if !self.open.last().is_some_and(|last| last.has(ENDED)) {
                break;
            }
        }
    }

    /// Closes elements until only the outermost `depth` are open.
    pub(super) fn pop_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.pop();
        }
    }

    /// The depth of the innermost element that fits, unless one of the kinds
    /// `limits` lies above it.
    pub(super) fn find(&self, limits: Kind, fits: impl Fn(&Open) -> bool) -> Option<usize> {
        for (depth, open) in self.open.iter().enumerate().rev() {
            if fits(open) {
                return Some(depth);
            }
            if open.has(limits) {
                return None;
            }
        }
        None
    }

    pub(super) fn find_in_scope(&self, name: &LocalName) -> Option<usize> {
        self.find(SCOPE, |open| open.is(name))
    }

    /// The depth of the `p` that a block closes.
    pub(super) fn find_paragraph(&self) -> Option<usize> {
        if self.paragraphs == 0 {
            return None;
        }
        self.find(SCOPE | super::kind::BUTTON, |open| open.is(&P))
    }

    pub(super) fn close_paragraph(&mut self) {
        if let Some(depth) = self.find_paragraph() {
            self.pop_to(depth);
        }
    }

    /// Closes elements whose end tags may be left out, but none called `except`.
    pub(super) fn close_implied(&mut self, except: Option<&LocalName>) {
        while self.open.last().is_some_and(|last| last.has(IMPLIED) && Some(&last.name) != except) {
            self.pop();
        }
    }

    /// Ends the element at `depth`: now, if nothing special is open in it.
    pub(super) fn end_early(&mut self, depth: usize, special: Kind) {
        if self.open.iter().skip(depth + 1).any(|open| open.has(special)) {
            if let Some(open) = self.open.get_mut(depth) {
                self.paragraphs -= usize::from(open.is(&P));
                open.kind = ENDED;
            }
        } else {
            self.pop_to(depth);
        }
    }
}

const P: LocalName = html5ever::local_name!("p");
