//! What a tool becomes: the function as it was, and beside it a constant table
//! with a thin body. The work is in shared functions of `tools_core`.

mod body;
mod row;
mod table;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use crate::{fallback::strip, model::Tool};

pub(crate) fn expand(tool: &Tool, item: TokenStream) -> TokenStream {
    let function = strip(item);
    let cfgs = tool.function.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let krate = tool.attr.krate.as_ref().map_or_else(|| quote!(::tools_core), ToTokens::to_token_stream);
    let defaults = row::defaults(tool);
    let requirements = row::requirements(tool);
    let (name, description) = (&tool.name.text, table::description(tool));
    let schema = returned(tool, "schema");
    let body = body::body(tool);
    let details = table::details(tool);
    quote! {
        #function

        #(#cfgs)*
        #[allow(deprecated, clippy::unnecessary_wraps)]
        const _: () = {
            use #krate::__private as __tools;
            #[allow(unused_imports)]
            use __tools::Plain as _;
            #defaults
            static __SPEC: __tools::ToolSpec = __tools::ToolSpec::new(
                #name,
                #description,
                #schema,
                #body,
                __tools::origin!(),
            )
            #details;
            static __TOOL: __tools::StaticTool = __tools::StaticTool::new(&__SPEC);
            __tools::inventory::submit! { &__TOOL }
            #requirements
        };
    }
}

/// `Returned::<R>::…`, shown at the whole type: there the compiler tells that a
/// result cannot be one.
fn returned(tool: &Tool, function: &str) -> TokenStream {
    let output = tool.output();
    let end = output.clone().into_iter().last().map_or_else(Span::call_site, at);
    let start = quote_spanned!(at(&output)=> __tools::Returned::<);
    let function = Ident::new(function, end);
    let end = quote_spanned!(end=> >::#function);
    quote!(#start #output #end)
}

/// A span that is shown at the user's token, with names that no user can see.
fn at(token: impl ToTokens) -> Span {
    let first = token.into_token_stream().into_iter().next();
    first.map_or_else(Span::mixed_site, |token| Span::mixed_site().located_at(token.span()))
}

/// The tokens, shown at another token: a type is to blame for what is written
/// in `#[arg(…)]` about it.
fn shown_at(span: Span, tokens: impl ToTokens) -> TokenStream {
    tokens
        .into_token_stream()
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                let inner = shown_at(span, group.stream());
                token = proc_macro2::Group::new(group.delimiter(), inner).into();
            }
            token.set_span(token.span().located_at(span));
            token
        })
        .collect()
}
