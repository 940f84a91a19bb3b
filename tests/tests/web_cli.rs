//! The web tools on the command line: lines for a person, JSON for a program.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::process::Command;

use serde_json::Value;

/// What the agent of `agents/web.rs` prints: its exit code, standard output and
/// standard error.
fn web(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["run", "-q", "--example", "web", "--"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.env_remove("BRAVE_SEARCH_API_KEY").env_remove("RUST_LOG").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_person_sees_title_link_and_snippet() {
    let search = ["call", "web_search", "query=rain", "engine=wikipedia", "max_results=2"];
    let (code, out, err) = web(&[&search[..], &["--format", "text"]].concat());
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "query: rain\nprovider: wikipedia\nresults:\n  1. Rain [2J\n     https://en.wikipedia.org/?curid=1\n     \
             Water that falls.\n  2. Snow\n     https://en.wikipedia.org/?curid=2\n     Rain, <frozen>.\n\
             more_results_available: true\nuntrusted_content: true\n"
        ),
        "{err}"
    );
    let (code, out, err) = web(&search);
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, value["results"].as_array().unwrap().len()), (0, 2), "{err}");
}

#[test]
fn a_page_is_text_and_commands_no_terminal() {
    let (code, out, _) = web(&["call", "fetch_url", "url=http://127.0.0.1/", "--format", "text"]);
    assert_eq!((code, out.as_str()), (2, ""), "the port of the server is admitted, and no other");

    let (code, out, err) = web(&["call", "web_search", "query=rain"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("error: ") && err.contains("BRAVE_SEARCH_API_KEY"), "{err}");
}
