//! What a tool may not be.

use super::told;

// proves MAC-07, MAC-24
#[test]
fn the_function_is_plain() {
    let generic = "a tool cannot be generic: the model needs one schema\nwrite concrete types";
    let lifetime = "a tool has no lifetime parameters: what it is lent lives as long as the call\n\
                    write `&T` without a lifetime";
    let receiver = "a tool is a function of its own: what would be `self` is lent\n\
                    write `db: &Db`, and give the value to the agent with `.state(db)`";
    told(&[
        ("", "/** F. */ fn f(&self) {}", &[receiver]),
        ("", "/** F. */ fn f(self: Box<Self>, q: u32) {}", &[receiver]),
        ("", "/** F. */ fn f<T>(q: T) {}", &[generic]),
        ("", "/** F. */ fn f<const N: usize>() {}", &[generic]),
        ("", "/** F. */ fn f<'a>(db: &'a Db) {}", &[lifetime]),
        (
            "",
            "/** F. */ fn f() where u32: Copy {}",
            &["a tool has no `where` clause: its types are concrete\nleave the clause out"],
        ),
        (
            "",
            "/** F. */ fn f(q: Vec<impl Copy>) {}",
            &["a tool has no `impl Trait`: the schema comes from one concrete type\nwrite a concrete type"],
        ),
        (
            "",
            "/** F. */ fn f() -> Result<impl Copy, E> {}",
            &["a tool has no `impl Trait`: the schema comes from one concrete type\nreturn the type itself"],
        ),
        (
            "",
            "/** F. */ unsafe fn f() {}",
            &["a model may call a tool with any valid arguments, so it cannot be `unsafe`\n\
               write a safe function that checks what it needs"],
        ),
        (
            "",
            "/** F. */ extern \"C\" fn f() {}",
            &["a tool is called from Rust, so it has no ABI\nleave `extern` out"],
        ),
        (
            "",
            "/** F. */ const fn f() {}",
            &["a tool runs when a model calls it, never as a constant\nleave `const` out"],
        ),
        ("", "/** F. */ fn f(q: u32, ...) {}", &["a tool has a fixed number of parameters\ntake a `Vec<T>`"]),
        ("", "/** F. */ fn f();", &["a tool needs a body\nwrite `{ … }` after the signature"]),
    ]);
}

// proves MAC-24
#[test]
fn parameters_are_plain() {
    told(&[
        (
            "",
            "/** F. */ fn f((a, b): (u32, u32)) {}",
            &[
                "a parameter of a tool is a name, not a pattern\nwrite a name, and take the value apart in the body",
            ],
        ),
        (
            "",
            "/** F. */ fn f(_: u32) {}",
            &["a parameter needs a name: the model passes it by name\nwrite a name in place of `_`"],
        ),
        (
            "",
            "/** F. */ fn f(#[cfg(unix)] q: u32) {}",
            &["a tool has one signature, so its parameters have no `#[cfg]`\n\
               write the whole function twice, each with its own `#[cfg(…)]`"],
        ),
        ("", "/** F. */ fn f(mut q: u32, r#type: u32) {}", &[]),
    ]);
}

// proves MAC-24
#[test]
fn other_items_are_no_tools() {
    for item in [
        "struct S;",
        "pub struct S(fn(u32));",
        "impl S { fn f() {} }",
        "unsafe impl S {}",
        "mod m { fn f() {} }",
        "pub(crate) const F: fn() = f;",
        "trait T { fn f(); }",
        "macro_rules! m { () => {} }",
    ] {
        told(&[("", item, &["`#[tool]` goes on a function\nwrite `async fn` or `fn`"])]);
    }
}
