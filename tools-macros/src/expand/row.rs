//! What is constant about one parameter that the model supplies.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, LitStr};

use super::{at, shown_at};
use crate::{
    attr::{Default, Range, Text},
    check::{Shape, shape},
    model::Tool,
    params::{Argument, Param},
};

/// One row of the table of parameters.
pub(super) fn row(param: &Param, argument: &Argument) -> TokenStream {
    let (ty, name) = (&param.ty, &argument.name.text);
    if argument.attr.flatten {
        return quote!(__tools::Param::flatten::<#ty>(#name));
    }
    let doc = match &argument.doc {
        Text::Plain { text, .. } => text.to_token_stream(),
        Text::Const(expr) => expr.clone(),
    };
    let attr = &argument.attr;
    let default = attr.default.as_ref().map(|default| {
        // A default that does not serialise is told at the default.
        let at = match default {
            Default::OfType => at(attr.key("default")),
            Default::Expr(expr) => at(expr),
        };
        let function = Ident::new(&default_name(param), at);
        let value = quote_spanned!(at=> __tools::to_value(&#function()));
        quote!(.default(|| #value))
    });
    let bounds = bounds(param, argument);
    let pattern = attr.pattern.as_ref().map(|pattern| quote!(.pattern(#pattern)));
    let secret = attr.secret.then(|| quote!(.secret()));
    quote!(__tools::Param::of::<#ty>(#name, #doc) #default #bounds #pattern #secret)
}

/// `.min(low)`, `.max(high)`, `.min_len(low)` and `.max_len(high)`.
fn bounds(param: &Param, argument: &Argument) -> TokenStream {
    let mut bounds = TokenStream::new();
    if let Some(range) = &argument.attr.range {
        let limit = |bound: &Expr| limit(range, param, bound);
        let max = if range.exclusive { quote!(exclusive_max) } else { quote!(max) };
        bounds.extend(range.low.as_ref().map(limit).map(|low| quote!(.min(#low))));
        bounds.extend(range.high.as_ref().map(limit).map(|high| quote!(.#max(#high))));
    }
    if let Some(len) = &argument.attr.len {
        let less = len.exclusive.then(|| quote!(-1));
        bounds.extend(len.low.as_ref().map(size).map(|low| quote!(.min_len(#low))));
        bounds.extend(len.high.as_ref().map(size).map(|high| quote!(.max_len(#high #less))));
    }
    bounds
}

/// A bound of the parameter's own type: the compiler tells at the literal when it
/// is not. A field says that in fewer words than the argument of a call.
fn limit(range: &Range, param: &Param, bound: &Expr) -> TokenStream {
    let key = at(&range.key);
    let ty = shown_at(key, &param.ty);
    quote_spanned!(key=> __tools::Bound::<#ty> { 0: #bound }.limit())
}

/// A length is a `usize`. A bare number needs no more than to be written down.
fn size(bound: &Expr) -> TokenStream {
    if matches!(bound, Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) if int.suffix().is_empty()) {
        return bound.to_token_stream();
    }
    quote!({ const __LEN: ::core::primitive::usize = #bound; __LEN as ::core::primitive::u64 })
}

/// What the keys of a parameter ask of its type, told at the key.
pub(super) fn requirements(tool: &Tool) -> TokenStream {
    let mut requirements = TokenStream::new();
    for (param, argument) in tool.arguments() {
        if let Some(len) = &argument.attr.len {
            let key = at(&len.key);
            let ty = shown_at(key, &param.ty);
            requirements.extend(quote_spanned!(key=> __tools::length::<#ty>();));
        }
        if let Some(pattern) = &argument.attr.pattern {
            let pattern = at(pattern);
            let ty = shown_at(pattern, &param.ty);
            requirements.extend(quote_spanned!(pattern=> __tools::patterned::<#ty>();));
        }
    }
    requirements
}

/// The default of each parameter that has one: made once, for schema and call.
pub(super) fn defaults(tool: &Tool) -> TokenStream {
    let mut defaults = TokenStream::new();
    for (param, argument) in tool.arguments() {
        if let Some(default) = &argument.attr.default {
            defaults.extend(default_item(default, param, argument));
        }
    }
    defaults
}

fn default_item(default: &Default, param: &Param, argument: &Argument) -> TokenStream {
    let ty = &param.ty;
    let value = match default {
        Default::OfType => {
            quote_spanned!(at(argument.attr.key("default"))=> ::core::default::Default::default())
        }
        Default::Expr(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => string(&shape(ty), text),
        Default::Expr(expr) => expr.to_token_stream(),
    };
    let name = Ident::new(&default_name(param), Span::mixed_site());
    quote!(fn #name() -> #ty { #value })
}

/// A string literal is made into a `String`, or into what else takes one. Where
/// the type is known to take none, "mismatched types" says it best.
fn string(shape: &Shape, text: &LitStr) -> TokenStream {
    match shape {
        Shape::String | Shape::Unknown => quote_spanned!(at(text)=> ::core::convert::Into::into(#text)),
        Shape::Option(inner) => {
            let inner = string(inner, text);
            quote_spanned!(at(text)=> __tools::Some(#inner))
        }
        _ => text.to_token_stream(),
    }
}

pub(super) fn default_name(param: &Param) -> String {
    format!("__default_{}", param.plain_name())
}
