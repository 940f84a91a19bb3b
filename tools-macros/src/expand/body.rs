//! How the function is called, and the one that prepares its calls: one `let`
//! for each parameter.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{at, returned, row::default_name};
use crate::{
    model::Tool,
    params::{Param, Source},
};

pub(super) fn body(tool: &Tool) -> TokenStream {
    let Taken { given, lets, locals } = taken(tool);
    let function = &tool.function.signature.ident;
    let output = returned(tool, "output");
    // As a value of its own it tells what is wrong with a result at the type, once.
    let finish = Ident::new("finish", Span::mixed_site());
    let lets = quote! {
        #lets
        let #finish = #output;
    };
    if tool.function.signature.asyncness.is_none() {
        return quote! {
            __tools::Body::Blocking(|#given| {
                #lets
                #finish(#function(#(#locals),*))
            })
        };
    }
    let future = quote! {
        async move {
            #lets
            #finish(#function(#(#locals),*).await)
        }
    };
    // A future that is not `Send` is told at the name of the function.
    let boxed = quote_spanned!(at(function)=> ::std::boxed::Box::pin(#future));
    quote!(__tools::Body::Async(|#given| #boxed))
}

/// `.prepare(…)`, for a tool that has a function for it.
pub(super) fn prepare(tool: &Tool) -> Option<TokenStream> {
    let function = tool.attr.prepare.as_ref()?;
    let Taken { given, lets, locals } = taken(tool);
    let types: Vec<Ident> = (0..locals.len()).map(|place| format_ident!("P{place}")).collect();
    let path = at(function);
    // Through a bound and a value of its own: for other parameters than the tool's
    // the compiler shows both lists, at the path, and has no wrong advice.
    let call = quote_spanned!(path=> let call = __with_the_parameters_of_the_tool;);
    let prepared = quote_spanned!(path=> __tools::prepared(call(#(#locals,)* #function)).await);
    let boxed = quote_spanned!(path=> ::std::boxed::Box::pin(async move { #lets #call #prepared }));
    Some(quote! {
        .prepare({
            #[allow(clippy::too_many_arguments)]
            fn __with_the_parameters_of_the_tool<#(#types,)* R, F: ::core::ops::FnOnce(#(#types),*) -> R>(
                #(#locals: #types,)*
                prepare: F,
            ) -> R {
                prepare(#(#locals),*)
            }
            |#given| #boxed
        })
    })
}

/// How the parameters are taken from the arguments and the run.
struct Taken {
    /// What the closure is given.
    given: TokenStream,
    lets: TokenStream,
    locals: Vec<Ident>,
}

fn taken(tool: &Tool) -> Taken {
    let args =
        Ident::new(if tool.arguments().next().is_some() { "args" } else { "_args" }, Span::mixed_site());
    let lends = tool.params.iter().any(|param| matches!(param.source, Source::Host));
    let run = Ident::new(if lends { "run" } else { "_run" }, Span::mixed_site());
    let mutability = tool.arguments().next().map(|_| quote!(mut));
    let locals: Vec<Ident> = tool.params.iter().map(local).collect();
    let values = tool.params.iter().map(|param| value(param, &args, &run));
    Taken { lets: quote!(#(let #locals = #values;)*), given: quote!(#mutability #args, #run), locals }
}

/// A prefix, so that a parameter hides nothing that the body names.
fn local(param: &Param) -> Ident {
    Ident::new(&format!("p_{}", param.plain_name()), Span::mixed_site())
}

fn value(param: &Param, args: &Ident, run: &Ident) -> TokenStream {
    let ty = &param.ty;
    let Some(argument) = param.argument() else {
        return quote!(__tools::lend::<#ty>(#run)?);
    };
    let name = &argument.name.text;
    if argument.attr.flatten {
        quote!(#args.take_flat::<#ty>()?)
    } else if argument.attr.default.is_some() {
        let default = Ident::new(&default_name(param), Span::mixed_site());
        quote!(#args.take_or::<#ty>(#name, #default)?)
    } else {
        quote!(#args.take::<#ty>(#name)?)
    }
}
