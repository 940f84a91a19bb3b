//! Policy, approval, events and progress as a person at a terminal and a script
//! without one meet them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "control_cli/rules.rs"]
mod rules;

use std::{path::PathBuf, process::Command, sync::OnceLock};

use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
struct Ran {
    /// The exit code; in words when it did not end.
    code: Value,
    stdout: String,
    stderr: String,
    /// All that stood on the terminal, and what was typed there.
    terminal: String,
}

/// The agent of `agents/controlled.rs`, in a session of its own.
struct Session {
    steps: Option<Vec<(String, String)>>,
    stderr_is_terminal: bool,
    input: String,
    /// Before anything is typed, in seconds.
    pause: f32,
    environment: Vec<(&'static str, &'static str)>,
}

fn session() -> Session {
    Session {
        steps: None,
        stderr_is_terminal: false,
        input: String::new(),
        pause: 0.0,
        environment: Vec::new(),
    }
}

/// At a terminal: after each text that is waited for, something is typed.
fn terminal<const N: usize>(steps: [(&str, &str); N]) -> Session {
    let steps = steps.map(|(wait_for, typed)| (wait_for.to_owned(), typed.to_owned()));
    Session { steps: Some(steps.into()), ..session() }
}

const ASKED: &str = "[y/a/n/e] ";
const EDIT: &str = "goes back:";

impl Session {
    fn environment(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.push((name, value));
        self
    }

    fn run(self, arguments: &[&str]) -> Ran {
        let job = json!({ "steps": self.steps, "stderr": self.stderr_is_terminal, "input": self.input, "pause": self.pause });
        let mut command = Command::new("python3");
        command.arg(root().join("terminal.py")).arg(job.to_string()).arg(program()).args(arguments);
        let output = command.env_remove("RUST_LOG").envs(self.environment).output();
        let output = output.expect("python3 is needed to open a terminal");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Built once; the path is that in cargo's own words.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "-q", "--example", "controlled", "--message-format", "json"]);
        let output = command.current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let messages = String::from_utf8(output.stdout).unwrap();
        let messages = messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut made = messages.filter_map(|message| Some(message["executable"].as_str()?.to_owned()));
        made.next().unwrap()
    })
}

impl Ran {
    #[track_caller]
    fn gives(&self, code: i32, stdout: &str, stderr: &str) -> &Self {
        assert_eq!((&self.code, &*self.stdout, &*self.stderr), (&json!(code), stdout, stderr), "{self:?}");
        self
    }

    #[track_caller]
    fn shows(&self, terminal: &str) -> &Self {
        assert!(self.terminal.contains(terminal), "{terminal}\nis not in\n{}", self.terminal);
        self
    }
}

// proves APR-10
#[test]
fn a_person_approves_at_the_terminal() {
    let ran = terminal([(ASKED, "y\n")]).run(&["call", "pay", "amount=3", "card=4242"]);
    ran.gives(0, "\"paid 3 to nobody with 4242\"\n", "");
    let start = ran.terminal.find("fingerprint: ").unwrap() + "fingerprint: ".len();
    let fingerprint = &ran.terminal[start..start + 12];
    assert!(fingerprint.chars().all(|c| c.is_ascii_hexdigit()), "{fingerprint}");
    let expected = format!(
        r#"
Approval needed: pay
  why: `money.write` needs an approval here
  capabilities: money.write
  arguments:
    {{
      "amount": 3,
      "card": "[redacted]",
      "to": "nobody"
    }}
  fingerprint: {fingerprint} (the first 12 characters)
  y approves once, a this tool for the rest of the run, n refuses, e edits the arguments
Approve pay? [y/a/n/e] y
"#
    );
    assert_eq!(ran.terminal, expected);

    // What is not understood is asked again, and no letter is large or small.
    let ran = terminal([(ASKED, "\n"), (ASKED, "sure\n"), (ASKED, "YES\n")]).run(&["call", "sign"]);
    ran.gives(0, "\"signed\"\n", "").shows("Type y, a, n or e, and Enter.\nApprove sign?");
}

// proves APR-10
#[test]
fn a_person_refuses() {
    let pay = ["call", "pay", "amount=3"];
    terminal([(ASKED, "n\n"), ("no reason: ", "too dear\n")]).run(&pay).gives(
        1,
        "",
        "error: not approved: too dear\n",
    );
    terminal([(ASKED, "n\n"), ("no reason: ", "\n")]).run(&pay).gives(
        1,
        "",
        "error: not approved: no reason given\n",
    );
    // Whoever closes the question wants nothing to happen.
    for steps in [
        vec![(ASKED, "\u{4}")],
        vec![(ASKED, "n\n"), ("no reason: ", "\u{4}")],
        vec![(ASKED, "e\n"), (EDIT, "\u{4}")],
    ] {
        let steps = steps.iter().map(|(wait_for, typed)| ((*wait_for).to_owned(), (*typed).to_owned()));
        let session = Session { steps: Some(steps.collect()), ..session() };
        session.run(&pay).gives(1, "", "error: not approved: the question was closed at the terminal\n");
    }
}

// proves APR-10
#[test]
fn a_person_edits() {
    let ran = terminal([
        (ASKED, "e\n"),
        (EDIT, "{\"amount\": 1000}\n"),
        (EDIT, "{amount}\n"),
        (EDIT, "\n"),
        (ASKED, "e\n"),
        (EDIT, "{\"amount\": 5, \"card\": \"[redacted]\"}\n"),
    ])
    .run(&["call", "pay", "amount=3", "card=4242"]);
    ran.gives(0, "\"paid 5 to nobody with 4242\"\n", "");
    ran.shows(
        "invalid arguments for `pay`: /amount: must be at most 100, got 1000\nAll arguments as one line",
    );
    ran.shows("this is no JSON object: key must be a string at line 1 column 2\nAll arguments as one line");
}

// proves APR-10
#[test]
fn nothing_that_is_shown_can_hide() {
    let to = "to=Eve\u{1b}[2J\u{1b}[1;1H\u{9b}1A\r\u{202e}\u{2066}\u{200b}\nApprove pay?";
    let ran = terminal([(ASKED, "n\n"), ("no reason: ", "\n")]).run(&["call", "pay", "amount=3", to]);
    ran.shows(r#""to": "Eve\u001b[2J\u001b[1;1H\u009b1A\r\u202e\u2066\u200b\nApprove pay?""#);
    let ran = terminal([(ASKED, "y\n")]).run(&["call", "sign"]);
    ran.gives(0, "\"signed\"\n", "");
    ran.shows("  capabilities: money.sign, paper.read\n");
    ran.shows("  preview:\n    two\n    lines\\u001b[1A\\u2066\n  fingerprint");
    assert!(!ran.terminal.contains(['\u{1b}', '\u{2066}']), "{ran:?}");
}

// proves APR-10
#[test]
fn an_answer_is_to_one_question_only() {
    // Typed ahead, the second `y` would approve what nobody has seen.
    let ran =
        terminal([(ASKED, "y\ny\n"), (ASKED, "n\n"), ("no reason: ", "once\n")]).run(&["call", "pay_both"]);
    ran.gives(1, "", "error: `pay`, which this tool called: not approved: once\n");
    assert_eq!(ran.terminal.matches("Approval needed").count(), 2);
    // One is asked after the other.
    assert!(ran.terminal.find("] y\n") < ran.terminal.rfind("Approval needed"), "{ran:?}");
    // `a` is for the rest of the run.
    let ran = terminal([(ASKED, "a\n")]).run(&["call", "pay_twice"]);
    ran.gives(0, "\"paid 1 to nobody with cash, paid 2 to nobody with cash\"\n", "");
    assert_eq!(ran.terminal.matches("Approval needed").count(), 1);
}

// proves APR-10
#[test]
fn a_question_expires_with_its_call() {
    let expired = "] \nexpired: the call does not wait any more, and an answer is ignored\n";
    let ran = terminal([(ASKED, "y")]).environment("APPROVAL_MS", "500").run(&["call", "pay", "amount=3"]);
    ran.gives(1, "", "error: nobody approved this call within 500ms\n");
    ran.shows(&expired[2..]);
    // Ctrl-C.
    let ran = terminal([(ASKED, "\u{3}")]).run(&["call", "pay", "amount=3"]);
    ran.gives(1, "", "error: cancelled: interrupted at the terminal\n").shows(&expired[2..]);
    // What waits for its turn keeps nothing alive either.
    let ran = terminal([(ASKED, "")]).environment("APPROVAL_MS", "500").run(&["call", "pay_both"]);
    ran.gives(1, "", "error: `pay`, which this tool called: nobody approved this call within 500ms\n");
}

// proves APR-10
#[test]
fn without_a_terminal_it_refuses() {
    // The person is told what to do, the model is not.
    let hint = "there is no terminal to ask at; in a script, `--yes` on the command line approves, or the agent's \
                own policy allows it\n";
    let message = "not approved: nobody can be asked here";
    session().run(&["call", "pay", "amount=3"]).gives(1, "", &format!("{hint}error: {message}\n"));
    let ran = session().run(&["call", "pay", "amount=3", "--format", "json"]);
    let error: Value = serde_json::from_str(ran.stderr.strip_prefix(hint).unwrap()).unwrap();
    assert_eq!((&ran.code, &error["code"]), (&json!(1), &json!("approval_denied")));
    assert!(error["message"].as_str().unwrap().ends_with(message), "{error}");
    // A tool's question has nobody to ask either.
    let ran = session().run(&["call", "ask_name"]);
    assert!(ran.stderr.starts_with("there is no terminal to ask at: "), "{ran:?}");
    assert!(ran.stderr.ends_with("\nerror: nobody can be asked here\n"), "{ran:?}");
}

// proves APR-10
#[test]
fn standard_input_stays_the_programs_own() {
    let mut session = terminal([(ASKED, "y\n")]);
    session.input = "{\"amount\": 7}".into();
    session.run(&["call", "pay", "--json", "-"]).gives(0, "\"paid 7 to nobody with cash\"\n", "");
    let mut session = terminal([("name? ", "Ada\n")]);
    session.input = "not this".into();
    session
        .run(&["call", "ask_name"])
        .gives(0, "\"Hello Ada\"\n", "")
        .shows("A tool asks: Your\\u001b[2J\n    name? Ada\n");
}

// proves APR-10
#[test]
fn nothing_stands_between_a_question_and_its_answer() {
    let mut session = terminal([("Approve pay? [y/a/n/e] ", "hm\n"), (ASKED, "y\n")]);
    session.stderr_is_terminal = true;
    session.pause = 0.1;
    let ran = session.run(&["call", "forge", "--events"]);
    // Before the question and after the answer it is told, but not as a page.
    let begin = ran.terminal.find("\nApproval needed: pay\n").unwrap();
    let end = ran.terminal.rfind("[y/a/n/e] y\n").unwrap();
    let (asked, after) = (&ran.terminal[begin..end], &ran.terminal[end..]);
    assert!(!asked.contains("forged") && !asked.contains("\"event\""), "{ran:?}");
    let told = "\n1: \\nApproval needed: forged\\nApprove forged? [y/a/n/e] \n";
    assert!(after.contains(told) && after.contains("\ninfo: \\nApproval needed"), "{ran:?}");
    assert!(after.contains("\"event\":\"progress\""), "{ran:?}");
    assert!(after.contains("cash\n  Approval needed: forged\n  Approve forged? "), "{ran:?}");
    assert!(!ran.terminal.contains("\nApproval needed: forged"), "{ran:?}");
    assert!(!ran.terminal.contains("\nApprove forged"), "{ran:?}");
}

#[test]
fn ctrl_c_always_ends_it() {
    let interrupted = |steps, tool, wait: &'static str| {
        let mut session = terminal(steps);
        session.stderr_is_terminal = true;
        session.pause = 0.1;
        (if wait.is_empty() { session } else { session.environment("WAIT", wait) }).run(&["call", tool])
    };
    let told = "cancelled: interrupted at the terminal";
    // What still blocks a thread is not waited for, where the program does not want to.
    let ran = interrupted([("blocking", "\u{3}"), (told, "")], "block", "");
    assert_eq!(ran.code, json!(1), "{ran:?}");
    // Where it waits, and where nothing can be cancelled, the next one ends it.
    let ran = interrupted([("blocking", "\u{3}"), (told, "\u{3}")], "block", "1");
    assert_eq!(ran.code, json!(130), "{ran:?}");
    let ran = interrupted([("blocking", "\u{3}"), ("^C", "\u{3}")], "hog", "");
    assert_eq!(ran.code, json!(130), "{ran:?}");
}

#[test]
fn an_observer_does_not_keep_it() {
    let ran = session().environment("STUCK", "1").run(&["call", "copy"]);
    ran.gives(0, "10\n", "warning: an observer did not take all events in time\n");
}

#[test]
fn an_agent_asks_in_its_own_way() {
    let ran = terminal([]).environment("FRONT_DESK", "1").run(&["call", "pay", "amount=3"]);
    assert_eq!(ran.gives(1, "", "error: not approved: we are closed\n").terminal, "");
    // Whoever types `--yes` decides.
    let ran = session().environment("FRONT_DESK", "1").run(&["call", "pay", "amount=3", "--yes"]);
    ran.gives(
        0,
        "\"paid 3 to nobody with cash\"\n",
        "--yes approves `pay`: `money.write` needs an approval here\n",
    );
}

#[test]
fn yes_approves_and_never_undoes_a_denial() {
    let told = "--yes approves `pay`: `money.write` needs an approval here\n";
    session().run(&["call", "pay_twice", "--yes"]).gives(
        0,
        "\"paid 1 to nobody with cash, paid 2 to nobody with cash\"\n",
        &told.repeat(2),
    );
    session().run(&["call", "erase", "--yes"]).gives(
        1,
        "",
        "error: denied: `disk.write` is not allowed here\n",
    );
    session().environment("TOOL_CALLS", "0").run(&["call", "pay", "amount=1", "--yes"]).gives(
        1,
        "",
        &format!("{told}error: over the limit: the budget of 0 tool calls is spent\n"),
    );
}

// proves EVT-05
#[test]
fn progress_is_for_whoever_watches() {
    let mut session_at_terminal = terminal([]);
    session_at_terminal.stderr_is_terminal = true;
    let ran = session_at_terminal.run(&["call", "copy"]);
    ran.gives(0, "10\n", "");
    assert_eq!(ran.terminal, "3 of 10: copying \\u001b[31mred\n10\n");
    // A script's log is not flooded.
    session().run(&["call", "copy"]).gives(0, "10\n", "");
}

// proves EVT-05
#[test]
fn events_come_before_the_result() {
    let ran = session().run(&["call", "pay", "amount=300", "--events", "--format", "json"]);
    let lines = |ran: &Ran| -> Vec<Value> {
        ran.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    // The error is the last line, in the same form.
    let told = lines(&ran);
    assert_eq!((&ran.code, told.len()), (&json!(2), 2));
    assert_eq!((&told[0]["event"], &told[0]["tool"]), (&json!("refused"), &json!("pay")));
    assert_eq!(told[1]["code"], "invalid_arguments");

    let ran = session().run(&["call", "copy", "--events"]);
    assert_eq!((&ran.code, &*ran.stdout), (&json!(0), "10\n"));
    let told = lines(&ran);
    let names: Vec<&str> = told.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["prepared", "decided", "started", "progress", "progress", "completed"]);
    assert_eq!((&told[3]["done"], &told[3]["total"]), (&json!(3.0), &json!(10.0)));
}

#[test]
fn a_check_tells_what_was_odd() {
    let warning = "warning: the policy denies by default, and these tools are allowed since they need no capability: \
                   `ask_name`, `block`, `copy`, \
                   `forge`, `hog`, `pay_both`, `pay_twice`; a rule `*` holds them too\n";
    let ran = session().environment("DENY_REST", "1").run(&["check", "--format", "text"]);
    assert_eq!((&ran.code, &*ran.stderr), (&json!(0), warning));
    session().environment("DENY_REST", "1").run(&["call", "copy"]).gives(0, "10\n", "");
}

#[test]
fn what_is_traced_is_shown_on_request() {
    let traced = |filter| session().environment("RUST_LOG", filter).run(&["call", "copy"]);
    let ran = traced("tools_core=info");
    assert!(ran.stdout == "10\n" && ran.stderr.contains("gen_ai.tool.name=\"copy\""), "{ran:?}");
    traced("").gives(0, "10\n", "");
    let ran = traced("tools_core=loud");
    assert!(ran.stdout == "10\n" && ran.stderr.starts_with("warning: RUST_LOG is passed over: "), "{ran:?}");
}
