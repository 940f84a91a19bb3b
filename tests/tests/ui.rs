//! The compiler's messages, one file each, and what has to compile.
//!
//! `TRYBUILD=overwrite cargo test -p tools-tests --test ui` writes the messages
//! anew; read each as if you had not written it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    cases.compile_fail("ui/fail/*/*.rs");
}
