//! `--events`: what happens, as lines of JSON on standard error.

use serde_json::json;
use tokio::{sync::oneshot, task::JoinHandle};
use tools_core::{Agent, EventStream};

use crate::print::tell;

/// Prints events as they come, until it is told to end.
pub(crate) struct Events {
    end: oneshot::Sender<()>,
    printing: JoinHandle<()>,
}

impl Events {
    pub(crate) fn print(agent: &Agent) -> Self {
        let (end, ended) = oneshot::channel();
        Events { end, printing: tokio::spawn(print(agent.events(), ended)) }
    }

    /// Waits until all that has happened is printed.
    pub(crate) async fn end(self) {
        let _ = self.end.send(());
        let _ = self.printing.await;
    }
}

async fn print(mut events: EventStream, mut ended: oneshot::Receiver<()>) {
    loop {
        tokio::select! {
            // All that waits comes before the end.
            biased;
            Some(event) = events.next() => tell(json!(event)),
            _ = &mut ended => break,
        }
    }
    if events.missed() > 0 {
        tell(json!({ "event": "missed", "count": events.missed() }));
    }
}
