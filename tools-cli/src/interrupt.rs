//! Ctrl-C: the first cancels the call, the next ends the program.

use std::{
    io, mem, process,
    sync::{Mutex, MutexGuard, Once, PoisonError, mpsc},
    thread,
};

use tools_core::RunContext;

/// The exit code of a program that SIGINT ends, as a shell tells it.
const INTERRUPTED: i32 = 130;

static LISTENER: Once = Once::new();
static CALLS: Mutex<Vec<RunContext>> = Mutex::new(Vec::new());

fn calls() -> MutexGuard<'static, Vec<RunContext>> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call that Ctrl-C cancels, until this is dropped.
pub(crate) struct Interruptible(String);

impl Interruptible {
    pub(crate) fn new(run: &RunContext) -> Self {
        calls().push(run.clone());
        LISTENER.call_once(|| {
            let (ready, listens) = mpsc::channel();
            // Without the thread Ctrl-C does what it does anywhere: it ends the program.
            let _ = thread::Builder::new().name("tools-interrupt".into()).spawn(move || listen(&ready));
            // A moment; else a first Ctrl-C could come before anybody listens. It ends
            // with an error where nobody will.
            let _ = listens.recv();
        });
        Interruptible(run.id())
    }
}

impl Drop for Interruptible {
    fn drop(&mut self) {
        calls().retain(|run| run.id() != self.0);
    }
}

/// On a thread with a runtime of its own: it still listens when tools block every
/// thread of the program's, and while that one shuts down. Once tokio has taken
/// the signal, nobody else ends the program.
fn listen(ready: &mpsc::Sender<()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    runtime.block_on(async {
        // One listener for all: between two, a signal would be lost.
        let Ok(mut signals) = signals() else { return };
        // Whoever waits for it is there.
        let _ = ready.send(());
        while signals.recv().await.is_some() {
            let calls = mem::take(&mut *calls());
            if calls.is_empty() {
                process::exit(INTERRUPTED);
            }
            for run in calls {
                run.cancel("interrupted at the terminal");
            }
        }
    });
}

#[cfg(unix)]
fn signals() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn signals() -> io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
}
