//! `--events`: what happens, as lines of JSON on standard error.

use serde_json::json;
use tokio::{sync::oneshot, task::JoinHandle};
use tools_core::{Agent, EventStream};

use crate::{call::PATIENCE, held::note};

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

    /// Waits until all that has happened is printed; not for ever, since what a tool
    /// left behind may go on.
    pub(crate) async fn end(mut self) {
        let _ = self.end.send(());
        if tokio::time::timeout(PATIENCE, &mut self.printing).await.is_err() {
            self.printing.abort();
        }
    }
}

async fn print(mut events: EventStream, mut ended: oneshot::Receiver<()>) {
    loop {
        tokio::select! {
            // All that waits comes before the end.
            biased;
            Some(event) = events.next() => note(json!(event)),
            _ = &mut ended => break,
        }
    }
    if events.missed() > 0 {
        note(json!({ "event": "missed", "count": events.missed() }));
    }
}
