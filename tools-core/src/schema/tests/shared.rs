//! Schemas are made once, on first use, and shared.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::{IntoTools, tool};

use super::*;

static MADE: AtomicUsize = AtomicUsize::new(0);

/// Counts how often its schema is made.
#[derive(Deserialize, Serialize)]
struct Counted;

impl JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counted".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        MADE.fetch_add(1, Ordering::SeqCst);
        json_schema!({ "type": "null" })
    }
}

/// Takes and gives what is counted.
#[tool(crate = crate)]
fn schema_counted(one: Counted, two: Option<Counted>) -> Counted {
    let _ = (one, two);
    Counted
}

// proves SCH-12
#[test]
fn one_schema_for_all_clones_and_names() {
    let tool = crate::linked().get("schema_counted").unwrap();
    let definition = tool.definition();
    let before = definition.clone();
    let renamed = tool.clone().into_tools().rename("schema_counted", "renamed").get("renamed").unwrap();
    let prefixed = tool.clone().into_tools().prefix("p_").get("p_schema_counted").unwrap();
    assert_eq!(MADE.load(Ordering::SeqCst), 0, "nothing is made before it is used");

    let threads: Vec<_> = (0..8)
        .map(|_| {
            let definition = before.clone();
            std::thread::spawn(move || definition.input().clone())
        })
        .collect();
    let input = definition.input();
    for thread in threads {
        assert!(Arc::ptr_eq(&thread.join().unwrap(), input));
    }
    // Once for two parameters of one type.
    assert_eq!(MADE.load(Ordering::SeqCst), 1);
    let output = definition.output().unwrap();
    assert_eq!(MADE.load(Ordering::SeqCst), 2);

    let again = crate::linked().get("schema_counted").unwrap();
    let more = before.clone();
    for other in [&before, &more, renamed.definition(), prefixed.definition(), again.definition()] {
        assert!(Arc::ptr_eq(other.input(), input));
        assert!(Arc::ptr_eq(other.output().unwrap(), output));
    }
    assert_eq!(renamed.definition().name(), "renamed");
    for _ in 0..3 {
        let checked = |definition: &crate::Definition| definition.check(json!({ "one": null })).unwrap();
        checked(definition);
        checked(prefixed.definition());
        assert!(definition.check(json!({})).is_err());
    }
    assert!(std::ptr::eq(definition.checker().unwrap(), prefixed.definition().checker().unwrap()));
    assert_eq!(MADE.load(Ordering::SeqCst), 2);
}
