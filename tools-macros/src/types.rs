//! What the tokens of a type show. What they do not show, such as what is
//! behind an alias, is left to the compiler.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

/// The type without the parentheses and invisible groups around it.
pub(crate) fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Paren(paren) => peel(&paren.elem),
        Type::Group(group) => peel(&group.elem),
        ty => ty,
    }
}

/// The types that this one is made of, not deeper.
pub(crate) fn inner(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Array(array) => vec![&array.elem],
        Type::Group(group) => vec![&group.elem],
        Type::Paren(paren) => vec![&paren.elem],
        Type::Reference(reference) => vec![&reference.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        Type::Path(path) => path.path.segments.iter().flat_map(type_arguments).collect(),
        _ => Vec::new(),
    }
}

/// The first type, from the outside in, of which the test is true.
pub(crate) fn find<'a>(ty: &'a Type, test: &impl Fn(&Type) -> bool) -> Option<&'a Type> {
    if test(ty) {
        return Some(ty);
    }
    inner(ty).into_iter().find_map(|ty| find(ty, test))
}

/// `A` and `B` of `Map<A, B>`.
fn type_arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(generics) = &segment.arguments else { return Vec::new() };
    generics
        .args
        .iter()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .collect()
}

/// The last name of a path and its type arguments, such as `Option` and `T`.
pub(crate) fn last_segment(path: &TypePath) -> Option<(&PathSegment, Vec<&Type>)> {
    let segment = path.path.segments.last()?;
    Some((segment, type_arguments(segment)))
}

/// The type of the standard library that the path seems to name, and its
/// arguments. A path through another module than `std` is a user's own type.
pub(crate) fn standard(ty: &Type) -> Option<(String, Vec<&Type>)> {
    let Type::Path(path) = peel(ty) else { return None };
    let first = path.path.segments.first()?;
    let of_std = ["std", "core", "alloc"].iter().any(|root| first.ident == root);
    if path.qself.is_some() || (path.path.segments.len() > 1 && !of_std) {
        return None;
    }
    let (last, arguments) = last_segment(path)?;
    Some((last.ident.to_string(), arguments))
}

/// The tokens as a person writes them: `Option<&Db>`, not `Option < & Db >`.
pub(crate) fn spelled(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    spell(tokens.into_token_stream(), &mut text);
    text
}

fn spell(tokens: TokenStream, out: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                spell(group.stream(), out);
                out.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                letter @ (',' | ';') => out.extend([letter, ' ']),
                letter @ '+' => out.extend([' ', letter, ' ']),
                letter => out.push(letter),
            },
            word => {
                if out.ends_with(|end: char| end.is_alphanumeric() || end == '_') {
                    out.push(' ');
                }
                out.push_str(&word.to_string());
            }
        }
    }
}
