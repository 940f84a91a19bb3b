//! The person at the terminal device: asked one thing at a time, while standard
//! input and output stay the program's own.

use std::{
    borrow::Cow,
    fs::{File, OpenOptions},
    io::{self, BufRead as _, BufReader, Write as _},
    sync::{
        Mutex, MutexGuard, PoisonError, TryLockError,
        mpsc::{self, Receiver, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use crate::held;

/// The line that is being read; nothing comes of a closed terminal. Whoever holds
/// the lock has the terminal. A read cannot be stopped: that of a question that
/// expired goes on, and serves the next one.
static READING: Mutex<Option<Receiver<Option<String>>>> = Mutex::new(None);

/// How often a question looks whether somebody still waits for its answer.
const PAUSE: Duration = Duration::from_millis(50);

const DEVICES: [&str; 2] = if cfg!(windows) { ["CONIN$", "CONOUT$"] } else { ["/dev/tty"; 2] };

/// One talk with the person; others wait until it is dropped, and so does what is
/// told meanwhile.
pub(crate) struct Prompt<'a> {
    reading: MutexGuard<'static, Option<Receiver<Option<String>>>>,
    output: File,
    is_open: &'a dyn Fn() -> bool,
}

/// Why there is no answer.
pub(crate) enum Silence {
    /// The person closed the question, or the terminal is gone.
    Closed,
    /// Nobody waits for the answer any more.
    Expired,
}

impl<'a> Prompt<'a> {
    /// Waits for its turn; fails where there is no terminal. `is_open` says
    /// whether somebody waits for the answer.
    pub(crate) fn open(is_open: &'a dyn Fn() -> bool) -> io::Result<Self> {
        let mut reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
        let output = OpenOptions::new().write(true).open(DEVICES[1])?;
        // What was typed before the question was there is no answer to it.
        if reading.as_ref().is_some_and(|reading| reading.try_recv() != Err(TryRecvError::Empty)) {
            *reading = None;
        }
        #[cfg(unix)]
        rustix::termios::tcflush(&output, rustix::termios::QueueSelector::IFlush)?;
        held::hold();
        Ok(Prompt { reading, output, is_open })
    }

    pub(crate) fn say(&mut self, text: &str) -> Result<(), Silence> {
        self.output.write_all(text.as_bytes()).map_err(|_| Silence::Closed)
    }

    /// The line that is typed, without its end.
    pub(crate) fn ask(&mut self, question: &str) -> Result<String, Silence> {
        self.say(question)?;
        while (self.is_open)() {
            let line = self.reading.get_or_insert_with(read_line).recv_timeout(PAUSE);
            if matches!(line, Err(RecvTimeoutError::Timeout)) {
                continue;
            }
            *self.reading = None;
            let line = line.ok().flatten().ok_or(Silence::Closed)?;
            return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
        }
        Err(self.expired())
    }

    pub(crate) fn expired(&mut self) -> Silence {
        let told = self.say("\nexpired: the call does not wait any more, and an answer is ignored\n");
        told.err().unwrap_or(Silence::Expired)
    }
}

impl Drop for Prompt<'_> {
    fn drop(&mut self) {
        // Still its turn: the next question begins after it.
        held::release();
    }
}

/// Reads on a thread of its own, which does not keep the program from ending.
fn read_line() -> Receiver<Option<String>> {
    let (line, reading) = mpsc::channel();
    let read = move || {
        let mut text = String::new();
        let read = File::open(DEVICES[0]).and_then(|device| BufReader::new(device).read_line(&mut text));
        // Whoever asked may have gone.
        let _ = line.send(read.is_ok_and(|bytes| bytes > 0).then_some(text));
    };
    // Without a thread the channel is closed, and so is the question.
    let _ = thread::Builder::new().name("tools-terminal".into()).spawn(read);
    reading
}

/// Lets a question that has just expired say so, before anything else is printed.
pub(crate) async fn settle() {
    for _ in 0..20 {
        if !matches!(READING.try_lock(), Err(TryLockError::WouldBlock)) {
            return;
        }
        tokio::time::sleep(PAUSE / 4).await;
    }
    // A terminal that takes nothing keeps nothing back.
    held::release();
}

/// Text that a tool or a model wrote, so that it shows as what it is: what moves
/// the cursor, turns the direction of writing or is invisible stands there as an
/// escape of JSON.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let tricks = |c: char| match c {
        '\n' | '\t' => false,
        // Marks and overrides of direction, separators, joiners, fillers, tags.
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    };
    if !text.contains(tricks) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if tricks(c) {
            safe.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// The same with its lines after the first indented: none can pass for a line of
/// the program's own.
pub(crate) fn indented(text: &str) -> String {
    shown(text).replace('\n', "\n    ")
}

/// The same on one line.
pub(crate) fn one_line(text: &str) -> String {
    shown(text).replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::{indented, one_line, shown};

    #[test]
    fn nothing_begins_a_line() {
        assert_eq!(indented("a\nApproved\r\n"), "a\n    Approved\\u000d\n    ");
        assert_eq!(one_line("a\nApproved\u{85}\u{2028}b"), "a\\nApproved\\u0085\\u2028b");
    }

    #[test]
    fn nothing_hides() {
        for (text, safe) in [
            ("plain, ünïcode\n\tand lines", "plain, ünïcode\n\tand lines"),
            ("\u{1b}[2Jgone\r\u{7f}\u{9b}1A", "\\u001b[2Jgone\\u000d\\u007f\\u009b1A"),
            ("\u{202a}a\u{202e}b\u{2066}c\u{2069}", "\\u202aa\\u202eb\\u2066c\\u2069"),
            ("zero\u{200b}width\u{feff}", "zero\\u200bwidth\\ufeff"),
            ("tag\u{e0041}", "tag\\udb40\\udc41"),
        ] {
            assert_eq!(shown(text), safe);
        }
    }
}
