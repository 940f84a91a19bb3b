//! Work against what would stop it, and a shield that holds that back.

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Waker},
};

use loom::{future::block_on, thread};

use crate::{
    explore, explore_within, race,
    shield::{Held, Shield},
    slot::Slot,
};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stopped;

/// What one thread makes ready and another one waits for.
type Signal = Arc<Slot<()>>;

fn signal() -> Signal {
    Arc::new(Slot::new())
}

/// Makes it ready in a thread of its own.
fn ready(signal: &Signal) -> thread::JoinHandle<()> {
    let signal = signal.clone();
    thread::spawn(move || signal.answer(()).unwrap())
}

fn join(threads: [thread::JoinHandle<()>; 2]) {
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Waits as a call does.
fn outcome(work: &Signal, stop: &Signal, held: impl Fn(&Waker) -> bool) -> Result<(), Stopped> {
    block_on(poll_fn(|cx: &mut Context<'_>| {
        race::step(cx, |cx| work.poll(cx).map(|_| ()), |cx| stop_poll(stop, cx), &held)
    }))
}

/// Ready for ever once it is ready, as a cancellation is.
fn stop_poll(stop: &Signal, cx: &Context<'_>) -> std::task::Poll<Stopped> {
    stop.poll(cx).map(|_| Stopped)
}

// proves CAN-04
#[test]
fn work_against_what_stops_it() {
    let ends = explore(|| {
        let (work, stop) = (signal(), signal());
        let others = [ready(&work), ready(&stop)];
        // It ends always: a wake-up that is missed would be a deadlock.
        let outcome = outcome(&work, &stop, |_| false);
        join(others);
        outcome
    });
    assert_eq!(ends.len(), 2, "each may win: {ends:?}");
}

// proves CAN-04
#[test]
fn of_two_that_are_ready_the_work_counts() {
    explore(|| {
        let (work, stop) = (signal(), signal());
        join([ready(&stop), ready(&work)]);
        assert_eq!(outcome(&work, &stop, |_| false), Ok(()));
    });
}

/// Holds a shield already, works, and lets go: `early` says whether the result is
/// there before it does.
fn shielded(work: &Signal, held: Held, early: bool, free: &Arc<AtomicBool>) -> thread::JoinHandle<()> {
    let (work, free) = (work.clone(), free.clone());
    thread::spawn(move || {
        if early {
            work.answer(()).unwrap();
        }
        free.store(true, Ordering::SeqCst);
        drop(held);
        if !early {
            work.answer(()).unwrap();
        }
    })
}

// proves CAN-02, CAN-04
#[test]
fn a_stop_waits_until_the_shield_is_let_go() {
    let ends = explore(|| {
        let (work, stop, shield) = (signal(), signal(), Arc::new(Shield::default()));
        stop.answer(()).unwrap();
        let free = Arc::new(AtomicBool::new(false));
        let working = shielded(&work, shield.hold(), false, &free);
        let outcome = outcome(&work, &stop, |waker| shield.is_held(waker));
        assert!(free.load(Ordering::SeqCst), "nothing ends while it is held");
        working.join().unwrap();
        outcome
    });
    assert_eq!(ends.len(), 2, "each may win after the shield: {ends:?}");
}

// proves CAN-02, CAN-04
#[test]
fn what_is_ready_before_the_shield_is_let_go_counts() {
    explore(|| {
        let (work, stop, shield) = (signal(), signal(), Arc::new(Shield::default()));
        stop.answer(()).unwrap();
        let working = shielded(&work, shield.hold(), true, &Arc::default());
        assert_eq!(outcome(&work, &stop, |waker| shield.is_held(waker)), Ok(()));
        working.join().unwrap();
    });
}

// proves CAN-02, CAN-04
#[test]
fn it_counts_whenever_the_stop_comes() {
    // Without a bound it takes minutes.
    explore_within(Some(3), || {
        let (work, stop, shield) = (signal(), signal(), Arc::new(Shield::default()));
        let others = [shielded(&work, shield.hold(), true, &Arc::default()), ready(&stop)];
        assert_eq!(outcome(&work, &stop, |waker| shield.is_held(waker)), Ok(()));
        join(others);
    });
}

// proves CAN-02, CAN-04
#[test]
fn two_shields_hold_back_until_both_are_let_go() {
    let ends = explore(|| {
        let (work, stop, shield) = (signal(), signal(), Arc::new(Shield::default()));
        stop.answer(()).unwrap();
        let free = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let holders = [(&free[0], shield.hold()), (&free[1], shield.hold())].map(|(free, held)| {
            let free = free.clone();
            thread::spawn(move || {
                free.store(true, Ordering::SeqCst);
                drop(held);
            })
        });
        assert_eq!(outcome(&work, &stop, |waker| shield.is_held(waker)), Err(Stopped));
        assert!(free.iter().all(|free| free.load(Ordering::SeqCst)));
        join(holders);
    });
    assert!(ends[&()] > 1);
}

// proves CAN-02, CAN-04
#[test]
fn a_shield_that_comes_late_holds_back_or_is_too_late() {
    let ends = explore(|| {
        let (work, stop, shield) = (signal(), signal(), Arc::new(Shield::default()));
        stop.answer(()).unwrap();
        let holding = thread::spawn({
            let (work, shield) = (work.clone(), shield.clone());
            move || {
                let held = shield.hold();
                work.answer(()).unwrap();
                drop(held);
            }
        });
        let outcome = outcome(&work, &stop, |waker| shield.is_held(waker));
        holding.join().unwrap();
        outcome
    });
    assert_eq!(ends.len(), 2, "{ends:?}");
}
