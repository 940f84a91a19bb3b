//! rmcp: a `ToolRouter` that is kept, called without a transport.

use rmcp::{
    RoleServer, ServerHandler,
    handler::server::{
        router::tool::ToolRouter,
        tool::ToolCallContext,
        wrapper::{Json, Parameters},
    },
    model::{CallToolRequestParams, CallToolResponse, NumberOrString},
    schemars,
    service::{RequestContext, RunningService, serve_directly},
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    contender::{Contender, Input},
    workload::{self, Receipt, Stay},
};

#[derive(Deserialize, schemars::JsonSchema)]
struct Add {
    /// The first.
    a: i64,
    /// The second.
    b: i64,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Book {
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Count {
    /// The strings.
    strings: Vec<String>,
}

#[derive(Debug, Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Adds two numbers.
    #[tool]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> String {
        workload::add(a, b).to_string()
    }

    /// Books a room.
    #[tool]
    async fn book(&self, Parameters(book): Parameters<Book>) -> Json<Receipt> {
        Json(workload::book(book.location, &book.stay, &book.tags))
    }

    /// Counts the bytes of strings.
    #[tool]
    async fn count(&self, Parameters(count): Parameters<Count>) -> String {
        workload::count(&count.strings).to_string()
    }
}

impl ServerHandler for Server {}

/// The router, and a connection that nothing goes over: a call needs its peer.
#[derive(Debug)]
pub struct Rmcp {
    router: ToolRouter<Server>,
    running: RunningService<RoleServer, Server>,
    requests: i64,
}

impl Rmcp {
    /// Builds the router once. It has to run in a runtime.
    pub fn new() -> Self {
        let (end, _) = tokio::io::duplex(64);
        Rmcp { router: Server::tool_router(), running: serve_directly(Server, end, None), requests: 0 }
    }
}

impl Default for Rmcp {
    fn default() -> Self {
        Rmcp::new()
    }
}

impl Contender for Rmcp {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let arguments = match input.to_value() {
            Ok(Value::Object(arguments)) => arguments,
            Ok(_) => return "no object".into(),
            Err(error) => return error.to_string(),
        };
        self.requests += 1;
        let request = RequestContext::new(NumberOrString::Number(self.requests), self.running.peer().clone());
        let params = CallToolRequestParams::new(tool).with_arguments(arguments);
        let context = ToolCallContext::new(self.running.service(), params, request);
        match self.router.call(context).await {
            Ok(CallToolResponse::Complete(result)) => {
                let text = result.content.first().and_then(|content| content.as_text());
                text.map(|text| text.text.clone()).unwrap_or_default()
            }
            Ok(_) => "not complete".into(),
            Err(error) => error.to_string(),
        }
    }
}
