//! Characters that do not belong in text for reading.

/// What becomes of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Keep,
    Blank,
    Drop,
}

/// Keeps what can be seen or shapes what can be seen, like the joiners inside
/// emoji and Persian words. What only hides or turns text around is dropped.
pub(super) fn fate(character: char) -> Fate {
    match character {
        ' ' | '\t' | '\n' | '\r' | '\x0C' | '\u{2028}' | '\u{2029}' => Fate::Blank,
        // Soft hyphens, blanks without width, marks that embed, override or
        // isolate a direction, annotations, tags, and selectors of rare
        // variants, which can carry whole hidden messages.
        '\u{AD}'
        | '\u{200B}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}' => Fate::Drop,
        _ if character.is_control() => Fate::Drop,
        _ => Fate::Keep,
    }
}

/// Appends the text to a line, with single blanks and none at its ends.
///
/// `blank` says whether a blank is due, and is kept from piece to piece.
pub(super) fn append_line(line: &mut String, blank: &mut bool, text: &str) {
    for character in text.chars() {
        match fate(character) {
            Fate::Keep => {
                if std::mem::take(blank) && !line.is_empty() {
                    line.push(' ');
                }
                line.push(character);
            }
            Fate::Blank => *blank = true,
            Fate::Drop => {}
        }
    }
}
