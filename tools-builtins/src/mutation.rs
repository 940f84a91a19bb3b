//! Seeded mutation: the same inputs on every machine. `MUTATIONS` sets how many,
//! for a long run.

use std::{env, thread};

/// Changes `seeds` at random places, mostly by putting `tokens` there, and
/// gives each outcome to `check`. A panic in it prints the input.
pub(crate) fn mutate(seed: u64, seeds: &[&[u8]], tokens: &[&[u8]], mut check: impl FnMut(&[u8])) {
    let runs = env::var("MUTATIONS").map_or(20_000, |count| count.parse().expect("MUTATIONS is a number"));
    let mut random = Random(seed);
    for run in 0..runs {
        let mut input = random.pick(seeds).to_vec();
        for _ in 0..=random.below(8) {
            random.change(&mut input, seeds, tokens);
        }
        let shown = Shown { run, seed, input };
        check(&shown.input);
    }
}

struct Shown {
    run: usize,
    seed: u64,
    input: Vec<u8>,
}

impl Drop for Shown {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("run {} of seed {:#x}: {}", self.run, self.seed, self.input.escape_ascii());
        }
    }
}

/// Xorshift, which repeats only after 2^64 - 1 numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end.max(1)
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = self.below(40);
        start..length.min(start + self.below(most + 1))
    }

    fn change(&mut self, input: &mut Vec<u8>, seeds: &[&[u8]], tokens: &[&[u8]]) {
        let place = self.range(input.len());
        match self.below(10) {
            0 => drop(input.drain(place)),
            1 => input.truncate(place.start),
            2 => {
                let again = input[place.clone()].to_vec();
                input.splice(place.start..place.start, again);
            }
            3 => {
                let other = self.pick(seeds);
                let part = self.range(other.len());
                input.splice(place, other[part].iter().copied());
            }
            4 => input.splice(place.start..place.start, [self.below(256) as u8]).for_each(drop),
            5 => {
                if let Some(byte) = input.get_mut(place.start) {
                    *byte ^= 1 << self.below(8);
                }
            }
            // Whole tokens, which change what is around them.
            6 => input.splice(place, self.pick(tokens).iter().copied()).for_each(drop),
            _ => input.splice(place.start..place.start, self.pick(tokens).iter().copied()).for_each(drop),
        }
    }
}
