//! The contenders of the benchmark: four workloads, each done by this
//! framework, by its peers from crates.io, and by the least code that can.
//!
//! They live in a library because two programs run them: the bench `call`
//! measures time, and the binary `allocations` counts allocations, with an
//! allocator that would slow the first one down.

pub mod adk;
pub mod contender;
pub mod limit;
pub mod many;
pub mod measure;
pub mod ours;
pub mod page;
pub mod rig;
pub mod rmcp;
pub mod tools_rs;
pub mod workload;

tools_core::tool_crate!();
