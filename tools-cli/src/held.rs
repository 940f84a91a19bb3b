//! What happens while the person is asked: it is told after the answer. A line
//! between a question and its answer could pass for another question.

use std::{
    collections::VecDeque,
    fmt::Display,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{print::tell, terminal::indented};

/// How many lines wait; of more the oldest are left out, and counted.
const MOST: usize = 10_000;

static HELD: Mutex<Held> = Mutex::new(Held { asking: false, lines: VecDeque::new(), left_out: 0 });

struct Held {
    asking: bool,
    lines: VecDeque<String>,
    left_out: usize,
}

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line on standard error about what happens, now or once the person has
/// answered.
pub(crate) fn note(line: impl Display) {
    // Formatted before the lock: it may be anybody's code.
    let line = line.to_string();
    let mut held = held();
    if !held.asking {
        // Under the lock, so that no question begins meanwhile.
        return tell(line);
    }
    if held.lines.len() >= MOST {
        held.lines.pop_front();
        held.left_out += 1;
    }
    held.lines.push_back(line);
}

/// From now on lines wait.
pub(crate) fn hold() {
    held().asking = true;
}

/// Tells what has waited.
pub(crate) fn release() {
    let mut held = held();
    held.asking = false;
    if held.left_out > 0 {
        tell(format_args!("{} lines were left out while you were asked", held.left_out));
        held.left_out = 0;
    }
    held.lines.drain(..).for_each(tell);
}

/// For what is traced: a record is written at once.
pub(crate) struct Traced;

impl io::Write for Traced {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        note(indented(String::from_utf8_lossy(record).trim_end_matches('\n')));
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
