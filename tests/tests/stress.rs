//! Many calls at once, and calls that end where nobody expects it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "stress/blocked.rs"]
mod blocked;
#[path = "stress/budgets.rs"]
mod budgets;
#[path = "stress/cancelled.rs"]
mod cancelled;
#[path = "stress/dropped.rs"]
mod dropped;
#[path = "stress/panics.rs"]
mod panics;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tools_core::{Definition, DefinitionBuilder, Event, EventStream};

tools_core::tool_crate!();

/// A definition without parameters.
fn bare(name: &str) -> DefinitionBuilder {
    Definition::builder(name, "Is called by a test.").input(json!({ "type": "object", "properties": {} }))
}

fn defined(name: &str) -> Definition {
    bare(name).build().unwrap()
}

/// All that has happened so far.
fn told(events: &mut EventStream) -> Vec<Event> {
    let all = std::iter::from_fn(|| events.try_next()).collect();
    assert_eq!(events.missed(), 0);
    all
}

/// The one end of each call, by run and number.
fn ends(events: &[Event]) -> BTreeMap<(String, u64), Value> {
    let mut ends = BTreeMap::new();
    for event in events.iter().filter(|event| event.is_end()) {
        let twice = ends.insert((event.run(), event.action()), serde_json::to_value(event).unwrap());
        assert_eq!(twice, None, "a second end: {event:?}");
    }
    ends
}

/// How often each kind of event happened.
fn counts(events: &[Event]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for event in events {
        *counts.entry(event.name()).or_default() += 1;
    }
    counts
}

/// What every call shares: it begins once, and all that it tells is before its end.
fn assert_sound(events: &[Event]) {
    let mut numbers: BTreeMap<String, u64> = BTreeMap::new();
    let mut ended = std::collections::BTreeSet::new();
    for event in events {
        let last = numbers.entry(event.run()).or_default();
        assert!(event.number() > *last, "numbers grow within a run: {event:?}");
        *last = event.number();
        let call = (event.run(), event.action());
        assert!(!ended.contains(&call), "after its end: {event:?}");
        if event.is_end() {
            ended.insert(call);
        }
    }
}
