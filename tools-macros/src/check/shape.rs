//! The kind of JSON that a plain type is written as.

use syn::Type;

use crate::types::{peel, standard};

/// What is known of a type's JSON.
pub(crate) enum Shape {
    String,
    Char,
    Bool,
    Int {
        signed: bool,
    },
    Float,
    List(Box<Shape>),
    Map(Box<Shape>),
    Option(Box<Shape>),
    /// A type of the user, or one whose JSON has no single kind: trusted.
    Unknown,
}

pub(crate) fn shape(ty: &Type) -> Shape {
    if let Type::Array(array) = peel(ty) {
        return Shape::List(Box::new(shape(&array.elem)));
    }
    let Some((name, arguments)) = standard(ty) else { return Shape::Unknown };
    match (name.as_str(), arguments.as_slice()) {
        ("String", []) => Shape::String,
        ("char", []) => Shape::Char,
        ("bool", []) => Shape::Bool,
        ("u8" | "u16" | "u32" | "u64" | "u128" | "usize", []) => Shape::Int { signed: false },
        ("i8" | "i16" | "i32" | "i64" | "i128" | "isize", []) => Shape::Int { signed: true },
        ("f32" | "f64", []) => Shape::Float,
        ("Box", [inner]) => shape(inner),
        ("Option", [inner]) => Shape::Option(Box::new(shape(inner))),
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", [item, ..]) => Shape::List(Box::new(shape(item))),
        ("BTreeMap" | "HashMap", [_, value, ..]) => Shape::Map(Box::new(shape(value))),
        _ => Shape::Unknown,
    }
}

impl Shape {
    /// "takes …".
    pub(super) fn wanted(&self) -> &'static str {
        match self {
            Shape::String => "a string",
            Shape::Char => "a string of one character",
            Shape::Bool => "`true` or `false`",
            Shape::Int { .. } => "an integer",
            Shape::Float => "a number",
            Shape::List(_) => "a list",
            Shape::Map(_) => "an object",
            Shape::Option(inner) => inner.wanted(),
            Shape::Unknown => "a value",
        }
    }

    /// "write …".
    pub(super) fn sample(&self) -> &'static str {
        match self {
            Shape::String => "\"text\"",
            Shape::Char => "\"x\"",
            Shape::Bool => "true",
            Shape::Int { .. } => "5",
            Shape::Float => "0.5",
            Shape::List(_) => "[…]",
            Shape::Map(_) => "{ \"key\": … }",
            Shape::Option(inner) => inner.sample(),
            Shape::Unknown => "null",
        }
    }
}
