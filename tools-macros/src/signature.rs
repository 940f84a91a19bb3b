//! The function under `#[tool]`. Its body stays tokens: what is broken in there
//! keeps the compiler's own errors.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, FnArg, GenericParam, Result, ReturnType, Signature, Token, Type, Visibility,
    parse::{ParseStream, Parser},
};

use crate::{
    faults::{Faults, fault, next},
    params::Param,
    types::find,
};

/// A function, as far as a tool needs to know it.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) signature: Signature,
}

impl Function {
    pub(crate) fn parse(item: TokenStream) -> Result<Self> {
        let function = |input: ParseStream<'_>| {
            let attrs = input.call(Attribute::parse_outer)?;
            input.parse::<Visibility>()?;
            expect_function(&input.fork())?;
            let signature = input.parse()?;
            if input.peek(Token![;]) {
                return Err(fault(&signature, "a tool needs a body", "write `{ … }` after the signature"));
            }
            input.parse::<TokenStream>()?;
            Ok(Function { attrs, signature })
        };
        function.parse2(item)
    }

    /// What a function may be and a tool may not, one sentence each.
    pub(crate) fn check(&self, faults: &mut Faults) {
        let Signature { constness, safety, abi, generics, variadic, output, .. } = &self.signature;
        if let Some(constness) = constness {
            faults.push(fault(
                constness,
                "a tool runs when a model calls it, never as a constant",
                "leave `const` out",
            ));
        }
        if let syn::Safety::Unsafe(token) = safety {
            let wrong = "a model may call a tool with any valid arguments, so it cannot be `unsafe`";
            faults.push(fault(token, wrong, "write a safe function that checks what it needs"));
        }
        if let Some(abi) = abi {
            faults.push(fault(abi, "a tool is called from Rust, so it has no ABI", "leave `extern` out"));
        }
        for param in &generics.params {
            faults.push(match param {
                GenericParam::Lifetime(lifetime) => fault(
                    lifetime,
                    "a tool has no lifetime parameters: what it is lent lives as long as the call",
                    "write `&T` without a lifetime",
                ),
                param => fault(
                    param,
                    "a tool cannot be generic: the model needs one schema",
                    "write concrete types",
                ),
            });
        }
        if let Some(clause) = &generics.where_clause {
            faults.push(fault(
                clause,
                "a tool has no `where` clause: its types are concrete",
                "leave the clause out",
            ));
        }
        if let Some(variadic) = variadic {
            faults.push(fault(variadic, "a tool has a fixed number of parameters", "take a `Vec<T>`"));
        }
        if let ReturnType::Type(_, output) = output {
            faults.note(refuse_impl(output, "return the type itself"));
        }
    }

    pub(crate) fn params(&self, faults: &mut Faults) -> Vec<Param> {
        let mut params = Vec::new();
        for input in &self.signature.inputs {
            match input {
                FnArg::Typed(typed) => params.extend(Param::read(typed, faults)),
                FnArg::Receiver(receiver) => {
                    let wrong = "a tool is a function of its own: what would be `self` is lent";
                    let write = "write `db: &Db`, and give the value to the agent with `.state(db)`";
                    faults.push(fault(receiver, wrong, write));
                }
            }
        }
        params
    }
}

/// `impl Trait` in any part of a type.
pub(crate) fn refuse_impl(ty: &Type, write: &str) -> Result<()> {
    match find(ty, &|ty| matches!(ty, Type::ImplTrait(_))) {
        Some(found) => {
            Err(fault(found, "a tool has no `impl Trait`: the schema comes from one concrete type", write))
        }
        None => Ok(()),
    }
}

/// What syn says of an item that is no function would be about its first word.
fn expect_function(input: ParseStream<'_>) -> Result<()> {
    while !input.peek(Token![fn]) {
        let is_qualifier = input.peek(Token![const])
            || input.peek(Token![async])
            || input.peek(Token![unsafe])
            || input.peek(Token![extern])
            || input.peek(syn::LitStr);
        if !is_qualifier {
            return Err(fault(next(input), "`#[tool]` goes on a function", "write `async fn` or `fn`"));
        }
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
