//! The `#[tool]` attribute of the tool framework. Use it as `tools_core::tool`:
//! this crate is the macro only, and what it writes names `tools_core`.

mod attr;
mod borrow;
mod check;
mod expand;
mod fallback;
mod faults;
mod json;
mod model;
mod nearest;
mod params;
mod signature;
mod types;

#[cfg(test)]
mod tests;

use model::Tool;

/// Makes a tool out of a function.
///
/// ```ignore
/// use tools_core::{Agent, json, tool};
///
/// tools_core::tool_crate!();
///
/// /// Searches the web.
/// #[tool(capabilities = ["network.read"], examples = [{ "query": "rust", "limit": 3 }])]
/// async fn web_search(
///     index: &Index,
///     /// What to look for.
///     #[arg(len = 1..=400)] query: String,
///     /// How many results.
///     #[arg(default = 5, range = 1..=10)] limit: u32,
/// ) -> Result<Vec<Hit>, SearchError> {
///     index.search(&query, limit).await
/// }
///
/// #[tokio::main]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let agent = Agent::builder("librarian").tools(TOOLS).state(Index::open("books")?).build()?;
///     println!("{}", agent.call("web_search", json!({ "query": "tokio" })).await?);
///     Ok(())
/// }
/// ```
///
/// One rule for parameters: **owned, the model supplies it; borrowed (`&T`), the
/// host lends it**. `Option<&T>` is lent where it is there.
///
/// The function stays what it was: call it, test it. An `async fn` runs where
/// the agent runs; a plain `fn` runs on a thread that may block.
///
/// # Keys of `#[tool(…)]`
///
/// | key | value | without it |
/// |---|---|---|
/// | `name` | a string literal: letters, digits, `_` and `-` | the name of the function |
/// | `title` | a string literal, for people | none |
/// | `description` | any constant text: a literal, `concat!(…)`, `include_str!(…)` | the doc comment |
/// | `tags` | `["travel"]`: lower-case words | none |
/// | `capabilities` | `["network.read"]`: what a policy decides on | none |
/// | `examples` | `[{ "query": "rust" }]`: arguments as JSON, checked against the parameters | none |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | alone, or `= true` or `= false`: hints for people and policies | not said |
/// | `time_limit` | `"500ms"`, `"30s"`, `"2m"`, `"1h"`, or `"none"` | the agent's |
/// | `prepare` | the path of a function that says what a call would do, before it runs | nothing is added |
/// | `unknown_fields` | `"ignore"`, or `"refuse"`: what becomes of arguments that are no parameters | `"refuse"` |
/// | `crate` | the path of `tools_core`, where it is renamed or re-exported | `::tools_core` |
///
/// # Preparing a call
///
/// What policy and people judge may depend on the arguments: a price, a diff, one
/// capability more. The function that `prepare` names has the parameters of the
/// tool, same types in the same order, and returns `Prepared`, or
/// `Result<Prepared, E>`: an error ends the call, and the tool does not run.
///
/// ```ignore
/// /// Books a room.
/// #[tool(capabilities = ["booking.write"], prepare = price_of_booking)]
/// async fn book_room(hotels: &Hotels, room: String, nights: u32) -> Result<String, BookingError> {
///     hotels.book(&room, nights).await
/// }
///
/// fn price_of_booking(hotels: &Hotels, room: String, nights: u32) -> Result<Prepared, BookingError> {
///     let price = hotels.price(&room)? * nights;
///     Ok(Prepared::new().preview(format!("{nights} nights, {price} EUR")).metadata("price", price))
/// }
/// ```
///
/// It changes nothing, since the call may still be refused, and it is quick: plain
/// or `async`, it runs where the agent runs.
///
/// # Keys of `#[arg(…)]`
///
/// It stands before a parameter that the model supplies. A doc comment there
/// tells the model what the parameter is.
///
/// | key | value |
/// |---|---|
/// | `name` | the name that the model uses, if it is another |
/// | `default` | alone, for the default of the type, or `= expression` |
/// | `range` | `1..=10`, `1..`, `..=10` or `0..10`, for numbers |
/// | `len` | likewise, for texts, lists and maps |
/// | `pattern` | a regular expression, for texts |
/// | `secret` | the value is never shown or logged |
/// | `flatten` | the fields of this struct are parameters |
#[proc_macro_attribute]
pub fn tool(attr: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match Tool::read(attr.into(), item.clone()) {
        Ok(tool) => expand::expand(&tool, item),
        Err(faults) => fallback::fallback(item, &faults),
    }
    .into()
}
