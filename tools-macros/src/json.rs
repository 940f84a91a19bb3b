//! JSON, written as tokens: every value knows its place, so that a fault in an
//! example is told at the very value.

use std::fmt::Write;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Error, Lit, LitStr, Result, Token, braced, bracketed,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token::{Brace, Bracket},
};

use crate::faults::{Faults, fault, next, repeated, twice};

/// A JSON value, and the tokens that it was read from.
pub(crate) struct Json {
    pub(crate) kind: Kind,
    tokens: TokenStream,
}

pub(crate) enum Kind {
    Null,
    Bool(bool),
    /// As JSON text: an integer may be too large for any one Rust type.
    Int(String),
    /// As JSON text: what the user wrote, not what a float makes of it.
    Float(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(LitStr, Json)>),
}

impl ToTokens for Json {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

/// A list of values in brackets. All that is wrong in any of them is told.
pub(crate) fn list(input: ParseStream<'_>) -> Result<Vec<Json>> {
    let content;
    bracketed!(content in input);
    let mut faults = Faults::default();
    let mut values = Vec::new();
    items(&content, &mut faults, |input| {
        values.push(input.parse()?);
        Ok(())
    })?;
    faults.finish(values)
}

/// Comma-separated items; after a fault it goes on with the next one.
fn items(
    input: ParseStream<'_>,
    faults: &mut Faults,
    mut item: impl FnMut(ParseStream<'_>) -> Result<()>,
) -> Result<()> {
    while !input.is_empty() {
        let read = item(input).and_then(|()| {
            if input.is_empty() || input.peek(Token![,]) {
                return Ok(());
            }
            Err(fault(
                next(input),
                "expected a comma",
                "an example is JSON: write a comma between two values",
            ))
        });
        faults.note(read);
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?;
        }
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(())
}

impl Parse for Json {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let start = input.cursor();
        let kind = if input.peek(Brace) {
            object(input)?
        } else if input.peek(Bracket) {
            Kind::Array(list(input)?)
        } else {
            scalar(input)?
        };
        let tokens = start.token_stream().into_iter();
        // A negative number is two tokens, everything else is one.
        let width =
            if matches!(&kind, Kind::Int(text) | Kind::Float(text) if text.starts_with('-')) { 2 } else { 1 };
        Ok(Json { kind, tokens: tokens.take(width).collect() })
    }
}

fn object(input: ParseStream<'_>) -> Result<Kind> {
    let content;
    braced!(content in input);
    let mut faults = Faults::default();
    let mut entries: Vec<(LitStr, Json)> = Vec::new();
    items(&content, &mut faults, |input| {
        let key = key(input)?;
        if input.parse::<Option<Token![:]>>()?.is_none() {
            return Err(fault(&key, "this key has no value", format!("write `{}: …`", key.token())));
        }
        entries.push((key, input.parse()?));
        Ok(())
    })?;
    for ((first, _), (again, _)) in repeated(&entries, |(a, _), (b, _)| a.value() == b.value()) {
        faults.push(twice(first, again, format!("the key `{}`", again.value()), "write it once"));
    }
    faults.finish(Kind::Object(entries))
}

fn key(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let bare = input.call(syn::Ident::parse_any).ok();
    let name = bare.as_ref().map_or_else(|| "name".to_owned(), |ident| ident.unraw().to_string());
    let at = bare.map_or_else(|| next(input), |ident| Some(ident.into()));
    Err(fault(at, "a key in JSON is a string", format!("write `\"{name}\": …`")))
}

fn scalar(input: ParseStream<'_>) -> Result<Kind> {
    let minus: Option<Token![-]> = input.parse()?;
    let sign = if minus.is_some() { "-" } else { "" };
    if input.peek(Lit) {
        let literal = input.parse()?;
        return match &literal {
            Lit::Int(int) => {
                number(&literal, int.suffix(), format!("{sign}{}", int.base10_digits()), Kind::Int)
            }
            Lit::Float(float) => number(
                &literal,
                float.suffix(),
                format!("{sign}{}", decimal(float.base10_digits())),
                Kind::Float,
            ),
            Lit::Bool(flag) if minus.is_none() => Ok(Kind::Bool(flag.value)),
            Lit::Str(text) if minus.is_none() => Ok(Kind::String(text.value())),
            Lit::Char(letter) => {
                Err(fault(letter, "JSON has no characters", format!("write `\"{}\"`", letter.value())))
            }
            _ => Err(no_json(literal)),
        };
    }
    match input.call(syn::Ident::parse_any) {
        Ok(word) if word == "null" && minus.is_none() => Ok(Kind::Null),
        Ok(word) if word == "None" => Err(fault(word, "JSON has no `None`", "write `null`")),
        Ok(word) => Err(no_json(word)),
        Err(_) => Err(no_json(next(input))),
    }
}

fn number(literal: &Lit, suffix: &str, text: String, kind: fn(String) -> Kind) -> Result<Kind> {
    if !suffix.is_empty() {
        return Err(fault(literal, "a number in JSON has no suffix", format!("write `{text}`")));
    }
    let fits = match literal {
        Lit::Int(_) => text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok(),
        _ => text.parse().is_ok_and(f64::is_finite),
    };
    if !fits {
        return Err(fault(literal, "this number is too large", "write a number of at most 64 bits"));
    }
    Ok(kind(text))
}

/// Rust's `1.` and `00.5` as JSON writes them.
fn decimal(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find(['.', 'e', 'E']).unwrap_or(digits.len()));
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let rest = if rest == "." { ".0" } else { rest };
    format!("{whole}{rest}")
}

fn no_json(at: impl ToTokens) -> Error {
    fault(
        at,
        "an example is JSON",
        "write a string, a number, `true`, `false`, `null`, `[…]` or `{ \"key\": … }`",
    )
}

impl Json {
    /// The value as JSON text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) {
        match &self.kind {
            Kind::Null => out.push_str("null"),
            Kind::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Kind::Int(number) | Kind::Float(number) => out.push_str(number),
            Kind::String(text) => write_string(text, out),
            Kind::Array(values) => {
                out.push('[');
                for (place, value) in values.iter().enumerate() {
                    separate(place, out);
                    value.write(out);
                }
                out.push(']');
            }
            Kind::Object(entries) => {
                out.push('{');
                for (place, (key, value)) in entries.iter().enumerate() {
                    separate(place, out);
                    write_string(&key.value(), out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn separate(place: usize, out: &mut String) {
    if place > 0 {
        out.push(',');
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            control if control < ' ' => {
                // Writing to a `String` does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> std::result::Result<String, Vec<String>> {
        let list = |input: ParseStream<'_>| list(input);
        let read = syn::parse::Parser::parse_str(list, source);
        let one_line = |values: Vec<Json>| values.iter().map(Json::text).collect::<Vec<_>>().join(" ");
        read.map(one_line).map_err(|faults| faults.into_iter().map(|fault| fault.to_string()).collect())
    }

    #[test]
    fn values_keep_what_was_written() {
        for (source, expected) in [
            ("[]", ""),
            (r#"[{ "a": 1, "b": [true, false, null,], }]"#, r#"{"a":1,"b":[true,false,null]}"#),
            ("[1_000, -5, 0xff, 007]", "1000 -5 255 7"),
            ("[18446744073709551615, -9223372036854775808]", "18446744073709551615 -9223372036854775808"),
            ("[1.50, -1., 1e3, 00.5, 1_0.2_5, 0.1e-7]", "1.50 -1.0 1e3 0.5 10.25 0.1e-7"),
            (r#"["a\"b\\c\n\u{7}é", "\"q\""]"#, r#""a\"b\\c\n\u0007é" "\"q\"""#),
        ] {
            assert_eq!(read(source), Ok(expected.to_owned()), "{source}");
        }
    }

    // proves MAC-27
    #[test]
    fn what_is_no_json_is_told() {
        for (source, expected) in [
            ("[5u8]", vec!["a number in JSON has no suffix\nwrite `5`"]),
            ("[1.5f32]", vec!["a number in JSON has no suffix\nwrite `1.5`"]),
            ("[18446744073709551616]", vec!["this number is too large\nwrite a number of at most 64 bits"]),
            ("[-9223372036854775809]", vec!["this number is too large\nwrite a number of at most 64 bits"]),
            ("[1e999]", vec!["this number is too large\nwrite a number of at most 64 bits"]),
            ("['a']", vec!["JSON has no characters\nwrite `\"a\"`"]),
            ("[None]", vec!["JSON has no `None`\nwrite `null`"]),
            ("[{ limit: 5 }]", vec!["a key in JSON is a string\nwrite `\"limit\": …`"]),
            ("[{ 5: 5 }]", vec!["a key in JSON is a string\nwrite `\"name\": …`"]),
            (r#"[{ "a" }]"#, vec!["this key has no value\nwrite `\"a\": …`"]),
            ("[1 2]", vec!["expected a comma\nan example is JSON: write a comma between two values"]),
            (
                r#"[{ "a": 1, "a": 2 }]"#,
                vec!["the key `a` is given twice\nwrite it once", "the key `a` is given here first"],
            ),
            (
                "[MAX, -true]",
                vec![
                    "an example is JSON\nwrite a string, a number, `true`, `false`, `null`, `[…]` or `{ \"key\": … }`";
                    2
                ],
            ),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(read(source), Err(expected), "{source}");
        }
    }
}
