//! Cancellation against completion.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{sync::Barrier, task::yield_now};
use tools_core::{Agent, RunContext, ToolError, tool_fn};

use crate::{assert_sound, defined, ends, told};

const RACES: usize = 10_000;

async fn steps(count: usize) {
    for _ in 0..count {
        yield_now().await;
    }
}

/// How many awaits the tool of a run has.
struct Steps(usize);

/// `plain` may be cut at each await; `commit` may not once it has begun.
fn agent(commits: &Arc<AtomicUsize>) -> Agent {
    let plain = tool_fn(defined("plain"), |_, run: RunContext| async move {
        steps(run.shared::<Steps>()?.0).await;
        Ok::<_, ToolError>(())
    });
    let commits = commits.clone();
    let commit = tool_fn(defined("commit"), move |_, run: RunContext| {
        let commits = commits.clone();
        async move {
            let count = run.shared::<Steps>()?.0;
            run.shield(async {
                steps(count).await;
                commits.fetch_add(1, Ordering::SeqCst);
                steps(count).await;
            })
            .await;
            Ok::<_, ToolError>(())
        }
    });
    Agent::builder("test").tool(plain).tool(commit).expects::<Steps>().build().unwrap()
}

/// One call and two who cancel it, each with a reason of its own; the error.
async fn race(agent: &Agent, run: &RunContext, tool: &'static str, number: usize) -> Result<(), ToolError> {
    let begin = Arc::new(Barrier::new(3));
    let cancelling = [1, 5].map(|stride| {
        let (run, begin) = (run.clone(), begin.clone());
        tokio::spawn(async move {
            begin.wait().await;
            // From at once to when the tool has ended.
            steps(number / stride % 7).await;
            run.cancel(stride.to_string())
        })
    });
    let call = tokio::spawn({
        let (agent, run) = (agent.clone(), run.clone());
        async move {
            begin.wait().await;
            agent.call_in(&run, tool, ()).await.map(drop)
        }
    });
    let outcome = call.await.unwrap();
    let mut first = Vec::new();
    for (cancelling, reason) in cancelling.into_iter().zip(["1", "5"]) {
        first.extend(cancelling.await.unwrap().then_some(reason));
    }
    assert_eq!(first.len(), 1, "exactly one was first");
    if let Err(error) = &outcome {
        let ToolError::Cancelled { reason, .. } = error else { panic!("{error:?}") };
        assert_eq!(reason, first[0], "the first reason wins");
    }
    assert!(!run.cancel("later"));
    outcome
}

// proves CAN-02, CAN-03, CAN-04, EVT-01
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_thousand_races_have_one_outcome_each() {
    let commits = Arc::new(AtomicUsize::new(0));
    let agent = agent(&commits);
    let mut events = agent.events();
    let mut outcomes = BTreeMap::from([("plain", [0, 0]), ("commit", [0, 0])]);
    // In parts, so that no event is missed.
    for part in 0..RACES / 100 {
        let races: Vec<_> = (part * 100..part * 100 + 100)
            .map(|number| {
                let tool = if number % 2 == 0 { "plain" } else { "commit" };
                let run = agent.open_run().lend(Steps(number % 5));
                let (agent, id) = (agent.clone(), run.id());
                (tool, id, tokio::spawn(async move { race(&agent, &run, tool, number).await }))
            })
            .collect();
        let mut expected = BTreeMap::new();
        for (tool, id, race) in races {
            let completed = race.await.unwrap().is_ok();
            outcomes.get_mut(tool).unwrap()[usize::from(completed)] += 1;
            expected.insert((id, 1), if completed { "completed" } else { "cancelled" });
        }
        let events = told(&mut events);
        assert_sound(&events);
        let ends: BTreeMap<_, _> =
            ends(&events).into_iter().map(|(call, end)| (call, end["event"].clone())).collect();
        assert_eq!(ends, expected.into_iter().map(|(call, end)| (call, end.into())).collect());
    }
    let [plain, commit] = ["plain", "commit"].map(|tool| outcomes[tool]);
    assert_eq!(plain.iter().chain(&commit).sum::<usize>(), RACES);
    // What was begun behind the shield was ended, and its result counts.
    assert_eq!(commits.load(Ordering::SeqCst), commit[1], "{outcomes:?}");
}

// proves CAN-06, EVT-01
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cancelling_above_ends_every_call_below() {
    let hang = tool_fn(defined("hang"), |_, _| async move {
        std::future::pending::<()>().await;
        Ok::<_, ToolError>(())
    });
    let agent = Agent::builder("test").tool(hang).time_limit(None).build().unwrap();
    let top = agent.open_run();
    // Eight levels, and beside each a run that is not below.
    let mut runs = vec![top.open_run()];
    for level in 0..7 {
        let below: RunContext = runs[level].open_run();
        runs.push(below);
    }
    let mut events = agent.events();
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let (agent, run) = (agent.clone(), runs[number % 8].clone());
            tokio::spawn(async move { agent.call_in(&run, "hang", ()).await })
        })
        .collect();
    let beside = agent.open_run();
    let outside = tokio::spawn({
        let (agent, beside) = (agent.clone(), beside.clone());
        async move { agent.call_in(&beside, "hang", ()).await }
    });
    let mut seen = Vec::new();
    while seen.iter().filter(|event: &&tools_core::Event| event.name() == "started").count() < 201 {
        seen.push(events.next().await.unwrap());
    }
    assert!(top.cancel("the user left"));
    for call in calls {
        assert!(
            matches!(call.await.unwrap(), Err(ToolError::Cancelled { reason, .. }) if reason == "the user left")
        );
    }
    assert!(runs.iter().all(RunContext::is_cancelled) && !beside.is_cancelled() && !outside.is_finished());
    seen.extend(told(&mut events));
    assert_sound(&seen);
    assert_eq!(ends(&seen).len(), 200);
    assert!(beside.cancel("and so did this one"));
    assert_eq!(outside.await.unwrap().unwrap_err().code(), "cancelled");
}
