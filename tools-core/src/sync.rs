//! What the lock-free parts are made of. Only `budget/ledger.rs`,
//! `approval/slot.rs`, `agent/race.rs` and `context/shield.rs` use it: the tests
//! compile these files again over loom, and try every interleaving.

pub(crate) use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
