//! Tools that are made at run time: a closure, and a hand-written `Tool`.
//!
//! ```text
//! $ cargo run --example by_hand
//! double: 42
//! greet: Hello Ada
//! greet refuses: invalid arguments for `greet`: /name: must have at least 1 character, got ""
//! ```

use tools_core::{Agent, Args, BoxFuture, Definition, Output, RunContext, Tool, ToolError, json, tool_fn};

struct Greeter {
    greeting: String,
    definition: Definition,
}

impl Tool for Greeter {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn call<'a>(&'a self, mut args: Args, _: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            let name: String = args.take("name")?;
            Ok(Output::from_text(format!("{} {name}", self.greeting)))
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let double = tool_fn(
        Definition::builder("double", "Doubles a number.")
            .input(
                json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] }),
            )
            .build()?,
        |mut args, _run| async move {
            let n: i64 = args.take("n")?;
            Ok::<_, ToolError>(n * 2)
        },
    );
    let greeter = Greeter {
        greeting: "Hello".into(),
        definition: Definition::builder("greet", "Greets a person.")
            .input(json!({
                "type": "object",
                "properties": { "name": { "type": "string", "minLength": 1 } },
                "required": ["name"],
                "additionalProperties": false,
            }))
            .build()?,
    };
    let agent = Agent::builder("by hand").tool(double).tool(greeter).build()?;
    println!("double: {}", agent.call("double", json!({ "n": 21 })).await?);
    println!("greet: {}", agent.call("greet", json!({ "name": "Ada" })).await?);
    if let Err(error) = agent.call("greet", json!({ "name": "" })).await {
        println!("greet refuses: {error}");
    }
    Ok(())
}
