use super::*;

const AT: &str = "https://api.search.brave.com/res/v1/web/search";

// proves SEA-06
#[test]
fn the_address_says_what_is_asked() {
    let cases = [
        (AT, Freshness::Any, "?q=c%2B%2B+%26+%C3%BC&count=7&safesearch=moderate&result_filter=web"),
        (
            AT,
            Freshness::Day,
            "?q=c%2B%2B+%26+%C3%BC&count=7&freshness=pd&safesearch=moderate&result_filter=web",
        ),
        (
            AT,
            Freshness::Week,
            "?q=c%2B%2B+%26+%C3%BC&count=7&freshness=pw&safesearch=moderate&result_filter=web",
        ),
        (
            AT,
            Freshness::Month,
            "?q=c%2B%2B+%26+%C3%BC&count=7&freshness=pm&safesearch=moderate&result_filter=web",
        ),
        (
            AT,
            Freshness::Year,
            "?q=c%2B%2B+%26+%C3%BC&count=7&freshness=py&safesearch=moderate&result_filter=web",
        ),
    ];
    assert_eq!(Engine::Brave.endpoint(), AT);
    for (endpoint, freshness, query) in cases {
        let ask = asked(" c++ & ü ", 7, freshness);
        assert_eq!(url(Engine::Brave, endpoint, &ask), format!("{endpoint}{query}"));
    }
    let own = url(Engine::Brave, "http://127.0.0.1:8080/proxy?token=a%20b", &ask(1));
    assert_eq!(
        own,
        "http://127.0.0.1:8080/proxy?token=a%20b&q=cats+and+dogs&count=1&safesearch=moderate&result_filter=web"
    );
    assert_eq!((BRAVE_HEADER, Engine::Brave.accept()), ("X-Subscription-Token", "application/json"));
}

// proves SEA-06
#[test]
fn a_key_is_512_printable_characters_at_most_and_never_shown() {
    let longest = "k".repeat(512);
    let spaced = format!(" \t{longest}\r\n");
    let long = "k".repeat(513);
    let cases = [
        (Some("BSA-key_1~!"), Ok("BSA-key_1~!")),
        (Some(&*longest), Ok(&*longest)),
        (Some(&*spaced), Ok(&*longest)),
        (None, Err("is not set")),
        (Some(""), Err("is empty")),
        (Some(" \n\u{a0}"), Err("is empty")),
        (Some(&*long), Err("is longer")),
        (Some("SECRET key"), Err("printable")),
        (Some("SECRET\r\nX-Other: 1"), Err("printable")),
        (Some("SECRET\u{7f}"), Err("printable")),
        (Some("SECRET\0"), Err("printable")),
        (Some("SECRETé"), Err("printable")),
    ];
    for (text, expected) in cases {
        match (Engine::Brave.key(text), expected) {
            (Ok(key), Ok(expected)) => assert_eq!(key, Some(expected)),
            (Err(error), Err(part)) => {
                let told = error.to_string();
                assert!(told.contains(part) && told.contains("BRAVE_SEARCH_API_KEY"), "{told}");
                assert!(told.contains("wikipedia") && told.contains("duckduckgo"), "{told}");
                assert!(!told.contains("SECRET") && !format!("{error:?}").contains("SECRET"), "{told}");
                assert_eq!((error.code(), error.pointer()), ("key", None));
            }
            (got, expected) => panic!("{text:?}: {got:?}, not {expected:?}"),
        }
    }
    for engine in [Engine::Duckduckgo, Engine::Wikipedia] {
        assert_eq!(engine.key(Some("SECRET")), Ok(None), "others get no key");
    }
}

// proves SEA-03, SEA-09, SEA-10
#[test]
fn a_documented_answer_is_read() {
    let found = read(Engine::Brave, BRAVE).unwrap();
    let twice = Hit {
        title: "Cats & dogs".into(),
        url: "https://pets.example.com/cats?and=dogs".into(),
        snippet: "The cat & dog, and how to write &lt;b&gt;".into(),
        sponsored: false,
        published_at: Some("2026-03-29T10:11:12".into()),
        age: Some("March 29, 2026".into()),
    };
    let bare = Hit {
        title: "A page without a date".into(),
        url: "http://plain.example.org/".into(),
        snippet: String::new(),
        sponsored: false,
        published_at: None,
        age: None,
    };
    let again = Hit { snippet: "The same page again".into(), published_at: None, age: None, ..twice.clone() };
    assert_eq!(found, Found { hits: vec![twice, bare.clone(), again], more: true });
    assert_eq!(
        serde_json::to_string(&bare).unwrap(),
        r#"{"title":"A page without a date","url":"http://plain.example.org/","snippet":"","sponsored":false}"#
    );
}

// proves SEA-10, SEA-11
#[test]
fn the_frame_of_an_answer_decides() {
    let item = r#"{"title":"T","url":"https://e.com/"}"#;
    let list = |count: usize| vec![item; count].join(",");
    let (three, ten, eleven) = (list(3), list(10), list(11));
    let found = |count: usize, more| Ok((count, more));
    let cases = [
        (r#"{"type":"search"}"#.to_owned(), found(0, false)),
        (r#"{"type":"search","web":null}"#.to_owned(), found(0, false)),
        (r#"{"type":"search","web":{"results":[]}}"#.to_owned(), found(0, false)),
        (r#"{"type":"search","query":{"more_results_available":true}}"#.to_owned(), found(0, false)),
        (format!(r#"{{"type":"search","web":{{"results":[{three}]}}}}"#), found(3, false)),
        (format!(r#"{{"type":"search","web":{{"results":[{ten}]}}}}"#), found(10, false)),
        (format!(r#"{{"type":"search","web":{{"results":[{eleven}]}}}}"#), found(10, true)),
        (
            format!(
                r#"{{"type":"search","query":{{"more_results_available":1}},"web":{{"results":[{item}]}}}}"#
            ),
            found(1, false),
        ),
        (format!(r#"{{"type":"search","query":7,"web":{{"results":[7,{item},null]}}}}"#), found(1, false)),
        (format!(r#"{{"web":{{"results":[{item}]}}}}"#), Err("`type`")),
        (r#"{"type":"ErrorResponse"}"#.to_owned(), Err("`type`")),
        (r#"{"type":["search"]}"#.to_owned(), Err("`type`")),
        (r#"{"type":"search","web":[]}"#.to_owned(), Err("`web.results`")),
        (r#"{"type":"search","web":{}}"#.to_owned(), Err("`web.results`")),
        (r#"{"type":"search","web":{"results":null}}"#.to_owned(), Err("`web.results`")),
        (r#"{"type":"search","web":{"results":{"0":1}}}"#.to_owned(), Err("`web.results`")),
        // All bad: not an empty list.
        (r#"{"type":"search","web":{"results":[{},7]}}"#.to_owned(), Err("item")),
        // All good, and none that may be shown.
        (
            r#"{"type":"search","web":{"results":[{"title":"T","url":"http://10.0.0.1/"}]}}"#.to_owned(),
            found(0, false),
        ),
        ("[]".to_owned(), Err("`type`")),
        ("\"search\"".to_owned(), Err("`type`")),
        ("".to_owned(), Err("JSON")),
        ("<html>".to_owned(), Err("JSON")),
        (r#"{"type":"search"} {}"#.to_owned(), Err("JSON")),
    ];
    for (body, expected) in cases {
        match (read(Engine::Brave, &body), expected) {
            (Ok(found), Ok(expected)) => assert_eq!((found.hits.len(), found.more), expected, "{body}"),
            (Err(error), Err(part)) => {
                assert_eq!(error.code(), "wrong_shape", "{body}");
                let told = error.to_string();
                assert!(told.contains("brave") && told.contains(part), "{told}");
            }
            (got, expected) => panic!("{body}: {got:?}, not {expected:?}"),
        }
    }
}

// proves SEA-03
#[test]
fn dates_and_ages_that_are_none_are_left_out() {
    let long = "9".repeat(41);
    let cases = [
        (r#""2026-03-29""#, Some("2026-03-29"), None),
        (r#"" 2026-03-29T10:00:00.000Z ""#, Some("2026-03-29T10:00:00.000Z"), None),
        (r#""2026-03-29T10:00:00+02:00""#, Some("2026-03-29T10:00:00+02:00"), None),
        (r#""yesterday""#, None, Some("yesterday")),
        (r#""2026""#, None, Some("2026")),
        (r#""2 days ago""#, None, Some("2 days ago")),
        (r#""2 <b>days</b> ago""#, None, Some("2 days ago")),
        (r#""2026-03-29 <script>""#, None, None),
        (r#"" ""#, None, None),
        ("null", None, None),
        ("7", None, None),
        (r#"["2026-03-29"]"#, None, None),
        (&*format!("\"2026-03-29{long}\""), None, None),
    ];
    for (text, date, age) in cases {
        let body = format!(
            r#"{{"type":"search","web":{{"results":[{{"title":"T","url":"https://e.com","page_age":{text},"age":{text}}}]}}}}"#
        );
        let hit = read(Engine::Brave, &body).unwrap().hits.remove(0);
        assert_eq!(hit.published_at.as_deref(), date, "{text}");
        if date.is_none() && !text.contains('<') {
            assert_eq!(hit.age.as_deref(), age, "{text}");
        }
    }
}
