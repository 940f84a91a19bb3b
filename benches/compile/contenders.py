"""What each contender's crate of N tools looks like, and what it depends on."""

SCHEMA = 'schemars = "1.2"\nserde = { version = "1.0", features = ["derive"] }\n'

BODY = 'format!("{query} {limit} {note:?} {tags:?} {strict}")'

# Each starts with the time at which it starts, and ends with the same report:
# nanoseconds until the tools can be called, nanoseconds to write their list as
# JSON the first time, and the bytes of the list.
MAIN = """use std::{{hint::black_box, time::Instant}};

fn main() {{
    let start = Instant::now();
    let tools = black_box({build});
    let startup = start.elapsed().as_nanos();
    let start = Instant::now();
    let list = {list};
    let listing = start.elapsed().as_nanos();
    println!("{{startup}} {{listing}} {{}}", list.len());
}}
"""


def plain(count):
    """The functions alone, each called once so that it is compiled."""
    parts = ["use std::{future::Future, pin::Pin};\n"]
    for i in range(count):
        parts.append(f"""
/// Does thing number {i}.
pub async fn tool_{i}(query: String, limit: u32, note: Option<String>, tags: Vec<String>, strict: bool) -> String {{
    {BODY}
}}
""")
    calls = "".join(
        f"        all += tool_{i}(query.clone(), 5, None, Vec::new(), true).await.len();\n" for i in range(count)
    )
    parts.append(f"""
pub fn all(query: String) -> Pin<Box<dyn Future<Output = usize> + Send>> {{
    Box::pin(async move {{
        let mut all = 0;
{calls}        all
    }})
}}
""")
    return "".join(parts)


def ours(count):
    parts = ["use tools_core::tool;\n\ntools_core::tool_crate!();\n"]
    for i in range(count):
        parts.append(f"""
/// Does thing number {i}.
#[tool]
pub async fn tool_{i}(
    /// What to look for.
    query: String,
    /// How many at most.
    #[arg(default = 5)]
    limit: u32,
    /// A note for later.
    note: Option<String>,
    /// What it is about.
    tags: Vec<String>,
    /// Whether to be strict.
    strict: bool,
) -> String {{
    {BODY}
}}
""")
    return "".join(parts)


def rmcp(count):
    parts = [
        "use rmcp::{handler::server::wrapper::Parameters, schemars, tool, tool_router};\n"
        "use serde::Deserialize;\n\nfn five() -> u32 {\n    5\n}\n"
    ]
    for i in range(count):
        parts.append(f"""
#[derive(Deserialize, schemars::JsonSchema)]
pub struct Tool{i} {{
    /// What to look for.
    query: String,
    /// How many at most.
    #[serde(default = "five")]
    limit: u32,
    /// A note for later.
    note: Option<String>,
    /// What it is about.
    tags: Vec<String>,
    /// Whether to be strict.
    strict: bool,
}}
""")
    parts.append('\n#[derive(Clone)]\npub struct Server;\n\n#[tool_router(vis = "pub")]\nimpl Server {')
    for i in range(count):
        parts.append(f"""
    /// Does thing number {i}.
    #[tool]
    pub async fn tool_{i}(
        &self,
        Parameters(Tool{i} {{ query, limit, note, tags, strict }}): Parameters<Tool{i}>,
    ) -> String {{
        {BODY}
    }}
""")
    parts.append("}\n")
    return "".join(parts)


def rig(count):
    """Its macro has no default but the type's own: 5 stands in the body."""
    parts = ["use rig_core::{rig_tool, tool::ToolExecutionError};\n"]
    for i in range(count):
        parts.append(f"""
/// Does thing number {i}.
#[rig_tool]
pub async fn tool_{i}(
    /// What to look for.
    query: String,
    /// How many at most.
    limit: Option<u32>,
    /// A note for later.
    note: Option<String>,
    /// What it is about.
    tags: Vec<String>,
    /// Whether to be strict.
    strict: bool,
) -> Result<String, ToolExecutionError> {{
    let limit = limit.unwrap_or(5);
    Ok({BODY})
}}
""")
    adds = "".join(f"    tools.add_tool(Tool{i});\n" for i in range(count))
    parts.append(f"""
pub fn tools() -> rig_agent::tool::ToolSet {{
    let mut tools = rig_agent::tool::ToolSet::default();
{adds}    tools
}}
""")
    return "".join(parts)


OURS_LIST = """{
        #[derive(serde::Serialize)]
        struct Declaration<'a> {
            name: &'a str,
            description: &'a str,
            #[serde(rename = "inputSchema")]
            input_schema: &'a serde_json::Map<String, serde_json::Value>,
        }
        let definitions = tools.definitions();
        let list: Vec<_> = definitions
            .iter()
            .map(|tool| Declaration { name: tool.name(), description: tool.description(), input_schema: tool.input() })
            .collect();
        serde_json::to_string(&list).unwrap()
    }"""

# name: (source of the library, dependencies, how the tools are built, how they are listed)
CONTENDERS = {
    "plain": (plain, "", "{lib}::all(String::new())", '{{ drop(tools); "" }}'),
    "ours": (
        ours,
        'tools-core = { path = "ROOT/tools-core" }\nserde_json = "1.0"\n' + SCHEMA,
        'tools_core::Agent::builder("many").tools({lib}::TOOLS).build().unwrap()',
        OURS_LIST.replace("{", "{{").replace("}", "}}"),
    ),
    "rmcp": (
        rmcp,
        'rmcp = { version = "~3.11", default-features = false, features = ["macros", "server"] }\n'
        'serde_json = "1.0"\n' + SCHEMA,
        "{lib}::Server::tool_router()",
        "serde_json::to_string(&tools.list_all()).unwrap()",
    ),
    "rig": (
        rig,
        'rig-core = { version = "=0.44.0", default-features = false, features = ["derive"] }\n'
        'rig-agent = "=0.44.0"\nserde_json = "1.0"\n' + SCHEMA,
        "{lib}::tools()",
        "serde_json::to_string(&tools.tool_definitions()).unwrap()",
    ),
}


def sources(name, package, count):
    """The library and the program of a contender, and its dependencies."""
    library, dependencies, build, listing = CONTENDERS[name]
    lib = package.replace("-", "_")
    main = MAIN.format(build=build.format(lib=lib), list=listing.format(lib=lib))
    return library(count), main, dependencies
