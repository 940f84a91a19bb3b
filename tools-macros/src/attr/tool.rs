//! The keys of `#[tool(…)]`.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path, Result};

use super::{ArgAttr, Elsewhere, Keys, Text, TimeLimit, read, value::Value};
use crate::{
    faults::{Faults, fault},
    json::Json,
};

/// Everything that `#[tool(…)]` says.
#[derive(Default)]
pub(crate) struct ToolAttr {
    given: Vec<Ident>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<Text>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) capabilities: Vec<LitStr>,
    pub(crate) examples: Vec<Json>,
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) time_limit: Option<TimeLimit>,
    pub(crate) prepare: Option<Path>,
    pub(crate) ignore_unknown_fields: bool,
    pub(crate) krate: Option<Path>,
}

impl ToolAttr {
    pub(crate) fn read(tokens: TokenStream, faults: &mut Faults) -> Self {
        let mut attr = Self::default();
        read(&mut attr, tokens, faults);
        attr
    }

    /// The key as the user wrote it, even if its value was refused.
    pub(crate) fn key(&self, name: &str) -> Option<&Ident> {
        self.given.iter().find(|key| *key == name)
    }
}

impl Keys for ToolAttr {
    const ATTRIBUTE: &'static str = "tool";
    const KEYS: &'static [&'static str] = &[
        "name",
        "title",
        "description",
        "tags",
        "capabilities",
        "examples",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "time_limit",
        "prepare",
        "unknown_fields",
        "crate",
    ];
    const ELSEWHERE: Elsewhere = Elsewhere {
        attribute: ArgAttr::ATTRIBUTE,
        keys: ArgAttr::KEYS,
        place: "before the parameter it is about",
    };

    fn given(&mut self) -> &mut Vec<Ident> {
        &mut self.given
    }

    fn set(&mut self, key: &str, value: Value<'_>) -> Result<()> {
        match key {
            "name" => self.name = Some(value.string(r#"name = "web_search""#)?),
            "title" => self.title = Some(value.string(r#"title = "Web search""#)?),
            "description" => {
                self.description = Some(Text::written(value.expression(r#"description = "…""#)?))
            }
            "tags" => self.tags = value.strings(r#"tags = ["travel"]"#)?,
            "capabilities" => self.capabilities = value.strings(r#"capabilities = ["network.read"]"#)?,
            "examples" => self.examples = value.examples()?,
            "read_only" => self.read_only = Some(value.flag()?),
            "destructive" => self.destructive = Some(value.flag()?),
            "idempotent" => self.idempotent = Some(value.flag()?),
            "open_world" => self.open_world = Some(value.flag()?),
            "time_limit" => self.time_limit = Some(TimeLimit::read(&value.string(r#"time_limit = "30s""#)?)?),
            "prepare" => self.prepare = Some(value.path("prepare = preview_booking")?),
            "unknown_fields" => {
                let word = value.string(r#"unknown_fields = "ignore""#)?;
                self.ignore_unknown_fields = match word.value().as_str() {
                    "ignore" => true,
                    "refuse" => false,
                    _ => {
                        let wrong = "arguments that the tool does not know are ignored or refused";
                        return Err(fault(word, wrong, r#"write `"ignore"` or `"refuse"`"#));
                    }
                };
            }
            "crate" => self.krate = Some(value.path("crate = my_framework::tools_core")?),
            _ => {}
        }
        Ok(())
    }
}
