//! `#[tool(…)]`: its keys and their values.

use super::told;

const F: &str = "/** F. */ fn f() {}";
const TOOL_KEYS: &str = "the keys of `#[tool]` are `name`, `title`, `description`, `tags`, `capabilities`, \
                         `examples`, `read_only`, `destructive`, `idempotent`, `open_world`, `time_limit`, \
                         `prepare`, `unknown_fields` and `crate`";

#[test]
fn what_is_right_is_accepted() {
    for attr in [
        "",
        r#"name = "web-search", title = "Web search", description = concat!("a", "b"),"#,
        r#"tags = ["a", "read-only", "3d"], capabilities = ["network.read", "mcp", "x.y_z.w2"]"#,
        "read_only, destructive = false, idempotent = true, open_world",
        r#"time_limit = "30s", unknown_fields = "ignore", crate = crate::tools"#,
        "prepare = price, read_only",
        "prepare = self::prices::Price::of::<u32>",
        r#"time_limit = "none", unknown_fields = "refuse", crate = ::core_tools, examples = [{}]"#,
    ] {
        told(&[(attr, F, &[])]);
    }
}

// proves MAC-20
#[test]
fn names() {
    let long = format!(r#"name = "{}""#, "a".repeat(72));
    let long_told = format!(
        "the name of a tool has at most 64 characters; this one has 72\nwrite `name = \"{}\"`",
        "a".repeat(64)
    );
    told(&[
        (
            r#"name = "get weather""#,
            F,
            &["the name of a tool has only letters, digits, `_` and `-`: model providers refuse ` `\n\
               write `name = \"get_weather\"`"],
        ),
        (
            r#"name = "web.search""#,
            F,
            &["the name of a tool has only letters, digits, `_` and `-`: model providers refuse `.`\n\
               write `name = \"web_search\"`"],
        ),
        (
            r#"name = "7zip""#,
            F,
            &["the name of a tool starts with a letter or `_`: model providers refuse `7zip`\n\
               write `name = \"_7zip\"`"],
        ),
        (r#"name = """#, F, &["the name of a tool is empty\nwrite `name = \"…\"`"]),
        (&long, F, &[&long_told]),
        (
            "",
            "/** F. */ fn größe() {}",
            &["the name of a tool has only letters, digits, `_` and `-`: model providers refuse `ö`\n\
               write `name = \"gr__e\"`"],
        ),
        ("", "/** F. */ fn r#fn() {}", &[]),
        ("name = NAME", F, &["`name` takes a string literal\nwrite `name = \"web_search\"`"]),
        (r#"name = concat!("a", "b")"#, F, &["`name` takes a string literal\nwrite `name = \"web_search\"`"]),
        (r#"title = " ""#, F, &["the title is blank\nwrite what people call the tool, or leave `title` out"]),
    ]);
}

// proves MAC-02, MAC-21
#[test]
fn descriptions() {
    let wanted = "a tool needs a description: the model chooses tools by it\n\
                  write a doc comment (`/// …`) above the function, or `description = \"…\"`";
    told(&[
        ("", "fn f() {}", &[wanted]),
        ("", "/** */ fn f() {}", &[wanted]),
        ("", "#[doc(hidden)] fn f() {}", &[wanted]),
        (r#"description = " \n ""#, F, &[wanted]),
        (r#"description = "F.""#, "fn f() {}", &[]),
        (r#"description = include_str!("f.md")"#, "fn f() {}", &[]),
        ("", "#[doc = include_str!(\"f.md\")] fn f() {}", &[]),
        (
            "description",
            "fn f() {}",
            &["`description` takes a constant expression\nwrite `description = \"…\"`"],
        ),
    ]);
}

// proves MAC-22
#[test]
fn capabilities_and_tags() {
    told(&[
        (
            r#"capabilities = ["network.*"]"#,
            F,
            &["a wildcard grants capabilities in a policy; a tool names each one that it needs\n\
               write each capability, such as `\"network.read\"`"],
        ),
        (
            r#"capabilities = ["Network.Read"]"#,
            F,
            &["`Network.Read` is no capability\n\
               write lower-case words joined by dots, such as `\"network.read\"`"],
        ),
        (
            r#"capabilities = ["network."]"#,
            F,
            &[
                "`network.` is no capability\nwrite lower-case words joined by dots, such as `\"network.read\"`",
            ],
        ),
        (
            r#"capabilities = [""]"#,
            F,
            &["`` is no capability\nwrite lower-case words joined by dots, such as `\"network.read\"`"],
        ),
        (
            r#"capabilities = ["a.b", "c", "a.b"]"#,
            F,
            &[
                "the capability `a.b` is given twice\nwrite it once",
                "the capability `a.b` is given here first",
            ],
        ),
        (
            r#"capabilities = "network.read""#,
            F,
            &["`capabilities` takes a list of string literals\nwrite `capabilities = [\"network.read\"]`"],
        ),
        ("tags = [travel]", F, &["`tags` takes a list of string literals\nwrite `tags = [\"travel\"]`"]),
        (
            r#"tags = ["Read only"]"#,
            F,
            &[
                "`Read only` is no tag\nwrite a lower-case word such as `\"read-only\"`, 64 characters at most",
            ],
        ),
        (
            r#"tags = ["web", "web"]"#,
            F,
            &["the tag `web` is given twice\nwrite it once", "the tag `web` is given here first"],
        ),
    ]);
}

// proves MAC-23
#[test]
fn keys() {
    let unknown = format!("unknown key `retries`\n{TOOL_KEYS}");
    let none = format!("expected a key\n{TOOL_KEYS}");
    told(&[
        ("capabilites = []", F, &["unknown key `capabilites`; did you mean `capabilities`?"]),
        ("retries = 3", F, &[&unknown]),
        (r#""web_search""#, F, &[&none]),
        (
            r#"name = "a", name = "b""#,
            F,
            &["`name` is given twice\nwrite it once", "`name` is given here first"],
        ),
        (
            "range = 1..=2",
            F,
            &["`range` is a key of `#[arg]`\nwrite it in `#[arg(…)]` before the parameter it is about"],
        ),
        (r#"name("a")"#, F, &["`name` takes a string literal\nwrite `name = \"web_search\"`"]),
        (r#"name = "a" title = "b""#, F, &["expected the end of `name`\nwrite a comma between two keys"]),
        ("read_only = 1", F, &["`read_only` takes no value, or `true` or `false`\nwrite `read_only`"]),
        ("read_only(true)", F, &["`read_only` takes no value, or `true` or `false`\nwrite `read_only`"]),
        (
            "read_only, destructive",
            F,
            &["a tool that only reads destroys nothing\nleave `read_only` or `destructive` out"],
        ),
        ("crate = \"tools\"", F, &["`crate` takes a path\nwrite `crate = my_framework::tools_core`"]),
        ("prepare = \"price\"", F, &["`prepare` takes a path\nwrite `prepare = preview_booking`"]),
        ("prepare = |text| price(text)", F, &["`prepare` takes a path\nwrite `prepare = preview_booking`"]),
        ("prepare", F, &["`prepare` takes a path\nwrite `prepare = preview_booking`"]),
        (
            r#"unknown_fields = "deny""#,
            F,
            &[
                "arguments that the tool does not know are ignored or refused\nwrite `\"ignore\"` or `\"refuse\"`",
            ],
        ),
    ]);
}

// proves MAC-23
#[test]
fn time_limits() {
    told(&[
        (
            r#"time_limit = "0s""#,
            F,
            &["a time limit of zero would end every call\nwrite `\"none\"` for no limit"],
        ),
        (
            r#"time_limit = "30""#,
            F,
            &["`30` is no time limit\n\
               write a whole number and its unit: `\"500ms\"`, `\"30s\"`, `\"2m\"`, `\"1h\"`; or `\"none\"`"],
        ),
        ("time_limit = 30", F, &["`time_limit` takes a string literal\nwrite `time_limit = \"30s\"`"]),
    ]);
}

/// One fault does not hide another.
#[test]
fn all_faults_come_at_once() {
    told(&[(
        r#"nam = "a", title, tags = ["A"], capabilities = ["*"]"#,
        "fn f(self, _: u32, q: &str) {}",
        &[
            "unknown key `nam`; did you mean `name`?",
            "`title` takes a string literal\nwrite `title = \"Web search\"`",
            "a tool needs a description: the model chooses tools by it\n\
             write a doc comment (`/// …`) above the function, or `description = \"…\"`",
            "a tool is a function of its own: what would be `self` is lent\n\
             write `db: &Db`, and give the value to the agent with `.state(db)`",
            "a parameter needs a name: the model passes it by name\nwrite a name in place of `_`",
            "what the model supplies is owned\nwrite `String`",
            "`A` is no tag\nwrite a lower-case word such as `\"read-only\"`, 64 characters at most",
            "a wildcard grants capabilities in a policy; a tool names each one that it needs\n\
             write each capability, such as `\"network.read\"`",
        ],
    )]);
}
