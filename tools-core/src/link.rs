//! Tools that are in the binary because their crate is linked. The only file
//! that knows inventory.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    Tool,
    spec::{Linked, StaticTool},
    tool::Origin,
    toolbox::{IntoTools, ToolSet},
};

inventory::collect!(&'static StaticTool);

/// Names the tools of one crate. Written once, at the root of every crate with
/// `#[tool]` functions; exports `pub const TOOLS`, by which agents name the
/// crate's tools, and one test, `tools_are_sound`.
///
/// - `tool_crate!()` is all that most crates need.
/// - `tool_crate!(docs = "required")` lets the test fail when a parameter has
///   no doc comment.
///
/// Each binary has its own tools: in the unit tests, the examples and the
/// binaries of one package, `TOOLS` is what that target compiles. Doc tests of
/// edition 2024 are merged into one binary; one that writes `tool_crate!()` is
/// marked `standalone_crate`.
///
/// ```standalone_crate
/// tools_core::tool_crate!();
///
/// /// Adds two numbers.
/// #[tools_core::tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # fn main() {
/// assert_eq!(TOOLS.names(), ["add"]);
/// # }
/// ```
#[macro_export]
macro_rules! tool_crate {
    () => {
        $crate::tool_crate!(@ $crate::testing::Docs::Optional);
    };
    (docs = "required" $(,)?) => {
        $crate::tool_crate!(@ $crate::testing::Docs::Required);
    };
    (@ $docs:expr) => {
        /// The tools of this crate: `Agent::builder(…).tools(TOOLS)`.
        pub const TOOLS: $crate::ToolCrate = $crate::__private::tool_crate_here!();

        #[cfg(test)]
        mod tools_are_sound {
            #[test]
            fn tools_are_sound() {
                $crate::testing::assert_sound(super::TOOLS, $docs);
            }
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `tool_crate!()` or `tool_crate!(docs = \"required\")`");
    };
}

/// The tools of one crate, made by [`tool_crate!`].
///
/// Naming it is what links the crate: Rust leaves out a crate that nothing
/// names, with all of its tools, in every profile.
///
/// ```standalone_crate
/// # use tools_core::Agent;
/// # tools_core::tool_crate!();
/// # /// Adds.
/// # #[tools_core::tool] async fn add(a: i64, b: i64) -> i64 { a + b }
/// # /// Subtracts.
/// # #[tools_core::tool] async fn subtract(a: i64, b: i64) -> i64 { a - b }
/// # fn main() {
/// let agent = Agent::builder("a").tools(TOOLS.only(["add"]).prefix("math_")).build().unwrap();
/// assert_eq!(agent.definitions()[0].name(), "math_add");
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolCrate {
    package: &'static str,
    version: &'static str,
    module: &'static str,
}

impl ToolCrate {
    #[doc(hidden)]
    pub const fn of(origin: Origin) -> Self {
        match origin {
            Origin::Source { module, package, version, .. } => ToolCrate { package, version, module },
            Origin::Built { .. } => ToolCrate { package: "", version: "", module: "" },
        }
    }

    /// The package's name.
    pub const fn package(&self) -> &'static str {
        self.package
    }

    /// The names of all tools of the crate, sorted.
    pub fn names(&self) -> Vec<String> {
        self.into_tools().names()
    }

    /// One tool by its name.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.into_tools().get(name)
    }

    /// These tools and no other. A name that the crate has not is a build error.
    pub fn only<S: AsRef<str>>(self, names: impl IntoIterator<Item = S>) -> ToolSet {
        self.into_tools().only(names)
    }

    /// All tools but these. A name that the crate has not is a build error.
    pub fn exclude<S: AsRef<str>>(self, names: impl IntoIterator<Item = S>) -> ToolSet {
        self.into_tools().exclude(names)
    }

    /// The tools that have this tag.
    pub fn with_tag(self, tag: &str) -> ToolSet {
        self.into_tools().with_tag(tag)
    }

    /// Puts a prefix before every name: `"math_"`.
    pub fn prefix(self, prefix: &str) -> ToolSet {
        self.into_tools().prefix(prefix)
    }

    /// Gives one tool another name.
    pub fn rename(self, from: &str, to: &str) -> ToolSet {
        self.into_tools().rename(from, to)
    }

    fn wrote(&self, origin: &Origin) -> bool {
        let Origin::Source { module, version, .. } = origin else { return false };
        module.split("::").next() == self.module.split("::").next() && *version == self.version
    }

    /// Every tool as it was linked, also those that are there twice.
    pub(crate) fn linked(&self) -> Vec<Arc<dyn Tool>> {
        linked_where(|origin| self.wrote(origin))
    }
}

impl IntoTools for ToolCrate {
    fn into_tools(self) -> ToolSet {
        let tools = self.linked();
        let set = ToolSet::new(self.package, tools);
        if set.is_empty() {
            set.with_problem(format!(
                "`{}` is linked and brings no tool: it has no `#[tool]` function, or a program that is not \
                 linked by Rust took it from a static library without `--whole-archive`",
                self.package
            ))
        } else {
            set
        }
    }
}

/// All tools of all crates that this binary links, sorted by name.
///
/// A crate that nothing names is not linked: `use tool_crate as _;` names one.
pub fn linked() -> ToolSet {
    ToolSet::new("the linked crates", linked_where(|_| true))
}

/// The crates of this binary that have tools, sorted.
pub(crate) fn linked_crates() -> Vec<String> {
    let packages =
        inventory::iter::<&'static StaticTool>.into_iter().filter_map(|tool| tool.origin().package());
    packages.collect::<BTreeSet<_>>().into_iter().map(str::to_owned).collect()
}

/// Also those that are there twice: a crate's unit tests with a dev-dependency
/// that depends on the crate compile each tool twice. `ToolSet` makes one of them.
fn linked_where(wanted: impl Fn(&Origin) -> bool) -> Vec<Arc<dyn Tool>> {
    let all = inventory::iter::<&'static StaticTool>.into_iter().filter(|tool| wanted(tool.origin()));
    all.map(|tool| Arc::new(Linked(tool)) as Arc<dyn Tool>).collect()
}
