//! The parameters of the function.

use syn::{Attribute, Ident, Pat, PatIdent, PatType, Type, ext::IdentExt};

use crate::{
    attr::{ArgAttr, Text, doc},
    borrow,
    faults::{Faults, fault},
    model::Name,
    signature::refuse_impl,
};

/// One parameter.
pub(crate) struct Param {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) source: Source,
}

/// Who supplies the value of a parameter.
pub(crate) enum Source {
    Host,
    Model(Box<Argument>),
}

/// What the model is told of a parameter.
pub(crate) struct Argument {
    pub(crate) name: Name,
    pub(crate) doc: Text,
    pub(crate) attr: ArgAttr,
}

impl Param {
    pub(crate) fn read(typed: &PatType, faults: &mut Faults) -> Option<Self> {
        refuse_cfg(&typed.attrs, faults);
        faults.note(refuse_impl(&typed.ty, "write a concrete type"));
        if let Some(fault) = borrow::refuse(&typed.ty) {
            faults.push(fault);
        }
        let ident = ident(&typed.pat, faults)?;
        let attr = ArgAttr::read(&typed.attrs, faults);
        let source = if borrow::is_lent(&typed.ty) {
            refuse_arg(typed, faults);
            Source::Host
        } else {
            let name = match &attr.name {
                Some(name) => Name::written(name),
                None => Name::of_ident(&ident),
            };
            Source::Model(Box::new(Argument { name, doc: doc(&typed.attrs).unwrap_or_default(), attr }))
        };
        Some(Param { ident, ty: (*typed.ty).clone(), source })
    }

    /// The name in the function, without `r#`.
    pub(crate) fn plain_name(&self) -> String {
        self.ident.unraw().to_string()
    }

    pub(crate) fn argument(&self) -> Option<&Argument> {
        match &self.source {
            Source::Host => None,
            Source::Model(argument) => Some(argument),
        }
    }
}

fn ident(pat: &Pat, faults: &mut Faults) -> Option<Ident> {
    match pat {
        Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }) => return Some(ident.clone()),
        Pat::Wild(_) => faults.push(fault(
            pat,
            "a parameter needs a name: the model passes it by name",
            "write a name in place of `_`",
        )),
        _ => faults.push(fault(
            pat,
            "a parameter of a tool is a name, not a pattern",
            "write a name, and take the value apart in the body",
        )),
    }
    None
}

fn refuse_cfg(attrs: &[Attribute], faults: &mut Faults) {
    for attr in attrs {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            let wrong = "a tool has one signature, so its parameters have no `#[cfg]`";
            faults.push(fault(attr, wrong, "write the whole function twice, each with its own `#[cfg(…)]`"));
        }
    }
}

fn refuse_arg(typed: &PatType, faults: &mut Faults) {
    for attr in typed.attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        let wrong = "`#[arg]` is about what the model supplies, and a borrowed parameter is lent by the host";
        faults.push(fault(attr, wrong, "leave `#[arg]` out, or take the value without `&`"));
    }
}
