//! What the user writes in `#[tool(…)]` and `#[arg(…)]`: comma-separated keys,
//! each alone or with a value. A fault in one key leaves the others standing.

mod arg;
mod doc;
mod time;
mod tool;
mod value;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Error, Ident, Result, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

use self::value::Value;
pub(crate) use self::{
    arg::ArgAttr,
    doc::{Text, doc},
    time::TimeLimit,
    tool::ToolAttr,
    value::{Default, Range},
};
use crate::{
    faults::{Faults, fault, next, twice},
    nearest::{listed, nearest},
};

/// An attribute made of keys.
trait Keys {
    const ATTRIBUTE: &'static str;
    const KEYS: &'static [&'static str];

    /// Where a key of the other attribute belongs.
    const ELSEWHERE: Elsewhere;

    /// The keys so far, also those whose value was refused.
    fn given(&mut self) -> &mut Vec<Ident>;

    /// Takes in one of the `KEYS`.
    fn set(&mut self, key: &str, value: Value<'_>) -> Result<()>;
}

struct Elsewhere {
    attribute: &'static str,
    keys: &'static [&'static str],
    place: &'static str,
}

fn read<K: Keys>(attr: &mut K, tokens: TokenStream, faults: &mut Faults) {
    let entries = |input: ParseStream<'_>| {
        while !input.is_empty() {
            faults.note(entry(attr, input));
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    let read = entries.parse2(tokens);
    faults.note(read);
}

fn entry<K: Keys>(attr: &mut K, input: ParseStream<'_>) -> Result<()> {
    let Ok(ident) = input.call(Ident::parse_any) else {
        return Err(fault(next(input), "expected a key", expected::<K>()));
    };
    let key = ident.unraw().to_string();
    if !K::KEYS.contains(&key.as_str()) {
        return Err(unknown::<K>(&ident, &key));
    }
    let first = attr.given().iter().find(|given| **given == ident).cloned();
    attr.given().push(ident.clone());
    if let Some(first) = first {
        return Err(twice(first, ident, format!("`{key}`"), "write it once"));
    }
    attr.set(&key, Value { key: &ident, input })?;
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(fault(next(input), format!("expected the end of `{key}`"), "write a comma between two keys"))
}

fn unknown<K: Keys>(ident: &Ident, key: &str) -> Error {
    let Elsewhere { attribute, keys, place } = K::ELSEWHERE;
    if keys.contains(&key) {
        let wrong = format!("`{key}` is a key of `#[{attribute}]`");
        return fault(ident, wrong, format!("write it in `#[{attribute}(…)]` {place}"));
    }
    match nearest(key, K::KEYS.iter().copied()) {
        Some(known) => Error::new_spanned(ident, format!("unknown key `{key}`; did you mean `{known}`?")),
        None => fault(ident, format!("unknown key `{key}`"), expected::<K>()),
    }
}

fn expected<K: Keys>() -> String {
    format!("the keys of `#[{}]` are {}", K::ATTRIBUTE, listed(K::KEYS.iter().copied()))
}
