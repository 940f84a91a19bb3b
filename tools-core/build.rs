//! Nothing is built: the `links` key, which makes cargo refuse two versions of
//! this crate in one build, needs a build script to exist.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
}
