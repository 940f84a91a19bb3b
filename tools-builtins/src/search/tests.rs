//! The engines' answers, as they are documented and as they should not be.

mod answers;
mod ask;
mod bodies;
mod brave;
mod duckduckgo;
mod links;
mod mutations;
mod text;
mod wikipedia;

use super::*;

const BRAVE: &str = include_str!("tests/fixtures/brave.json");
const WIKIPEDIA: &str = include_str!("tests/fixtures/wikipedia.json");
const RESULTS: &str = include_str!("tests/fixtures/results.html");
const CHALLENGE: &str = include_str!("tests/fixtures/challenge.html");
const NOTHING: &str = include_str!("tests/fixtures/nothing.html");
const ENGINES: [Engine; 3] = [Engine::Brave, Engine::Duckduckgo, Engine::Wikipedia];

fn ask(max_results: u8) -> Ask {
    asked("cats and dogs", max_results, Freshness::Any)
}

fn asked(query: &str, max_results: u8, freshness: Freshness) -> Ask {
    Ask { query: Query::new(query).unwrap(), max_results, freshness }
}

fn url(engine: Engine, endpoint: &str, ask: &Ask) -> String {
    engine.url(&Url::parse(endpoint).unwrap(), ask).unwrap().into()
}

fn read(engine: Engine, body: impl AsRef<[u8]>) -> Result<Found, SearchError> {
    engine.read(200, body.as_ref(), &ask(10))
}

/// The code of the error, or the titles in order.
fn told(result: Result<Found, SearchError>) -> String {
    match result {
        Ok(found) => found.hits.into_iter().map(|hit| hit.title).collect::<Vec<_>>().join(" | "),
        Err(error) => error.code().to_owned(),
    }
}

fn fixture(engine: Engine) -> &'static str {
    match engine {
        Engine::Brave => BRAVE,
        Engine::Duckduckgo => RESULTS,
        Engine::Wikipedia => WIKIPEDIA,
    }
}
