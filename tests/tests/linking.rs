//! Small programs, built and run in the profiles in which linkers drop things.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const PROFILES: [&str; 4] = ["dev", "release", "thin", "fat"];

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A workspace of its own, in this build's folder: `named` and `unnamed` are
/// tool crates, and `program` names only the first.
fn workspace(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let core = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools-core").canonicalize().unwrap();
    let core = format!("tools-core = {{ path = {core:?}, default-features = false }}");
    write(
        &folder.join("Cargo.toml"),
        "[workspace]\nresolver = \"3\"\nmembers = [\"named\", \"unnamed\", \"program\"]\n\
         [profile.thin]\ninherits = \"release\"\nlto = \"thin\"\n\
         [profile.fat]\ninherits = \"release\"\nlto = \"fat\"\ncodegen-units = 1\n",
    );
    let lock = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).unwrap();
    for tool in ["named", "unnamed"] {
        write(&folder.join(tool).join("Cargo.toml"), &manifest(tool, &core));
        write(
            &folder.join(tool).join("src/lib.rs"),
            &format!(
                "tools_core::tool_crate!();\n/// At the root.\n#[tools_core::tool]\nasync fn {tool}_root() {{}}\n\
                 mod deep {{ mod deeper {{\n/// In a private module that nothing else uses.\n#[tools_core::tool]\n\
                 fn {tool}_deep(text: String) -> String {{ text }}\n}} }}\n"
            ),
        );
    }
    let dependencies =
        format!("{core}\nnamed = {{ path = \"../named\" }}\nunnamed = {{ path = \"../unnamed\" }}");
    write(&folder.join("program/Cargo.toml"), &manifest("program", &dependencies));
    let main = "tools_core::tool_crate!();\n/// Of the program itself.\n#[tools_core::tool]\nasync fn own() {}\n\
                fn main() { println!(\"{:?} {:?} {:?}\", named::TOOLS.names(), TOOLS.names(), tools_core::linked().names()) }\n\
                #[cfg(test)] mod tests { #[test] fn linked() { assert_eq!(named::TOOLS.names().len(), 2) } }\n";
    write(&folder.join("program/src/main.rs"), main);
    let example = "fn main() { println!(\"{:?}\", tools_core::linked().names()); let _ = (named::TOOLS, unnamed::TOOLS); }";
    write(&folder.join("program/examples/both.rs"), example);
    folder
}

fn manifest(name: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\n{dependencies}\n"
    )
}

fn cargo(folder: &Path, arguments: &[&str]) -> Output {
    // The outer build's settings are not this one's.
    let target = folder.join("target");
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", target).env_remove("RUSTFLAGS");
    command.output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

// proves REG-01, REG-02
#[test]
fn tools_are_collected_in_every_profile() {
    let folder = workspace("linking");
    for profile in PROFILES {
        let printed = stdout(&cargo(&folder, &["run", "-q", "--profile", profile, "--bin", "program"]));
        // The crate that nothing names is left out by Rust, with all of its tools.
        assert_eq!(
            printed, r#"["named_deep", "named_root"] ["own"] ["named_deep", "named_root", "own"]"#,
            "{profile}"
        );
    }
    let both = stdout(&cargo(&folder, &["run", "-q", "--example", "both"]));
    assert_eq!(both, r#"["named_deep", "named_root", "unnamed_deep", "unnamed_root"]"#);
    // Its unit tests too. The one that `tool_crate!` wrote wants the agent, which is left out here.
    let tests = stdout(&cargo(&folder, &["test", "-q", "--bin", "program", "tests::linked"]));
    assert!(tests.contains("1 passed"), "{tests}");

    // A missing dependency is a compile error; so is a crate without `tool_crate!`.
    for (named, told) in [("absent", "absent"), ("std", "TOOLS")] {
        write(
            &folder.join("program/examples/missing.rs"),
            &format!("fn main() {{ let _ = {named}::TOOLS; }}"),
        );
        let output = cargo(&folder, &["check", "-q", "--example", "missing"]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(told), "{message}");
    }

    // Two tools with one name in one crate: the generated test tells both places.
    let twice = "tools_core::tool_crate!(docs = \"required\");\nmod a {\n/// A.\n#[tools_core::tool(name = \"same\")]\n\
                 async fn one(text: String) { let _ = text; }\n}\nmod b {\n/// B.\n#[tools_core::tool(name = \"same\")]\n\
                 async fn two() {}\n}\n";
    write(&folder.join("unnamed/src/lib.rs"), twice);
    let output = cargo(&folder, &["test", "-q", "-p", "unnamed"]);
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{told}");
    for part in [
        "two tools are named `same`",
        "unnamed/src/lib.rs:4",
        "unnamed/src/lib.rs:9",
        "parameter `text` has no doc comment",
        "examples and defaults are not checked",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }

    // Two versions of the framework are refused by cargo, not two collections.
    let other = folder.join("other-core");
    write(
        &other.join("Cargo.toml"),
        "[package]\nname = \"tools-core\"\nversion = \"0.0.9\"\nedition = \"2024\"\nlinks = \"tools-core\"\nbuild = \"build.rs\"\n",
    );
    write(&other.join("build.rs"), "fn main() {}");
    write(&other.join("src/lib.rs"), "");
    let manifest_file = folder.join("unnamed/Cargo.toml");
    let old = fs::read_to_string(&manifest_file).unwrap();
    let first = old.split("tools-core").next().unwrap();
    fs::write(&manifest_file, format!("{first}tools-core = {{ path = \"../other-core\" }}\n")).unwrap();
    let output = cargo(&folder, &["check", "-q", "-p", "program"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && message.contains("links to the native library `tools-core`"),
        "{message}"
    );
}
// proves REG-09, MAC-31, MAC-21
