//! Actions that wait for a person, in a queue: two at the same time, decided in
//! the order in which somebody gets to them. One is refused, one is approved with
//! other arguments, and what is approved is what runs.
//!
//! ```text
//! $ cargo run --example approvals
//! waits: {"location":"Athens","guests":1,"nights":30,"room":"single"}, since `booking.write` needs an approval here
//! waits: {"location":"Sparta","guests":1,"nights":1,"room":"single"}, since `booking.write` needs an approval here
//! the second is refused
//! the first may have 31 nights? the edited arguments cannot be used: invalid arguments for `book_hotel`: /nights: must be at most 30, got 31
//! the first may have 2 nights
//! Athens: {"number":1,"location":"Athens","guests":1,"nights":2,"room":"single"}
//! Sparta: not approved: nobody goes to Sparta in winter
//! bookings: [{"number":1,"location":"Athens","guests":1,"nights":2,"room":"single"}]
//! ```

use hotels::Hotels;
use tools_core::{Agent, ApprovalQueue, CapabilityPolicy, Effect, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let queue = ApprovalQueue::new();
    let agent = Agent::builder("concierge")
        .tools(hotels::TOOLS)
        .state(Hotels::default())
        .policy(CapabilityPolicy::new([("booking.*", Effect::RequireApproval)])?)
        .approval(queue.clone())
        .build()?;

    // Whoever decides: here a task, elsewhere a web page or a chat.
    let front_desk = tokio::spawn(decide(queue));

    let book = async |location: &str, nights: u32| {
        agent.call("book_hotel", json!({ "location": location, "guests": 1, "nights": nights })).await
    };
    let (athens, sparta) = tokio::join!(book("Athens", 30), book("Sparta", 1));
    front_desk.await??;
    for (location, result) in [("Athens", athens), ("Sparta", sparta)] {
        match result {
            Ok(booking) => println!("{location}: {booking}"),
            Err(error) => println!("{location}: {error}"),
        }
    }
    // Nothing waits for an approval that needs none.
    println!("bookings: {}", agent.call("list_bookings", ()).await?);
    Ok(())
}

async fn decide(queue: ApprovalQueue) -> Result<(), tools_core::NotAccepted> {
    let mut waiting = queue.watch();
    let (first, second) = (waiting.next().await, waiting.next().await);
    for request in [&first, &second] {
        println!("waits: {}, since {}", json!(request.action.arguments), request.decision.reason);
    }

    println!("the second is refused");
    queue.decide(second.deny("front desk", "nobody goes to Sparta in winter"))?;

    // Edits are checked like the arguments of a model; what is wrong leaves the request waiting.
    for nights in [31, 2] {
        let mut arguments = first.action.arguments.clone();
        arguments.insert("nights".into(), nights.into());
        match queue.decide(first.approve("front desk").with_arguments(arguments)) {
            Ok(()) => println!("the first may have {nights} nights"),
            Err(error) => println!("the first may have {nights} nights? {error}"),
        }
    }
    Ok(())
}
