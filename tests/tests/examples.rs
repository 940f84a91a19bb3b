//! Every example prints what its comment says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{fs, path::PathBuf, process::Command};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The lines of a comment's first `text` block: commands after `$ `, and what they print.
fn transcript(source: &str) -> Vec<(String, String)> {
    let lines = source.lines().take_while(|line| line.starts_with("//!"));
    let block = lines.map(|line| line.trim_start_matches("//!").strip_prefix(' ').unwrap_or(""));
    let block = block.skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```");
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), String::new())),
            (None, Some((_, printed))) => printed.push_str(&format!("{line}\n")),
            (None, None) => panic!("a transcript starts with `$ `: {line}"),
        }
    }
    commands
}

#[test]
fn examples_print_what_they_say() {
    let mut count = 0;
    for name in ["quickstart", "errors", "by_hand", "approvals", "budgets", "configured", "research"] {
        let source = fs::read_to_string(root().join("examples").join(name).join("main.rs")).unwrap();
        for (command, expected) in transcript(&source) {
            assert!(command.starts_with(&format!("cargo run --example {name}")), "{command}");
            let quiet = command.replacen("cargo run", "cargo run -q", 1);
            let output = Command::new("sh").arg("-c").arg(&quiet).current_dir(root()).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(printed, expected, "{command}\n{told}");
            count += 1;
        }
    }
    assert_eq!(count, 9);
}
