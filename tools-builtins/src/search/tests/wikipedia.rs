use super::*;

// proves SEA-08
#[test]
fn the_address_asks_for_one_more_and_for_no_age() {
    let at = "https://en.wikipedia.org/w/rest.php/v1/search/page";
    assert_eq!(Engine::Wikipedia.endpoint(), at);
    assert_eq!(url(Engine::Wikipedia, at, &ask(5)), format!("{at}?q=cats+and+dogs&limit=6"));
    assert_eq!(url(Engine::Wikipedia, at, &ask(10)), format!("{at}?q=cats+and+dogs&limit=11"));
    assert_eq!(
        url(Engine::Wikipedia, "http://[::1]/?a=1", &ask(1)),
        "http://[::1]/?a=1&q=cats+and+dogs&limit=2"
    );
    for (freshness, name) in [
        (Freshness::Day, "day"),
        (Freshness::Week, "week"),
        (Freshness::Month, "month"),
        (Freshness::Year, "year"),
    ] {
        let error =
            Engine::Wikipedia.url(&Url::parse(at).unwrap(), &asked("cats", 5, freshness)).unwrap_err();
        assert_eq!((error.code(), error.pointer()), ("freshness", Some("/freshness")));
        let told = error.to_string();
        assert!(told.contains("wikipedia") && told.contains(name) && told.contains("any"), "{told}");
    }
}

// proves SEA-03, SEA-08
#[test]
fn a_documented_answer_is_read() {
    let hit = |title: &str, id: &str, snippet: &str| Hit {
        title: title.into(),
        url: format!("https://en.wikipedia.org/?curid={id}"),
        snippet: snippet.into(),
        sponsored: false,
        published_at: None,
        age: None,
    };
    let hits = vec![
        hit("Cat", "6678", "The Cat \"x\" is a small carnivore"),
        hit("AT&T", "17555269", "American company &c."),
        hit("Bare", "3", ""),
    ];
    assert_eq!(read(Engine::Wikipedia, WIKIPEDIA).unwrap(), Found { hits: hits.clone(), more: false });
    for (max, more) in [(1, true), (2, true), (3, false)] {
        let found = Engine::Wikipedia.read(200, WIKIPEDIA.as_bytes(), &ask(max)).unwrap();
        assert_eq!(found, Found { hits: hits[..usize::from(max)].to_vec(), more }, "{max}");
    }
}

// proves SEA-08, SEA-11
#[test]
fn one_bad_page_is_skipped_and_a_bad_frame_is_an_error() {
    let good = r#"{"id":1,"title":"Good","excerpt":"x"}"#;
    let cases = [
        (format!("[{good}]"), "Good"),
        ("[]".into(), ""),
        (format!(r#"[{{"id":0,"title":"A","excerpt":""}},{good}]"#), "Good"),
        (format!(r#"[{{"id":-1,"title":"A","excerpt":""}},{good}]"#), "Good"),
        (format!(r#"[{{"id":1.5,"title":"A","excerpt":""}},{good}]"#), "Good"),
        (format!(r#"[{{"id":"1","title":"A","excerpt":""}},{good}]"#), "Good"),
        (format!(r#"[{{"id":1e400,"title":"A","excerpt":""}},{good}]"#), "wrong_shape"),
        (format!(r#"[{{"id":99999999999999999999,"title":"A"}},{good}]"#), "Good"),
        (format!(r#"[{{"id":18446744073709551615,"title":"A"}},{good}]"#), "A | Good"),
        (format!(r#"[{{"id":1,"title":" \u0000 "}},{good}]"#), "Good"),
        (format!(r#"[{{"id":1,"title":null}},{good}]"#), "Good"),
        (format!(r#"[{{"title":"A"}},{good}]"#), "Good"),
        (format!("[null,7,\"\",[],{{}},{good}]"), "Good"),
        ("[null]".into(), "wrong_shape"),
        (r#"[{"pageid":1,"name":"A"}]"#.into(), "wrong_shape"),
        ("{}".into(), "wrong_shape"),
        ("null".into(), "wrong_shape"),
        ("\"\"".into(), "wrong_shape"),
    ];
    for (pages, expected) in cases {
        let body = format!(r#"{{"pages":{pages}}}"#);
        assert_eq!(told(read(Engine::Wikipedia, &body)), expected, "{body}");
    }
    for body in ["", "{}", "[]", "null", r#"{"page":[]}"#, r#"{"errorKey":"x","httpCode":400}"#] {
        assert_eq!(told(read(Engine::Wikipedia, body)), "wrong_shape", "{body}");
    }
}
