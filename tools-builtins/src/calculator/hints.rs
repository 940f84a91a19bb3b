//! What to write instead of what is not part of the grammar.

use std::borrow::Cow;

use super::error::CalcError;

/// Names longer than this are cut in messages.
const SHOWN: usize = 24;

const GRAMMAR: &str = "only numbers, parentheses and + - * / // % ** are supported";

fn shown(word: &str) -> String {
    let mut text: String = word.chars().take(SHOWN).collect();
    if word.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text
}

/// A name right after a number, as in `2pi` or `1j`.
pub(super) fn after_number(word: &str, position: usize) -> CalcError {
    let problem = format!("`{}` right after a number", shown(word));
    let hint: Cow<'static, str> = match word {
        "j" | "J" | "i" => "complex numbers are not supported, write a real number".into(),
        _ if word.strip_prefix(['x', 'X']).is_some_and(is_digits) => "write `*` for multiplication".into(),
        _ => match meaning(word) {
            Some(value) => format!("write `*` for multiplication and then {value}").into(),
            None if word.chars().any(char::is_alphabetic) => {
                "multiplication is never implied and names and units are not supported, \
                 write a number and `*`"
                    .into()
            }
            None => GRAMMAR.into(),
        },
    };
    CalcError::syntax(position, problem, hint)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name that is called, as in `abs(-1)`.
pub(super) fn call(word: &str, position: usize) -> CalcError {
    let hint = match word {
        "sqrt" => "write x**0.5 for a square root",
        "cbrt" => "write x**(1/3) for a cube root",
        "pow" => "write x**y for a power",
        "mod" | "fmod" => "write x % y for a remainder",
        "div" | "divmod" => "write x // y and x % y",
        "int" | "floor" | "trunc" => "write x // 1 to round down",
        _ => "functions are not supported, only numbers, parentheses and + - * / // % **",
    };
    CalcError::syntax(position, format!("unsupported call of `{}`", shown(word)), hint)
}

/// A name that is not called.
pub(super) fn name(word: &str, position: usize) -> CalcError {
    let problem = format!("unsupported name `{}`", shown(word));
    let hint: Cow<'static, str> = match word.to_ascii_lowercase().as_str() {
        "x" => "write `*` for multiplication, and numbers in place of variables".into(),
        "mod" => "write `%` for a remainder".into(),
        "div" => "write `//` for a floor division".into(),
        "of" => "write `*`, as in 50/100 * 80".into(),
        "inf" | "infinity" | "nan" => "only finite numbers are supported".into(),
        "true" | "false" => "write 1 or 0".into(),
        "and" | "or" | "not" | "in" | "is" | "if" | "else" | "xor" => {
            "boolean and conditional operators are not supported, only arithmetic".into()
        }
        lower => match meaning(lower) {
            Some(value) => format!("names are not supported, write {value}").into(),
            None if word.starts_with('_') => {
                "names are not supported, and a number starts with a digit".into()
            }
            None => "names are not supported, write the number itself".into(),
        },
    };
    CalcError::syntax(position, problem, hint)
}

/// The digits of a well-known constant.
fn meaning(word: &str) -> Option<&'static str> {
    match word {
        "pi" | "Pi" | "PI" | "π" => Some("3.141592653589793"),
        "e" => Some("2.718281828459045"),
        "tau" | "τ" => Some("6.283185307179586"),
        _ => None,
    }
}

/// A character that is no part of any number, name or operator here.
pub(super) fn symbol(c: char, next: Option<char>, position: usize) -> CalcError {
    if !c.is_ascii() {
        return foreign(c, position);
    }
    let (problem, hint): (Cow<'static, str>, _) = match (c, next) {
        ('^', _) => ("operator `^`".into(), "write `**` for a power"),
        ('=' | '!', Some('=')) => {
            (format!("comparison `{c}=`").into(), "comparisons are not supported, only arithmetic")
        }
        ('<', Some('<')) => ("shift `<<`".into(), "bit operators are not supported, write x * 2**n"),
        ('>', Some('>')) => ("shift `>>`".into(), "bit operators are not supported, write x // 2**n"),
        ('<' | '>', _) => {
            (format!("comparison `{c}`").into(), "comparisons are not supported, only arithmetic")
        }
        ('=', _) => ("`=`".into(), "assignment is not supported, write only the expression to compute"),
        ('&' | '|' | '~', _) => {
            (format!("operator `{c}`").into(), "bit and boolean operators are not supported, only arithmetic")
        }
        ('!', _) => ("`!`".into(), "factorials are not supported, write the product out"),
        ('\'' | '"' | '`', _) => {
            (format!("quote {c}").into(), "strings are not supported, write numbers without quotes")
        }
        ('[' | ']' | '{' | '}', _) => {
            (format!("`{c}`").into(), "lists are not supported, and grouping is written with ( and )")
        }
        ('#', _) => ("`#`".into(), "comments are not supported, remove it"),
        (',', _) => ("`,`".into(), "write one expression only, with `.` for decimals"),
        (';' | ':' | '\\', _) => (format!("`{c}`").into(), "write one expression only"),
        ('\n' | '\r', _) => ("line break".into(), "write the expression on one line"),
        ('.', _) => ("point without digits".into(), "write a number such as 0.5 or 5.0"),
        ('$', _) => ("`$`".into(), "write amounts without a currency sign"),
        _ if c.is_ascii_graphic() => (format!("`{c}`").into(), GRAMMAR),
        _ => (format!("control character {}", code(c)).into(), "remove it"),
    };
    CalcError::syntax(position, format!("unsupported {problem}"), hint)
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

fn foreign(c: char, position: usize) -> CalcError {
    let named = if c.is_whitespace() || c.is_control() || is_invisible(c) {
        format!("unsupported character {}", code(c))
    } else {
        format!("unsupported character `{c}` ({})", code(c))
    };
    let hint: Cow<'static, str> = match ascii_form(c) {
        Some(ascii) => format!("write the ASCII `{ascii}`").into(),
        None if c.is_whitespace() => "write an ordinary space".into(),
        None if c.is_control() || is_invisible(c) => "remove it".into(),
        None if c.is_numeric() => "write numbers with the ASCII digits 0 to 9".into(),
        None => GRAMMAR.into(),
    };
    CalcError::syntax(position, named, hint)
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Zeros of the decimal digits that people do type; nine others follow each.
const ZEROS: [u32; 12] =
    [0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0BE6, 0x0C66, 0x0E50, 0x0ED0, 0xFF10];

/// How a character of typography, or of another script, is written in ASCII.
fn ascii_form(c: char) -> Option<Cow<'static, str>> {
    let text = match c {
        '\u{2212}' | '\u{2010}'..='\u{2015}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' | '➖' => "-",
        '\u{FF0B}' | '\u{FE62}' | '➕' => "+",
        '×' | '∗' | '·' | '⋅' | '•' | '∙' | '✕' | '✖' | '⨯' | '\u{FF0A}' | '\u{FE61}' => "*",
        '÷' | '∕' | '⁄' | '➗' | '\u{FF0F}' => "/",
        '\u{FF05}' | '\u{FE6A}' | '٪' => "%",
        '\u{FF08}' | '\u{FE59}' => "(",
        '\u{FF09}' | '\u{FE5A}' => ")",
        '\u{FF0E}' | '٫' => ".",
        '\u{FF3E}' => "**",
        '²' => "**2",
        '³' => "**3",
        '√' => "**0.5",
        '½' => "(1/2)",
        '¼' => "(1/4)",
        '¾' => "(3/4)",
        _ => {
            let code = u32::from(c);
            return ZEROS
                .iter()
                .filter_map(|zero| code.checked_sub(*zero))
                .find(|digit| *digit < 10)
                .map(|digit| digit.to_string().into());
        }
    };
    Some(text.into())
}
