//! What is called, with what, and what has to come of it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tools_macros::ToolSchema;

/// Every error of a benchmark ends the program.
pub type Fault = Box<dyn std::error::Error>;

/// Strings of the array, of [`STRING`] characters each: 64 KB of JSON.
const STRINGS: usize = 1024;
const STRING: usize = 60;

/// The four calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workload {
    /// Two integers.
    Add,
    /// A nested object with ranges and an enum.
    Booking,
    /// 1,024 strings of 60 characters.
    Array,
    /// A booking with several faults.
    Invalid,
}

impl Workload {
    /// All of them.
    pub const ALL: [Workload; 4] = [Workload::Add, Workload::Booking, Workload::Array, Workload::Invalid];

    /// The tool that is called.
    pub fn tool(self) -> &'static str {
        match self {
            Workload::Add => "add",
            Workload::Booking | Workload::Invalid => "book",
            Workload::Array => "count",
        }
    }

    /// The arguments.
    pub fn arguments(self) -> Value {
        match self {
            Workload::Add => json!({ "a": 19, "b": 23 }),
            Workload::Booking => json!({
                "location": "Lisbon, Alfama",
                "stay": { "guests": 2, "nights": 3, "kind": "double" },
                "tags": ["quiet", "river view", "late arrival"],
            }),
            Workload::Array => {
                let string = |i: usize| format!("{i:>0width$}", width = STRING);
                json!({ "strings": (0..STRINGS).map(string).collect::<Vec<_>>() })
            }
            Workload::Invalid => json!({
                "location": "Lisbon, Alfama",
                "stay": { "guests": 40, "nights": "many", "kind": "castle" },
                "tags": ["quiet", {}],
            }),
        }
    }

    /// Fails unless the answer is right: no contender is measured while it fails.
    ///
    /// # Errors
    /// When it is wrong, with the answer.
    pub fn check(self, answer: &str) -> Result<(), Fault> {
        let value = serde_json::from_str::<Value>(answer).ok();
        let right = match self {
            Workload::Add => value == Some(json!(42)),
            Workload::Booking => value == Some(serde_json::to_value(Receipt::example())?),
            Workload::Array => value == Some(json!(STRINGS * STRING)),
            // Every contender names the first fault that serde would meet.
            Workload::Invalid => value.is_none() && answer.contains("many"),
        };
        if right { Ok(()) } else { Err(format!("{self}: a wrong answer: {answer}").into()) }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Workload::Add => "add",
            Workload::Booking => "booking",
            Workload::Array => "array",
            Workload::Invalid => "invalid",
        })
    }
}

/// How and how long one stays.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, ToolSchema)]
pub struct Stay {
    /// How many people.
    #[schemars(range(min = 1, max = 20))]
    pub guests: u32,
    /// How many nights.
    #[schemars(range(min = 1, max = 30))]
    pub nights: u32,
    /// The kind of room.
    pub kind: Kind,
}

/// Kinds of rooms.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Kind {
    Single,
    Double,
    Tent,
}

/// tools-rs derives no schema for an enum: its users write it.
impl tools_rs::ToolSchema for Kind {
    fn schema() -> Value {
        json!({ "type": "string", "enum": ["single", "double", "tent"] })
    }
}

/// What a booking gives back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub struct Receipt {
    pub location: String,
    pub guests: u32,
    pub nights: u32,
    pub kind: Kind,
    pub tags: usize,
    pub price: u32,
}

impl Receipt {
    fn example() -> Self {
        let location = "Lisbon, Alfama".to_owned();
        Receipt { location, guests: 2, nights: 3, kind: Kind::Double, tags: 3, price: 540 }
    }
}

/// The work of the first workload; the same for every contender, as the next two.
pub fn add(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

/// Books nothing, and says what it would cost.
pub fn book(location: String, stay: &Stay, tags: &[String]) -> Receipt {
    let night = match stay.kind {
        Kind::Single => 60,
        Kind::Double => 90,
        Kind::Tent => 15,
    };
    Receipt {
        location,
        guests: stay.guests,
        nights: stay.nights,
        kind: stay.kind,
        tags: tags.len(),
        price: night * stay.guests * stay.nights,
    }
}

/// Counts the bytes of all strings.
pub fn count(strings: &[String]) -> usize {
    strings.iter().map(String::len).sum()
}
