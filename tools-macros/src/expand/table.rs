//! What is constant about a tool.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{at, body, row};
use crate::{
    attr::{Text, TimeLimit},
    model::Tool,
    params::Source,
};

pub(super) fn description(tool: &Tool) -> TokenStream {
    match &tool.description {
        Text::Plain { text, .. } => text.to_token_stream(),
        // Only the compiler can see whether it is blank.
        Text::Const(expr) => quote_spanned!(at(expr)=> __tools::described(#expr)),
    }
}

/// `.title(…).tags(…)` and so on, for what the tool has.
pub(super) fn details(tool: &Tool) -> TokenStream {
    let attr = &tool.attr;
    let mut details = TokenStream::new();
    if let Some(title) = &attr.title {
        details.extend(quote!(.title(#title)));
    }
    let examples: Vec<String> = attr.examples.iter().map(crate::json::Json::text).collect();
    let lends = tool.params.iter().filter(|param| matches!(param.source, Source::Host)).map(|param| {
        let ty = &param.ty;
        quote!(<#ty as __tools::Lend<'_>>::LENT)
    });
    details.extend(list("tags", &attr.tags));
    details.extend(list("capabilities", &attr.capabilities));
    details.extend(list("examples", examples));
    details.extend(hints(tool));
    details.extend(table("params", tool.arguments().map(|(param, argument)| row::row(param, argument))));
    details.extend(table("lends", lends));
    details.extend(match attr.time_limit {
        Some(TimeLimit::Millis(millis)) => quote!(.time_limit(__tools::TimeLimit::millis(#millis))),
        Some(TimeLimit::None) => quote!(.time_limit(__tools::TimeLimit::NONE)),
        None => TokenStream::new(),
    });
    details.extend(body::prepare(tool));
    if attr.ignore_unknown_fields {
        details.extend(quote!(.ignore_unknown_fields()));
    }
    details
}

fn list<T: ToTokens>(method: &str, elements: impl IntoIterator<Item = T>) -> Option<TokenStream> {
    let elements: Vec<T> = elements.into_iter().collect();
    let method = Ident::new(method, Span::call_site());
    (!elements.is_empty()).then(|| quote!(.#method(&[#(#elements),*])))
}

/// A list of values that are computed: a constant of its own, for the reference to
/// live for ever, inside the same body, for one fault to be told once.
fn table(method: &str, rows: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let rows: Vec<TokenStream> = rows.collect();
    let method = Ident::new(method, Span::call_site());
    (!rows.is_empty()).then(|| quote!(.#method(const { &[#(#rows),*] })))
}

fn hints(tool: &Tool) -> Option<TokenStream> {
    let attr = &tool.attr;
    let hints: TokenStream = [
        attr.read_only.map(|flag| quote!(.read_only(#flag))),
        attr.destructive.map(|flag| quote!(.destructive(#flag))),
        attr.idempotent.map(|flag| quote!(.idempotent(#flag))),
        attr.open_world.map(|flag| quote!(.open_world(#flag))),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!hints.is_empty()).then(|| quote!(.hints(__tools::Hints::new() #hints)))
}
