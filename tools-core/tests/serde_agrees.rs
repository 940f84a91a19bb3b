//! What the schema admits serde reads, and the other way round: for every
//! representation of an enum, every shape of a variant and every place where
//! an enum can stand. Where the two differ, the difference is listed.
#![allow(clippy::boxed_local, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

#[path = "serde_agrees/differences.rs"]
mod differences;
#[path = "serde_agrees/types.rs"]
mod types;
#[path = "serde_agrees/values.rs"]
mod values;

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde::Serialize;
use serde_json::{Value, from_value, json, to_value};
use tools_core::{Argument, Definition, ToolError, linked};

use self::{
    differences::{Difference, explain},
    values::Maker,
};

tools_core::tool_crate!();

/// How many values of each type: `SERDE_AGREES_CASES` for a longer run.
fn cases() -> u32 {
    std::env::var("SERDE_AGREES_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200)
}

fn config() -> Config {
    Config { cases: cases(), rng_seed: RngSeed::Fixed(2024), failure_persistence: None, ..Config::default() }
}

fn definition(tool: &str) -> Definition {
    linked().get(tool).unwrap().definition().clone()
}

/// The tool has one parameter `x` of this type.
fn agrees<T: Serialize + Argument + Debug + PartialEq>(tool: &str) {
    let definition = definition(tool);
    let result = TestRunner::new(config()).run(&any::<u64>(), |seed| {
        let mut maker = Maker::new(seed);
        let mut value = maker.valid(definition.input());
        for _ in 0..maker.below(4) {
            maker.mutate(&mut value);
        }
        one_value::<T>(&definition, &value)
    });
    if let Err(error) = result {
        panic!("{tool}: {error}\n{}", serde_json::to_string_pretty(&**definition.input()).unwrap());
    }
}

fn one_value<T: Serialize + Argument + Debug + PartialEq>(
    definition: &Definition,
    value: &Value,
) -> Result<(), TestCaseError> {
    let read = from_value::<T>(value.clone());
    // As text too: a model sends text.
    let arguments = json!({ "x": value });
    let checked = definition.check(arguments.to_string());
    let as_value = definition.check(arguments);
    prop_assert_eq!(checked.is_ok(), as_value.is_ok(), "as text and as a value: {}", value);
    match checked {
        Ok(mut args) => {
            let coerced = !args.coercions().is_empty();
            let taken = args.take::<T>("x");
            prop_assert!(taken.is_ok(), "admitted, and serde refuses {value}: {:?}", taken.err());
            if let (Ok(read), Ok(taken), false) = (read, taken, coerced) {
                prop_assert_eq!(read, taken, "read in another way: {}", value);
            }
        }
        Err(ToolError::InvalidArguments(error)) => {
            let Ok(read) = read else { return Ok(()) };
            let Ok(written) = to_value(&read) else {
                // A list whose first member is the tag, with content that has no place for one.
                prop_assert!(value.is_array(), "serde reads {value} and cannot write it");
                return Ok(());
            };
            let reasons = explain(value, &written);
            // What serde writes, the schema admits as it is.
            if !reasons.contains(&Difference::Infinite) {
                let again = definition.check(json!({ "x": written }));
                prop_assert!(again.is_ok(), "serde wrote {written}, and it is refused: {:?}", again.err());
            }
            prop_assert!(
                !reasons.is_empty(),
                "serde reads {value} as {read:?}, and it is refused: {:?}",
                error.violations
            );
        }
        Err(other) => prop_assert!(false, "{other}"),
    }
    Ok(())
}

/// serde reads the value, the schema refuses it, and this is why.
fn differs<T: Serialize + Argument>(tool: &str, value: Value, why: Difference) {
    let read = from_value::<T>(value.clone()).unwrap();
    assert!(definition(tool).check(json!({ "x": value })).is_err(), "{value}");
    assert_eq!(explain(&value, &to_value(&read).unwrap()), [why], "{value}");
}

/// Enough of what is made has to be valid, else nothing is tested.
#[test]
fn values_are_valid_by_construction() {
    for tool in TOOLS.names() {
        let definition = definition(&tool);
        let valid = |seed: u64| {
            let value = Maker::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).valid(definition.input());
            definition.check(json!({ "x": value })).is_ok()
        };
        let count = (1..=200).filter(|seed| valid(*seed)).count();
        assert!(count >= 40, "{tool}: {count} of 200");
    }
}
