//! Doc comments, as the text that a model reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, LitStr, Meta};

use super::value::literal;

/// A text for the model.
pub(crate) enum Text {
    /// Known here. `at` is the literal to blame, if it was one.
    Plain { text: String, at: Option<LitStr> },
    /// Known to the compiler only: `concat!(…)`, `include_str!(…)`, a constant.
    Const(TokenStream),
}

impl Default for Text {
    fn default() -> Self {
        Text::Plain { text: String::new(), at: None }
    }
}

impl Text {
    /// What the user wrote after `description =`.
    pub(super) fn written(expr: Expr) -> Self {
        match literal(&expr) {
            Some(text) => Text::Plain { text: text.value(), at: Some(text) },
            None => Text::Const(expr.into_token_stream()),
        }
    }
}

/// One line of a doc comment, or what stands for lines.
enum Piece {
    Line(String),
    Expr(Expr),
}

/// The doc comment, unindented as rustdoc does it, without blank lines around.
pub(crate) fn doc(attrs: &[Attribute]) -> Option<Text> {
    let mut pieces: Vec<Piece> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        // `#[doc(hidden)]` and its like say nothing to a model.
        let Meta::NameValue(doc) = &attr.meta else { continue };
        match literal(&doc.value) {
            Some(text) => pieces.extend(lines(&text.value()).map(Piece::Line)),
            None => pieces.push(Piece::Expr(doc.value.clone())),
        }
    }
    if pieces.is_empty() {
        return None;
    }
    unindent(&mut pieces);
    Some(join(pieces))
}

/// The lines of one comment. The stars down the side of a `/** … */` are no text.
fn lines(comment: &str) -> impl Iterator<Item = String> {
    let mut below = comment.lines().skip(1).filter(|line| !line.trim().is_empty()).peekable();
    let starred = below.peek().is_some() && below.all(|line| line.trim_start().starts_with('*'));
    comment.split('\n').map(move |line| {
        let line = line.trim_end();
        match line.trim_start().strip_prefix('*') {
            Some(text) if starred => text.to_owned(),
            _ => line.to_owned(),
        }
    })
}

fn unindent(pieces: &mut [Piece]) {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Line(line) if !line.is_empty() => Some(indentation(line)),
            _ => None,
        })
        .min()
        .unwrap_or(0);
    for piece in pieces {
        if let Piece::Line(line) = piece {
            *line = line.get(common..).unwrap_or_default().to_owned();
        }
    }
}

fn join(pieces: Vec<Piece>) -> Text {
    let mut parts: Vec<TokenStream> = Vec::new();
    let mut text = String::new();
    for (place, piece) in pieces.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        match piece {
            Piece::Line(line) => text.push_str(&line),
            Piece::Expr(expr) => {
                parts.push(std::mem::take(&mut text).into_token_stream());
                parts.push(expr.into_token_stream());
            }
        }
    }
    if parts.is_empty() {
        return Text::Plain { text: text.trim_matches('\n').to_owned(), at: None };
    }
    parts.push(text.into_token_stream());
    Text::Const(quote!(::core::concat!(#(#parts),*)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn text(attrs: &[Attribute]) -> String {
        match doc(attrs) {
            Some(Text::Plain { text, .. }) => text,
            Some(Text::Const(tokens)) => tokens.to_string(),
            None => "none".to_owned(),
        }
    }

    // proves MAC-02
    #[test]
    fn comments_become_text() {
        let tables: [(Vec<Attribute>, &str); 8] = [
            (parse_quote!(#[doc = " One."]), "One."),
            (
                parse_quote! {
                    ///
                    /// One
                    ///   - two
                    ///
                    /// "Three"\n
                    ///
                },
                "One\n  - two\n\n\"Three\"\\n",
            ),
            (parse_quote!(#[doc = "One."] #[doc = "Two."]), "One.\nTwo."),
            (parse_quote!(#[doc = "\n * One.\n * Two.\n "]), "One.\nTwo."),
            (parse_quote!(#[doc = " One\n     two\n "]), "One\n    two"),
            (parse_quote!(#[doc(hidden)] #[inline]), "none"),
            (parse_quote!(#[doc = ""]), ""),
            (
                parse_quote! {
                    /// One.
                    #[doc = include_str!("two.md")]
                },
                r#":: core :: concat ! ("One.\n" , include_str ! ("two.md") , "")"#,
            ),
        ];
        for (attrs, expected) in tables {
            assert_eq!(text(&attrs), expected);
        }
    }
}
