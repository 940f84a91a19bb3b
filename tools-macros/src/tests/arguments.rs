//! `#[arg(…)]`, and the names of parameters.

use super::told;

// proves MAC-03
#[test]
fn what_is_right_is_accepted() {
    for params in [
        "#[arg(default)] a: u32, #[arg(default = 1 + 2, range = ..=10)] b: u32",
        "#[arg(name = \"maxResults\", len = 1.., pattern = \"^a\", secret)] c: String",
        "#[arg(len = 1..=4)] #[arg(default = vec![1, 2])] d: Vec<u32>",
        "#[arg(flatten)] e: Page, #[arg(flatten)] f: Sort",
        "#[arg(range = LOW..HIGH)] g: f64, #[arg(range = -1.5..=1.5)] h: Option<f64>",
    ] {
        let item = format!("/** F. */ fn f({params}) {{}}");
        told(&[("", &item, &[])]);
    }
}

// proves MAC-23
#[test]
fn keys() {
    told(&[
        (
            "",
            "/** F. */ fn f(#[arg(defualt = 5)] q: u32) {}",
            &["unknown key `defualt`; did you mean `default`?"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(alias = \"a\")] q: u32) {}",
            &["unknown key `alias`\nthe keys of `#[arg]` are `name`, `default`, `range`, `len`, `pattern`, \
               `secret` and `flatten`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(tags = [])] q: u32) {}",
            &["`tags` is a key of `#[tool]`\nwrite it in `#[tool(…)]` above the function"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(default = 1)] #[arg(default = 2)] q: u32) {}",
            &["`default` is given twice\nwrite it once", "`default` is given here first"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg] q: u32) {}",
            &["`#[arg]` says nothing\nwrite its keys, such as `#[arg(default = 5)]`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(range = 5)] q: Own) {}",
            &["`range` takes a range\nwrite `range = 1..=10`"],
        ),
        ("", "/** F. */ fn f(#[arg(len = ..)] q: Own) {}", &["`len` takes a range\nwrite `len = 1..=400`"]),
        (
            "",
            "/** F. */ fn f(#[arg(pattern = 5)] q: String) {}",
            &["`pattern` takes a string literal\nwrite `pattern = \"^[a-z]+$\"`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(pattern = \"\")] q: String) {}",
            &["an empty pattern admits every text\nwrite a regular expression, or leave `pattern` out"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(flatten, default)] q: Page) {}",
            &["`flatten` takes the fields of a struct as parameters, so `default` has no place here\n\
               leave `default` out, or write it on a field of the struct"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(name = \"d\")] db: &Db) {}",
            &["`#[arg]` is about what the model supplies, and a borrowed parameter is lent by the host\n\
               leave `#[arg]` out, or take the value without `&`"],
        ),
        ("", "/** F. */ fn f(/** Where the books are. */ db: &Db) {}", &[]),
    ]);
}

// proves MAC-28
#[test]
fn keys_that_mean_nothing_for_the_type() {
    let range = |ty: &str| format!("`{ty}` has no `range`\nwrite `len = 1..=10`, or leave `range` out");
    for (param, expected) in [
        ("#[arg(range = 1..=2)] q: String", range("String")),
        ("#[arg(range = 1..=2)] q: Option<Vec<u32>>", range("Option<Vec<u32>>")),
        ("#[arg(range = 1..=2)] q: bool", "`bool` has no `range`\nleave `range` out".to_owned()),
        (
            "#[arg(len = 1..=2)] q: u32",
            "`u32` has no `len`\nwrite `range = 1..=10`, or leave `len` out".to_owned(),
        ),
        ("#[arg(len = 1..=2)] q: char", "`char` has no `len`\nleave `len` out".to_owned()),
        ("#[arg(pattern = \"a\")] q: f64", "`f64` has no `pattern`\nleave `pattern` out".to_owned()),
        (
            "#[arg(pattern = \"a\")] q: Vec<String>",
            "`Vec<String>` has no `pattern`\nleave `pattern` out".to_owned(),
        ),
    ] {
        told(&[("", &format!("/** F. */ fn f({param}) {{}}"), &[&expected])]);
    }
    told(&[("", "/** F. */ fn f(#[arg(range = 1..=2, len = 1..=2, pattern = \"a\")] q: Own) {}", &[])]);
}

// proves MAC-28
#[test]
fn empty_ranges() {
    let told_of = |range: &str, key: &str| {
        format!(
            "`{range}` is empty: no `q` would be admitted\nwrite the lower bound first, as in `{key} = 1..=10`"
        )
    };
    for (key, range) in [
        ("range", "10..=1"),
        ("range", "1..=-1"),
        ("range", "5..5"),
        ("range", "1.5..=0.5"),
        ("len", "4..=3"),
    ] {
        told(&[(
            "",
            &format!("/** F. */ fn f(#[arg({key} = {range})] q: Own) {{}}"),
            &[&told_of(range, key)],
        )]);
    }
    for range in ["5..=5", "-1..=1", "5..6", "LOW..=1", "1..=2.5"] {
        told(&[("", &format!("/** F. */ fn f(#[arg(range = {range})] q: u32) {{}}"), &[])]);
    }
}

// proves MAC-29
#[test]
fn wire_names() {
    told(&[
        (
            "",
            "/** F. */ fn f(größe: u32) {}",
            &["the name of a parameter has only letters, digits and `_`: model providers refuse `ö`\n\
               write `#[arg(name = \"gr__e\")]`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(name = \"max-results\")] q: u32) {}",
            &["the name of a parameter has only letters, digits and `_`: model providers refuse `-`\n\
               write `#[arg(name = \"max_results\")]`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(name = \"\")] q: u32) {}",
            &["the name of a parameter is empty\nwrite `#[arg(name = \"…\")]`"],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(name = \"r\")] q: u32, r: u32) {}",
            &[
                "the parameter name `r` is given twice\nwrite another `#[arg(name = \"…\")]` for one of them",
                "the parameter name `r` is given here first",
            ],
        ),
        (
            "",
            "/** F. */ fn f(#[arg(name = \"type\")] q: u32, r#type: u32) {}",
            &[
                "the parameter name `type` is given twice\nwrite another `#[arg(name = \"…\")]` for one of them",
                "the parameter name `type` is given here first",
            ],
        ),
        // What is lent has no name on the wire.
        ("", "/** F. */ fn f(#[arg(name = \"db\")] q: u32, db: &Db) {}", &[]),
    ]);
}

// proves MAC-05
#[test]
fn borrowed_arguments() {
    told(&[
        ("", "/** F. */ fn f(q: &str) {}", &["what the model supplies is owned\nwrite `String`"]),
        (
            "",
            "/** F. */ fn f(q: Option<&[u8]>) {}",
            &["what the model supplies is owned\nwrite `Option<Vec<u8>>`"],
        ),
        (
            "",
            "/** F. */ fn f(db: &mut Db) {}",
            &["what the host lends is shared between calls, so it cannot be `&mut`\n\
               write `&Db`, and put what changes behind a `Mutex`"],
        ),
    ]);
}
