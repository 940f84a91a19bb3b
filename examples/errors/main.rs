//! What a model sees when it gets a call wrong, and what is mended for it.
//!
//! ```text
//! $ cargo run --example errors
//! mended: {"number":1,"location":"Athens","guests":2,"nights":1,"room":"double"}
//! invalid arguments for `book_hotel`:
//!   /guets: `guets` is not known; known are `location`, `guests`, `nights`, `room` (did you mean `guests`?)
//!   /nights: must be at most 30, got 31
//!   /room: must be one of "single", "double", got "tripple"
//!   /location: is required and missing: a string; City or neighbourhood.
//!   /guests: is required and missing: an integer; Guests, at least one.
//! {"code":"unknown_tool","message":"no tool is named `book-hotels`","details":{"nearest":["book_hotel"]},"suggestion":"did you mean `book_hotel`?","retryable":false,"changes_made":false}
//! {"code":"failed","message":"there are more guests than beds; book a double room, for two at most","details":{},"suggestion":null,"retryable":false,"changes_made":null}
//! ```

use hotels::Hotels;
use tools_core::{Agent, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let agent = Agent::builder("concierge").tools(hotels::TOOLS).state(Hotels::default()).build()?;

    // Text where a number is wanted, another case, null for absence: nothing is lost.
    let sloppy = json!({ "location": "Athens", "guests": "2", "nights": null, "room": "Double" });
    println!("mended: {}", agent.call("book_hotel", sloppy).await?);

    // Everything that is wrong comes at once, with what to write instead.
    let wrong = r#"{"guets": 2, "nights": 31, "room": "tripple"}"#;
    if let Err(error) = agent.call("book_hotel", wrong).await {
        println!("{error}");
    }

    // As JSON, every error has one shape.
    for (name, arguments) in [
        ("book-hotels", json!({})),
        ("book_hotel", json!({ "location": "Athens", "guests": 3, "room": "double" })),
    ] {
        if let Err(error) = agent.call(name, arguments).await {
            println!("{}", error.to_json());
        }
    }
    Ok(())
}
