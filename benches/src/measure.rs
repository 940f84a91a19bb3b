//! Time: processor time, side by side, as ratios.
//!
//! The clock is the process's own processor time, which other work on the
//! machine moves little. Contenders run in turn, round by round, and a ratio
//! is taken inside a round, where both sides met the same machine; the median
//! of the rounds is what counts.

use rustix::time::{ClockId, clock_gettime};

/// Odd, so that the median is one of them.
const ROUNDS: usize = 31;
/// How long one contender runs in one round.
const ROUND_NANOS: f64 = 4e6;

/// Nanoseconds of processor time that this process has used.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// One thing to measure: a name, and what runs it so many times.
pub type Runner<'a> = (&'static str, Box<dyn FnMut(u64) + 'a>);

/// What was measured of one contender: nanoseconds a run, round by round.
#[derive(Debug)]
pub struct Times {
    /// The contender.
    pub name: &'static str,
    rounds: Vec<f64>,
}

impl Times {
    /// The median, in nanoseconds.
    pub fn nanos(&self) -> f64 {
        median(self.rounds.clone())
    }

    /// How much longer this takes than the other: the median of the rounds' ratios.
    pub fn over(&self, other: &Times) -> f64 {
        median(self.rounds.iter().zip(&other.rounds).map(|(one, other)| one / other).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Measures all of them, in turn.
pub fn measure(runners: Vec<Runner<'_>>) -> Vec<Times> {
    let mut running: Vec<_> = runners
        .into_iter()
        .map(|(name, mut run)| {
            let times = calibrated(&mut run);
            (run, times, Times { name, rounds: Vec::with_capacity(ROUNDS) })
        })
        .collect();
    for round in 0..ROUNDS {
        // Each is first now and then: what runs first finds another cache.
        let first = round % running.len().max(1);
        let (before, after) = running.split_at_mut(first);
        for (run, times, measured) in after.iter_mut().chain(before) {
            let start = now();
            run(*times);
            measured.rounds.push((now() - start) / *times as f64);
        }
    }
    running.into_iter().map(|(_, _, measured)| measured).collect()
}

/// How many runs fill a round.
fn calibrated(run: &mut dyn FnMut(u64)) -> u64 {
    let mut times = 1_u64;
    loop {
        let start = now();
        run(times);
        let took = now() - start;
        if took > ROUND_NANOS / 4.0 {
            return ((times as f64 * ROUND_NANOS / took) as u64).max(1);
        }
        times *= 4;
    }
}
