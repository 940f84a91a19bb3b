//! All that leaves a call but through its tool.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex},
};

use tools_core::{Action, ApprovalRequest, Event, Output, ToolError};
use tracing_subscriber::fmt::MakeWriter;

use crate::MARKER;

/// All text that leaves a call, and where it came from.
#[derive(Clone, Default)]
pub(super) struct Leaving(pub(super) Arc<Mutex<Vec<(String, String)>>>);

impl Leaving {
    pub(super) fn add(&self, place: &str, text: impl Into<String>) {
        self.0.lock().unwrap().push((place.to_owned(), text.into()));
    }

    /// How often something left each place; the marker must be in none.
    pub(super) fn searched(&self) -> BTreeMap<String, usize> {
        let all = self.0.lock().unwrap().clone();
        let mut searched = BTreeMap::new();
        let mut found = Vec::new();
        for (place, text) in all {
            *searched.entry(place.clone()).or_default() += 1;
            if text.contains(MARKER) {
                found.push(format!("{place}: {text}"));
            }
        }
        assert!(found.is_empty(), "{} secrets left:\n{}", found.len(), found.join("\n"));
        searched
    }
}

impl io::Write for Leaving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add("log", String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Leaving {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

pub(super) fn see_action(leaving: &Leaving, action: &Action<'_>) {
    leaving.add("action", format!("{action:?} {:?} {:?}", action.args(), action.run()));
    let record = action.record();
    leaving.add("record", format!("{record:?} {}", serde_json::to_string(&record).unwrap()));
    leaving.add("coercions", format!("{:?}", action.args().coercions()));
}

pub(super) fn see_request(leaving: &Leaving, request: &ApprovalRequest) {
    leaving.add("request", format!("{request:?} {}", serde_json::to_string(request).unwrap()));
}

pub(super) fn see_event(leaving: &Leaving, place: &str, event: &Event) {
    leaving.add(place, format!("{event:?} {}", serde_json::to_string(event).unwrap()));
}

pub(super) fn see_error(leaving: &Leaving, error: &ToolError) {
    leaving.add("error", format!("{error} {error:?} {error:#?} {} ", error.to_json()));
    leaving.add("error", serde_json::to_string(error).unwrap());
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        leaving.add("error", format!("{error} {error:?}"));
        source = error.source();
    }
    if let ToolError::ApprovalRequired { request, .. } = error {
        leaving.add("error", request.to_string());
    }
}

pub(super) fn see_result(leaving: &Leaving, result: &Result<Output, ToolError>) {
    match result {
        Ok(output) => leaving.add("output", format!("{output} {output:?} {}", output.value())),
        Err(error) => see_error(leaving, error),
    }
}
