//! Bodies that are no answers at all.

use super::*;

// proves SEA-11
#[test]
fn bodies_cut_anywhere_are_errors_or_shorter_answers() {
    for engine in ENGINES {
        let whole = fixture(engine).trim_end().as_bytes();
        let most = read(engine, whole).unwrap().hits.len();
        for end in 0..whole.len() {
            match (engine, read(engine, &whole[..end])) {
                (Engine::Duckduckgo, Ok(found)) => assert!((1..=most).contains(&found.hits.len()), "{end}"),
                (_, Ok(found)) => panic!("{} at {end}: {found:?}", engine.name()),
                (_, Err(error)) => assert_eq!(error.code(), "wrong_shape", "{end}"),
            }
        }
    }
}

// proves SEA-11
#[test]
fn a_byte_order_mark_changes_nothing() {
    for engine in ENGINES {
        let marked = format!("\u{feff}{}", fixture(engine));
        assert_eq!(read(engine, marked), read(engine, fixture(engine)));
        assert_eq!(told(read(engine, "\u{feff}")), "wrong_shape");
    }
}

// proves SEA-11
#[test]
fn bytes_that_are_not_text() {
    let cases: [(Engine, &[u8], &str); 6] = [
        (Engine::Brave, b"{\"type\":\"search\xff\"}", "wrong_shape"),
        (Engine::Brave, b"\xff\xfe{\0}\0", "wrong_shape"),
        (
            Engine::Brave,
            br#"{"type":"search","web":{"results":[{"title":"\ud800","url":"https://e.com"}]}}"#,
            "wrong_shape",
        ),
        (Engine::Wikipedia, b"{\"pages\":[{\"id\":1,\"title\":\"\xc3\"}]}", "wrong_shape"),
        (Engine::Duckduckgo, b"\x00\xff\xfe", "wrong_shape"),
        (Engine::Duckduckgo, b"<a class=result__a href=https://e.com/>T\xffT</a>", "T\u{fffd}T"),
    ];
    for (engine, body, expected) in cases {
        assert_eq!(told(read(engine, body)), expected, "{}", String::from_utf8_lossy(body));
    }
}

// proves SEA-11
#[test]
fn nesting_is_bounded() {
    let deep = 100_000;
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        for engine in [Engine::Brave, Engine::Wikipedia] {
            let inner = format!("{}0{}", open.repeat(deep), close.repeat(deep));
            for body in [
                inner.clone(),
                open.repeat(deep),
                format!(r#"{{"type":"search","pages":[],"x":{inner}}}"#),
                format!(r#"{{"type":"search","web":{{"results":[{inner}]}},"pages":[{inner}]}}"#),
            ] {
                assert_eq!(told(read(engine, body)), "wrong_shape");
            }
        }
    }
    for tag in
        ["<div>", "<div class=result>", "<b>", "<a class=result__a href=https://e.com/>", "<table><td>"]
    {
        let _ = read(Engine::Duckduckgo, tag.repeat(deep));
        let wrapped = format!("{}<a class=result__a href=https://e.com/>T</a>", "<div>".repeat(deep));
        assert_eq!(told(read(Engine::Duckduckgo, wrapped)), "T");
    }
}

// proves SEA-03, SEA-11
#[test]
fn long_answers_give_short_texts() {
    let long = "x&amp; <b>ü</b> ".repeat(10_000);
    let quoted = serde_json::to_string(&long).unwrap();
    let cases = [
        (
            Engine::Brave,
            format!(
                r#"{{"type":"search","web":{{"results":[{{"title":{quoted},"url":"https://e.com","description":{quoted},"age":{quoted}}}]}}}}"#
            ),
        ),
        (Engine::Wikipedia, format!(r#"{{"pages":[{{"id":1,"title":{quoted},"excerpt":{quoted}}}]}}"#)),
        (
            Engine::Duckduckgo,
            format!(
                "<div class=result><a class=result__a href=https://e.com>{long}</a><a class=result__snippet>{long}</a></div>"
            ),
        ),
    ];
    for (engine, body) in cases {
        let hit = read(engine, body).unwrap().hits.remove(0);
        assert!((499..=500).contains(&hit.title.chars().count()), "{}", hit.title.chars().count());
        assert!((1_999..=2_000).contains(&hit.snippet.chars().count()), "{}", hit.snippet.chars().count());
        assert_eq!(hit.age, None);
    }
}

// proves SEA-11
#[test]
fn many_items_are_cut_to_what_was_asked() {
    let items = |item: &str| vec![item; 10_000].join(",");
    let bodies = [
        format!(
            r#"{{"type":"search","web":{{"results":[{}]}}}}"#,
            items(r#"{"title":"T","url":"https://e.com"}"#)
        ),
        "<div class=result><a class=result__a href=https://e.com>T</a></div>".repeat(10_000),
        format!(r#"{{"pages":[{}]}}"#, items(r#"{"id":1,"title":"T"}"#)),
    ];
    for (engine, body) in ENGINES.into_iter().zip(bodies) {
        for max in [1, 10] {
            let found = engine.read(200, body.as_bytes(), &ask(max)).unwrap();
            assert_eq!((found.hits.len(), found.more), (usize::from(max), true));
        }
    }
}
