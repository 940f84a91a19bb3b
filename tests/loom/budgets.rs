//! Calls that race for a budget.

use std::sync::Arc;

use loom::thread::{self, JoinHandle};

use crate::{
    explore,
    ledger::{Counter, Ledger, Level, Unit},
};

const UNIT: Unit = Unit::ToolCalls;

/// A ledger that limits tool calls alone, and warns when this many are used.
fn ledger(max: Option<u64>, warn_at: u64, parent: Option<&Arc<Ledger>>) -> Arc<Ledger> {
    let counters = [None, max, None, None].map(|max| Counter::new(max, warn_at));
    Arc::new(Ledger::new(counters, parent.cloned()))
}

/// What one call was told.
struct Told {
    refused: Option<Level>,
    warnings: Vec<Level>,
}

fn reserve(ledger: &Ledger) -> Told {
    let mut warnings = Vec::new();
    let refused = ledger.reserve(UNIT, |level| warnings.push(level)).err();
    Told { refused, warnings }
}

fn race(ledger: &Arc<Ledger>) -> JoinHandle<Told> {
    let ledger = ledger.clone();
    thread::spawn(move || reserve(&ledger))
}

fn passed(told: &[Told]) -> usize {
    told.iter().filter(|told| told.refused.is_none()).count()
}

fn warnings(told: &[Told]) -> Vec<Level> {
    told.iter().flat_map(|told| told.warnings.iter().copied()).collect()
}

// proves BUD-03, BUD-05
#[test]
fn three_calls_race_for_two() {
    let ends = explore(|| {
        let ledger = ledger(Some(2), 2, None);
        let others = [race(&ledger), race(&ledger)];
        let mut told = vec![reserve(&ledger)];
        let is_first = told[0].refused.is_none();
        told.extend(others.map(|other| other.join().unwrap()));

        assert_eq!((passed(&told), ledger.used(UNIT)), (2, 2));
        let spent = Level { unit: UNIT, used: 2, max: 2 };
        assert!(told.iter().filter_map(|told| told.refused).all(|level| level == spent));
        assert_eq!(warnings(&told), [spent], "told once");
        is_first
    });
    assert_eq!(ends.len(), 2, "each may lose: {ends:?}");
}

// proves BUD-03, BUD-06
#[test]
fn two_children_race_for_the_last_of_their_parent() {
    let ends = explore(|| {
        let parent = ledger(Some(1), 1, None);
        let [one, other] = [(); 2].map(|()| ledger(Some(1), 1, Some(&parent)));
        let racing = race(&other);
        let mut told = vec![reserve(&one)];
        told.push(racing.join().unwrap());

        let used = [one.used(UNIT), other.used(UNIT)];
        assert_eq!((passed(&told), parent.used(UNIT)), (1, 1));
        assert_eq!(used, [0, 1].map(|child: usize| u64::from(told[child].refused.is_none())), "taken back");
        assert_eq!(warnings(&told).len(), 2, "the parent, and the child that passed");
        used
    });
    assert_eq!(ends.len(), 2, "each may win: {ends:?}");
}

// proves BUD-03, BUD-06
#[test]
fn two_calls_of_one_child_race_for_one() {
    explore(|| {
        let parent = ledger(Some(2), 2, None);
        let child = ledger(Some(1), 1, Some(&parent));
        let racing = race(&child);
        let told = [reserve(&child), racing.join().unwrap()];
        assert_eq!((passed(&told), child.used(UNIT), parent.used(UNIT)), (1, 1, 1));
        // What was refused below took nothing of what others may use above.
        assert!(reserve(&parent).refused.is_none());
        assert!(reserve(&parent).refused.is_some());
    });
}

// proves BUD-03, BUD-06
#[test]
fn what_is_refused_above_keeps_nobody_below_from_a_place() {
    let ends = explore(|| {
        let top = ledger(Some(2), 2, None);
        let middle = ledger(Some(2), 3, Some(&top));
        let low = ledger(Some(1), 2, Some(&middle));
        let others = [race(&low), race(&top)];
        let mut told = vec![reserve(&low)];
        told.extend(others.map(|other| other.join().unwrap()));
        assert!(told[2].refused.is_none(), "nobody has taken the second place of the top");
        assert_eq!(passed(&told), 2);
        assert_eq!([low.used(UNIT), middle.used(UNIT), top.used(UNIT)], [1, 1, 2]);
        assert_eq!(warnings(&told), [Level { unit: UNIT, used: 2, max: 2 }], "the top's, told once");
        told[0].refused.is_none()
    });
    assert_eq!(ends.len(), 2, "{ends:?}");
}

// proves BUD-03, BUD-06
#[test]
fn a_place_that_is_free_is_taken_and_one_that_is_taken_back_is_free() {
    let ends = explore(|| {
        // Two in the child may hold both of its places for a moment, when the
        // third has taken the only one above.
        let parent = ledger(Some(1), 1, None);
        let child = ledger(Some(1), 1, Some(&parent));
        let others = [race(&child), race(&parent)];
        let mut told = vec![reserve(&child)];
        told.extend(others.map(|other| other.join().unwrap()));
        assert_eq!((passed(&told), parent.used(UNIT)), (1, 1), "none is lost, none is given twice");
        let in_child = told[..2].iter().filter(|told| told.refused.is_none()).count();
        assert_eq!(child.used(UNIT), in_child as u64, "taken back");
        told.iter().map(|told| told.refused.is_none()).collect::<Vec<_>>()
    });
    assert_eq!(ends.len(), 3, "each may win: {ends:?}");
}

// proves BUD-01, BUD-05
#[test]
fn counts_that_are_added_afterwards_are_all_counted() {
    explore(|| {
        let parent = ledger(None, u64::MAX, None);
        let counters = [None, None, Some(10), None].map(|max| Counter::new(max, 8));
        let child = Arc::new(Ledger::new(counters, Some(parent.clone())));
        let add = |ledger: &Ledger| {
            let mut warnings = Vec::new();
            ledger.add(Unit::InputTokens, 5, |level| warnings.push(level));
            warnings.len()
        };
        let adding = thread::spawn({
            let child = child.clone();
            move || add(&child)
        });
        let warned = add(&child) + adding.join().unwrap();
        assert_eq!((child.used(Unit::InputTokens), parent.used(Unit::InputTokens), warned), (10, 10, 1));
        assert!(child.spent(Unit::InputTokens).is_some(), "the next one is refused");
    });
}
