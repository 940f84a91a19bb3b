//! Who listens, and what that does to calls: nothing.

use super::*;

// proves EVT-05
#[tokio::test]
async fn progress_reaches_events_and_the_host() {
    let host = Shown::default();
    let agent = builder().host(host.clone()).build().unwrap();
    let mut events = agent.events();
    agent.call("steps", json!({ "count": 2 })).await.unwrap();
    let told = all(&mut events);
    assert_eq!(names(&told), ["prepared", "decided", "started", "progress", "progress", "completed"]);
    let value = serde_json::to_value(&told[4]).unwrap();
    assert_eq!(
        (&value["done"], &value["total"], &value["message"]),
        (&json!(2.0), &json!(2.0), &json!("step 2"))
    );
    assert_eq!(*host.0.lock().unwrap(), ["1 of Some(2.0): step 1", "2 of Some(2.0): step 2"]);
    // What comes after the end is nobody's any more.
    agent.call("leaves", ()).await.unwrap();
    for _ in 0..5 {
        tokio::task::yield_now().await;
    }
    assert_eq!(all(&mut events).last().unwrap().name(), "completed");
    assert_eq!(host.0.lock().unwrap().len(), 2);
}

/// Waits at a barrier with the test, once; counts what it sees and misses.
struct Slow {
    barrier: Arc<Barrier>,
    seen: Arc<Mutex<(u64, u64)>>,
}

impl Observer for Slow {
    fn event(&self, event: &Event) {
        let first = {
            let mut seen = self.seen.lock().unwrap();
            seen.0 += 1;
            seen.0 == 1
        };
        if first {
            self.barrier.wait();
            self.barrier.wait();
        }
        if event.name() == "decided" {
            panic!("this observer fails");
        }
    }

    fn missed(&self, count: u64) {
        self.seen.lock().unwrap().1 = count;
    }
}

// proves EVT-02
#[tokio::test]
async fn a_slow_or_failing_observer_holds_up_nobody() {
    let barrier = Arc::new(Barrier::new(2));
    let seen = Arc::new(Mutex::new((0, 0)));
    let counted = Arc::new(Mutex::new(0_u64));
    let count = counted.clone();
    let agent = builder()
        .observer(Slow { barrier: barrier.clone(), seen: seen.clone() })
        .observer(move |_: &Event| *count.lock().unwrap() += 1)
        .build()
        .unwrap();
    let call = async || agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap();
    call().await;
    // The observer stands at its first event, and 5,000 calls go by.
    barrier.wait();
    for _ in 0..5_000 {
        assert_eq!(call().await.text(), "2");
        // The other one is not slow; this only keeps it from missing any.
        if counted.lock().unwrap().is_multiple_of(4_000) {
            tokio::task::yield_now().await;
        }
    }
    barrier.wait();
    agent.flush_events().await;
    let (seen, missed) = *seen.lock().unwrap();
    assert_eq!(seen + missed, 4 * 5_001, "{seen} seen, {missed} missed");
    assert!(missed > 0, "{seen} seen");
}

// proves EVT-02
#[tokio::test]
async fn what_is_missed_by_a_stream_is_counted() {
    let agent = builder().build().unwrap();
    let (mut lazy, mut other) = (agent.events(), agent.events());
    let mut ends = 0;
    for _ in 0..5_000 {
        agent.call("add", json!({ "a": 1, "b": 1 })).await.unwrap();
        ends += all(&mut other).iter().filter(|event| event.is_end()).count();
    }
    assert_eq!((ends, other.missed()), (5_000, 0));
    let waited = all(&mut lazy);
    assert_eq!(waited.len() as u64 + lazy.missed(), 20_000);
    assert_eq!(waited.len(), 16_384);
    drop(agent);
    assert!(lazy.next().await.is_none() && other.next().await.is_none());
}

// proves EVT-01
#[tokio::test]
async fn numbers_grow_within_a_run_for_every_listener() {
    let agent = builder().build().unwrap();
    let mut events = agent.events();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let agent = agent.clone();
            tokio::spawn(async move { agent.call("steps", json!({ "count": 3 })).await.unwrap() })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
    let events = all(&mut events);
    let numbers: Vec<u64> = events.iter().map(Event::number).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
    let mut ends: BTreeMap<u64, usize> = BTreeMap::new();
    events
        .iter()
        .filter(|event| event.is_end())
        .for_each(|event| *ends.entry(event.action()).or_default() += 1);
    assert_eq!(ends, (1..=50).map(|action| (action, 1)).collect());
}
