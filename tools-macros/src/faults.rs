//! Faults are collected while a tool is read, and told all at once.

use std::fmt::Display;

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Error, Result, parse::ParseStream};

/// Every fault found so far.
#[derive(Default)]
pub(crate) struct Faults(Option<Error>);

impl Faults {
    pub(crate) fn push(&mut self, fault: Error) {
        match &mut self.0 {
            Some(faults) => faults.combine(fault),
            None => self.0 = Some(fault),
        }
    }

    /// Keeps the value, or notes the fault and goes on without.
    pub(crate) fn note<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// All faults, with one after which there is nothing to go on with.
    pub(crate) fn fatal(mut self, fault: Error) -> Error {
        self.push(fault.clone());
        self.0.unwrap_or(fault)
    }

    /// The value, if there was no fault at all.
    pub(crate) fn finish<T>(self, value: T) -> Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}

/// A fault at the tokens of the user: one line that says what is wrong, and one
/// that says what to write.
pub(crate) fn fault(at: impl ToTokens, wrong: impl Display, write: impl Display) -> Error {
    Error::new_spanned(at, format!("{wrong}\n{write}"))
}

/// The same thing in two places; both are shown.
pub(crate) fn twice(first: impl ToTokens, again: impl ToTokens, what: impl Display, write: &str) -> Error {
    let mut fault = fault(again, format!("{what} is given twice"), write);
    fault.combine(Error::new_spanned(first, format!("{what} is given here first")));
    fault
}

/// The token to blame when something else was expected here.
pub(crate) fn next(input: ParseStream<'_>) -> Option<TokenTree> {
    input.cursor().token_tree().map(|(token, _)| token)
}

/// Pairs of equal neighbours in a list: of each later one, the first like it.
pub(crate) fn repeated<T>(list: &[T], same: impl Fn(&T, &T) -> bool) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().filter_map(move |(place, again)| {
        let first = list.iter().take(place).find(|earlier| same(earlier, again))?;
        Some((first, again))
    })
}
