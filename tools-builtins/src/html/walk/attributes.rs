//! Counting a tag's attributes while it is read.
//!
//! The tokenizer compares each attribute's name with those before it, which
//! is quadratic in their number; so it must not be given too many.

/// Where in a tag the last byte was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    Slash,
    Ended,
}

/// A reader of a tag's bytes, from its name on.
#[derive(Debug)]
pub(super) struct Attributes {
    place: Place,
    count: usize,
}

impl Attributes {
    pub(super) fn new() -> Self {
        Self { place: Place::TagName, count: 0 }
    }

    /// How many attributes have begun.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether the tag is over.
    pub(super) fn ended(&self) -> bool {
        self.place == Place::Ended
    }

    pub(super) fn read(&mut self, byte: u8) {
        use Place::{AfterName, BeforeName, BeforeValue, Ended, Name, Quoted, Slash, TagName, Unquoted};

        let blank = matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
        self.place = match (self.place, byte) {
            (Quoted(quote), _) if byte == quote => BeforeName,
            (Quoted(quote), _) => Quoted(quote),
            (_, b'>') => Ended,
            (BeforeValue, b'"' | b'\'') => Quoted(byte),
            (BeforeValue, _) if blank => BeforeValue,
            (Unquoted, _) if blank => BeforeName,
            (BeforeValue | Unquoted, _) => Unquoted,
            (_, b'/') => Slash,
            (Name, _) if blank => AfterName,
            (AfterName, _) if blank => AfterName,
            (_, _) if blank => BeforeName,
            (Name | AfterName, b'=') => BeforeValue,
            (TagName, _) => TagName,
            (Name, _) => Name,
            (BeforeName | AfterName | Slash | Ended, _) => {
                self.count += 1;
                Name
            }
        };
    }
}
