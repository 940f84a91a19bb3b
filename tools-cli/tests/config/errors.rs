//! What is wrong with a file, told for a person, in every format.

use tools_cli::config::from_text;

use super::FORMATS;

struct Row {
    toml: &'static str,
    yaml: &'static str,
    json: &'static str,
    /// All of these are told, in every format.
    told: &'static [&'static str],
}

// proves CFG-01 CFG-02 CFG-04
#[test]
fn errors_have_the_path_and_what_to_write() {
    let rows = [
        Row {
            toml: "nam = 'a'",
            yaml: "nam: a",
            json: r#"{"nam": "a"}"#,
            told: &["nam: `nam` is not known; known are `name`, `description`", "(did you mean `name`?)"],
        },
        Row {
            toml: "tools = ['add', 'tooling:x', { name = 'sub', time_limt = '3s' }]",
            yaml: "tools:\n- add\n- tooling:x\n- name: sub\n  time_limt: 3s",
            json: r#"{"tools": ["add", "tooling:x", {"name": "sub", "time_limt": "3s"}]}"#,
            told: &["tools[2].time_limt: `time_limt` is not known", "(did you mean `time_limit`?)"],
        },
        Row {
            toml: "[limits]\ntimelimit = '3s'",
            yaml: "limits:\n  timelimit: 3s",
            json: r#"{"limits": {"timelimit": "3s"}}"#,
            told: &["limits.timelimit: `timelimit` is not known", "(did you mean `time_limit`"],
        },
        Row {
            toml: "[budget]\ntool_call = 3",
            yaml: "budget:\n  tool_call: 3",
            json: r#"{"budget": {"tool_call": 3}}"#,
            told: &["budget.tool_call: `tool_call` is not known", "(did you mean `tool_calls`"],
        },
        Row {
            toml: "[[skills]]\nid = 'a'\ndescripton = 'b'",
            yaml: "skills:\n- id: a\n  descripton: b",
            json: r#"{"skills": [{"id": "a", "descripton": "b"}]}"#,
            told: &["skills[0].descripton: `descripton` is not known", "(did you mean `description`?)"],
        },
        Row {
            toml: "[policy]\ndefualt = 'deny'",
            yaml: "policy:\n  defualt: deny",
            json: r#"{"policy": {"defualt": "deny"}}"#,
            told: &["policy.defualt: `defualt` is not known", "(did you mean `default`?)"],
        },
        Row {
            toml: "[policy.rules]\n'records.*' = 'dney'",
            yaml: "policy:\n  rules:\n    records.*: dney",
            json: r#"{"policy": {"rules": {"records.*": "dney"}}}"#,
            told: &["policy.rules.records.*: `dney` is no effect", "did you mean `deny`?"],
        },
        Row {
            toml: "[policy.rules]\n'records*' = 'deny'",
            yaml: "policy:\n  rules:\n    records*: deny",
            json: r#"{"policy": {"rules": {"records*": "deny"}}}"#,
            told: &["policy.rules.records*: is no key of a rule", "`records.*`"],
        },
        Row {
            toml: "name = 'a'\nname = 'b'",
            yaml: "name: a\nname: b",
            json: r#"{"name": "a", "name": "b"}"#,
            told: &["name", "twice"],
        },
        Row {
            toml: "[tooling.a]\nkind = 'mcp'\ntransport = 'stdio'\ncommand = 'x'\n[tooling.a]\nkind = 'mcp'",
            yaml: "tooling:\n  a: {kind: mcp, transport: stdio, command: x}\n  a: {kind: mcp}",
            json: r#"{"tooling": {"a": {"kind": "mcp", "transport": "stdio", "command": "x"}, "a": {}}}"#,
            told: &["a", "twice"],
        },
        Row {
            toml: "[policy.rules]\na = 'deny'\na = 'allow'",
            yaml: "policy:\n  rules:\n    a: deny\n    a: allow",
            json: r#"{"policy": {"rules": {"a": "deny", "a": "allow"}}}"#,
            told: &["a", "twice"],
        },
        Row {
            toml: "version = 1.5",
            // YAML reads it as the text that it is.
            yaml: "",
            json: r#"{"version": 1.5}"#,
            told: &["version: must be a text, got floating point `1.5`: write it in quotes"],
        },
        Row {
            toml: "tools = 'add'",
            yaml: "tools: add",
            json: r#"{"tools": "add"}"#,
            told: &["tools: must be a list, got string \"add\""],
        },
        Row {
            toml: "tools = [3]",
            yaml: "tools: [3]",
            json: r#"{"tools": [3]}"#,
            told: &[
                "tools[0]: must be the name of a tool such as \"calculator\", or a table with its `name`, got integer `3`",
            ],
        },
        Row {
            toml: "record_contents = 'yes'",
            yaml: "record_contents: yes",
            json: r#"{"record_contents": "yes"}"#,
            told: &["record_contents: must be true or false, got string \"yes\""],
        },
        Row {
            toml: "[budget]\ntool_calls = -1",
            yaml: "budget:\n  tool_calls: -1",
            json: r#"{"budget": {"tool_calls": -1}}"#,
            told: &["budget.tool_calls: must be a whole number from 0, got integer `-1`"],
        },
        Row {
            toml: "budget = 5",
            yaml: "budget: 5",
            json: r#"{"budget": 5}"#,
            told: &["budget: must be a table, got integer `5`"],
        },
        Row {
            toml: "[budget]\nwarn_at = 1.5",
            yaml: "budget:\n  warn_at: 1.5",
            json: r#"{"budget": {"warn_at": 1.5}}"#,
            told: &["budget.warn_at: 1.5 is no part of a limit: write a number from 0 to 1"],
        },
        Row {
            toml: "[limits]\ntime_limit = 30",
            yaml: "limits:\n  time_limit: 30",
            json: r#"{"limits": {"time_limit": 30}}"#,
            told: &["limits.time_limit: must be a time such as \"30s\", or \"none\", got integer `30`"],
        },
        Row {
            toml: "[budget]\nrun_time = '30'",
            yaml: "budget:\n  run_time: '30'",
            json: r#"{"budget": {"run_time": "30"}}"#,
            told: &["budget.run_time: \"30\" is no time: write a whole number and its unit"],
        },
        Row {
            toml: "[tooling.files]\nkind = 'mpc'",
            yaml: "tooling:\n  files:\n    kind: mpc",
            json: r#"{"tooling": {"files": {"kind": "mpc"}}}"#,
            told: &["tooling.files.kind: `mpc` is not known; known are `mcp` (did you mean `mcp`?)"],
        },
        Row {
            toml: "[tooling.files]\nkind = 'mcp'",
            yaml: "tooling:\n  files:\n    kind: mcp",
            json: r#"{"tooling": {"files": {"kind": "mcp"}}}"#,
            told: &["tooling.files: `transport` is missing"],
        },
        Row {
            toml: "[tooling.files]\nkind = 'mcp'\ntransport = 'http'",
            yaml: "tooling:\n  files:\n    kind: mcp\n    transport: http",
            json: r#"{"tooling": {"files": {"kind": "mcp", "transport": "http"}}}"#,
            told: &["tooling.files: transport `http` needs an address: write `url`"],
        },
        Row {
            toml: "tools = ['tooling:file']\n[tooling.files]\nkind = 'mcp'\ntransport = 'stdio'\ncommand = 'x'",
            yaml: "tools: ['tooling:file']\ntooling:\n  files: {kind: mcp, transport: stdio, command: x}",
            json: r#"{"tools": ["tooling:file"],
                "tooling": {"files": {"kind": "mcp", "transport": "stdio", "command": "x"}}}"#,
            told: &[
                "tools[0]: `tooling:file` is not known; known are `tooling:files` (did you mean `tooling:files`?)",
            ],
        },
        Row {
            toml: "[tooling.files]\ncapabilities = ['files.*']",
            yaml: "tooling:\n  files:\n    capabilities: ['files.*']",
            json: r#"{"tooling": {"files": {"capabilities": ["files.*"]}}}"#,
            told: &["tooling.files.capabilities[0]: `files.*` has a wildcard"],
        },
        Row {
            toml: "[tooling.files.env]\nTOKEN = 'hush'",
            yaml: "tooling:\n  files:\n    env:\n      TOKEN: hush",
            json: r#"{"tooling": {"files": {"env": {"TOKEN": "hush"}}}}"#,
            told: &["tooling.files.env.TOKEN: here stands a value, and the file holds none: write `${NAME}`"],
        },
        Row {
            toml: "[tooling.files.headers]\nPIN = 424242",
            yaml: "tooling:\n  files:\n    headers:\n      PIN: 424242",
            json: r#"{"tooling": {"files": {"headers": {"PIN": 424242}}}}"#,
            told: &["tooling.files.headers.PIN: must be a text such as \"${NAME}\", got a number"],
        },
        Row {
            toml: "[tooling.files]\nheaders = 'hush'",
            yaml: "tooling:\n  files:\n    headers: hush",
            json: r#"{"tooling": {"files": {"headers": "hush"}}}"#,
            told: &[
                "tooling.files.headers: must be a table whose values are texts such as \"${NAME}\", got a text",
            ],
        },
        Row {
            toml: "[tooling.files.env]\nTOKEN = '${A}'\nTOKEN = '${B}'",
            yaml: "tooling:\n  files:\n    env:\n      TOKEN: ${A}\n      TOKEN: ${B}",
            json: r#"{"tooling": {"files": {"env": {"TOKEN": "${A}", "TOKEN": "${B}"}}}}"#,
            told: &["TOKEN", "twice"],
        },
        // What is no text of the format at all.
        Row {
            toml: "[tooling.files.env]\nTOKEN = hush",
            yaml: "tooling:\n  files:\n    env:\n      TOKEN: \"hush",
            json: "{\"tooling\": {\"files\": {\"env\": {\"TOKEN\": \"hush\n\"}}}}",
            told: &[""],
        },
        Row {
            toml: "[tooling.files.env]\nTOKEN = \"hush\\q\"",
            yaml: "tooling:\n  files:\n    env:\n      TOKEN: \"hush\\q\"",
            json: r#"{"tooling": {"files": {"env": {"TOKEN": "hush\q"}}}}"#,
            told: &[""],
        },
    ];
    for row in rows {
        for (format, text) in FORMATS.into_iter().zip([row.toml, row.yaml, row.json]) {
            if text.is_empty() {
                continue;
            }
            let error = from_text(text, format).unwrap_err();
            let shown = error.to_string();
            for told in row.told {
                assert!(shown.contains(told), "{format:?} {text}\n{shown}\nwants {told}");
            }
            assert!(!shown.contains("hush") && !shown.contains("424242"), "{shown}");
        }
    }
}
