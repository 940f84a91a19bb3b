use serde_json::{from_value, json};

use super::*;

// proves SEA-01
#[test]
fn a_query_has_400_characters_and_50_words_at_most() {
    let words = |count: usize, blank: &str| vec!["w"; count].join(blank);
    let cases = [
        ("cats".to_owned(), Ok("cats".to_owned())),
        ("  cats \n".into(), Ok("cats".into())),
        ("\u{a0}\u{3000}cats\u{2009}".into(), Ok("cats".into())),
        ("ü".repeat(400), Ok("ü".repeat(400))),
        (format!("  {}  ", "🐈".repeat(400)), Ok("🐈".repeat(400))),
        ("ü".repeat(401), Err("more than 400 characters")),
        (format!("a{}b", " ".repeat(399)), Err("more than 400 characters")),
        (words(50, " "), Ok(words(50, " "))),
        (words(51, " "), Err("more than 50 words")),
        (words(50, "\u{a0}"), Ok(words(50, "\u{a0}"))),
        (words(51, "\u{a0}"), Err("more than 50 words")),
        (words(51, "\u{3000}"), Err("more than 50 words")),
        (words(51, "\u{2028}\u{85}"), Err("more than 50 words")),
        // No blanks: a joiner and a mark do not end a word.
        (words(51, "\u{200b}"), Ok(words(51, "\u{200b}"))),
        ("".into(), Err("at least 1")),
        ("   ".into(), Err("at least 1")),
        ("\u{a0}\u{3000}\u{2028}\t".into(), Err("at least 1")),
    ];
    for (text, expected) in cases {
        let direct = Query::new(&text);
        match (serde_json::from_value::<Query>(json!(text)), expected) {
            (Ok(query), Ok(expected)) => {
                assert_eq!(query.as_str(), expected);
                assert_eq!(serde_json::to_value(&query).unwrap(), json!(expected));
                assert_eq!(direct.unwrap(), query);
            }
            (Err(error), Err(part)) => {
                assert!(error.to_string().contains(part), "{error}");
                assert!(direct.unwrap_err().contains(part));
            }
            (got, expected) => panic!("{text:?}: {got:?}, not {expected:?}"),
        }
    }
    for wrong in [json!(7), json!(null), json!(["cats"]), json!({ "q": "cats" })] {
        assert!(serde_json::from_value::<Query>(wrong).is_err());
    }
}

// proves SEA-01, SEA-04
#[test]
fn engines_and_ages_have_names_in_lower_case() {
    for (name, engine) in
        [("brave", Engine::Brave), ("duckduckgo", Engine::Duckduckgo), ("wikipedia", Engine::Wikipedia)]
    {
        assert_eq!(from_value::<Engine>(json!(name)).unwrap(), engine);
        assert_eq!((engine.name(), serde_json::to_value(engine).unwrap()), (name, json!(name)));
        assert!(Url::parse(engine.endpoint()).unwrap().scheme() == "https");
    }
    for (name, freshness) in [
        ("any", Freshness::Any),
        ("day", Freshness::Day),
        ("week", Freshness::Week),
        ("month", Freshness::Month),
        ("year", Freshness::Year),
    ] {
        assert_eq!(from_value::<Freshness>(json!(name)).unwrap(), freshness);
    }
    for wrong in ["Brave", "BRAVE", "google", "", "duck_duck_go", "DuckDuckGo"] {
        assert!(from_value::<Engine>(json!(wrong)).is_err(), "{wrong}");
    }
    for wrong in ["Any", "", "pd", "hour"] {
        assert!(from_value::<Freshness>(json!(wrong)).is_err(), "{wrong}");
    }
    assert_eq!((Engine::default(), Freshness::default()), (Engine::Brave, Freshness::Any));
}

// proves SEA-01
#[test]
fn schemas_say_the_limits() {
    let query = schemars::schema_for!(Query);
    assert_eq!(query.get("type"), Some(&json!("string")));
    let text = query.get("description").unwrap().as_str().unwrap();
    assert!(text.contains("400") && text.contains("50 words"), "{text}");
    let names = |schema: schemars::Schema| {
        let all = schema.get("oneOf").unwrap().as_array().unwrap().clone();
        all.iter().map(|one| one["const"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(schemars::schema_for!(Engine)), ["brave", "duckduckgo", "wikipedia"]);
    assert_eq!(names(schemars::schema_for!(Freshness)), ["any", "day", "week", "month", "year"]);
    let hit = schemars::schema_for!(Hit);
    assert_eq!(hit.get("required"), Some(&json!(["title", "url", "snippet", "sponsored"])));
}
