//! The lock-free parts of tools-core over loom: every interleaving of a few
//! threads is tried; where that takes too long, a model says how many preemptions
//! are.
//!
//! The files are those that ship. All that they use of threads is
//! `crate::sync`, which is loom's here.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(test)]
// A model drives the half of a file that threads share; the crate itself uses the rest.
#![allow(dead_code)]

mod sync {
    pub(crate) use loom::sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    };
}

#[path = "../../tools-core/src/budget/ledger.rs"]
mod ledger;
#[path = "../../tools-core/src/agent/race.rs"]
mod race;
#[path = "../../tools-core/src/context/shield.rs"]
mod shield;
#[path = "../../tools-core/src/approval/slot.rs"]
mod slot;

mod answers;
mod budgets;
mod stops;

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{Arc, Mutex},
};

/// Tries every interleaving, and counts how each ended: a model in which the
/// threads never meet shows here, not in what it asserts.
fn explore<T: Ord + Debug + Send + 'static>(
    model: impl Fn() -> T + Send + Sync + 'static,
) -> BTreeMap<T, usize> {
    explore_within(None, model)
}

/// Tries those with at most so many preemptions, where there is a bound.
fn explore_within<T: Ord + Debug + Send + 'static>(
    preemptions: Option<usize>,
    model: impl Fn() -> T + Send + Sync + 'static,
) -> BTreeMap<T, usize> {
    let ends = Arc::new(Mutex::new(BTreeMap::new()));
    let seen = ends.clone();
    let mut builder = loom::model::Builder::new();
    // Nothing from the environment makes it less.
    builder.preemption_bound = preemptions;
    builder.max_permutations = None;
    builder.max_duration = None;
    builder.check(move || {
        let end = model();
        *seen.lock().unwrap().entry(end).or_default() += 1;
    });
    let ends = std::mem::take(&mut *ends.lock().unwrap());
    println!("{} interleavings: {ends:?}", ends.values().sum::<usize>());
    ends
}
