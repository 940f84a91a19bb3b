//! Splits an expression into numbers, operators and parentheses, with Python's
//! rules for number literals.

use super::error::CalcError;
use super::hints;
use super::number::{Fault, Number, Operator};

/// A part of an expression.
#[derive(Debug)]
pub(super) enum Token {
    Number(Number),
    Operator(Operator),
    Open,
    Close,
}

impl Token {
    /// The token for a message.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Operator(operator) => operator.symbol(),
            Self::Open => "(",
            Self::Close => ")",
        }
    }
}

/// A token and its first character, counted from 1.
#[derive(Debug)]
pub(super) struct Spanned {
    pub(super) token: Token,
    pub(super) position: usize,
}

/// Reads tokens from left to right, looking at each character a fixed number
/// of times.
pub(super) struct Lexer {
    chars: Vec<char>,
    /// Index of the next character.
    next: usize,
}

impl Lexer {
    pub(super) fn new(expression: &str) -> Self {
        Self { chars: expression.chars().collect(), next: 0 }
    }

    /// The next token, or nothing at the end.
    pub(super) fn next_token(&mut self) -> Result<Option<Spanned>, CalcError> {
        while matches!(self.peek(0), Some(' ' | '\t')) {
            self.next += 1;
        }
        let Some(first) = self.peek(0) else {
            return Ok(None);
        };
        let position = self.position();
        let token = match first {
            '0'..='9' => self.number(position)?,
            '.' if self.peek(1).is_some_and(|c| c.is_ascii_digit()) => self.number(position)?,
            '(' => self.symbol(1, Token::Open),
            ')' => self.symbol(1, Token::Close),
            '+' => self.symbol(1, Token::Operator(Operator::Add)),
            '-' => self.symbol(1, Token::Operator(Operator::Subtract)),
            '%' => self.symbol(1, Token::Operator(Operator::Modulo)),
            '*' if self.peek(1) == Some('*') => self.symbol(2, Token::Operator(Operator::Power)),
            '*' => self.symbol(1, Token::Operator(Operator::Multiply)),
            '/' if self.peek(1) == Some('/') => self.symbol(2, Token::Operator(Operator::FloorDivide)),
            '/' => self.symbol(1, Token::Operator(Operator::Divide)),
            _ if starts_word(first) => return Err(self.word_error(position)),
            _ => return Err(self.symbol_error(first, position)),
        };
        Ok(Some(Spanned { token, position }))
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.next.saturating_add(ahead)).copied()
    }

    /// The next character, counted from 1.
    fn position(&self) -> usize {
        self.next.saturating_add(1)
    }

    fn symbol(&mut self, length: usize, token: Token) -> Token {
        self.next = self.next.saturating_add(length);
        token
    }

    fn number(&mut self, start: usize) -> Result<Token, CalcError> {
        let radix = match (self.peek(0), self.peek(1)) {
            (Some('0'), Some('x' | 'X')) => 16,
            (Some('0'), Some('o' | 'O')) => 8,
            (Some('0'), Some('b' | 'B')) => 2,
            _ => return self.decimal(start),
        };
        self.next = self.next.saturating_add(2);
        let mut digits = String::new();
        // Python allows one underscore right after the prefix.
        self.digits(radix, true, &mut digits)?;
        if digits.is_empty() {
            return Err(CalcError::syntax(
                start,
                format!("a number of base {radix} without digits of that base"),
                "write at least one, as in 0x1F, 0o17 or 0b101",
            ));
        }
        self.end_of_number(radix)?;
        finish(Number::integer(&digits, radix), start)
    }

    fn decimal(&mut self, start: usize) -> Result<Token, CalcError> {
        let mut text = String::new();
        let mut float = false;
        self.digits(10, false, &mut text)?;
        if self.peek(0) == Some('.') {
            float = true;
            text.push('.');
            self.next += 1;
            self.digits(10, false, &mut text)?;
        }
        if matches!(self.peek(0), Some('e' | 'E')) {
            float = true;
            self.exponent(&mut text)?;
        }
        self.end_of_number(10)?;
        if float {
            return finish(Number::float(&text), start);
        }
        let significant = text.trim_start_matches('0');
        if text.starts_with('0') && !significant.is_empty() {
            return Err(CalcError::syntax(
                start,
                "a whole number with a leading zero",
                format!("write {significant}"),
            ));
        }
        finish(Number::integer(&text, 10), start)
    }

    fn exponent(&mut self, text: &mut String) -> Result<(), CalcError> {
        let position = self.position();
        text.push('e');
        self.next += 1;
        if let Some(sign @ ('+' | '-')) = self.peek(0) {
            text.push(sign);
            self.next += 1;
        }
        let before = text.len();
        self.digits(10, false, text)?;
        if text.len() == before {
            return Err(CalcError::syntax(
                position,
                "an exponent without digits",
                "write a whole number after the `e`, as in 1e3 or 1e-3",
            ));
        }
        Ok(())
    }

    /// Takes digits with single underscores between them; one may stand before
    /// the first digit if `after_prefix`.
    fn digits(&mut self, radix: u32, after_prefix: bool, text: &mut String) -> Result<(), CalcError> {
        let mut underscore_fits = after_prefix;
        loop {
            match self.peek(0) {
                Some(digit) if digit.is_digit(radix) => {
                    text.push(digit);
                    underscore_fits = true;
                }
                Some('_') => {
                    if !underscore_fits || !self.peek(1).is_some_and(|c| c.is_digit(radix)) {
                        return Err(CalcError::syntax(
                            self.position(),
                            "an underscore that is not between two digits",
                            "write single underscores between digits, as in 1_000",
                        ));
                    }
                }
                _ => return Ok(()),
            }
            self.next += 1;
        }
    }

    /// Refuses what may not follow a number without a blank or an operator.
    fn end_of_number(&mut self, radix: u32) -> Result<(), CalcError> {
        let position = self.position();
        match self.peek(0) {
            Some('.') if radix == 10 => Err(CalcError::syntax(
                position,
                "a second point in a number",
                "write one decimal point, as in 1.25, or an operator between two numbers",
            )),
            Some('.') => Err(CalcError::syntax(
                position,
                format!("a point in a number of base {radix}"),
                "write fractions as decimal numbers, as in 1.25",
            )),
            Some(digit) if digit.is_ascii_digit() => Err(CalcError::syntax(
                position,
                format!("the digit {digit} in a number of base {radix}"),
                format!("use the digits 0 to {}", radix.saturating_sub(1)),
            )),
            Some(first) if starts_word(first) => {
                let (word, _) = self.word();
                Err(hints::after_number(&word, position))
            }
            _ => Ok(()),
        }
    }

    /// Takes a name, and tells whether an opening parenthesis follows.
    fn word(&mut self) -> (String, bool) {
        let mut word = String::new();
        while let Some(c) = self.peek(0).filter(|&c| starts_word(c) || c.is_alphanumeric()) {
            word.push(c);
            self.next += 1;
        }
        while matches!(self.peek(0), Some(' ' | '\t')) {
            self.next += 1;
        }
        (word, self.peek(0) == Some('('))
    }

    fn word_error(&mut self, position: usize) -> CalcError {
        let (word, called) = self.word();
        if called { hints::call(&word, position) } else { hints::name(&word, position) }
    }

    fn symbol_error(&self, first: char, position: usize) -> CalcError {
        let before = self.next.checked_sub(1).and_then(|at| self.chars.get(at));
        let between_digits =
            before.is_some_and(char::is_ascii_digit) && self.peek(1).is_some_and(|c| c.is_ascii_digit());
        if first == ',' && between_digits {
            return CalcError::syntax(
                position,
                "a comma in a number",
                "write no thousands separators, or underscores, as in 1_000, and `.` for decimals",
            );
        }
        hints::symbol(first, self.peek(1), position)
    }
}

fn starts_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// The number of a literal whose text was checked.
fn finish(number: Result<Option<Number>, Fault>, start: usize) -> Result<Token, CalcError> {
    match number {
        Ok(Some(number)) => Ok(Token::Number(number)),
        Ok(None) => Err(CalcError::syntax(
            start,
            "a number that cannot be read",
            "write it as in 12, 1.5, 1e3 or 0x1F",
        )),
        Err(fault) => Err(CalcError::from_literal(fault, start)),
    }
}
