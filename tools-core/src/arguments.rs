//! From the model's JSON to checked arguments: strict first, then coerced
//! where that loses nothing, else all that is wrong.

#[cfg(feature = "agent")]
mod checker;
#[cfg(feature = "agent")]
mod coerce;
mod convert;
#[cfg(feature = "agent")]
mod explain;
mod given;
mod redact;
mod shape;
mod token;
#[cfg(feature = "agent")]
mod words;

#[cfg(feature = "agent")]
pub(crate) use self::checker::Checker;
pub use self::given::{ArgumentLimits, Arguments};
pub(crate) use self::redact::{redacted, redacted_coercions, restored};

#[cfg(test)]
#[cfg(feature = "agent")]
mod tests;
