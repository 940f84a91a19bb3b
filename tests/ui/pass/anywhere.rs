//! Tools share names of parameters, and live in functions, private modules, in any order.
// proves MAC-09, LK-09

#![deny(warnings)]
#![allow(dead_code)]

mod private {
    pub(super) fn elsewhere() {
        #[derive(Debug)]
        struct Local;

        /// First.
        #[tools_core::tool]
        async fn first(local: &Local, #[arg(default = 5)] limit: u32, query: String) -> String {
            format!("{local:?} {limit} {query}")
        }

        /// Second, in the same function.
        #[tools_core::tool]
        fn second(#[arg(default = default_limit())] limit: u32, query: String) -> String {
            format!("{limit} {query}")
        }

        fn default_limit() -> u32 {
            DEFAULT
        }

        const DEFAULT: u32 = 7;
    }

    mod deeper {
        /// Third.
        #[tools_core::tool]
        pub(in crate::private) async fn third(#[arg(default = super::LIMIT)] limit: u32) -> u32 {
            limit
        }
    }

    const LIMIT: u32 = 9;
}

/// Fourth: its default is a function with the name that a macro may choose.
#[tools_core::tool]
async fn fourth(#[arg(default = default_limit())] limit: u32) -> u32 {
    limit
}

fn default_limit() -> u32 {
    3
}

fn main() {
    private::elsewhere();
}
