//! Who approves on the command line: the person at the terminal, or `--yes`.

use std::{
    fmt::Write as _,
    sync::{Arc, Once},
    thread,
};

use serde_json::{Map, Value};
use tools_core::{ApprovalHandler, ApprovalRequest, NotAccepted, Remember, Reply};

use crate::{
    held::note,
    host::NOBODY,
    terminal::{Prompt, Silence, indented, one_line},
};

/// Asks for approvals at the terminal device (`/dev/tty`), so that standard input
/// and output stay the program's own. Where there is none it refuses.
///
/// It shows the action with everything escaped that could hide a part of it, and
/// takes `y`, `a` (this tool for the rest of the run), `n` or `e` (other
/// arguments). One request is shown at a time. [`run`](crate::run) uses it for
/// an agent that has no handler of its own; an application gives it to its agent:
///
/// ```
/// use tools_core::{Agent, CapabilityPolicy, Effect};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::builder("concierge")
///     .policy(CapabilityPolicy::new([("booking.*", Effect::RequireApproval)])?)
///     .approval(tools_cli::TerminalApproval)
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct TerminalApproval;

const BY: &str = "terminal";
const EDIT: &str =
    "All arguments as one line of JSON; `[redacted]` stays what it was; Enter alone goes back:\n";

impl ApprovalHandler for TerminalApproval {
    fn ask(&self, _: Arc<ApprovalRequest>, reply: Reply) {
        // Without a thread the reply is dropped, and that refuses.
        let _ = thread::Builder::new().name("tools-approval".into()).spawn(move || decide(&reply));
    }
}

static HINTED: Once = Once::new();

fn decide(reply: &Reply) {
    let is_open = || reply.is_open();
    let talked = match Prompt::open(&is_open) {
        // It may have expired while others were asked.
        Ok(mut prompt) if is_open() => talk(&mut prompt, reply),
        Ok(_) => return,
        Err(_) => {
            // For the person, once: the model cannot follow it.
            HINTED.call_once(|| {
                note(
                    "there is no terminal to ask at; in a script, `--yes` on the command line approves, or the \
                     agent's own policy allows it",
                );
            });
            return refuse(reply, NOBODY);
        }
    };
    if let Err(Silence::Closed) = talked {
        refuse(reply, "the question was closed at the terminal");
    }
}

fn refuse(reply: &Reply, reason: &str) {
    // Too late is refused as well.
    let _ = reply.decide(reply.request().deny(BY, reason));
}

fn talk(prompt: &mut Prompt<'_>, reply: &Reply) -> Result<(), Silence> {
    let request = reply.request();
    prompt.say(&page(request))?;
    let question = format!("Approve {}? [y/a/n/e] ", one_line(&request.action.tool));
    loop {
        let decision = match prompt.ask(&question)?.trim().to_lowercase().as_str() {
            "y" | "yes" => request.approve(BY),
            "a" => request.approve(BY).remember(Remember::Tool),
            "n" | "no" => {
                let reason = prompt.ask("Why not? The model is told; Enter alone gives no reason: ")?;
                let reason = reason.trim();
                request.deny(BY, if reason.is_empty() { "no reason given" } else { reason })
            }
            "e" => match edit(prompt, reply)? {
                true => return Ok(()),
                false => continue,
            },
            _ => {
                prompt.say("Type y, a, n or e, and Enter.\n")?;
                continue;
            }
        };
        return reply.decide(decision).map_err(|_| prompt.expired());
    }
}

/// Approves with other arguments; false when the person goes back.
fn edit(prompt: &mut Prompt<'_>, reply: &Reply) -> Result<bool, Silence> {
    loop {
        let line = prompt.ask(EDIT)?;
        if line.trim().is_empty() {
            return Ok(false);
        }
        let problem = match serde_json::from_str::<Map<String, Value>>(&line) {
            Ok(arguments) => match reply.decide(reply.request().approve(BY).with_arguments(arguments)) {
                Ok(()) => return Ok(true),
                Err(NotAccepted::Arguments(error)) => error.to_string(),
                Err(_) => return Err(prompt.expired()),
            },
            Err(error) => format!("this is no JSON object: {error}"),
        };
        prompt.say(&format!("{}\n", indented(&problem)))?;
    }
}

/// All that is decided on. What others wrote is indented: it cannot pass for a
/// line of the prompt.
fn page(request: &ApprovalRequest) -> String {
    let action = &request.action;
    let mut page = format!("\nApproval needed: {}\n", one_line(&action.tool));
    let mut part = |name: &str, text: &str| {
        let _ = writeln!(page, "  {name}:{}", indented(text));
    };
    if !request.decision.reason.is_empty() {
        part("why", &format!(" {}", request.decision.reason));
    }
    let capabilities: Vec<&str> = action.capabilities.iter().map(|capability| capability.as_str()).collect();
    if !capabilities.is_empty() {
        part("capabilities", &format!(" {}", capabilities.join(", ")));
    }
    part("arguments", &format!("\n{:#}", Value::Object(action.arguments.clone())));
    for preview in &action.previews {
        part("preview", &format!("\n{preview}"));
    }
    let start = request.fingerprint.get(..12).unwrap_or(&request.fingerprint);
    part("fingerprint", &format!(" {start} (the first 12 characters)"));
    page.push_str(
        "  y approves once, a this tool for the rest of the run, n refuses, e edits the arguments\n",
    );
    page
}

/// `--yes`: approves whatever is asked, and says so.
pub(crate) struct Yes;

impl ApprovalHandler for Yes {
    fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply) {
        let reason = one_line(&request.decision.reason);
        let why = if reason.is_empty() { reason } else { format!(": {reason}") };
        note(format_args!("--yes approves `{}`{why}", one_line(&request.action.tool)));
        // Nobody else decides, and what does not wait any more needs no approval.
        let _ = reply.decide(request.approve("--yes"));
    }
}
