//! What comes out: the function as it was, and all faults.

use proc_macro2::TokenStream;

use crate::{expand::expand, fallback::fallback, model::Tool};

fn expanded(attr: &str, item: &str) -> String {
    let (attr, item): (TokenStream, TokenStream) = (attr.parse().unwrap(), item.parse().unwrap());
    match Tool::read(attr, item.clone()) {
        Ok(tool) => expand(&tool, item),
        Err(faults) => fallback(item, &faults),
    }
    .to_string()
}

fn tokens(source: &str) -> String {
    source.parse::<TokenStream>().unwrap().to_string()
}

// proves MAC-10, TOOL-05
#[test]
fn the_function_is_given_back_also_when_it_is_no_tool() {
    for item in
        ["pub async fn f(q: u32) -> u32 { this is ! not rust }", "fn f(a b) {}", "struct S { a: u32 }"]
    {
        let out = expanded("", item);
        assert!(out.starts_with(&tokens(item)), "{out}");
        assert!(out.contains("compile_error"), "{out}");
    }
}

// proves MAC-10
#[test]
fn a_broken_body_is_no_fault_of_the_tool() {
    let item = "#[inline] pub async fn f(q: u32) -> u32 { this is ! not rust }";
    let out = expanded("description = \"F.\"", item);
    assert!(out.starts_with(&tokens(item)), "{out}");
    assert!(!out.contains("compile_error"), "{out}");
}

// proves MAC-08
#[test]
fn only_absolute_paths_are_named() {
    let out = expanded(
        "description = \"F.\", crate = a::b, prepare = c::d",
        "fn f(db: &Db, #[arg(default = 5, range = 0..9, secret)] q: u32, #[arg(len = 1..MOST, default = \"a\")] t: String) -> Result<(), E> {}",
    );
    assert!(out.contains("use a :: b :: __private as __tools"), "{out}");
    for word in ["Some", "None", "Box", "Into"] {
        assert_eq!(
            out.matches(&format!(" {word} ")).count(),
            out.matches(&format!(":: {word} ")).count(),
            "{word} {out}"
        );
    }
}

const PLAIN: (&str, &str) = ("", "/// Says hello.\nasync fn hello() -> String { \"hello\".into() }");

const FIVE: (&str, &str) = (
    "capabilities = [\"network.read\"], examples = [{ \"query\": \"rust\", \"tags\": [] }]",
    "/// Searches the web.
    async fn search(
        index: &Index,
        /// What to look for.
        #[arg(len = 1..=400)] query: String,
        /// How many results.
        #[arg(default = 5, range = 1..=10)] limit: u32,
        language: Option<String>,
        tags: Vec<String>,
    ) -> io::Result<Vec<Hit>> { todo() }",
);

const ALL: (&str, &str) = (
    "name = \"charge\", title = \"Charge a card\", tags = [\"shop\"], destructive, idempotent = false, time_limit = \"30s\",
     unknown_fields = \"ignore\", description = concat!(\"Charges \", \"a card.\"), crate = framework",
    "fn charge_card(
        user: Option<&User>,
        #[arg(secret, pattern = \"^[0-9]+$\")] r#type: String,
        #[arg(name = \"cents\", range = 1..)] mut amount: u64,
        #[arg(flatten)] address: Address,
    ) {}",
);

const PREPARED: (&str, &str) = (
    "prepare = price",
    "/// Books.
    fn book(hotels: &Hotels, hotel: String, #[arg(default = 2)] nights: u32) -> Result<(), String> { todo() }",
);

/// The whole expansion as it would be written by hand.
fn pretty((attr, item): (&str, &str)) -> String {
    let file = syn::parse_str(&expanded(attr, item)).unwrap();
    prettyplease::unparse(&file)
}

// Read as code: what stands here is what a user debugs.
#[test]
fn expansions() {
    insta::assert_snapshot!("plain", pretty(PLAIN));
    insta::assert_snapshot!("five_parameters", pretty(FIVE));
    insta::assert_snapshot!("every_key", pretty(ALL));
    insta::assert_snapshot!("prepared", pretty(PREPARED));
}

/// What `origin!` and inventory's `submit!` add when they are expanded too.
const NESTED_LINES: usize = 18;

// proves MAC-40
#[test]
fn five_parameters_take_at_most_70_lines() {
    let function = FIVE.1.lines().count() + 2;
    let lines = pretty(FIVE).lines().count() - function + NESTED_LINES;
    assert!(lines <= 70, "{lines} lines");
}
