//! Tasks that race for a budget.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tokio::{sync::Barrier, task::JoinSet};
use tools_core::{Agent, Budget, RunContext, ToolError, tool_fn};

use crate::{assert_sound, counts, defined, ends, told};

const TASKS: usize = 1_000;

fn agent(budget: Budget) -> (Agent, Arc<AtomicU64>) {
    let ran = Arc::new(AtomicU64::new(0));
    let tool = tool_fn(defined("count"), {
        let ran = ran.clone();
        move |_, _| {
            let ran = ran.clone();
            async move {
                ran.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                Ok::<_, ToolError>(())
            }
        }
    });
    (Agent::builder("test").tool(tool).budget(budget).build().unwrap(), ran)
}

/// All tasks begin together, each in the next of these runs; the codes.
async fn race(agent: &Agent, runs: &[RunContext]) -> Vec<&'static str> {
    let begin = Arc::new(Barrier::new(TASKS));
    let mut tasks = JoinSet::new();
    for run in runs.iter().cycle().take(TASKS) {
        let (agent, run, begin) = (agent.clone(), run.clone(), begin.clone());
        tasks.spawn(async move {
            begin.wait().await;
            agent.call_in(&run, "count", ()).await.map_or_else(|error| error.code(), |_| "ok")
        });
    }
    tasks.join_all().await
}

fn count(codes: &[&str], code: &str) -> usize {
    codes.iter().filter(|other| **other == code).count()
}

// proves BUD-03, BUD-05, EVT-01
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_thousand_tasks_race_for_a_hundred_calls() {
    let (agent, ran) = agent(Budget::new().tool_calls(100));
    let mut events = agent.events();
    let codes = race(&agent, &[agent.open_run()]).await;
    assert_eq!((count(&codes, "ok"), count(&codes, "budget_exceeded")), (100, 900));
    assert_eq!((ran.load(Ordering::SeqCst), agent.usage().tool_calls), (100, 100));

    let events = told(&mut events);
    assert_sound(&events);
    let counts = counts(&events);
    assert_eq!([counts["started"], counts["completed"], counts["refused"]], [100, 100, 900]);
    assert_eq!((ends(&events).len(), counts["budget_warning"]), (TASKS, 1));
}

// proves BUD-02, BUD-03, BUD-06
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn budgets_of_many_runs_and_of_the_agent_hold_together() {
    // Fifty tasks in each of twenty runs: the runs' own budgets let 60, 140 or
    // all pass, the agent's lets 100.
    for (own, expected) in [(3, 60), (7, 100), (1_000, 100)] {
        let (agent, ran) = agent(Budget::new().tool_calls(100));
        let own = Budget::new().tool_calls(own);
        let runs: Vec<_> = (0..20).map(|_| agent.open_run().with_budget(own)).collect();
        let codes = race(&agent, &runs).await;
        assert_eq!(count(&codes, "ok") as u64, expected);
        assert_eq!(count(&codes, "budget_exceeded"), TASKS - expected as usize);
        assert_eq!((ran.load(Ordering::SeqCst), agent.usage().tool_calls), (expected, expected));

        let used: Vec<u64> = runs.iter().map(|run| run.usage().tool_calls).collect();
        assert_eq!(used.iter().sum::<u64>(), expected, "what was refused above is taken back: {used:?}");
        assert!(used.iter().all(|used| Some(*used) <= own.tool_calls), "{used:?}");
    }
}

// proves BUD-03, BUD-06
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_levels_of_budgets_hold_together() {
    let (agent, ran) = agent(Budget::new().tool_calls(100));
    let teams: Vec<_> = (0..4).map(|_| agent.open_run().with_budget(Budget::new().tool_calls(30))).collect();
    let runs: Vec<_> = teams
        .iter()
        .flat_map(|team| (0..5).map(|_| team.open_run().with_budget(Budget::new().tool_calls(10))))
        .collect();
    let codes = race(&agent, &runs).await;
    assert_eq!((count(&codes, "ok"), ran.load(Ordering::SeqCst)), (100, 100));
    let used = |runs: &[RunContext]| runs.iter().map(|run| run.usage().tool_calls).collect::<Vec<_>>();
    let (teams, runs) = (used(&teams), used(&runs));
    assert_eq!((teams.iter().sum::<u64>(), runs.iter().sum::<u64>()), (100, 100));
    assert!(
        teams.iter().all(|used| *used <= 30) && runs.iter().all(|used| *used <= 10),
        "{teams:?} {runs:?}"
    );
    for (team, runs) in teams.iter().zip(runs.chunks(5)) {
        assert_eq!(*team, runs.iter().sum::<u64>());
    }
}
