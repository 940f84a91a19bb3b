//! Tools by unique name, and how they are chosen and renamed.

use std::{
    any::Any,
    collections::BTreeMap,
    fmt,
    sync::{Arc, OnceLock},
};

use crate::{Tool, error::explain_choices, link, names, spec::Linked, tool::Adjusted};

/// What can be given to [`AgentBuilder::tools`](crate::AgentBuilder::tools):
/// the `TOOLS` of a crate, a choice of them, or tools made by hand.
pub trait IntoTools {
    /// The tools, and what is wrong with the choice.
    fn into_tools(self) -> ToolSet;
}

impl IntoTools for ToolSet {
    fn into_tools(self) -> ToolSet {
        self
    }
}

impl IntoTools for Vec<Arc<dyn Tool>> {
    fn into_tools(self) -> ToolSet {
        ToolSet::new("this list", self)
    }
}

impl IntoTools for Arc<dyn Tool> {
    fn into_tools(self) -> ToolSet {
        vec![self].into_tools()
    }
}

/// A choice of tools. Faults of the choice are kept, and reported all together
/// when the agent is built.
#[derive(Clone, Default)]
pub struct ToolSet {
    source: String,
    tools: Vec<Arc<dyn Tool>>,
    problems: Vec<String>,
}

impl ToolSet {
    /// Tools from one source, sorted by name; one tool that was compiled twice
    /// is one.
    pub(crate) fn new(source: &str, mut tools: Vec<Arc<dyn Tool>>) -> Self {
        tools.sort_by(|a, b| a.definition().name().cmp(b.definition().name()));
        tools.dedup_by(|a, b| same(&**a, &**b));
        ToolSet { source: source.to_owned(), tools, problems: Vec::new() }
    }

    pub(crate) fn with_problem(mut self, problem: String) -> Self {
        self.problems.push(problem);
        self
    }

    /// The names, sorted.
    pub fn names(&self) -> Vec<String> {
        self.tools.iter().map(|tool| tool.definition().name().to_owned()).collect()
    }

    /// How many tools are chosen.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether no tool is chosen.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// One tool by its name.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.tools.iter().find(|tool| tool.definition().name() == name).cloned()
    }

    /// These tools and no other. A name that is not there is a build error.
    #[must_use]
    pub fn only<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<S> = names.into_iter().collect();
        names.iter().for_each(|name| self.expect(name.as_ref()));
        self.tools.retain(|tool| names.iter().any(|name| name.as_ref() == tool.definition().name()));
        self
    }

    /// All tools but these. A name that is not there is a build error.
    #[must_use]
    pub fn exclude<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<S> = names.into_iter().collect();
        names.iter().for_each(|name| self.expect(name.as_ref()));
        self.tools.retain(|tool| !names.iter().any(|name| name.as_ref() == tool.definition().name()));
        self
    }

    /// The tools that have this tag. A tag that no tool has is a build error.
    #[must_use]
    pub fn with_tag(mut self, tag: &str) -> Self {
        let has = |tool: &Arc<dyn Tool>| tool.definition().tags().any(|own| own == tag);
        if !self.tools.iter().any(has) {
            let mut tags: Vec<String> =
                self.tools.iter().flat_map(|tool| tool.definition().tags().map(str::to_owned)).collect();
            tags.sort();
            tags.dedup();
            let problem =
                format!("no tool of `{}` has the tag `{tag}`; its tags are {}", self.source, list(&tags));
            self.problems.push(problem);
        }
        self.tools.retain(has);
        self
    }

    /// Puts a prefix before every name: `"math_"`.
    #[must_use]
    pub fn prefix(mut self, prefix: &str) -> Self {
        for tool in &mut self.tools {
            let name = format!("{prefix}{}", tool.definition().name());
            *tool = Arc::new(Adjusted::renamed(tool, &name));
        }
        self
    }

    /// Gives one tool another name. A name that is not there is a build error.
    #[must_use]
    pub fn rename(mut self, from: &str, to: &str) -> Self {
        self.expect(from);
        for tool in &mut self.tools {
            if tool.definition().name() == from {
                *tool = Arc::new(Adjusted::renamed(tool, to));
            }
        }
        self.tools.sort_by(|a, b| a.definition().name().cmp(b.definition().name()));
        self
    }

    pub(crate) fn into_parts(self) -> (Vec<Arc<dyn Tool>>, Vec<String>) {
        (self.tools, self.problems)
    }

    fn expect(&mut self, name: &str) {
        let there = self.names();
        if there.iter().any(|known| known == name) {
            return;
        }
        let near = names::nearest(name, there.iter().map(String::as_str));
        let mut problem = format!("`{}` has no tool named `{name}`", self.source);
        if !near.is_empty() {
            problem.push_str(&format!("; did you mean {}?", explain_choices(&near)));
        }
        problem.push_str(&format!("\n  its tools are {}", list(&there)));
        problem.push_str(&format!("\n  linked are {}; {UNNAMED}", list(&link::linked_crates())));
        self.problems.push(problem);
    }
}

/// What to do about a crate whose tools are not there.
pub(crate) const UNNAMED: &str =
    "a crate that nothing names is not linked: name it with `.tools(that_crate::TOOLS)`";

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSet").field("source", &self.source).field("tools", &self.names()).finish()
    }
}

/// Whether this is one tool that was compiled twice, in one form.
pub(crate) fn same(a: &dyn Tool, b: &dyn Tool) -> bool {
    // A wrapper of somebody else's may give the definition of what it wraps.
    if !is_as_written(a) || !is_as_written(b) {
        return false;
    }
    let (a, b) = (a.definition(), b.definition());
    let one = a.spec().is_some() && a.name() == b.name() && a.origin() == b.origin();
    // Of two forms of one tool neither may stand for the other in silence.
    one && a.description() == b.description()
        && a.capabilities() == b.capabilities()
        && a.time_limit() == b.time_limit()
}

/// Whether it runs what `#[tool]` wrote, and nothing around it.
fn is_as_written(tool: &dyn Tool) -> bool {
    let any: &dyn Any = tool;
    any.is::<Linked>()
        || any.downcast_ref::<Adjusted>().is_some_and(|adjusted| is_as_written(adjusted.inner()))
        || any.downcast_ref::<Arc<dyn Tool>>().is_some_and(|tool| is_as_written(&**tool))
}

/// Names in backquotes, at most 20 of them.
pub(crate) fn list(names: &[String]) -> String {
    let shown: Vec<_> = names.iter().take(20).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(20) {
        0 if shown.is_empty() => "none".to_owned(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// One state of an agent's tools; calls in flight keep the one they started with.
#[derive(Clone, Default)]
pub(crate) struct Snapshot {
    pub(crate) tools: BTreeMap<String, Arc<dyn Tool>>,
    declarations: OnceLock<Arc<str>>,
}

impl Snapshot {
    pub(crate) fn new(tools: BTreeMap<String, Arc<dyn Tool>>) -> Self {
        Snapshot { tools, declarations: OnceLock::new() }
    }

    /// The tools, to be changed: what was made of them no longer holds.
    pub(crate) fn change(&mut self) -> &mut BTreeMap<String, Arc<dyn Tool>> {
        self.declarations.take();
        &mut self.tools
    }

    /// The declarations of all tools as one JSON array, joined once.
    pub(crate) fn declarations(&self) -> Arc<str> {
        let join = || {
            let each: Vec<&str> = self.tools.values().map(|tool| tool.definition().declaration()).collect();
            format!("[{}]", each.join(",")).into()
        };
        self.declarations.get_or_init(join).clone()
    }
}
