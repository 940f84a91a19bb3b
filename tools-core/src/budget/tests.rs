use super::*;

fn warnings(account: &Account, unit: Unit, times: u64) -> (Vec<Warning>, Vec<String>) {
    let (mut warnings, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..times {
        if let Err(error) = account.reserve(unit, |warning| warnings.push(warning)) {
            refused.push(error.to_string());
        }
    }
    (warnings, refused)
}

// proves BUD-05
#[test]
fn a_warning_once_for_each_limit() {
    // The limit, the ratio, and at which call it is told.
    for (max, ratio, at) in [
        (10, 0.8, 8),
        (10, 0.5, 5),
        (10, 1.0, 10),
        (10, 0.0, 1),
        (3, 0.8, 3),
        (1, 0.8, 1),
        (5, f64::NAN, 4),
        (10, 7.0, 10),
    ] {
        let account = Account::open(&Budget::new().tool_calls(max).warn_at(ratio), None);
        let (told, refused) = warnings(&account, Unit::ToolCalls, max + 2);
        let expected = Warning { limit: BudgetLimit::ToolCalls, used: at, max };
        assert_eq!((told, refused.len()), (vec![expected], 2), "{max} {ratio}");
    }
    let unlimited = Account::open(&Budget::new().warn_at(0.0), None);
    assert_eq!(warnings(&unlimited, Unit::ToolCalls, 100), (Vec::new(), Vec::new()));
}

// proves BUD-03, BUD-06
#[test]
fn a_refused_call_uses_nothing_here_and_above() {
    let parent = Account::open(&Budget::new().tool_calls(3), None);
    let one = Account::open(&Budget::new().tool_calls(2), Some(&parent));
    let other = Account::open(&Budget::new(), Some(&parent));
    let used = |account: &Account| account.usage().tool_calls;
    assert_eq!(warnings(&one, Unit::ToolCalls, 5).1.len(), 3);
    assert_eq!((used(&one), used(&parent)), (2, 2));
    let refused = warnings(&other, Unit::ToolCalls, 5).1;
    assert_eq!(refused, ["over the limit: the budget of 3 tool calls is spent"; 4]);
    assert_eq!((used(&one), used(&other), used(&parent)), (2, 1, 3));
}

// proves BUD-01
#[test]
fn tokens_are_counted_afterwards_and_refuse_the_next_model_call() {
    let parent = Account::open(&Budget::new().output_tokens(1_000), None);
    let account = Account::open(&Budget::new().input_tokens(100), Some(&parent));
    assert!(account.has_tokens().is_ok());
    let mut told = Vec::new();
    account.add(Unit::InputTokens, 250, |warning| told.push(warning));
    assert_eq!(told, [Warning { limit: BudgetLimit::InputTokens, used: 250, max: 100 }]);
    assert_eq!(
        account.has_tokens().unwrap_err().to_string(),
        "over the limit: the budget of 100 input tokens is spent"
    );
    let sibling = Account::open(&Budget::new(), Some(&parent));
    assert!(sibling.has_tokens().is_ok());
    sibling.add(Unit::OutputTokens, u64::MAX, |_| {});
    sibling.add(Unit::OutputTokens, u64::MAX, |_| {});
    assert_eq!(parent.usage().output_tokens, u64::MAX);
    assert_eq!(
        sibling.has_tokens().unwrap_err().to_string(),
        "over the limit: the budget of 1000 output tokens is spent"
    );
}

// proves BUD-01, CFG-01
#[test]
fn a_budget_serialises_both_ways() {
    let all = Budget::new().model_calls(1).tool_calls(2).input_tokens(3).output_tokens(4);
    let all = all.run_time(Duration::from_secs(90)).warn_at(0.5);
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(
        text,
        r#"{"model_calls":1,"tool_calls":2,"input_tokens":3,"output_tokens":4,"run_time":"90s","warn_at":0.5}"#
    );
    assert_eq!(serde_json::from_str::<Budget>(&text).unwrap(), all);
    assert_eq!(serde_json::to_string(&Budget::new()).unwrap(), "{}");
    assert_eq!(serde_json::from_str::<Budget>("{}").unwrap(), Budget::new());
    assert!(Budget::new().is_unlimited() && !all.is_unlimited());
    for (bad, told) in [
        (r#"{"warn_at":1.5}"#, "1.5 is no part of a limit"),
        (r#"{"run_time":"90"}"#, "\"90\" is no time"),
        (r#"{"tool_calls":-1}"#, "-1"),
        (r#"{"toolcalls":1}"#, "`toolcalls`"),
    ] {
        let error = serde_json::from_str::<Budget>(bad).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}
