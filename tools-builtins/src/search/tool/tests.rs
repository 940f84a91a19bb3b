//! `web_search` through an agent, against local servers that answer as the
//! engines do, and worse.

use std::process::Command;

use serde_json::{Value, json};
use tools_core::{Agent, ToolError};

use super::*;
use crate::network::tests::support::{Server, Step, answer, nowhere, page, redirect, send};

const KEY: &str = "marker-key-7F3A";

/// The engine's own endpoint, whose connections end at the server; by plain http,
/// since the certificate of the real one is not ours.
fn agent(server: &Server, engine: Engine) -> Agent {
    let network = server.network().0.build().unwrap();
    let endpoint = engine.endpoint().replace("https://", "http://");
    let engines = SearchEngines::new().endpoint(engine, &endpoint).unwrap().brave_key(KEY);
    Agent::builder("searcher")
        .tools(crate::TOOLS.only(["web_search"]))
        .state(network)
        .state(engines)
        .build()
        .unwrap()
}

async fn searched(
    steps: Vec<Step>,
    engine: &str,
    arguments: Value,
) -> (Result<Value, ToolError>, Vec<String>) {
    let server = Server::always(steps).await;
    let mut all = json!({ "query": "  rain in Zurich ", "engine": engine });
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    let engine = serde_json::from_value(engine.into()).unwrap();
    let result = agent(&server, engine).call("web_search", all).await.map(|output| output.value());
    (result, server.seen())
}

fn brave(results: Value, more: bool) -> Vec<Step> {
    let body = json!({ "type": "search", "query": { "original": "q", "more_results_available": more },
                       "web": { "type": "search", "results": results } });
    page("application/json", body.to_string())
}

fn wikipedia(pages: Value) -> Vec<Step> {
    page("application/json", json!({ "pages": pages }).to_string())
}

// proves SEA-02, SEA-03, SEA-06, SEA-10
#[tokio::test]
async fn brave_as_it_answers() {
    let results = json!([
        { "title": "Rain &amp; <strong>sun</strong>", "url": "https://example.com/rain", "description": "It <strong>rains</strong>.",
          "page_age": "2026-11-01T10:00:00", "age": "4 weeks ago", "profile": { "name": "x" } },
        { "title": "Inside", "url": "http://10.0.0.1/", "description": "no" },
        { "title": 7, "url": "https://example.com/7" },
        { "title": "Bare", "url": "https://example.com/bare", "description": null },
    ]);
    let (result, seen) =
        searched(brave(results, true), "brave", json!({ "freshness": "week", "max_results": 3 })).await;
    assert_eq!(
        result.unwrap(),
        json!({
            "query": "rain in Zurich",
            "provider": "brave",
            "results": [
                { "title": "Rain & sun", "url": "https://example.com/rain", "snippet": "It rains.", "sponsored": false,
                  "published_at": "2026-11-01T10:00:00", "age": "4 weeks ago" },
                { "title": "Bare", "url": "https://example.com/bare", "snippet": "", "sponsored": false },
            ],
            "more_results_available": true,
            "untrusted_content": true,
        })
    );
    let head = &seen[0];
    assert!(
        head.starts_with(
            "GET /res/v1/web/search?q=rain+in+Zurich&count=3&freshness=pw&safesearch=moderate&result_filter=web HTTP/1.1\r\n"
        ),
        "{head}"
    );
    assert!(head.contains("host: api.search.brave.com\r\n"), "{head}");
    assert_eq!(head.matches(KEY).count(), 1, "in one header, and not in the URL: {head}");
    assert!(head.to_lowercase().contains(&format!("x-subscription-token: {KEY}").to_lowercase()), "{head}");
}

// proves SEA-08, SEA-02, SEA-10
#[tokio::test]
async fn wikipedia_as_it_answers() {
    let pages = json!([
        { "id": 1, "key": "Rain", "title": "Rain", "excerpt": "<span class=\"searchmatch\">Rain</span> is &quot;wet&quot;" },
        { "id": 2, "key": "Snow", "title": "Snow", "excerpt": "" },
        { "id": 3, "key": "Hail", "title": "Hail", "excerpt": "x" },
    ]);
    let (result, seen) = searched(wikipedia(pages), "wikipedia", json!({ "max_results": 2 })).await;
    let value = result.unwrap();
    assert_eq!(
        value["results"],
        json!([
            { "title": "Rain", "url": "https://en.wikipedia.org/?curid=1", "snippet": "Rain is \"wet\"", "sponsored": false },
            { "title": "Snow", "url": "https://en.wikipedia.org/?curid=2", "snippet": "", "sponsored": false },
        ])
    );
    assert_eq!((&value["provider"], &value["more_results_available"]), (&"wikipedia".into(), &true.into()));
    assert!(
        seen[0].starts_with("GET /w/rest.php/v1/search/page?q=rain+in+Zurich&limit=3 HTTP/1.1\r\n"),
        "{seen:?}"
    );
    assert!(seen[0].contains("host: en.wikipedia.org\r\n") && !seen[0].contains(KEY), "{seen:?}");
}

// proves SEA-07, SEA-03
#[tokio::test]
async fn duckduckgo_as_it_answers() {
    let html = r#"<html><body><div class="serp__results">
        <div class="result results_links result--ad"><h2 class="result__title">
          <a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;u3=x">Umbrellas</a></h2>
          <a class="result__snippet" href="x">Buy &lt;now&gt;</a></div>
        <div class="result results_links results_links_deep web-result"><h2 class="result__title">
          <a rel="nofollow" href='//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Frain%3Fa%3D1&amp;rut=abc' class='x result__a'>
          <b>Rain</b> today</a></h2><a class="result__snippet">It <b>rains</b>.</a></div>
        </div></body></html>"#;
    let (result, seen) =
        searched(page("text/html; charset=UTF-8", html), "duckduckgo", json!({ "freshness": "day" })).await;
    let value = result.unwrap();
    assert_eq!(
        value["results"],
        json!([
            { "title": "Umbrellas", "url": "https://duckduckgo.com/y.js?ad_domain=shop.example&u3=x",
              "snippet": "Buy <now>", "sponsored": true },
            { "title": "Rain today", "url": "https://example.com/rain?a=1", "snippet": "It rains.", "sponsored": false },
        ])
    );
    assert_eq!(value["more_results_available"], false);
    assert!(seen[0].starts_with("GET /html/?q=rain+in+Zurich&kp=-1&df=d HTTP/1.1\r\n"), "{seen:?}");
    assert!(seen[0].contains("host: html.duckduckgo.com\r\n"), "{seen:?}");
}

// proves SEA-07, SEA-11
#[tokio::test]
async fn what_is_no_list_of_results_is_an_error_that_says_so() {
    let challenge = r#"<html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?x=1">
                       <div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>"#;
    let renamed = r#"<div class="hit"><a class="hit__link" href="https://example.com/">Rain</a></div>"#;
    let cases = [
        ("duckduckgo", page("text/html", challenge), "human_check"),
        ("duckduckgo", answer("202 Accepted", "Content-Type: text/html\r\n", challenge), "human_check"),
        ("duckduckgo", page("text/html", renamed), "wrong_shape"),
        ("duckduckgo", page("text/html", ""), "wrong_shape"),
        ("brave", page("application/json", "[]"), "wrong_shape"),
        ("brave", page("text/html", "<html>maintenance</html>"), "wrong_shape"),
        ("brave", page("application/json", r#"{"type":"search","web":{"results":7}}"#), "wrong_shape"),
        ("wikipedia", page("application/json", r#"{"errorKey":"x","httpCode":200}"#), "wrong_shape"),
        ("wikipedia", page("application/json", "{\"pages\":["), "wrong_shape"),
        ("wikipedia", page("application/json", b"\xff\xfe"), "wrong_shape"),
    ];
    for (engine, steps, kind) in cases {
        let (result, _) = searched(steps, engine, json!({})).await;
        let error = result.unwrap_err();
        assert_eq!(
            (error.code(), &error.to_json()["details"]["kind"]),
            ("failed", &kind.into()),
            "{engine}: {error}"
        );
        if kind == "human_check" {
            assert!(error.to_string().contains("use the engine wikipedia"), "{error}");
        }
    }
    let nothing = r#"<div class="serp__results"><div class="no-results">No results.</div></div>"#;
    let (result, _) = searched(page("text/html", nothing), "duckduckgo", json!({})).await;
    assert_eq!(result.unwrap()["results"], json!([]));
}

// proves SEA-06
#[tokio::test]
async fn a_wrong_key_is_configuration() {
    for status in ["401 A", "403 A", "422 A"] {
        let (result, _) = searched(answer(status, "", "{}"), "brave", json!({})).await;
        let error = result.unwrap_err();
        assert_eq!(error.code(), "unavailable");
        assert!(error.to_string().contains("BRAVE_SEARCH_API_KEY may be wrong"), "{error}");
        assert!(!format!("{error:?}").contains(KEY));
    }
    let (result, _) = searched(answer("429 A", "", "{}"), "brave", json!({})).await;
    let error = result.unwrap_err();
    assert!(error.retryable() && error.to_json()["details"]["status"] == 429, "{error}");
}

// proves SEA-04, SEA-05
#[tokio::test]
async fn one_engine_one_request_no_redirect() {
    for engine in ["brave", "duckduckgo", "wikipedia"] {
        let (result, seen) = searched(redirect("302 A", "https://example.com/"), engine, json!({})).await;
        assert_eq!(result.unwrap_err().to_json()["details"]["kind"], "redirect", "{engine}");
        assert_eq!(seen.len(), 1, "{engine}: nobody else is asked");

        let (result, seen) = searched(answer("503 A", "", ""), engine, json!({})).await;
        assert_eq!(result.unwrap_err().to_json()["details"]["status"], 503, "{engine}");
        assert_eq!(seen.len(), 1, "{engine}: nobody else is asked");
    }
}

// proves SEA-05
#[tokio::test]
async fn two_million_bytes_and_no_more() {
    for (engine, size, kind) in [
        ("brave", 2_000_000, "wrong_shape"),
        ("brave", 2_000_001, "too_large"),
        ("wikipedia", 10_000_000, "too_large"),
        ("duckduckgo", 10_000_000, "too_large"),
    ] {
        let (result, _) = searched(page("application/json", vec![b' '; size]), engine, json!({})).await;
        assert_eq!(result.unwrap_err().to_json()["details"]["kind"], kind, "{engine}, {size}");
        let (result, _) =
            searched(vec![send("HTTP/1.1 200 OK\r\n\r\n"), send(vec![b' '; size])], engine, json!({})).await;
        assert_eq!(result.unwrap_err().to_json()["details"]["kind"], kind, "{engine}, {size}");
    }
}

// proves SEA-01, SEA-08
#[tokio::test]
async fn wrong_arguments_reach_no_network() {
    let cases = [
        (json!({ "query": "   " }), "/query"),
        (json!({ "query": "a".repeat(401) }), "/query"),
        (json!({ "query": "a ".repeat(51) }), "/query"),
        (json!({ "query": "a\u{a0}b\u{3000}".repeat(26) }), "/query"),
        (json!({ "query": "x", "max_results": 0 }), "/max_results"),
        (json!({ "query": "x", "max_results": 11 }), "/max_results"),
        (json!({ "query": "x", "freshness": "hour" }), "/freshness"),
        (json!({ "query": "x", "engine": "google" }), "/engine"),
        (json!({ "query": "x", "engine": "wikipedia", "freshness": "week" }), "/freshness"),
    ];
    let (network, answers, dialled) = nowhere();
    let agent =
        Agent::builder("searcher").tools(crate::TOOLS.only(["web_search"])).state(network).build().unwrap();
    for (arguments, pointer) in cases {
        let error = agent.call("web_search", arguments.clone()).await.unwrap_err();
        assert_eq!(error.code(), "invalid_arguments", "{arguments}: {error}");
        assert_eq!(error.to_json()["details"]["violations"][0]["pointer"], pointer, "{arguments}");
    }
    assert_eq!((answers.asked(), dialled.count()), (0, 0));
}

// proves SEA-01
#[tokio::test]
async fn limits_hold_after_trimming() {
    for query in [format!(" {} ", "a".repeat(400)), "a ".repeat(50), "é".repeat(400)] {
        let (result, _) = searched(wikipedia(json!([])), "wikipedia", json!({ "query": query })).await;
        assert_eq!(result.unwrap()["query"], query.trim());
    }
}

/// Reads the environment, which a test cannot change in its own process.
#[tokio::test]
async fn child_without_a_network() {
    if std::env::var("SEARCH_CHILD").is_err() {
        return;
    }
    let (network, answers, _) = nowhere();
    let agent =
        Agent::builder("searcher").tools(crate::TOOLS.only(["web_search"])).state(network).build().unwrap();
    let error = agent.call("web_search", json!({ "query": "rain" })).await.unwrap_err();
    println!("<{}|{}|{}>", error.code(), answers.asked(), error);
}

// proves SEA-06, NET-16
#[test]
fn the_key_is_read_when_the_tool_is_called() {
    let long = "k".repeat(513);
    let fits = "k".repeat(512);
    let padded = format!("  {KEY}\n");
    let cases: &[(Option<&str>, &str)] = &[
        (None, "<unavailable|0|"),
        (Some(""), "<unavailable|0|"),
        (Some("  "), "<unavailable|0|"),
        (Some("two words"), "<unavailable|0|"),
        (Some("schlüssel"), "<unavailable|0|"),
        (Some(&long), "<unavailable|0|"),
        (Some(&fits), "<failed|1|"),
        (Some(&padded), "<failed|1|"),
    ];
    for (key, wanted) in cases {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child
            .args(["search::tool::tests::child_without_a_network", "--exact", "--nocapture"])
            .env("SEARCH_CHILD", "1");
        match key {
            Some(key) => child.env("BRAVE_SEARCH_API_KEY", key),
            None => child.env_remove("BRAVE_SEARCH_API_KEY"),
        };
        let output = String::from_utf8(child.output().unwrap().stdout).unwrap();
        assert!(output.contains(wanted), "{key:?}: {output}");
        if let Some(key) = key.map(str::trim).filter(|key| !key.is_empty()) {
            assert!(!output.contains(key), "{output}");
        }
        if key.is_none() {
            assert!(output.contains("BRAVE_SEARCH_API_KEY") && output.contains("wikipedia"), "{output}");
        }
    }
}

#[test]
fn settings() {
    for bad in ["", "example.com", "ftp://example.com/", "file:///x"] {
        let error = SearchEngines::new().endpoint(Engine::Brave, bad).unwrap_err().to_string();
        assert!(error.contains("is no endpoint"), "{error}");
    }
    let debug = format!("{:?}", SearchEngines::new().brave_key(KEY));
    assert!(!debug.contains(KEY), "{debug}");
}

/// The real engine; needs the internet.
async fn live(engine: &str) {
    let agent = Agent::builder("searcher").tools(crate::TOOLS.only(["web_search"])).build().unwrap();
    let value =
        agent.call("web_search", json!({ "query": "Zurich", "engine": engine })).await.unwrap().value();
    assert!(!value["results"].as_array().unwrap().is_empty(), "{value}");
}

#[tokio::test]
#[ignore = "needs the internet and BRAVE_SEARCH_API_KEY"]
async fn live_brave() {
    live("brave").await;
}

#[tokio::test]
#[ignore = "needs the internet"]
async fn live_duckduckgo() {
    live("duckduckgo").await;
}

#[tokio::test]
#[ignore = "needs the internet"]
async fn live_wikipedia() {
    live("wikipedia").await;
}
