//! What is refused, where, and with which hint.

use super::super::error::ErrorKind::{DivisionByZero, NotReal, Syntax};
use super::super::evaluate;
use super::{answer, check_errors};

#[test]
fn what_is_not_in_the_grammar_is_refused_at_its_place() {
    // proves CAL-08
    check_errors(&[
        ("C40", "1e", Syntax, 2),
        ("C40", "1..2", Syntax, 3),
        ("C40", "1.2.3", Syntax, 4),
        ("C40", "3a", Syntax, 2),
        ("C40", "1+", Syntax, 2),
        ("C40", "*2", Syntax, 1),
        ("C40", "()", Syntax, 2),
        ("C40", "2 3", Syntax, 3),
        ("C41", "2(3)", Syntax, 2),
        ("C41", "(2)(3)", Syntax, 4),
        ("C41", "2pi", Syntax, 2),
        ("C42", "2^3", Syntax, 2),
        ("C43", "−3", Syntax, 1),
        ("C43", "3–1", Syntax, 2),
        ("C43", "3×2", Syntax, 2),
        ("C43", "6÷2", Syntax, 2),
        ("C45", "1,000+1", Syntax, 2),
        ("C47", "pi", Syntax, 1),
        ("C47", "abs(-1)", Syntax, 1),
        ("C47", "True", Syntax, 1),
        ("C47", "None", Syntax, 1),
        ("C47", "1j", Syntax, 2),
        ("C47", "'1'", Syntax, 1),
        ("C47", "[1]", Syntax, 1),
        ("C47", "1<2", Syntax, 2),
        ("C47", "1 if 1 else 2", Syntax, 3),
        ("C47", "3<<2", Syntax, 2),
        ("C47", "5&3", Syntax, 2),
        ("C47", "~5", Syntax, 1),
        ("C47", "1;2", Syntax, 2),
        ("C47", "__import__(\"os\")", Syntax, 1),
        ("", "  2 ^ 3", Syntax, 3),
        ("", "1 == 1", Syntax, 3),
        ("", "x = 1", Syntax, 1),
        ("", "1 = 1", Syntax, 3),
        ("", "not 1", Syntax, 1),
        ("", "5|3", Syntax, 2),
        ("", "1+1 # two", Syntax, 5),
        ("", "(1", Syntax, 1),
        ("", "1)", Syntax, 2),
        ("", "(1+)", Syntax, 4),
        ("", "2 * / 3", Syntax, 5),
        ("", "1/0 + )", Syntax, 7),
        ("", "2***3", Syntax, 4),
        ("", ".", Syntax, 1),
        ("", "1\n+1", Syntax, 2),
        ("", "1\u{0}", Syntax, 2),
        ("", "1\u{a0}+1", Syntax, 2),
        ("", "1\u{200b}+1", Syntax, 2),
        ("", "３+1", Syntax, 1),
        ("", "1٣", Syntax, 2),
        ("", "1x2", Syntax, 2),
        ("", "50% of 80", Syntax, 5),
        ("", "5%", Syntax, 2),
        ("", "5!", Syntax, 2),
        ("", "$5", Syntax, 1),
    ]);
}

#[test]
fn hints_say_what_to_write() {
    // proves CAL-08
    for (expression, part) in [
        ("−3", "`−` (U+2212) at character 1: write the ASCII `-`"),
        ("3–1", "`–` (U+2013) at character 2: write the ASCII `-`"),
        ("3×2", "`×` (U+00D7) at character 2: write the ASCII `*`"),
        ("6÷2", "`÷` (U+00F7) at character 2: write the ASCII `/`"),
        ("3²", "write the ASCII `**2`"),
        ("３+1", "(U+FF13) at character 1: write the ASCII `3`"),
        ("1+٣", "write the ASCII `3`"),
        ("1+\u{1D7DB}", "the ASCII digits 0 to 9"),
        ("1\u{a0}+1", "character U+00A0 at character 2: write an ordinary space"),
        ("1\u{200b}+1", "character U+200B at character 2: remove it"),
        ("2^3", "write `**` for a power"),
        ("2(3)", "write `*`"),
        ("2pi", "write `*` for multiplication and then 3.141592653589793"),
        ("1x2", "write `*` for multiplication"),
        ("1,000+1", "no thousands separators"),
        ("1, 2", "one expression only"),
        ("012", "write 12"),
        ("1j", "complex numbers are not supported"),
        ("pi", "write 3.141592653589793"),
        ("sqrt(2)", "write x**0.5"),
        ("3<<2", "x * 2**n"),
        ("5%", "5/100"),
        ("1 and 2", "boolean"),
        ("'1'", "strings are not supported"),
        ("[1]", "lists are not supported"),
        ("x = 1", "numbers in place of variables"),
        ("1 = 1", "assignment is not supported"),
        ("1 # one", "comments are not supported"),
        ("1 < 2", "comparisons are not supported"),
    ] {
        let message = evaluate(expression).expect_err(expression).to_string();
        assert!(message.contains(part), "{expression}: {message}");
    }
    // A long name is not repeated in full.
    assert!(answer(&"a".repeat(256)).len() < 150);
}

#[test]
fn operations_without_a_real_result() {
    // proves CAL-09
    check_errors(&[
        ("C24", "1/0", DivisionByZero, 2),
        ("C24", "1.0/0", DivisionByZero, 4),
        ("C24", "0%0", DivisionByZero, 2),
        ("C24", "7%-0.0", DivisionByZero, 2),
        ("C24", "1//0.0", DivisionByZero, 2),
        ("C24", "0**-1", DivisionByZero, 2),
        ("C26", "(-8)**(1/3)", NotReal, 5),
        ("", "1//0", DivisionByZero, 2),
        ("", "1/(2-2)", DivisionByZero, 2),
        ("", "0.0**-0.5", DivisionByZero, 4),
        ("", "(-0.0)**-3", DivisionByZero, 7),
        ("", "(-2)**.5", NotReal, 5),
        ("", "(-2)**-0.5", NotReal, 5),
    ]);
}
