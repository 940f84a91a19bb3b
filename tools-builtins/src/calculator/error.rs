//! What can be wrong with an expression, said so that the reader can mend it.

use std::borrow::Cow;
use std::fmt;

use super::number::{Fault, Operator};
use super::{MAX_BITS, MAX_CHARS, MAX_EXPONENT, MAX_FLOAT};

/// The kinds of [`CalcError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// Empty or too long.
    Length,
    /// Not an expression of the grammar.
    Syntax,
    /// A number or an exponent outside the bounds.
    TooLarge,
    /// Division or modulo by zero, or zero to a negative power.
    DivisionByZero,
    /// A root of a negative number.
    NotReal,
}

impl ErrorKind {
    /// The kind as a short word for programs.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Syntax => "syntax",
            Self::TooLarge => "too_large",
            Self::DivisionByZero => "division_by_zero",
            Self::NotReal => "not_real",
        }
    }
}

/// Why an expression has no answer.
///
/// Its `Display` is one sentence: what is wrong, at which character, and what
/// to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CalcError {
    kind: ErrorKind,
    problem: String,
    position: Option<usize>,
    hint: Cow<'static, str>,
}

impl CalcError {
    /// What kind of error it is.
    pub(crate) fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The character it is about, counted from 1 in the trimmed expression.
    pub(crate) fn position(&self) -> Option<usize> {
        self.position
    }

    /// An error of the grammar at a place.
    pub(super) fn syntax(
        position: usize,
        problem: impl Into<String>,
        hint: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { kind: ErrorKind::Syntax, problem: problem.into(), position: Some(position), hint: hint.into() }
    }

    pub(super) fn empty() -> Self {
        Self {
            kind: ErrorKind::Length,
            problem: "the expression is empty".into(),
            position: None,
            hint: "write arithmetic such as 2 * (3 + 4)".into(),
        }
    }

    pub(super) fn too_long() -> Self {
        Self {
            kind: ErrorKind::Length,
            problem: format!("the expression is longer than {MAX_CHARS} characters"),
            position: None,
            hint: "split it and compute the parts one by one".into(),
        }
    }

    /// Steps that do not fit together; the parser makes none such.
    pub(super) fn incomplete() -> Self {
        Self {
            kind: ErrorKind::Syntax,
            problem: "the expression is not complete".into(),
            position: None,
            hint: "write a number on each side of every operator".into(),
        }
    }

    /// A literal outside the bounds.
    pub(super) fn from_literal(fault: Fault, position: usize) -> Self {
        Self::from_fault(fault, "the number", position)
    }

    /// An operation that has no result within the bounds.
    pub(super) fn from_operation(fault: Fault, operator: Operator, position: usize) -> Self {
        let what = match fault {
            Fault::DivisionByZero | Fault::NotReal => format!("`{}`", operator.symbol()),
            Fault::ExponentTooLarge => "the exponent".into(),
            _ => format!("the result of `{}`", operator.symbol()),
        };
        Self::from_fault(fault, &what, position)
    }

    fn from_fault(fault: Fault, what: &str, position: usize) -> Self {
        let (kind, problem, hint): (_, _, Cow<'static, str>) = match fault {
            Fault::DivisionByZero => (
                ErrorKind::DivisionByZero,
                format!("{what} divides by zero"),
                "make the divisor, or the base of a negative power, other than 0".into(),
            ),
            Fault::NotReal => (
                ErrorKind::NotReal,
                format!("{what} takes a root of a negative number"),
                "only real numbers are supported, so make the base positive or the exponent whole".into(),
            ),
            Fault::IntegerTooLarge => (
                ErrorKind::TooLarge,
                format!("{what} has more than {MAX_BITS} bits"),
                "use smaller integers, or floats such as 2.0 where an approximation is enough".into(),
            ),
            Fault::FloatTooLarge => (
                ErrorKind::TooLarge,
                format!("{what} is a float larger than {MAX_FLOAT:e}"),
                "use smaller numbers, or whole numbers without `/`".into(),
            ),
            Fault::IntegerToFloat => (
                ErrorKind::TooLarge,
                format!("{what} needs an integer as a float, and it is larger than {MAX_FLOAT:e}"),
                "use smaller numbers, or only integers".into(),
            ),
            Fault::ExponentTooLarge => (
                ErrorKind::TooLarge,
                format!("{what} is larger than {MAX_EXPONENT} in magnitude"),
                "use a smaller exponent".into(),
            ),
        };
        Self { kind, problem, position: Some(position), hint }
    }
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "{} at character {position}: {}", self.problem, self.hint),
            None => write!(f, "{}: {}", self.problem, self.hint),
        }
    }
}

impl std::error::Error for CalcError {}
