//! The user's function, given back whatever happens: an editor can go on with
//! it, and only the real errors show.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Error;

/// The function, and all that is wrong with it as a tool.
pub(crate) fn fallback(item: TokenStream, faults: &Error) -> TokenStream {
    let mut tokens = strip(item);
    tokens.extend(faults.to_compile_error());
    tokens
}

/// The function without what only `#[tool]` understands: `#[arg(…)]` and the
/// doc comments of its parameters. All other tokens stay as they came, so this
/// works for a function that does not parse.
pub(crate) fn strip(item: TokenStream) -> TokenStream {
    let mut stripped = TokenStream::new();
    let mut tokens = item.into_iter();
    let mut seen_fn = false;
    let mut generics = 0_usize;
    for token in tokens.by_ref() {
        match &token {
            TokenTree::Ident(ident) if ident == "fn" => seen_fn = true,
            TokenTree::Punct(punct) if seen_fn && punct.as_char() == '<' => generics += 1,
            TokenTree::Punct(punct) if seen_fn && punct.as_char() == '>' => {
                generics = generics.saturating_sub(1)
            }
            TokenTree::Group(group)
                if seen_fn && generics == 0 && group.delimiter() == Delimiter::Parenthesis =>
            {
                stripped.extend([TokenTree::Group(strip_params(group))]);
                break;
            }
            // A whole item that came out of a `macro_rules!`.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None && !seen_fn => {
                let mut inner = Group::new(Delimiter::None, strip(group.stream()));
                inner.set_span(group.span());
                stripped.extend([TokenTree::Group(inner)]);
                continue;
            }
            _ => {}
        }
        stripped.extend([token]);
    }
    stripped.extend(tokens);
    stripped
}

fn strip_params(params: &Group) -> Group {
    let mut kept = TokenStream::new();
    let mut tokens = params.stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let opens_attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        if opens_attribute && tokens.peek().is_some_and(is_ours) {
            tokens.next();
        } else {
            kept.extend([token]);
        }
    }
    let mut stripped = Group::new(Delimiter::Parenthesis, kept);
    stripped.set_span(params.span());
    stripped
}

/// `[arg(…)]`, or the `[doc = "…"]` that a doc comment is.
fn is_ours(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else { return false };
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "arg" || name == "doc")
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves MAC-10
    #[test]
    fn only_what_is_ours_is_stripped() {
        for (source, expected) in [
            (
                "#[inline] pub(crate) async fn f(#[arg(len = 1..)] #[doc = \"Q.\"] #[allow(unused)] mut q: A) { #[arg] x }",
                "#[inline] pub(crate) async fn f(#[allow(unused)] mut q: A) { #[arg] x }",
            ),
            ("fn f<F: Fn(u32) -> u32>(#[arg(secret)] q: F)", "fn f<F: Fn(u32) -> u32>(q: F)"),
            ("fn f(q: A, #[doc = \"B.\"] b)", "fn f(q: A, b)"),
            ("struct S(#[arg] u32);", "struct S(#[arg] u32);"),
        ] {
            let source: TokenStream = source.parse().unwrap();
            let expected: TokenStream = expected.parse().unwrap();
            assert_eq!(strip(source).to_string(), expected.to_string());
        }
    }
}
