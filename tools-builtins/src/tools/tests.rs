use std::time::Duration;

use tools_core::{Agent, json};

use super::*;

fn agent(at: u64) -> Agent {
    let clock = Clock::fixed(UNIX_EPOCH + Duration::from_secs(at));
    Agent::builder("test").tools(crate::TOOLS).state(clock).build().unwrap()
}

// proves CAL-01, CAL-10
#[tokio::test]
async fn calculator_answers() {
    let agent = agent(0);
    let cases = [
        (" 18 / 6 ", json!({ "expression": "18 / 6", "result": 3.0 })),
        ("2**63", json!({ "expression": "2**63", "result": 9_223_372_036_854_775_808_u64 })),
        ("2**64", json!({ "expression": "2**64", "result": "18446744073709551616" })),
        ("-7 // 2", json!({ "expression": "-7 // 2", "result": -4 })),
    ];
    for (expression, answer) in cases {
        assert_eq!(
            agent.call("calculator", json!({ "expression": expression })).await.unwrap().value(),
            answer
        );
    }
    let text = agent.call("calculator", json!({ "expression": "6/3" })).await.unwrap();
    assert_eq!(text.text(), r#"{"expression":"6/3","result":2.0}"#, "a float shows that it is one");
    let longest = format!("{}1", " ".repeat(300)) + &"+1".repeat(127) + "+";
    for (expression, told) in [
        ("", "at least 1"),
        ("  ", "at least 1"),
        (&*"1".repeat(257), "more than 256"),
        ("1/0", "zero"),
        (&*longest, "expression"),
    ] {
        let error = agent.call("calculator", json!({ "expression": expression })).await.unwrap_err();
        assert_eq!(error.code(), "invalid_arguments", "{expression}");
        let text = error.to_string();
        assert!(text.contains("/expression") && text.contains(told), "{text}");
    }
    assert!(agent.call("calculator", json!({ "expression": format!("{}1", " ".repeat(300)) })).await.is_ok());
}

// proves CLK-01, CLK-02, CLK-06
#[tokio::test]
async fn the_clock_can_be_replaced() {
    let agent = agent(1_792_890_000);
    let moment = agent.call("current_datetime", json!({ "timezone": " Europe/Zurich " })).await.unwrap();
    assert_eq!(
        moment.value(),
        json!({
            "timezone": "Europe/Zurich", "iso8601": "2026-10-25T02:00:00+01:00", "date": "2026-10-25",
            "time": "02:00:00", "weekday": "Sunday", "utc_offset": "+01:00", "unix_timestamp": 1_792_890_000,
        })
    );
    // The second before, in the fold.
    let before = super::tests::agent(1_792_889_999)
        .call("current_datetime", json!({ "timezone": "Europe/Zurich" }))
        .await;
    assert_eq!(before.unwrap().value()["iso8601"], "2026-10-25T02:59:59+02:00");
    // The gap.
    for (at, iso) in
        [(1_774_745_999, "2026-03-29T01:59:59+01:00"), (1_774_746_000, "2026-03-29T03:00:00+02:00")]
    {
        let moment =
            super::tests::agent(at).call("current_datetime", json!({ "timezone": "Europe/Zurich" })).await;
        assert_eq!(moment.unwrap().value()["iso8601"], iso);
    }
    assert_eq!(agent.call("current_datetime", ()).await.unwrap().value()["timezone"], "UTC");
    for timezone in ["", "  ", &"x".repeat(101), "local", "../UTC"] {
        let error = agent.call("current_datetime", json!({ "timezone": timezone })).await.unwrap_err();
        assert_eq!(error.code(), "invalid_arguments", "{timezone}");
    }
    // Without a clock of the application, the system's.
    let agent = Agent::builder("test").tools(crate::TOOLS.only(["current_datetime"])).build().unwrap();
    let now = agent.call("current_datetime", ()).await.unwrap().value()["unix_timestamp"].as_i64().unwrap();
    assert!((unix_seconds(SystemTime::now()) - now).abs() < 5);
}

#[test]
fn seconds_before_1970_round_down() {
    assert_eq!(unix_seconds(UNIX_EPOCH - Duration::from_millis(1)), -1);
    assert_eq!(unix_seconds(UNIX_EPOCH - Duration::from_secs(2)), -2);
    assert_eq!(unix_seconds(UNIX_EPOCH + Duration::from_millis(1_999)), 1);
}

#[test]
fn what_the_tools_say_of_themselves() {
    for tool in ["calculator", "current_datetime"] {
        let definition = crate::TOOLS.get(tool).unwrap().definition().clone();
        let tags: Vec<_> = definition.tags().collect();
        assert!(tags.contains(&"builtin") && tags.contains(&"read-only"));
        assert!(definition.capabilities().is_empty() && definition.hints().read_only == Some(true));
        assert!(!definition.examples().is_empty());
        assert_eq!(definition.output().unwrap()["additionalProperties"], json!(false));
    }
    let calculator = crate::TOOLS.get("calculator").unwrap();
    assert_eq!(
        calculator.definition().input()["properties"]["expression"]["description"],
        "The expression, such as `2 * (3 + 4)`. 1 to 256 characters after trimming."
    );
}
