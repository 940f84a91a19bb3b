//! Takes the parameters of a `#[tool]` function out of its arguments, one after
//! the other.

use std::mem;

use serde_json::{Map, Value, map};

use super::{Args, flat, missing, pointer_of, refused};
use crate::{Definition, ToolError, output::Argument};

/// Arguments mostly come in the order of the parameters: then each is the next
/// one, and nothing is hashed or moved.
#[derive(Debug)]
pub struct Taker {
    definition: Definition,
    next: map::IntoIter,
    /// What was passed over on the way.
    aside: Vec<(String, Value)>,
}

impl Taker {
    pub(crate) fn new(args: Args) -> Self {
        Taker { definition: args.definition, next: args.object.into_iter(), aside: Vec::new() }
    }

    /// Takes one parameter. A missing one is what serde makes of a missing field.
    ///
    /// # Errors
    /// `invalid_arguments` with the parameter's pointer when its type refuses it.
    pub fn take<T: Argument>(&mut self, name: &str) -> Result<T, ToolError> {
        let taken = match self.find(name) {
            Some(value) => T::deserialize(value),
            None => missing::value(name),
        };
        taken.map_err(|error| refused(&self.definition, &pointer_of(name), &error))
    }

    /// Takes one parameter, or its default when it is missing.
    ///
    /// # Errors
    /// `invalid_arguments` with the parameter's pointer when its type refuses it.
    pub fn take_or<T: Argument>(&mut self, name: &str, default: fn() -> T) -> Result<T, ToolError> {
        match self.find(name) {
            Some(value) => {
                T::deserialize(value).map_err(|error| refused(&self.definition, &pointer_of(name), &error))
            }
            None => Ok(default()),
        }
    }

    /// Takes the fields of a struct, by their names.
    ///
    /// # Errors
    /// `invalid_arguments` when the type refuses them.
    pub fn take_flat<T: Argument>(&mut self) -> Result<T, ToolError> {
        T::deserialize(flat::Fields(self)).map_err(|error| refused(&self.definition, "", &error))
    }

    pub(super) fn find(&mut self, name: &str) -> Option<Value> {
        if let Some(at) = self.aside.iter().position(|(other, _)| other == name) {
            return Some(self.aside.swap_remove(at).1);
        }
        for (other, value) in self.next.by_ref() {
            if other == name {
                return Some(value);
            }
            self.aside.push((other, value));
        }
        None
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> impl Iterator<Item = (String, Value)> + use<> {
        mem::take(&mut self.aside).into_iter().chain(mem::replace(&mut self.next, Map::new().into_iter()))
    }
}
