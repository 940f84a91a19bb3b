//! The web tools with a command line. A server on loopback stands in for the
//! engines and for a page.

use std::{process::ExitCode, sync::Arc};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tools_builtins::{SearchEngine, SearchEngines, network::Network};
use tools_core::{Agent, json};

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let here = listener.local_addr()?.to_string();
    let seen = Arc::new(here.clone());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = answer(stream, &seen).await;
        }
    });
    let agent = Agent::builder("web")
        .tools(tools_builtins::TOOLS.only(["fetch_url", "web_search"]))
        .state(Network::builder().allow_host(&here).build()?)
        .state(SearchEngines::new().endpoint(SearchEngine::Wikipedia, &format!("http://{here}/search"))?)
        .build()?;
    Ok(tools_cli::run(agent).await)
}

async fn answer(mut stream: TcpStream, here: &str) -> std::io::Result<()> {
    let mut request = [0; 2048];
    let length = stream.read(&mut request).await?;
    let request = String::from_utf8_lossy(request.get(..length).unwrap_or_default()).into_owned();
    let (kind, body) = if request.contains("GET /search?") {
        let pages = json!({ "pages": [
            { "id": 1, "key": "Rain", "title": "Rain\u{1b}[2J", "excerpt": "Water that <b>falls</b>." },
            { "id": 2, "key": "Snow", "title": "Snow", "excerpt": "Rain, &lt;frozen&gt;." },
            { "id": 3, "key": "Hail", "title": "Hail", "excerpt": "" },
        ] });
        ("application/json", pages.to_string())
    } else {
        (
            "text/html",
            format!(
                "<title>Tides</title><p>The lake has <a href='http://{here}/x'>none</a>.<p>\u{1b}[31mNot one.\n"
            ),
        )
    };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await
}
