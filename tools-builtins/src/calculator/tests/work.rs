//! The bounds on length, work and stack.

use std::thread;

use super::super::error::ErrorKind::Length;
use super::super::{MAX_CHARS, evaluate, evaluate_counting};
use super::{answer, check_answers};

/// The worst expressions, all of at most 256 characters.
fn adversarial() -> Vec<String> {
    let repeated = |part: &str, end: &str| {
        let times = (MAX_CHARS - end.len()) / part.len();
        format!("{}{end}", part.repeat(times))
    };
    let mut all = vec![format!("{}1{}", "(".repeat(127), ")".repeat(127))];
    for part in [
        "-", "+", "-+", "(-", "2**", "1**", "2**-", "1+", "1-", "9*", "1/", "1//", "7%", "1-(", "9**(",
        "-2**-", "0x", "1_", "9", "10", "1.", "1e308*", "5e-324*", "99**99*", "(", "1 ",
    ] {
        all.push(repeated(part, "1"));
    }
    for part in [")", "()", "(1", ".", "_", "a", "−", " (", "1)", "1e", "*"] {
        all.push(repeated(part, ""));
    }
    all.push(format!("0x{}", "f".repeat(254)));
    all.push(format!("1e{}", "9".repeat(254)));
    all.push(format!(".{}1", "0".repeat(254)));
    all.push(repeated("3**2584*0+", "1"));
    all.push(repeated("3**2584//7*0+", "1"));
    all.push(repeated("3**2584/7**1459+", "1"));
    all.push(format!("{}9{}", "(".repeat(42), "**64)".repeat(42)));
    all
}

#[test]
fn every_expression_ends_within_fixed_work_and_stack() {
    // proves CAL-06, CAL-07
    for stack in [64 << 10, 2 << 20] {
        for expression in adversarial() {
            assert!(expression.chars().count() <= MAX_CHARS, "{expression}");
            let run = move || {
                let mut work = 0;
                drop(evaluate_counting(&expression, &mut work));
                // Each token is read once, moved once, and is one step at most.
                assert!(work <= 3 * MAX_CHARS, "{work} for {expression}");
            };
            let thread = thread::Builder::new().stack_size(stack).spawn(run).unwrap();
            thread.join().unwrap();
        }
    }
}

#[test]
fn deep_and_long_expressions_have_answers() {
    // proves CAL-07
    let nested = format!("{}1{}", "(".repeat(127), ")".repeat(127));
    let minus = format!("{}1", "-".repeat(255));
    let ones = format!("{}1", "1+".repeat(127));
    let powers = format!("{}1", "1**".repeat(85));
    check_answers(&[("C32", &nested, "1"), ("", &minus, "-1"), ("", &ones, "128"), ("", &powers, "1")]);
    let mut work = 0;
    assert!(evaluate_counting(&minus, &mut work).is_ok());
    // 256 tokens, 255 signs that wait, 256 steps.
    assert_eq!(work, 256 + 255 + 256);
}

#[test]
fn length_is_counted_in_characters_after_trimming() {
    // proves CAL-07
    let longest = format!("  1{}\n", "+".repeat(254) + "1");
    assert_eq!(longest.trim().len(), 256);
    assert_eq!(answer(&longest), "2", "C35");
    // Not 256 bytes: a character of three bytes is one.
    let wide = format!("1{}−", " ".repeat(254));
    assert_eq!(evaluate(&wide).unwrap_err().position(), Some(256), "{wide:?}");
    let too_long = format!("1{}", "+1".repeat(128));
    for expression in ["", "  ", "\t\n", &too_long, &"9".repeat(1_000_000)] {
        let error = evaluate(expression).expect_err("C35");
        assert_eq!((error.kind(), error.position()), (Length, None));
    }
}
