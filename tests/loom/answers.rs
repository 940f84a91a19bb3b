//! An answer against everything that ends the wait for it.

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use loom::{future::block_on, thread};

use crate::{
    explore,
    slot::{Late, Slot},
};

/// Dropped exactly once, wherever it ends.
struct Answer(u8, Arc<AtomicUsize>);

impl Drop for Answer {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Default)]
struct Counting(AtomicUsize);

impl Wake for Counting {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn wait<T>(slot: &Slot<T>) -> Option<T> {
    block_on(poll_fn(|cx| slot.poll(cx)))
}

// proves APR-05, CAN-04
#[test]
fn an_answer_against_the_end_of_the_wait() {
    let ends = explore(|| {
        let dropped = Arc::new(AtomicUsize::new(0));
        let slot = Arc::new(Slot::new());
        let answering = thread::spawn({
            let (slot, answer) = (slot.clone(), Answer(7, dropped.clone()));
            move || slot.answer(answer)
        });
        // A wait that is polled once, and is then over.
        let (polled, delivered) = match slot.poll(&Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => (true, answer),
            Poll::Pending => (false, slot.close()),
        };
        let accepted = answering.join().unwrap();
        match &delivered {
            Some(Answer(7, _)) => assert!(accepted.is_ok(), "what is delivered was accepted"),
            Some(_) => panic!("another answer"),
            None => assert_eq!(accepted.err(), Some(Late::Closed), "what is not delivered was not accepted"),
        }
        let end = (polled, delivered.is_some());
        let late = if delivered.is_some() { Late::Answered } else { Late::Closed };
        assert_eq!(slot.late(), Some(late), "and it stays so");
        assert!(slot.close().is_none(), "nothing is delivered twice");
        drop((delivered, slot));
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
        end
    });
    assert_eq!(ends.len(), 3, "polled, closed with it, closed without it: {ends:?}");
}

// proves APR-07
#[test]
fn two_answers_and_one_who_waits() {
    let ends = explore(|| {
        let slot = Arc::new(Slot::new());
        let answering = [1, 2].map(|answer| {
            let slot = slot.clone();
            thread::spawn(move || slot.answer(answer))
        });
        let delivered = wait(&slot).unwrap();
        let accepted = answering.map(|answering| answering.join().unwrap());
        let expected = match delivered {
            1 => [Ok(()), Err(Late::Answered)],
            _ => [Err(Late::Answered), Ok(())],
        };
        assert_eq!(accepted, expected, "exactly the one that was accepted is delivered");
        delivered
    });
    assert_eq!(ends.len(), 2, "each may win: {ends:?}");
}

// proves APR-07, APR-08
#[test]
fn an_answer_against_the_last_who_could_answer() {
    let ends = explore(|| {
        let slot = Arc::new(Slot::new());
        let answering = thread::spawn({
            let slot = slot.clone();
            move || slot.answer(7)
        });
        let leaving = thread::spawn({
            let slot = slot.clone();
            move || slot.abandon()
        });
        // It ends always: a wake-up that is missed would be a deadlock.
        let delivered = wait(&slot);
        let accepted = answering.join().unwrap();
        leaving.join().unwrap();
        match delivered {
            Some(answer) => assert_eq!((answer, accepted), (7, Ok(()))),
            None => assert_eq!(accepted, Err(Late::Closed)),
        }
        delivered
    });
    assert_eq!(ends.len(), 2, "each may win: {ends:?}");
}

// proves APR-05, APR-07, CAN-04
#[test]
fn two_answers_the_end_of_the_wait_and_the_last_who_could_answer() {
    let ends = explore(|| {
        let slot = Arc::new(Slot::new());
        let answering = [1, 2].map(|answer| {
            let slot = slot.clone();
            thread::spawn(move || slot.answer(answer))
        });
        let leaving = thread::spawn({
            let slot = slot.clone();
            move || slot.abandon()
        });
        let delivered = slot.close();
        let accepted = answering.map(|answering| answering.join().unwrap().is_ok());
        leaving.join().unwrap();
        assert_eq!(accepted, [delivered == Some(1), delivered == Some(2)]);
        delivered
    });
    assert_eq!(ends.len(), 3, "{ends:?}");
}

// proves APR-07
#[test]
fn the_last_who_polled_is_woken() {
    let ends = explore(|| {
        let slot = Arc::new(Slot::new());
        let answering = thread::spawn({
            let slot = slot.clone();
            move || slot.answer(7)
        });
        // A call that moves from one task to another polls with another waker.
        let wakers = [(); 2].map(|()| Arc::new(Counting::default()));
        let polled = wakers.each_ref().map(|waker| {
            let waker = Waker::from(waker.clone());
            slot.poll(&Context::from_waker(&waker))
        });
        assert_eq!(answering.join().unwrap(), Ok(()));
        let woken = wakers.map(|waker| waker.0.load(Ordering::SeqCst));
        match polled {
            [Poll::Pending, Poll::Pending] => {
                assert_eq!(woken, [0, 1]);
                assert_eq!(slot.poll(&Context::from_waker(Waker::noop())), Poll::Ready(Some(7)));
            }
            [Poll::Pending, Poll::Ready(answer)] => assert_eq!((answer, woken[1]), (Some(7), 0)),
            [Poll::Ready(answer), _] => assert_eq!((answer, woken), (Some(7), [0, 0])),
        }
        polled.map(|polled| polled.is_ready())
    });
    assert_eq!(ends.len(), 3, "{ends:?}");
}
