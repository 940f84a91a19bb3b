//! All about a tool but its behaviour.

use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{Hints, Origin};
use crate::{
    Capability,
    context::Lent,
    schema::{self, SchemaError},
    spec::{TimeLimit, ToolSpec},
};

/// A tool's name, description, schemas, tags, examples, capabilities and hints.
///
/// Cloning is cheap and shares everything. The schemas are made on first use, once.
#[derive(Clone)]
pub struct Definition(Arc<Named>);

/// What all clones share.
struct Named {
    name: String,
    about: Arc<About>,
    schemas: Arc<Schemas>,
    declaration: OnceLock<Box<str>>,
}

#[derive(Clone)]
pub(super) struct About {
    pub(super) title: Option<Cow<'static, str>>,
    pub(super) description: Cow<'static, str>,
    pub(super) tags: Vec<Cow<'static, str>>,
    pub(super) capabilities: Arc<[Capability]>,
    pub(super) examples: Vec<Value>,
    pub(super) hints: Hints,
    pub(super) lends: Cow<'static, [Lent]>,
    pub(super) time_limit: Option<TimeLimit>,
    pub(super) ignore_unknown: bool,
    pub(super) origin: Origin,
}

/// Schemas, and the checker made of them: shared by all names of one tool.
pub(super) struct Schemas {
    source: Option<&'static ToolSpec>,
    input: OnceLock<Input>,
    output: OnceLock<Option<Arc<Map<String, Value>>>>,
    #[cfg(feature = "agent")]
    checker: OnceLock<Result<crate::arguments::Checker, SchemaError>>,
}

struct Input {
    schema: Arc<Map<String, Value>>,
    problem: Option<SchemaError>,
}

impl Definition {
    /// For tools that are made at run time.
    #[track_caller]
    pub fn builder(name: impl Into<String>, description: impl Into<String>) -> super::DefinitionBuilder {
        super::DefinitionBuilder::new(name.into(), description.into())
    }

    fn new(name: String, about: Arc<About>, schemas: Arc<Schemas>) -> Self {
        Definition(Arc::new(Named { name, about, schemas, declaration: OnceLock::new() }))
    }

    pub(crate) fn of_spec(spec: &'static ToolSpec) -> Self {
        let about = About {
            title: spec.title.map(Cow::Borrowed),
            description: spec.description.into(),
            tags: spec.tags.iter().map(|tag| Cow::Borrowed(*tag)).collect(),
            capabilities: spec.capabilities.iter().map(|name| Capability::checked(name)).collect(),
            // The macro parsed them, so that text which is no JSON can't be here.
            examples: spec.examples.iter().filter_map(|text| serde_json::from_str(text).ok()).collect(),
            hints: spec.hints,
            lends: Cow::Borrowed(spec.lends),
            time_limit: spec.time_limit,
            ignore_unknown: spec.ignore_unknown,
            origin: spec.origin.clone(),
        };
        let schemas = Schemas {
            source: Some(spec),
            input: OnceLock::new(),
            output: OnceLock::new(),
            #[cfg(feature = "agent")]
            checker: OnceLock::new(),
        };
        Definition::new(spec.name.to_owned(), Arc::new(about), Arc::new(schemas))
    }

    pub(super) fn given(
        name: String,
        about: About,
        input: Map<String, Value>,
        output: Option<Map<String, Value>>,
    ) -> Self {
        let schema = Input { schema: Arc::new(input), problem: None };
        let schemas = Schemas {
            source: None,
            input: OnceLock::from(schema),
            output: OnceLock::from(output.map(Arc::new)),
            #[cfg(feature = "agent")]
            checker: OnceLock::new(),
        };
        Definition::new(name, Arc::new(about), Arc::new(schemas))
    }

    pub(crate) fn renamed(&self, name: &str) -> Self {
        Definition::new(name.to_owned(), self.0.about.clone(), self.0.schemas.clone())
    }

    /// The same with what a configuration changes. Capabilities are added only.
    #[cfg(feature = "agent")]
    pub(crate) fn adjusted(&self, config: &crate::ToolConfig) -> Self {
        let mut about = (*self.0.about).clone();
        if let Some(description) = &config.description {
            about.description = Cow::Owned(description.clone());
        }
        let mut capabilities = about.capabilities.to_vec();
        for added in &config.capabilities {
            if !capabilities.contains(added) {
                capabilities.push(added.clone());
            }
        }
        about.capabilities = capabilities.into();
        about.time_limit = config.time_limit.map(TimeLimit).or(about.time_limit);
        let name = config.rename.as_deref().unwrap_or(self.name());
        Definition::new(name.to_owned(), Arc::new(about), self.0.schemas.clone())
    }

    /// The name by which a model calls the tool.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A name for people, where there is one.
    pub fn title(&self) -> Option<&str> {
        self.0.about.title.as_deref()
    }

    /// What the tool does, for the model.
    pub fn description(&self) -> &str {
        &self.0.about.description
    }

    /// Words to choose tools by.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.0.about.tags.iter().map(|tag| &**tag)
    }

    /// What the tool needs to be allowed.
    pub fn capabilities(&self) -> &[Capability] {
        &self.0.about.capabilities
    }

    pub(crate) fn shared_capabilities(&self) -> &Arc<[Capability]> {
        &self.0.about.capabilities
    }

    /// Example arguments; each is valid for the input schema.
    pub fn examples(&self) -> &[Value] {
        &self.0.about.examples
    }

    /// What the tool says of its side effects.
    pub fn hints(&self) -> Hints {
        self.0.about.hints
    }

    /// What the host lends the tool.
    pub fn lends(&self) -> &[Lent] {
        &self.0.about.lends
    }

    /// The tool's own time limit: `None` takes the agent's, `Some(None)` is no limit.
    pub fn time_limit(&self) -> Option<Option<Duration>> {
        self.0.about.time_limit.map(|limit| limit.0)
    }

    /// Whether unknown top-level arguments are dropped rather than refused.
    pub fn ignores_unknown_fields(&self) -> bool {
        self.0.about.ignore_unknown
    }

    /// Where the tool was written.
    pub fn origin(&self) -> &Origin {
        &self.0.about.origin
    }

    /// The JSON Schema (2020-12) of the arguments: one object. Made on first
    /// use; the same `Arc` ever after.
    pub fn input(&self) -> &Arc<Map<String, Value>> {
        &self.input_or_problem().schema
    }

    /// The JSON Schema of the result; none for rich output.
    pub fn output(&self) -> Option<&Arc<Map<String, Value>>> {
        let make = || self.0.schemas.source.and_then(schema::output_of_spec).map(Arc::new);
        self.0.schemas.output.get_or_init(make).as_ref()
    }

    /// The tool as the Model Context Protocol (revision 2025-11-25) lists it, as
    /// JSON text: name, title, description, schemas and hints. Made on first
    /// use, once.
    ///
    /// An output schema is there only when it describes an object: that
    /// revision knows no other.
    pub fn declaration(&self) -> &str {
        self.0.declaration.get_or_init(|| {
            let mut all = Map::new();
            all.insert("name".into(), self.name().into());
            if let Some(title) = self.title() {
                all.insert("title".into(), title.into());
            }
            all.insert("description".into(), self.description().into());
            all.insert("inputSchema".into(), Value::Object((**self.input()).clone()));
            if let Some(output) = self.output().filter(|schema| schema.get("type") == Some(&"object".into()))
            {
                all.insert("outputSchema".into(), Value::Object((**output).clone()));
            }
            let hints = self.hints();
            let hints = [
                ("readOnlyHint", hints.read_only),
                ("destructiveHint", hints.destructive),
                ("idempotentHint", hints.idempotent),
                ("openWorldHint", hints.open_world),
            ];
            let known = hints.into_iter().filter_map(|(name, hint)| Some((name.to_owned(), hint?.into())));
            let annotations: Map<String, Value> = known.collect();
            if !annotations.is_empty() {
                all.insert("annotations".into(), annotations.into());
            }
            Value::Object(all).to_string().into()
        })
    }

    /// What makes the input schema unusable, found when it is made.
    pub(crate) fn schema_problem(&self) -> Option<&SchemaError> {
        self.input_or_problem().problem.as_ref()
    }

    /// Whether problems of the schema can be known only by making it.
    pub(crate) fn flattens(&self) -> bool {
        self.0.schemas.source.is_some_and(|spec| spec.params.iter().any(|param| param.flatten))
    }

    pub(crate) fn spec(&self) -> Option<&'static ToolSpec> {
        self.0.schemas.source
    }

    fn input_or_problem(&self) -> &Input {
        self.0.schemas.input.get_or_init(|| {
            let (schema, problem) = self.0.schemas.source.map(schema::input_of_spec).unwrap_or_default();
            Input { schema: Arc::new(schema), problem }
        })
    }

    /// Checks arguments against the input schema: strict first, then coerced
    /// where nothing is lost.
    ///
    /// # Errors
    /// `invalid_arguments` with everything that is wrong.
    #[cfg(feature = "agent")]
    pub fn check<'a>(
        &self,
        arguments: impl Into<crate::Arguments<'a>>,
    ) -> Result<crate::Args, crate::ToolError> {
        self.check_within(arguments.into(), crate::ArgumentLimits::default())
    }

    #[cfg(feature = "agent")]
    pub(crate) fn check_within(
        &self,
        arguments: crate::Arguments<'_>,
        limits: crate::ArgumentLimits,
    ) -> Result<crate::Args, crate::ToolError> {
        match self.checker() {
            Ok(checker) => checker.check(self, arguments, limits),
            Err(error) => Err(crate::ToolError::unavailable(error.to_string())),
        }
    }

    #[cfg(feature = "agent")]
    pub(crate) fn checker(&self) -> Result<&crate::arguments::Checker, &SchemaError> {
        let make = || match self.schema_problem() {
            Some(problem) => Err(problem.clone()),
            None => crate::arguments::Checker::new(self.input(), self.0.schemas.source.is_none()),
        };
        self.0.schemas.checker.get_or_init(make).as_ref()
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.0.name)
            .field("origin", &self.0.about.origin)
            .finish_non_exhaustive()
    }
}
