// proves MAC-07, MAC-24
#![allow(unused)]

use tools_core::tool;

struct Store;

impl Store {
    /// Looks.
    #[tool]
    async fn look(&self, text: String) {}
}

fn main() {}
