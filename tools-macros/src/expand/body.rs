//! How the function is called: one `let` for each parameter.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{at, returned, row::default_name};
use crate::{
    model::Tool,
    params::{Param, Source},
};

pub(super) fn body(tool: &Tool) -> TokenStream {
    let args =
        Ident::new(if tool.arguments().next().is_some() { "args" } else { "_args" }, Span::mixed_site());
    let lends = tool.params.iter().any(|param| matches!(param.source, Source::Host));
    let run = Ident::new(if lends { "run" } else { "_run" }, Span::mixed_site());
    let mutability = tool.arguments().next().map(|_| quote!(mut));
    let function = &tool.function.signature.ident;
    let output = returned(tool, "output");
    let locals: Vec<Ident> = tool.params.iter().map(local).collect();
    let values = tool.params.iter().map(|param| value(param, &args, &run));
    // As a value of its own it tells what is wrong with a result at the type, once.
    let finish = Ident::new("finish", Span::mixed_site());
    let lets = quote! {
        #(let #locals = #values;)*
        let #finish = #output;
    };
    if tool.function.signature.asyncness.is_none() {
        return quote! {
            __tools::Body::Blocking(|#mutability #args, #run| {
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
    quote!(__tools::Body::Async(|#mutability #args, #run| #boxed))
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
