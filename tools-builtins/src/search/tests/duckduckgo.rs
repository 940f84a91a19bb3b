use super::*;

fn page(results: &str) -> String {
    format!("<html><body><div id=links class=results>{results}</div></body></html>")
}

fn links(body: &str) -> Vec<(String, bool)> {
    let found = read(Engine::Duckduckgo, body).unwrap();
    found.hits.into_iter().map(|hit| (hit.url, hit.sponsored)).collect()
}

// proves SEA-07
#[test]
fn the_address_says_what_is_asked() {
    let at = "https://html.duckduckgo.com/html/";
    assert_eq!(Engine::Duckduckgo.endpoint(), at);
    for (freshness, more) in [
        (Freshness::Any, ""),
        (Freshness::Day, "&df=d"),
        (Freshness::Week, "&df=w"),
        (Freshness::Month, "&df=m"),
        (Freshness::Year, "&df=y"),
    ] {
        assert_eq!(
            url(Engine::Duckduckgo, at, &asked("a&b=c", 3, freshness)),
            format!("{at}?q=a%26b%3Dc&kp=-1{more}")
        );
    }
    assert_eq!(
        url(Engine::Duckduckgo, "http://h.test/x?y", &ask(3)),
        "http://h.test/x?y&q=cats+and+dogs&kp=-1"
    );
}

// proves SEA-07, SEA-09, SEA-10
#[test]
fn a_page_of_results_is_read_in_its_order() {
    let hit = |title: &str, url: &str, snippet: &str, sponsored| Hit {
        title: title.into(),
        url: url.into(),
        snippet: snippet.into(),
        sponsored,
        published_at: None,
        age: None,
    };
    let all = vec![
        hit(
            "Cats for sale",
            "https://duckduckgo.com/y.js?ad_domain=shop.example&ad_provider=some&rut=1",
            "Buy a cat.",
            true,
        ),
        hit(
            "All about cats & more",
            "https://cats.example.com/a?b=1&c=%25",
            "A cat says &quot;meow&quot;.",
            false,
        ),
        hit("Direct link", "https://direct.example.org/%7Ecat", "In a block.", false),
        hit("Wrapped twice", "https://duckduckgo.com/y.js?ad_domain=two.example", "", true),
        hit("Last", "https://last.example.net/", "", false),
    ];
    assert_eq!(read(Engine::Duckduckgo, RESULTS).unwrap(), Found { hits: all.clone(), more: true });
    for max in 1..5 {
        let found = Engine::Duckduckgo.read(200, RESULTS.as_bytes(), &ask(max)).unwrap();
        assert_eq!(found.hits, all[..usize::from(max)], "advertisements count");
    }
}

// proves SEA-10
#[test]
fn there_is_more_only_when_the_page_shows_more() {
    let organic = r#"<div class="result"><a class="result__a" href="https://e.com/">E</a></div>"#;
    let ad = r#"<div class="result result--ad"><a class="result__a" href="https://duckduckgo.com/y.js?a=1">A</a></div>"#;
    let next = |inputs: &str| format!("<div class=nav-link><form>{inputs}</form></div>");
    let cases = [
        (organic.to_owned(), 1, false),
        (organic.repeat(2), 1, true),
        (organic.repeat(2), 2, false),
        (format!("{organic}{ad}"), 1, false),
        (format!("{ad}{organic}"), 1, true),
        (format!("{organic}{}", next("<input type=submit value=Next>")), 1, true),
        (format!("{organic}{}", next("<input name=s value=10>")), 1, true),
        (format!("{organic}{}", next("<INPUT NAME=s VALUE=' 10 '>")), 1, true),
        (format!("{organic}{}", next("<input name=s value=0>")), 1, false),
        (format!("{organic}{}", next("<input name=s value=x>")), 1, false),
        (format!("{organic}{}", next("<input type=submit value=Previous><input name=s value=10>")), 1, false),
        (format!("{organic}<form><input value=Next></form>"), 1, false),
        (format!("{organic}<!-- {} -->", next("<input value=Next>")), 1, false),
        (format!("{organic}<script>{}</script>", next("<input value=Next>")), 1, false),
        (format!("{organic}<div class=nav-link></div><input value=Next>"), 1, false),
    ];
    for (results, max, more) in cases {
        let found = Engine::Duckduckgo.read(200, page(&results).as_bytes(), &ask(max)).unwrap();
        assert_eq!((found.hits.len(), found.more), (usize::from(max), more), "{results}");
    }
    assert!(!read(Engine::Duckduckgo, NOTHING).unwrap().more);
}

// proves SEA-07
#[test]
fn a_human_check_is_an_error_that_names_wikipedia() {
    let cases = [
        (200, CHALLENGE.to_owned(), "human_check"),
        (202, CHALLENGE.to_owned(), "human_check"),
        (200, page("<div class='x anomaly-modal__mask'>"), "human_check"),
        (200, page("<div class=anomaly-modal>"), "human_check"),
        (200, page("<form id=challenge-form>"), "human_check"),
        (200, page("<FORM ACTION='//duckduckgo.com/anomaly.js?x'>"), "human_check"),
        (202, page(""), "human_check"),
        (202, String::new(), "human_check"),
        (202, NOTHING.to_owned(), ""),
        // Pages that only speak of one.
        (200, page("anomaly-modal challenge-form anomaly.js"), "wrong_shape"),
        (200, page("<!-- <form id=challenge-form> -->"), "wrong_shape"),
        (
            200,
            page(
                "<div class=result><a class=result__a href=https://e.com/anomaly.js>anomaly-modal</a></div>",
            ),
            "anomaly-modal",
        ),
        (
            202,
            page(
                "<div class=result><a class=result__a href=https://e.com/>T</a></div><p class=anomaly-modal>",
            ),
            "T",
        ),
    ];
    for (status, body, expected) in cases {
        let result = Engine::Duckduckgo.read(status, body.as_bytes(), &ask(5));
        if let Err(error) = &result
            && expected == "human_check"
        {
            let told = error.to_string();
            assert!(told.contains("duckduckgo") && told.contains("wikipedia"), "{told}");
        }
        assert_eq!(told(result), expected, "{status} {body}");
    }
}

// proves SEA-07, SEA-11
#[test]
fn changed_markup_is_never_an_empty_list() {
    let result =
        r#"<div class="result web-result"><h2><a class="result__a" href="https://e.com/">T</a></h2></div>"#;
    let nothing = r#"<div class="result result--no-result"><div class="no-results">None.</div></div>"#;
    let cases = [
        (RESULTS.replace("result__a", "hit__a"), "wrong_shape"),
        (RESULTS.replace("result", "hit"), "wrong_shape"),
        (RESULTS.replace("href", "data-href"), "wrong_shape"),
        (RESULTS.replace("class=", "klass="), "wrong_shape"),
        (RESULTS.replace("<a ", "<span ").replace("<A ", "<span ").replace("</a>", "</span>"), "wrong_shape"),
        (NOTHING.replace("no-result", "zero"), "wrong_shape"),
        (NOTHING.to_owned(), ""),
        (String::new(), "wrong_shape"),
        ("<html></html>".into(), "wrong_shape"),
        (r#"{"results":[]}"#.into(), "wrong_shape"),
        (page(""), "wrong_shape"),
        (page(r#"<div class="no-results">None.</div>"#), ""),
        (page(nothing), ""),
        // The sign stands at the end of the last page as well.
        (page(&format!("{result}{nothing}")), "T"),
        (page(&format!("{}{nothing}", result.replace("__a", "__b"))), "wrong_shape"),
        (page(&format!("{}{nothing}", result.replace("href", "rel"))), "wrong_shape"),
        (page(&result.replace("https://e.com/", "#")), "wrong_shape"),
        (page(&result.replace("https://e.com/", "/page")), "wrong_shape"),
        (page(&result.replace("https://e.com/", "javascript:void(0)")), "wrong_shape"),
        (page(&result.replace("https://e.com/", "//duckduckgo.com/l/?target=x")), "wrong_shape"),
        (page(&result.replace("https://e.com/", "//duckduckgo.com/l/?uddg=x")), "wrong_shape"),
        (page(&result.replace(">T<", "> <")), "wrong_shape"),
        // A result that may not be shown is still one that was read.
        (page(&result.replace("https://e.com/", "http://10.0.0.1/")), ""),
        // One bad result among good ones is skipped.
        (page(&format!("{}{result}", result.replace("https://e.com/", "#"))), "T"),
    ];
    for (body, expected) in cases {
        assert_eq!(told(read(Engine::Duckduckgo, &body)), expected, "{body}");
    }
}

// proves SEA-07
#[test]
fn the_way_of_writing_changes_nothing() {
    let cases = [
        r#"<a href="https://e.com/" class="result__a">T</a>"#,
        r#"<a class="result__a" href="https://e.com/">T</a>"#,
        r#"<a href='https://e.com/' class='result__a'>T</a>"#,
        r#"<a href=https://e.com/ class=result__a>T</a>"#,
        r#"<A HREF="https://e.com/" CLASS="result__a">T</A>"#,
        "<a\n href = \"\n https://e.com/ \n\"\tclass\n=\"x\nresult__a\ty\">T</a>",
        r#"<a data-a=">" title="class='no'" class="js result__a" rel="nofollow" href="https://e.com/"><b>T</b></a>"#,
        r#"<a class="result__a" href="https://e.com/" href="https://other.example/" class="no">T</a>"#,
        r#"<a class="result__a" href="https&#58;//e.com/"><span><i>T</i></span></a>"#,
        r#"<a class="result__a" href="https://e.com/">T"#,
        r#"<h2><a class="result__a" href="https://e.com/">T</h2></a>"#,
        r#"<a class="result__a" href="//e.com">T</a>"#,
        r#"<a class="result__a" href="/l/?uddg=https%3A%2F%2Fe.com">T</a>"#,
        r#"<a class="result__a" href="https://duckduckgo.com/l/?rut=1&amp;uddg=https%3A%2F%2Fe.com%2F">T</a>"#,
        r#"<a class="result__a" href="//duckduckgo.com/l/?kh=-1&uddg=https://e.com/">T</a>"#,
    ];
    for anchor in cases {
        let body = page(&format!("<div class='result'>{anchor}</div>"));
        assert_eq!(told(read(Engine::Duckduckgo, &body)), "T", "{anchor}");
        assert_eq!(links(&body), [("https://e.com/".to_owned(), false)], "{anchor}");
        assert_eq!(links(&page(anchor)), [("https://e.com/".to_owned(), false)], "without its block");
    }
}

// proves SEA-07
#[test]
fn advertisements_keep_their_place_and_their_click_address() {
    let cases = [
        ("result--ad", "https://duckduckgo.com/y.js?u=1", "https://duckduckgo.com/y.js?u=1", true),
        ("result--ad", "//duckduckgo.com/y.js?u=1", "https://duckduckgo.com/y.js?u=1", true),
        ("result--ad", "/y.js?u=1", "https://duckduckgo.com/y.js?u=1", true),
        ("result--ad", "https://shop.example/", "https://shop.example/", true),
        ("x", "/y.js?u=1", "https://duckduckgo.com/y.js?u=1", true),
        (
            "x",
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fu%3D1",
            "https://duckduckgo.com/y.js?u=1",
            true,
        ),
        ("x", "https://duckduckgo.com/about", "https://duckduckgo.com/about", false),
        ("x", "https://other.example/y.js", "https://other.example/y.js", false),
        (
            "x",
            "https://fakeduckduckgo.com/l/?uddg=https%3A%2F%2Fe.com",
            "https://fakeduckduckgo.com/l/?uddg=https%3A%2F%2Fe.com",
            false,
        ),
    ];
    let organic = r#"<div class="result"><a class="result__a" href="https://e.com/">E</a></div>"#;
    for (class, href, expected, sponsored) in cases {
        let body = page(&format!(
            "{organic}<div class='result {class}'><a class=result__a href='{href}'>A</a></div>{organic}"
        ));
        let e = ("https://e.com/".to_owned(), false);
        assert_eq!(links(&body), [e.clone(), (expected.to_owned(), sponsored), e], "{href}");
    }
}

// proves SEA-07
#[test]
fn a_snippet_belongs_to_the_result_around_it() {
    let block = |inner: &str| format!("<div class=result><div><div class=result>{inner}</div></div></div>");
    let title = |name: &str| format!("<a class=result__a href=https://e.com/>{name}</a>");
    let snippet = |text: &str| format!("<a class=result__snippet href=x>{text}</a>");
    let cases = [
        (block(&(title("A") + &snippet("a"))), "A=a"),
        (block(&(snippet("a") + &title("A"))), "A=a"),
        (block(&title("A")) + &block(&(title("B") + &snippet("b"))), "A= B=b"),
        (block(&snippet("x")) + &block(&title("B")), "B="),
        (block(&title("A")) + &snippet("x"), "A="),
        (title("A") + &snippet("a") + &title("B") + &snippet("b"), "A=a B=b"),
        (block(&(title("A") + &snippet("a") + &snippet("again"))), "A=a"),
        (block(&(title("A") + "<div class=result__snippet>a<script>x</script><p>b</div>")), "A=a b"),
    ];
    for (body, expected) in cases {
        let found = read(Engine::Duckduckgo, page(&body)).unwrap();
        let got: Vec<_> = found.hits.iter().map(|hit| format!("{}={}", hit.title, hit.snippet)).collect();
        assert_eq!(got.join(" "), expected, "{body}");
    }
}
