//! The limit: what anyone would write who has one tool and no framework.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    contender::{Contender, Input},
    workload::{self, Stay},
};

/// A typed parse, the call, and the result as text.
#[derive(Debug)]
pub struct Limit;

#[derive(Deserialize)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Book {
    location: String,
    stay: Stay,
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct Count {
    strings: Vec<String>,
}

impl Contender for Limit {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let result = match tool {
            "add" => done(input, |add: Add| workload::add(add.a, add.b)),
            "book" => done(input, |book: Book| workload::book(book.location, &book.stay, &book.tags)),
            _ => done(input, |count: Count| workload::count(&count.strings)),
        };
        result.unwrap_or_else(|error| error.to_string())
    }
}

fn done<A: DeserializeOwned, R: Serialize>(
    input: Input<'_>,
    function: impl Fn(A) -> R,
) -> serde_json::Result<String> {
    let arguments = match input {
        Input::Text(text) => serde_json::from_str(text)?,
        Input::Value(value) => A::deserialize(value)?,
    };
    serde_json::to_string(&function(arguments))
}
