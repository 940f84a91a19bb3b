//! What `#[tool]` writes: a constant table for each tool, and a thin body.
//! Hidden from the docs: only the macro names it.
#![allow(missing_docs)]

mod prepare;

use std::{fmt, sync::OnceLock, time::Duration};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::{
    Args, BoxFuture, Definition, Output, Prepared, RunContext, Tool, ToolError,
    args::{Taker, missing},
    output::{Argument, Ranged},
    tool::{Hints, NothingToAdd, Origin},
};

type Schemer = fn(&mut SchemaGenerator) -> Schema;
type Default = fn() -> Result<Value, serde_json::Error>;

/// Everything about a tool that is known when its crate compiles.
#[derive(Debug)]
pub struct ToolSpec {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) description: &'static str,
    pub(crate) tags: &'static [&'static str],
    pub(crate) capabilities: &'static [&'static str],
    pub(crate) examples: &'static [&'static str],
    pub(crate) hints: Hints,
    pub(crate) params: &'static [Param],
    pub(crate) lends: &'static [Lent],
    pub(crate) time_limit: Option<TimeLimit>,
    pub(crate) ignore_unknown: bool,
    pub(crate) output: fn(&mut SchemaGenerator) -> Option<Schema>,
    pub(crate) body: Body,
    pub(crate) prepare: Option<Prepare>,
    pub(crate) origin: Origin,
}

impl ToolSpec {
    pub const fn new(
        name: &'static str,
        description: &'static str,
        output: fn(&mut SchemaGenerator) -> Option<Schema>,
        body: Body,
        origin: Origin,
    ) -> Self {
        ToolSpec {
            name,
            title: None,
            description,
            tags: &[],
            capabilities: &[],
            examples: &[],
            hints: Hints::new(),
            params: &[],
            lends: &[],
            time_limit: None,
            ignore_unknown: false,
            output,
            body,
            prepare: None,
            origin,
        }
    }

    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    #[must_use]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    #[must_use]
    pub const fn capabilities(mut self, capabilities: &'static [&'static str]) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// JSON objects as text.
    #[must_use]
    pub const fn examples(mut self, examples: &'static [&'static str]) -> Self {
        self.examples = examples;
        self
    }

    #[must_use]
    pub const fn hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    #[must_use]
    pub const fn params(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    #[must_use]
    pub const fn lends(mut self, lends: &'static [Lent]) -> Self {
        self.lends = lends;
        self
    }

    #[must_use]
    pub const fn time_limit(mut self, limit: TimeLimit) -> Self {
        self.time_limit = Some(limit);
        self
    }

    #[must_use]
    pub const fn prepare(mut self, prepare: Prepare) -> Self {
        self.prepare = Some(prepare);
        self
    }

    #[must_use]
    pub const fn ignore_unknown_fields(mut self) -> Self {
        self.ignore_unknown = true;
        self
    }
}

/// Fails the build of a tool whose description is blank.
#[allow(clippy::panic)]
pub const fn described(text: &'static str) -> &'static str {
    assert!(
        !text.trim_ascii().is_empty(),
        "the description is blank: the model chooses tools by it\nwrite a doc comment (`/// …`) above the function, or `description = \"…\"`"
    );
    text
}

/// How long a call of the tool may take; overrides the agent's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(pub(crate) Option<Duration>);

impl TimeLimit {
    pub const NONE: Self = TimeLimit(None);

    pub const fn millis(millis: u64) -> Self {
        TimeLimit(Some(Duration::from_millis(millis)))
    }
}

/// One parameter that the model supplies.
pub struct Param {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) schema: Schemer,
    pub(crate) optional: fn() -> bool,
    pub(crate) default: Option<Default>,
    pub(crate) bounds: Bounds,
    pub(crate) secret: bool,
    pub(crate) flatten: bool,
}

/// What `#[arg(range, len, pattern)]` adds to a parameter's schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) minimum: Option<Limit>,
    pub(crate) maximum: Option<Limit>,
    pub(crate) exclusive_maximum: Option<Limit>,
    pub(crate) min_len: Option<u64>,
    pub(crate) max_len: Option<u64>,
    pub(crate) pattern: Option<&'static str>,
}

impl Param {
    pub const fn of<T: Argument>(name: &'static str, doc: &'static str) -> Self {
        Param {
            name,
            doc,
            schema: schema_of::<T>,
            optional: is_optional::<T>,
            default: None,
            bounds: Bounds {
                minimum: None,
                maximum: None,
                exclusive_maximum: None,
                min_len: None,
                max_len: None,
                pattern: None,
            },
            secret: false,
            flatten: false,
        }
    }

    pub const fn flatten<T: Argument>(name: &'static str) -> Self {
        let mut param = Self::of::<T>(name, "");
        param.flatten = true;
        param
    }

    #[must_use]
    pub const fn default(mut self, default: Default) -> Self {
        self.default = Some(default);
        self
    }

    #[must_use]
    pub const fn min(mut self, limit: Limit) -> Self {
        self.bounds.minimum = Some(limit);
        self
    }

    #[must_use]
    pub const fn max(mut self, limit: Limit) -> Self {
        self.bounds.maximum = Some(limit);
        self
    }

    #[must_use]
    pub const fn exclusive_max(mut self, limit: Limit) -> Self {
        self.bounds.exclusive_maximum = Some(limit);
        self
    }

    #[must_use]
    pub const fn min_len(mut self, limit: u64) -> Self {
        self.bounds.min_len = Some(limit);
        self
    }

    #[must_use]
    pub const fn max_len(mut self, limit: u64) -> Self {
        self.bounds.max_len = Some(limit);
        self
    }

    #[must_use]
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        self.bounds.pattern = Some(pattern);
        self
    }

    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

impl fmt::Debug for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Param").field("name", &self.name).finish_non_exhaustive()
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn is_optional<T: Argument>() -> bool {
    missing::value::<T>("").is_ok()
}

/// A default as JSON.
///
/// # Errors
/// When it does not serialise.
pub fn to_value<T: Serialize>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}

/// The bound of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    Int(i128),
    /// Kept as it is: 0.1 as an `f32` is not 0.1 as an `f64`.
    Single(f32),
    Float(f64),
}

/// Turns a number of any primitive type into a [`Limit`], in a constant.
#[derive(Debug)]
pub struct Num<T>(pub T);

/// A bound of a parameter's own type.
pub type Bound<T> = Num<<T as Ranged>::Value>;

macro_rules! ranged {
    ($variant:ident($wide:ty): $($number:ty)*) => {$(
        impl Ranged for $number { type Value = $number; }
        impl Num<$number> {
            #[allow(clippy::cast_lossless, clippy::unnecessary_cast)]
            pub const fn limit(self) -> Limit { Limit::$variant(self.0 as $wide) }
        }
    )*};
}

ranged!(Int(i128): i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize);
ranged!(Single(f32): f32);
ranged!(Float(f64): f64);

impl Ranged for u128 {
    type Value = u128;
}

impl Num<u128> {
    /// No number over 64 bits is ever admitted, so that a higher bound is none.
    pub const fn limit(self) -> Limit {
        Limit::Int(if self.0 > i128::MAX as u128 { i128::MAX } else { self.0 as i128 })
    }
}

/// Told at the literal of `#[arg(len = …)]` when the parameter has no length.
pub const fn length<T: crate::output::Length>() {}

/// Told at the literal of `#[arg(pattern = …)]` when the parameter is no text.
pub const fn patterned<T: crate::output::Patterned>() {}

pub use self::prepare::{Prepare, Prepares, prepared};
pub use crate::context::{Lend, Lent, lend};

/// How the function is called.
pub enum Body {
    Async(for<'a> fn(Taker, &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>>),
    Blocking(fn(Taker, &RunContext) -> Result<Output, ToolError>),
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Body::Async(_) => "Async",
            Body::Blocking(_) => "Blocking",
        })
    }
}

/// A tool that is in this binary because its crate is linked.
#[derive(Debug)]
pub struct StaticTool {
    spec: &'static ToolSpec,
    definition: OnceLock<Definition>,
}

impl StaticTool {
    pub const fn new(spec: &'static ToolSpec) -> Self {
        StaticTool { spec, definition: OnceLock::new() }
    }

    pub(crate) fn origin(&self) -> &Origin {
        &self.spec.origin
    }
}

/// The tool that [`ToolCrate`](crate::ToolCrate) hands out.
pub(crate) struct Linked(pub(crate) &'static StaticTool);

impl Tool for Linked {
    fn definition(&self) -> &Definition {
        self.0.definition.get_or_init(|| Definition::of_spec(self.0.spec))
    }

    fn prepare<'a>(
        &'a self,
        args: &'a Args,
        run: &'a RunContext,
    ) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        match self.0.spec.prepare {
            // A copy: the arguments themselves are for the call.
            Some(prepare) => prepare(Taker::new(args.clone()), run),
            None => Box::pin(NothingToAdd),
        }
    }

    fn call<'a>(&'a self, args: Args, run: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        let args = Taker::new(args);
        match self.0.spec.body {
            Body::Async(body) => body(args, run),
            Body::Blocking(body) => Box::pin(crate::context::blocking(run, move |run| body(args, run))),
        }
    }
}
