//! A tool, as it was read: the user's tokens, sorted.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, LitStr, Result, ReturnType, ext::IdentExt};

use crate::{
    attr::{Text, ToolAttr, doc},
    check,
    faults::{Faults, fault},
    params::{Argument, Param},
    signature::Function,
};

/// Everything that the expansion needs.
pub(crate) struct Tool {
    pub(crate) attr: ToolAttr,
    pub(crate) function: Function,
    pub(crate) name: Name,
    pub(crate) description: Text,
    pub(crate) params: Vec<Param>,
}

impl Tool {
    /// Reads and checks the function and its attribute, and tells all faults at once.
    pub(crate) fn read(attr: TokenStream, item: TokenStream) -> Result<Self> {
        let mut faults = Faults::default();
        let mut attr = ToolAttr::read(attr, &mut faults);
        let function = match Function::parse(item) {
            Ok(function) => function,
            Err(fault) => return Err(faults.fatal(fault)),
        };
        function.check(&mut faults);
        let name = match &attr.name {
            Some(name) => Name::written(name),
            None => Name::of_ident(&function.signature.ident),
        };
        let description = faults.note(description(&mut attr, &function)).unwrap_or_default();
        let params = function.params(&mut faults);
        let tool = Tool { attr, function, name, description, params };
        check::check(&tool, &mut faults);
        faults.finish(tool)
    }

    /// What the model supplies, in order.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = (&Param, &Argument)> {
        self.params.iter().filter_map(|param| Some((param, param.argument()?)))
    }

    /// The type that the function returns.
    pub(crate) fn output(&self) -> TokenStream {
        match &self.function.signature.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => ty.to_token_stream(),
        }
    }
}

/// What `description` says, or else the doc comment.
fn description(attr: &mut ToolAttr, function: &Function) -> Result<Text> {
    let is_given = attr.key("description").is_some();
    let text = match attr.description.take() {
        // The value of the key was refused: that fault is enough.
        None if is_given => return Ok(Text::default()),
        None => doc(&function.attrs).unwrap_or_default(),
        Some(text) => text,
    };
    match text {
        Text::Plain { text, at } if text.trim().is_empty() => {
            let at =
                at.map_or_else(|| function.signature.ident.to_token_stream(), ToTokens::into_token_stream);
            let wrong = "a tool needs a description: the model chooses tools by it";
            let write = "write a doc comment (`/// …`) above the function, or `description = \"…\"`";
            Err(fault(at, wrong, write))
        }
        text => Ok(text),
    }
}

/// A name on the wire, and the token to blame for it.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) at: TokenStream,
    /// Written as a `name = "…"`, rather than taken from the function.
    pub(crate) is_written: bool,
}

impl Name {
    pub(crate) fn written(name: &LitStr) -> Self {
        Name { text: name.value(), at: name.to_token_stream(), is_written: true }
    }

    /// The identifier is the name: `r#type` is `type`.
    pub(crate) fn of_ident(ident: &Ident) -> Self {
        Name { text: ident.unraw().to_string(), at: ident.to_token_stream(), is_written: false }
    }
}
