//! Tables of expressions. A first column such as `C08` names a case of the
//! collection of real-world cases; answers are those of Python 3.11.

mod refusals;
mod work;

use std::io::Cursor;

use super::error::ErrorKind::{self, Syntax, TooLarge};
use super::{Answer, calculator_lines, evaluate};

/// The answer's JSON text, or the error.
fn answer(expression: &str) -> String {
    match evaluate(expression) {
        Ok(answer) => answer.to_json().to_string(),
        Err(error) => format!("error: {error}"),
    }
}

fn check_answers(rows: &[(&str, &str, &str)]) {
    for (id, expression, wanted) in rows {
        assert_eq!(&answer(expression), wanted, "{id}: {expression}");
    }
}

/// Rows of id, expression, kind and position.
fn check_errors(rows: &[(&str, &str, ErrorKind, usize)]) {
    for (id, expression, kind, position) in rows {
        let error = evaluate(expression).expect_err(expression);
        let found = (error.kind(), error.position());
        assert_eq!(found, (*kind, Some(*position)), "{id}: {expression}: {error}");
        let place = format!(" at character {position}: ");
        assert!(error.to_string().contains(&place), "{id}: {error}");
    }
}

#[test]
fn precedence_and_associativity() {
    // proves CAL-02
    check_answers(&[
        ("C01", "-2**2", "-4"),
        ("C02", "(-2)**2", "4"),
        ("C03", "2**-1", "0.5"),
        ("C04", "2**3**2", "512"),
        ("C07", "--3", "3"),
        ("C07", "-+-3", "3"),
        ("C07", "3--2", "5"),
        ("C49", "10-4-3", "3"),
        ("C49", "6//-4*2", "-4"),
        ("C49", "2%3*4", "8"),
        ("C49", "2*3%4", "2"),
        ("C50", " 18 / 6 ", "3.0"),
        ("", "2**-1*3", "1.5"),
        ("", "2**-3**2", "0.001953125"),
        ("", "-2**-2", "-0.25"),
        ("", "2 ** - +1", "0.5"),
        ("", "+2**+3*+4", "32"),
        ("", "-3%2*-1", "-1"),
        ("", "2*-3**2+1", "-17"),
        ("", "((1+2)*(3-(4)))", "-3"),
        ("", "\t1\t+ 2 ", "3"),
    ]);
}

#[test]
fn integers_are_exact() {
    // proves CAL-03
    check_answers(&[
        ("C08", "7//2", "3"),
        ("C08", "-7//2", "-4"),
        ("C08", "7//-2", "-4"),
        ("C08", "-7//-2", "3"),
        ("C09", "-7%3", "2"),
        ("C09", "7%-3", "-2"),
        ("C09", "-7%-3", "-1"),
        ("C16", "9007199254740993", "9007199254740993"),
        ("C25", "0**0", "1"),
        ("", "6//-3", "-2"),
        ("", "6%-3", "0"),
        ("", "-(2**64)//(2**64+1)", "-1"),
        ("", "3**2584%1000", "681"),
        ("", "(2**200+1)%2**100", "1"),
    ]);
}

#[test]
fn division_of_integers_rounds_once() {
    // proves CAL-03
    check_answers(&[
        ("C13", "1/3", "0.3333333333333333"),
        ("", "9007199254740993/1", "9007199254740992.0"),
        ("", "9007199254740995*1.0", "9007199254740996.0"),
        ("", "(2**1100+1)/2**1099", "2.0"),
        ("", "10**400/10**399", "10.0"),
        ("", "1/2**1074", "5e-324"),
        ("", "1/2**1075", "0.0"),
        ("", "3/2**1075", "1e-323"),
        ("", "(2**54+1)/2**1128", "5e-324"),
        ("", "-1/2**1076", "-0.0"),
        ("", "0/-5", "-0.0"),
    ]);
}

#[test]
fn floats_follow_python() {
    // proves CAL-03, CAL-04
    check_answers(&[
        ("C14", "0.1+0.2", "0.30000000000000004"),
        ("C22", "1e-400", "0.0"),
        ("C22", "5e-324/2", "0.0"),
        ("C25", "0.0**0", "1.0"),
        ("C27", "2**0.5", "1.4142135623730951"),
        ("C27", "4**.5", "2.0"),
        ("", "-7.5//2", "-4.0"),
        ("", "-7.5%2", "0.5"),
        ("", "7.5%-2", "-0.5"),
        ("", "1//0.1", "9.0"),
        ("", "1%0.1", "0.09999999999999995"),
        ("", "-1e-320//3", "-1.0"),
        ("", "-0.0//5", "-0.0"),
        ("", "0.0//-5", "-0.0"),
        ("", "5.0%-5", "-0.0"),
        ("", "-5.0%5", "0.0"),
        ("", "-0.0", "-0.0"),
        ("", "-0", "0"),
        ("", "(-2)**3.0", "-8.0"),
        ("", "(-0.0)**3", "-0.0"),
        ("", "(-0.0)**2", "0.0"),
        ("", "2**-1074", "5e-324"),
        ("", "2**-1075", "0.0"),
    ]);
    assert_eq!(evaluate("-1e308"), Ok(Answer::Float(-1e308)));
}

#[test]
fn floats_stay_within_their_bound() {
    // proves CAL-04
    check_errors(&[
        ("C20", "1e400", TooLarge, 1),
        ("C20", "1e308*10", TooLarge, 6),
        ("C20", "1e308+1e308", TooLarge, 6),
        ("C20", "2.0**1024", TooLarge, 4),
        ("", "1e309", TooLarge, 1),
        ("", "1 - 1.0000000000000002e308", TooLarge, 5),
        ("", "1e308*1.1*0", TooLarge, 6),
        ("", "(1e308*10)*0", TooLarge, 7),
        ("", "1e308//1e-10", TooLarge, 6),
        ("", "10**309/1", TooLarge, 8),
        ("", "2**1024*1.0", TooLarge, 8),
        ("", "(2**1024)**-1", TooLarge, 10),
        ("", "-1e308-1e300*1e7", TooLarge, 7),
    ]);
}

#[test]
fn literals() {
    // proves CAL-05
    check_answers(&[
        ("C36", "1_000+1", "1001"),
        ("C39", ".5", "0.5"),
        ("C39", "5.", "5.0"),
        ("C39", "1e3", "1000.0"),
        ("C39", "1.e2", "100.0"),
        ("", "1E+3", "1000.0"),
        ("", "0x_fF+0b1_1+0O17", "273"),
        ("", "0XAB-0B1-0o7", "163"),
        ("", "0xe+1", "15"),
        ("", "1_0.5_0e1_0", "105000000000.0"),
        ("", "00", "0"),
        ("", "0_0", "0"),
        ("", "012.5", "12.5"),
        ("", "09e1", "90.0"),
        ("", "2.//1", "2.0"),
    ]);
    check_errors(&[
        ("C36", "1__0", Syntax, 2),
        ("C36", "1_", Syntax, 2),
        ("C36", "_1", Syntax, 1),
        ("", "1_.5", Syntax, 2),
        ("", "1._5", Syntax, 3),
        ("", "1e_5", Syntax, 3),
        ("", "1_e5", Syntax, 2),
        ("", "0x", Syntax, 1),
        ("", "0xg", Syntax, 1),
        ("", "0x__1", Syntax, 3),
        ("", "0x1_", Syntax, 4),
        ("", "0x1.5", Syntax, 4),
        ("", "0b12", Syntax, 4),
        ("", "0o18", Syntax, 4),
        ("", "3+012", Syntax, 3),
        ("", "0_7", Syntax, 1),
        ("", "1e5.3", Syntax, 4),
    ]);
}

#[test]
fn size_is_bounded_before_computing() {
    // proves CAL-06
    check_answers(&[
        ("", "1.05**360", "42476396.40868067"),
        ("", "2**100", "\"1267650600228229401496703205376\""),
        ("", "1**999999", "1"),
        ("", "(-1)**1000000", "1"),
        ("", "0**1000000", "0"),
        ("", "1.0**-1e6", "1.0"),
        ("", "2**4095//2**4094", "2"),
        ("", "(2**4095+(2**4095-1))//2**4095", "1"),
        ("", "-(2**4095+(2**4095-1))%2", "1"),
        ("", "2**2048*2**2047//2**4094", "2"),
        ("", "3**2584//3**2583", "3"),
        ("C31", "10000**100//10**399", "10"),
    ]);
    check_errors(&[
        ("C28", "9**9**9", TooLarge, 2),
        ("C28", "10**10**10", TooLarge, 3),
        ("C29", "(((9**64)**64)**64)**64", TooLarge, 10),
        ("C31", "99**99999", TooLarge, 3),
        ("", "2**4096", TooLarge, 2),
        ("", "3**2585", TooLarge, 2),
        ("", "2**4095*2", TooLarge, 8),
        ("", "2**4095+2**4095", TooLarge, 8),
        ("", "-(2**4095+(2**4095-1))-1", TooLarge, 23),
        ("", "2**2048*2**2048", TooLarge, 8),
        ("", "1**1000001", TooLarge, 2),
        ("", "1**-1000001", TooLarge, 2),
        ("", "1.0**1000000.5", TooLarge, 4),
        ("", "1**(10**100)", TooLarge, 2),
    ]);
}

#[test]
fn results_in_json_are_never_rounded() {
    // proves CAL-10
    check_answers(&[
        ("C12", "6/3", "2.0"),
        ("C18", "2**64", "\"18446744073709551616\""),
        ("C18", "10**20+1", "\"100000000000000000001\""),
        ("", "2**63", "9223372036854775808"),
        ("", "2**64-1", "18446744073709551615"),
        ("", "-2**63", "-9223372036854775808"),
        ("", "-2**63-1", "\"-9223372036854775809\""),
        ("", "2**53+1", "9007199254740993"),
        ("", "2.0*3", "6.0"),
        ("", "1e3", "1000.0"),
    ]);
    for (expression, float) in [("1e16", 1e16), ("1e300", 1e300), ("1e-7", 1e-7)] {
        let json = evaluate(expression).unwrap().to_json();
        assert!(json.is_f64(), "{expression} is {json}");
        assert_eq!(evaluate(expression), Ok(Answer::Float(float)));
        // The text itself reads back as a float.
        let text = json.to_string();
        assert!(text.contains(['.', 'e']), "{text}");
    }
}

#[test]
fn lines_in_and_out() {
    let mut out = Vec::new();
    calculator_lines(Cursor::new("1+1\n\n6/3\n2**64\n"), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.first(), Some(&r#"{"result":2}"#));
    assert!(lines[1].contains(r#""error":"length""#), "{text}");
    assert_eq!(lines[2..], [r#"{"result":2.0}"#, r#"{"result":"18446744073709551616"}"#]);
}
