//! What the host lends to tools, by type.

use std::{
    any::{Any, TypeId, type_name},
    collections::BTreeMap,
    fmt,
    sync::Arc,
};

use crate::{RunContext, ToolError};

/// A type that a tool is lent. Shows as the type's name.
#[derive(Clone, Copy)]
pub struct Lent {
    id: TypeId,
    name: fn() -> &'static str,
    needed: bool,
}

impl Lent {
    const fn of<T: 'static>(needed: bool) -> Self {
        Lent { id: TypeId::of::<T>(), name: type_name::<T>, needed }
    }

    /// The type's name.
    pub fn name(&self) -> &'static str {
        (self.name)()
    }

    /// Whether the tool cannot do without.
    pub fn is_needed(&self) -> bool {
        self.needed && self.id != TypeId::of::<RunContext>()
    }

    pub(crate) fn id(&self) -> TypeId {
        self.id
    }
}

impl fmt::Debug for Lent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A parameter that the host lends: `&T`, or `Option<&T>` where it may be missing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be lent to a tool",
    label = "the host lends `&T` or `Option<&T>`",
    note = "what the model supplies is owned: a type without `&` and without lifetimes"
)]
pub trait Lend<'r>: Sized {
    /// What is lent.
    const LENT: Lent;
    /// Takes it from the run.
    ///
    /// # Errors
    /// `unavailable` when it is needed and not there.
    fn lend(run: &'r RunContext) -> Result<Self, ToolError>;
}

impl<'r, T: Send + Sync + 'static> Lend<'r> for &'r T {
    const LENT: Lent = Lent::of::<T>(true);

    fn lend(run: &'r RunContext) -> Result<Self, ToolError> {
        // The run itself is lent like everything else, so that no name matters.
        let own = (run as &dyn Any).downcast_ref::<T>();
        own.or_else(|| run.lent::<T>()).ok_or_else(missing::<T>)
    }
}

impl<'r, T: Send + Sync + 'static> Lend<'r> for Option<&'r T> {
    const LENT: Lent = Lent::of::<T>(false);

    fn lend(run: &'r RunContext) -> Result<Self, ToolError> {
        Ok(<&T>::lend(run).ok())
    }
}

/// Takes a lent parameter from the run.
///
/// # Errors
/// `unavailable` when it is needed and not there.
pub fn lend<'r, T: Lend<'r>>(run: &'r RunContext) -> Result<T, ToolError> {
    T::lend(run)
}

#[cold]
pub(super) fn missing<T>() -> ToolError {
    let name = type_name::<T>();
    ToolError::unavailable(format!(
        "no `{name}` is lent to this run: the application gives one with `.state(value)` on the agent, \
         or with `.lend(value)` on the run"
    ))
}

/// Lent values by type.
#[derive(Clone, Default)]
pub(crate) struct Lents(BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Lents {
    /// Whether it is the first of its type.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: Arc<T>) -> bool {
        self.0.insert(TypeId::of::<T>(), value).is_none()
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    pub(crate) fn shared<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.get(&TypeId::of::<T>())?.clone().downcast().ok()
    }
}
