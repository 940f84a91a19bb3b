//! What a `prepare` function may return, told apart by type: the macro never
//! sees the function, only its path.

use std::future::{Future, ready};

use crate::{BoxFuture, Prepared, RunContext, ToolError, args::Taker, output::Failure};

/// How the function is called.
pub type Prepare = for<'a> fn(Taker, &'a RunContext) -> BoxFuture<'a, Result<Prepared, ToolError>>;

/// What a plain function returns.
pub trait Answer {
    type Error;
    fn answer(self) -> Result<Prepared, Self::Error>;
}

impl Answer for Prepared {
    type Error = ToolError;

    fn answer(self) -> Result<Prepared, ToolError> {
        Ok(self)
    }
}

impl<E> Answer for Result<Prepared, E> {
    type Error = E;

    fn answer(self) -> Self {
        self
    }
}

/// What a plain function returns, or a future of that. The kind is inferred, and
/// keeps the two from being one implementation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a `prepare` function",
    label = "this returns `{Self}`",
    note = "return `Prepared`, or `Result<Prepared, E>` where it may fail; the function is plain or `async`"
)]
pub trait Prepares<Kind> {
    type Error;
    fn prepared(self) -> impl Future<Output = Result<Prepared, ToolError>>
    where
        Self::Error: Failure;
}

/// Of a plain function.
#[derive(Debug)]
pub struct Now;

/// Of an async one.
#[derive(Debug)]
pub struct Later;

#[diagnostic::do_not_recommend]
impl<R: Answer> Prepares<Now> for R {
    type Error = R::Error;

    // The error ends here: it need not be one that can wait, or be sent.
    fn prepared(self) -> impl Future<Output = Result<Prepared, ToolError>>
    where
        R::Error: Failure,
    {
        ready(self.answer().map_err(ToolError::failed))
    }
}

#[diagnostic::do_not_recommend]
impl<F: Future<Output: Answer>> Prepares<Later> for F {
    type Error = <F::Output as Answer>::Error;

    async fn prepared(self) -> Result<Prepared, ToolError>
    where
        Self::Error: Failure,
    {
        self.await.answer().map_err(ToolError::failed)
    }
}

/// Finishes what the function returned.
pub fn prepared<Kind, R>(returned: R) -> impl Future<Output = Result<Prepared, ToolError>>
where
    R: Prepares<Kind, Error: Failure>,
{
    returned.prepared()
}
