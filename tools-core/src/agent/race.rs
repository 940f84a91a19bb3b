//! Work against what would stop it.

use std::task::{Context, Poll, Waker};

/// One poll of work that something may stop: work that is ready counts, whatever
/// else has happened, since its side effect has happened too. `held` says
/// whether the work must not be stopped now; if so it wakes when that is over.
pub(crate) fn step<T, S>(
    cx: &mut Context<'_>,
    work: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    stop: impl FnOnce(&mut Context<'_>) -> Poll<S>,
    held: impl FnOnce(&Waker) -> bool,
) -> Poll<Result<T, S>> {
    if let Poll::Ready(done) = work(cx) {
        return Poll::Ready(Ok(done));
    }
    match stop(cx) {
        Poll::Ready(stop) if !held(cx.waker()) => Poll::Ready(Err(stop)),
        _ => Poll::Pending,
    }
}
