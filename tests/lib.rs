//! What crosses crates: whole programs, other profiles, the compiler's messages.

/// The README's programs compile, and the whole one runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
