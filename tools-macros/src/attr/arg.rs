//! The keys of `#[arg(…)]`.

use syn::{Attribute, Ident, LitStr, Meta, Result};

use super::{Default, Elsewhere, Keys, Range, ToolAttr, read, value::Value};
use crate::faults::{Faults, fault};

/// Everything that the `#[arg(…)]` of one parameter say.
#[derive(Default)]
pub(crate) struct ArgAttr {
    given: Vec<Ident>,
    pub(crate) name: Option<LitStr>,
    pub(crate) default: Option<Default>,
    pub(crate) range: Option<Range>,
    pub(crate) len: Option<Range>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) secret: bool,
    pub(crate) flatten: bool,
}

impl ArgAttr {
    pub(crate) fn read(attrs: &[Attribute], faults: &mut Faults) -> Self {
        let mut arg = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident(Self::ATTRIBUTE)) {
            match &attr.meta {
                Meta::List(list) => read(&mut arg, list.tokens.clone(), faults),
                _ => faults.push(fault(
                    attr,
                    "`#[arg]` says nothing",
                    "write its keys, such as `#[arg(default = 5)]`",
                )),
            }
        }
        arg
    }

    /// The keys as the user wrote them, even if their values were refused.
    pub(crate) fn keys(&self) -> &[Ident] {
        &self.given
    }

    pub(crate) fn key(&self, name: &str) -> Option<&Ident> {
        self.given.iter().find(|key| *key == name)
    }
}

impl Keys for ArgAttr {
    const ATTRIBUTE: &'static str = "arg";
    const KEYS: &'static [&'static str] =
        &["name", "default", "range", "len", "pattern", "secret", "flatten"];
    const ELSEWHERE: Elsewhere =
        Elsewhere { attribute: ToolAttr::ATTRIBUTE, keys: ToolAttr::KEYS, place: "above the function" };

    fn given(&mut self) -> &mut Vec<Ident> {
        &mut self.given
    }

    fn set(&mut self, key: &str, value: Value<'_>) -> Result<()> {
        match key {
            "name" => self.name = Some(value.string(r#"name = "max_results""#)?),
            "default" => self.default = Some(value.default()?),
            "range" => self.range = Some(value.range("range = 1..=10")?),
            "len" => self.len = Some(value.range("len = 1..=400")?),
            "pattern" => self.pattern = Some(value.string(r#"pattern = "^[a-z]+$""#)?),
            "secret" => self.secret = value.flag()?,
            "flatten" => self.flatten = value.flag()?,
            _ => {}
        }
        Ok(())
    }
}
