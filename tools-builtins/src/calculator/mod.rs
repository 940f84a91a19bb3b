//! Arithmetic with Python's meaning and bounded work.
//!
//! An expression becomes a flat list of steps ([`parser`]), which then run on
//! a stack of numbers ([`number`]). There is no tree: nothing recurses while
//! parsing, computing or dropping. Every step's result is bounded before it is
//! computed, so the work is at most a fixed cost for each character.
//!
//! The meaning is that of Python 3, narrowed: integers have at most
//! [`MAX_BITS`] bits, floats are finite and at most [`MAX_FLOAT`] in magnitude
//! at every step (an integer that must become a float included), exponents are
//! at most [`MAX_EXPONENT`] in magnitude, and complex results are errors.

mod error;
mod hints;
mod lexer;
mod lines;
mod number;
mod parser;
#[cfg(test)]
mod tests;

pub(crate) use error::CalcError;
pub use lines::calculator_lines;
pub(crate) use number::Number as Answer;

use number::Number;
use parser::{Action, Step};

/// The longest expression, in characters, after trimming.
pub(crate) const MAX_CHARS: usize = 256;
/// The most bits an integer may have; the largest is 2**4096 - 1.
pub(crate) const MAX_BITS: u64 = 4096;
/// The largest magnitude a float may have.
pub(crate) const MAX_FLOAT: f64 = 1e308;
/// The largest magnitude an exponent may have.
pub(crate) const MAX_EXPONENT: u32 = 1_000_000;

/// Computes an expression such as `-7 // 2` or `(1 + 0.05)**30`.
///
/// Blanks around it are trimmed; positions in errors count the characters of
/// what is left, from 1.
///
/// # Errors
///
/// Whatever is not an expression of the grammar, is outside the bounds, or has
/// no real value.
pub(crate) fn evaluate(expression: &str) -> Result<Answer, CalcError> {
    let mut work = 0;
    evaluate_counting(expression, &mut work)
}

/// [`evaluate`], adding each step of parsing and computing to `work`.
fn evaluate_counting(expression: &str, work: &mut usize) -> Result<Answer, CalcError> {
    let expression = expression.trim();
    // Counting stops right past the limit, however long the text is.
    match expression.chars().take(MAX_CHARS + 1).count() {
        0 => return Err(CalcError::empty()),
        1..=MAX_CHARS => {}
        _ => return Err(CalcError::too_long()),
    }
    run(parser::parse(expression, work)?, work)
}

/// Runs the steps in their order, which is Python's order of evaluation.
fn run(steps: Vec<Step>, work: &mut usize) -> Result<Number, CalcError> {
    let mut stack: Vec<Number> = Vec::new();
    for step in steps {
        *work = work.saturating_add(1);
        let value = match step.action {
            Action::Push(number) => number,
            Action::Negate => stack.pop().ok_or_else(CalcError::incomplete)?.negate(),
            Action::Apply(operator) => {
                let right = stack.pop().ok_or_else(CalcError::incomplete)?;
                let left = stack.pop().ok_or_else(CalcError::incomplete)?;
                number::apply(operator, left, right)
                    .map_err(|fault| CalcError::from_operation(fault, operator, step.position))?
            }
        };
        stack.push(value);
    }
    stack.pop().ok_or_else(CalcError::incomplete)
}
