//! What a run has used, of its own limits and of those above it.

use std::sync::Arc;

use crate::sync::{AtomicBool, AtomicU64, Ordering};

/// What is counted. The order is that of the counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    ModelCalls,
    ToolCalls,
    InputTokens,
    OutputTokens,
}

#[derive(Debug)]
pub(crate) struct Ledger {
    counters: [Counter; 4],
    parent: Option<Arc<Ledger>>,
}

/// One limit, and what is used of it.
#[derive(Debug)]
pub(crate) struct Counter {
    max: Option<u64>,
    /// From here on it is nearly spent.
    warn_at: u64,
    used: AtomicU64,
    warned: AtomicBool,
}

/// A limit that is spent, or nearly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) unit: Unit,
    pub(crate) used: u64,
    pub(crate) max: u64,
}

impl Counter {
    pub(crate) fn new(max: Option<u64>, warn_at: u64) -> Self {
        Counter { max, warn_at, used: AtomicU64::new(0), warned: AtomicBool::new(false) }
    }

    fn reserve(&self) -> Result<u64, u64> {
        let one_more =
            |used: u64| if self.max.is_some_and(|max| used >= max) { None } else { Some(used + 1) };
        self.used.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more).map(|before| before + 1)
    }

    /// The first to come near the limit tells.
    fn warns(&self, used: u64) -> bool {
        self.max.is_some() && used >= self.warn_at && !self.warned.swap(true, Ordering::AcqRel)
    }
}

impl Ledger {
    pub(crate) fn new(counters: [Counter; 4], parent: Option<Arc<Ledger>>) -> Self {
        Ledger { counters, parent }
    }

    /// Counts one call here and in all above, or nowhere: then the limit that is
    /// spent is returned. `warn` is told each limit that is nearly spent, once.
    ///
    /// From the bottom up, taken back when one above refuses: nothing else is
    /// ever taken back, so that one above refuses only when it is spent for
    /// good. No place is lost by it: above, there is none left.
    pub(crate) fn reserve(&self, unit: Unit, mut warn: impl FnMut(Level)) -> Result<(), Level> {
        for (above, ledger) in self.chain().enumerate() {
            if let Err(used) = ledger.counter(unit).reserve() {
                for ledger in self.chain().take(above) {
                    ledger.counter(unit).used.fetch_sub(1, Ordering::AcqRel);
                }
                return Err(ledger.level(unit, used));
            }
        }
        self.warn(unit, &mut warn);
        Ok(())
    }

    /// Counts what is known only afterwards: it may go over the limit.
    pub(crate) fn add(&self, unit: Unit, amount: u64, mut warn: impl FnMut(Level)) {
        for ledger in self.chain() {
            // Saturates: no count of tokens wraps around to a small one.
            let add = |used: u64| Some(used.saturating_add(amount));
            let _ = ledger.counter(unit).used.fetch_update(Ordering::AcqRel, Ordering::Acquire, add);
        }
        self.warn(unit, &mut warn);
    }

    /// The first limit on this unit that is spent, from here up.
    pub(crate) fn spent(&self, unit: Unit) -> Option<Level> {
        let limited = self.chain().filter(|ledger| ledger.counter(unit).max.is_some());
        let mut levels = limited.map(|ledger| ledger.level(unit, ledger.used(unit)));
        levels.find(|level| level.used >= level.max)
    }

    pub(crate) fn used(&self, unit: Unit) -> u64 {
        self.counter(unit).used.load(Ordering::Acquire)
    }

    fn warn(&self, unit: Unit, warn: &mut impl FnMut(Level)) {
        for ledger in self.chain() {
            let used = ledger.used(unit);
            if ledger.counter(unit).warns(used) {
                warn(ledger.level(unit, used));
            }
        }
    }

    fn level(&self, unit: Unit, used: u64) -> Level {
        Level { unit, used, max: self.counter(unit).max.unwrap_or(u64::MAX) }
    }

    fn counter(&self, unit: Unit) -> &Counter {
        let [model_calls, tool_calls, input_tokens, output_tokens] = &self.counters;
        match unit {
            Unit::ModelCalls => model_calls,
            Unit::ToolCalls => tool_calls,
            Unit::InputTokens => input_tokens,
            Unit::OutputTokens => output_tokens,
        }
    }

    fn chain(&self) -> impl Iterator<Item = &Ledger> {
        std::iter::successors(Some(self), |ledger| ledger.parent.as_deref())
    }
}
