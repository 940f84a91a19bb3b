//! Work against what would stop it.

use std::task::{Context, Poll, Waker};

/// One poll of work that something may stop: work that is ready counts, whatever
/// else has happened, since its side effect has happened too. `held` says
/// whether the work must not be stopped now; if so it wakes when that is over.
///
/// It is asked before the work too: what another thread makes ready before it
/// lets go may come just after the work was polled, and is seen at the next poll.
pub(crate) fn step<T, S>(
    cx: &mut Context<'_>,
    work: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    stop: impl FnOnce(&mut Context<'_>) -> Poll<S>,
    held: impl Fn(&Waker) -> bool,
) -> Poll<Result<T, S>> {
    let was_held = held(cx.waker());
    if let Poll::Ready(done) = work(cx) {
        return Poll::Ready(Ok(done));
    }
    match stop(cx) {
        Poll::Ready(stop) if !was_held && !held(cx.waker()) => Poll::Ready(Err(stop)),
        _ => Poll::Pending,
    }
}
