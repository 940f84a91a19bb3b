//! `#[tool(crate = …)]` names the framework where it is renamed or re-exported.
// proves MAC-08, LK-09

mod framework {
    pub mod agents {
        pub use tools_core::*;
    }
}

extern crate tools_core as core_tools;

use framework::agents::tool;

mod tools_core {}

/// Adds.
#[tool(crate = framework::agents)]
fn add(a: i64, #[arg(default = 1, range = 0..=9)] b: i64) -> i64 {
    a + b
}

/// Subtracts.
#[tool(crate = core_tools)]
async fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

/// Multiplies.
#[core_tools::tool(crate = ::tools_core)]
async fn multiply(a: i64, b: i64) -> i64 {
    a * b
}

mod inner {
    /// Negates.
    #[core_tools::tool(crate = crate::framework::agents)]
    async fn negate(a: i64) -> i64 {
        -a
    }
}

fn main() {}
