// proves MAC-24
#![allow(unused)]

use tools_core::tool;

trait Look {
    /// Looks.
    #[tool]
    fn look();
}

fn main() {}
