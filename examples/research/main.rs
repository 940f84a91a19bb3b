//! An agent that may read the web and do nothing else.
//!
//! A server on this machine stands in for Wikipedia and for a page, so that the
//! example runs anywhere; for the real web, leave out both `state` lines.
//!
//! ```text
//! $ cargo run --example research
//! 1. Zurich: Largest city of Switzerland
//! 2. Zürich Airport: The airport of Zurich
//! untrusted: true
//!
//! # Tides of the lake
//!
//! The lake has no tides.
//!
//! http://169.254.169.254/latest/meta-data: invalid arguments: /url: leads to 169.254.169.254, which is not public (169.254.0.0/16, link-local, where clouds keep their metadata); only public hosts are admitted (rule: address)
//! http://router.local/: invalid arguments: /url: names `router.local`, which is inside a network; only public hosts are admitted (rule: name)
//! send_mail: denied: `mail.send` is not allowed here
//! ```

use std::{error::Error, io};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tools_builtins::{SearchEngine, SearchEngines, network::Network};
use tools_core::{Agent, CapabilityPolicy, Effect, json, tool};

tools_core::tool_crate!();

/// Sends a mail to anybody.
#[tool(capabilities = ["mail.send"])]
async fn send_mail(to: String, text: String) -> String {
    format!("to {to}: {text}")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let here = listener.local_addr()?;
    tokio::spawn(serve(listener));

    let agent = Agent::builder("researcher")
        .tools(tools_builtins::TOOLS.only(["fetch_url", "web_search"]))
        .tools(TOOLS)
        // Nothing else runs, also no tool that says of no capability.
        .policy(CapabilityPolicy::new([("network.read", Effect::Allow), ("*", Effect::Deny)])?)
        .state(Network::builder().allow_host(&here.to_string()).build()?)
        .state(SearchEngines::new().endpoint(SearchEngine::Wikipedia, &format!("http://{here}/search"))?)
        .build()?;

    let question = json!({ "query": "Zurich", "engine": "wikipedia", "max_results": 2 });
    let found = agent.call("web_search", question).await?.value();
    let hits = found.get("results").and_then(Value::as_array);
    for (index, hit) in hits.into_iter().flatten().enumerate() {
        println!("{}. {}: {}", index + 1, text(hit, "title"), text(hit, "snippet"));
    }
    println!("untrusted: {}\n", found.get("untrusted_content").is_some());

    let page = agent.call("fetch_url", json!({ "url": format!("http://{here}/tides") })).await?.value();
    println!("{}\n", text(&page, "text"));

    // A page, or whoever wrote it, may tell the model to look elsewhere.
    for url in ["http://169.254.169.254/latest/meta-data", "http://router.local/"] {
        if let Err(error) = agent.call("fetch_url", json!({ "url": url })).await {
            println!("{url}: {error}");
        }
    }
    if let Err(error) = agent.call("send_mail", json!({ "to": "eve@example.com", "text": "hi" })).await {
        println!("send_mail: {error}");
    }
    Ok(())
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

async fn serve(listener: TcpListener) -> io::Result<()> {
    loop {
        let (mut stream, _) = listener.accept().await?;
        answer(&mut stream).await?;
    }
}

async fn answer(stream: &mut TcpStream) -> io::Result<()> {
    let mut request = [0; 2048];
    let length = stream.read(&mut request).await?;
    let request = String::from_utf8_lossy(request.get(..length).unwrap_or_default()).into_owned();
    let (content_type, body) = match request.contains("GET /search?") {
        true => {
            let pages = json!({ "pages": [
                { "id": 40334, "key": "Zurich", "title": "Zurich",
                  "excerpt": "Largest city of <span class=\"searchmatch\">Switzerland</span>" },
                { "id": 221230, "key": "Zurich_Airport", "title": "Zürich Airport",
                  "excerpt": "The airport of <span class=\"searchmatch\">Zurich</span>" },
            ] });
            ("application/json", pages.to_string())
        }
        false => {
            let page = "<title>Tides</title><nav>Home</nav><main><h1>Tides of the lake</h1>\
                        <p>The lake has <b>no</b> tides.</main><script>track()</script>";
            ("text/html", page.to_owned())
        }
    };
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await
}
