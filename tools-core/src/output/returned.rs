//! Which types may be parameters, results and errors of a tool, each with the
//! sentence that the compiler says when one may not.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    marker::PhantomData,
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};

use super::Output;
use crate::{BoxError, ToolError};

/// A type that the model can supply: every owned type with
/// [`Deserialize`](serde::Deserialize) and [`JsonSchema`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "the model cannot supply a `{Self}`",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type",
    note = "or let the host lend it: write `&{Self}`, and give the agent one with `.state(value)`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// A type that a tool can return: every type with [`Serialize`] and
/// [`JsonSchema`], and [`Output`] itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "a `{Self}` cannot be turned into JSON",
    note = "add `#[derive(serde::Serialize, schemars::JsonSchema)]` to the type, or return `Output`"
)]
pub trait Returns {
    /// The schema of what comes out; none for rich output.
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema>;
    /// The result itself.
    ///
    /// # Errors
    /// When the value does not serialise.
    fn output(self) -> Result<Output, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Returns for T {
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<T>())
    }

    fn output(self) -> Result<Output, ToolError> {
        Output::json(self)
    }
}

impl Returns for Output {
    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }

    fn output(self) -> Result<Output, ToolError> {
        Ok(self)
    }
}

/// A type that can be the error of a tool: everything with a message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "a `{Self}` has no message that a model could read",
    note = "use a type with `std::error::Error`, `Box<dyn Error + Send + Sync>`, `String`, `&str` or `ToolError`"
)]
pub trait Failure: Into<BoxError> {}

#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> Failure for E {}

/// Tells `Result<T, E>` from every other result by its type, so that an alias
/// of `Result` is one too: the inherent functions win over those of [`Plain`].
#[derive(Debug)]
pub struct Returned<R>(PhantomData<R>);

impl<T, E> Returned<Result<T, E>> {
    /// The schema of the good case.
    pub fn schema(generator: &mut SchemaGenerator) -> Option<Schema>
    where
        T: Returns,
    {
        T::schema(generator)
    }

    /// The value, or the error: never a success that contains one.
    ///
    /// # Errors
    /// What the tool returned as an error, or that its value does not serialise.
    pub fn output(result: Result<T, E>) -> Result<Output, ToolError>
    where
        T: Returns,
        E: Failure,
    {
        match result {
            Ok(value) => value.output(),
            Err(error) => Err(ToolError::failed(error)),
        }
    }
}

/// A result that is no `Result`.
pub trait Plain<R> {
    /// The schema of the result.
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema>
    where
        R: Returns,
    {
        R::schema(generator)
    }

    /// The result itself.
    ///
    /// # Errors
    /// When it does not serialise.
    fn output(result: R) -> Result<Output, ToolError>
    where
        R: Returns,
    {
        result.output()
    }
}

impl<R> Plain<R> for Returned<R> {}

/// A parameter that `#[arg(range = …)]` can bound: a number, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no range",
    label = "`range` is for numbers, and this is a `{Self}`",
    note = "use `len` for texts and lists"
)]
pub trait Ranged {
    /// The number that is bounded.
    type Value;
}

/// A parameter that `#[arg(len = …)]` can bound: a text counted in characters,
/// a list, set or map counted in members, or an optional one of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length",
    label = "`len` is for texts, lists, sets and maps, and this is a `{Self}`",
    note = "use `range` for numbers; a type of your own that is a text or a list in JSON can implement `Length`"
)]
pub trait Length {}

/// A parameter that `#[arg(pattern = …)]` can bound: a text, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text",
    label = "`pattern` is for texts, and this is a `{Self}`",
    note = "a type of your own that is a text in JSON can implement `Patterned`"
)]
pub trait Patterned {}

impl<T: Ranged> Ranged for Option<T> {
    type Value = T::Value;
}
impl<T: Ranged> Ranged for Box<T> {
    type Value = T::Value;
}
impl<T: Length> Length for Option<T> {}
impl<T: Length> Length for Box<T> {}
impl Length for String {}
impl Length for Box<str> {}
impl<T, const N: usize> Length for [T; N] {}
impl<T> Length for Vec<T> {}
impl<T> Length for VecDeque<T> {}
impl<T> Length for BTreeSet<T> {}
impl<T, S> Length for HashSet<T, S> {}
impl<K, V> Length for BTreeMap<K, V> {}
impl<K, V, S> Length for HashMap<K, V, S> {}
impl<T: Patterned> Patterned for Option<T> {}
impl<T: Patterned> Patterned for Box<T> {}
impl Patterned for String {}
impl Patterned for Box<str> {}
