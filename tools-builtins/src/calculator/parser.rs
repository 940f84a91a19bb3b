//! Operator precedence parsing with a stack of its own (Pratt without the
//! recursion): an expression becomes a flat list of steps in the order in
//! which Python evaluates them.

use super::error::CalcError;
use super::lexer::{Lexer, Spanned, Token};
use super::number::{Number, Operator};

/// One step of a computation on a stack of numbers.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    /// The character that asks for it, counted from 1.
    pub(super) position: usize,
}

/// What a [`Step`] does to the stack.
#[derive(Debug)]
pub(super) enum Action {
    Push(Number),
    Negate,
    /// Replaces the two topmost numbers by the operator's result.
    Apply(Operator),
}

/// What waits for its right side.
#[derive(Clone, Copy)]
enum Waiting {
    Parenthesis,
    Negate,
    Operator(Operator),
}

/// The binding power of unary minus: under `**`, over `*`.
const UNARY: u8 = 30;

/// How strongly an operator binds to its left and its right; a weaker right
/// side makes `**` group from the right.
fn binding(operator: Operator) -> (u8, u8) {
    match operator {
        Operator::Add | Operator::Subtract => (10, 11),
        Operator::Multiply | Operator::Divide | Operator::FloorDivide | Operator::Modulo => (20, 21),
        Operator::Power => (41, 40),
    }
}

/// Turns an expression into steps, counting tokens and moves into `work`.
pub(super) fn parse(expression: &str, work: &mut usize) -> Result<Vec<Step>, CalcError> {
    let mut parser = Parser { steps: Vec::new(), waiting: Vec::new(), work };
    let mut lexer = Lexer::new(expression);
    let mut last = None;
    while let Some(spanned) = lexer.next_token()? {
        let mark = Mark {
            position: spanned.position,
            text: spanned.token.text(),
            operand: matches!(spanned.token, Token::Number(_) | Token::Close),
        };
        *parser.work = parser.work.saturating_add(1);
        match last {
            Some(Mark { operand: true, .. }) => parser.after_operand(&spanned)?,
            _ => parser.before_operand(spanned, last)?,
        }
        last = Some(mark);
    }
    parser.finish(last)
}

/// What is remembered of the token before.
#[derive(Clone, Copy)]
struct Mark {
    position: usize,
    text: &'static str,
    /// Whether an operand ends with it.
    operand: bool,
}

struct Parser<'work> {
    steps: Vec<Step>,
    waiting: Vec<(Waiting, usize)>,
    work: &'work mut usize,
}

impl Parser<'_> {
    /// A token where a number, a sign or an opening parenthesis may stand.
    fn before_operand(&mut self, spanned: Spanned, last: Option<Mark>) -> Result<(), CalcError> {
        let position = spanned.position;
        match spanned.token {
            Token::Number(number) => self.steps.push(Step { action: Action::Push(number), position }),
            Token::Open => self.waiting.push((Waiting::Parenthesis, position)),
            Token::Operator(Operator::Subtract) => self.waiting.push((Waiting::Negate, position)),
            // Changes nothing, and binds nothing differently.
            Token::Operator(Operator::Add) => {}
            Token::Close if last.is_some_and(|mark| mark.text == "(") => {
                return Err(CalcError::syntax(
                    position,
                    "empty parentheses end",
                    "write a number or an expression between them",
                ));
            }
            token @ (Token::Close | Token::Operator(_)) => {
                return Err(missing_number(token.text(), last, position));
            }
        }
        Ok(())
    }

    /// A token where an operator or a closing parenthesis may stand.
    fn after_operand(&mut self, spanned: &Spanned) -> Result<(), CalcError> {
        let position = spanned.position;
        match spanned.token {
            Token::Operator(operator) => {
                self.reduce(binding(operator).0);
                self.waiting.push((Waiting::Operator(operator), position));
                Ok(())
            }
            Token::Close => {
                self.reduce(0);
                match self.waiting.pop() {
                    Some(_) => Ok(()),
                    None => Err(CalcError::syntax(
                        position,
                        "`)` without its `(`",
                        "remove it, or open a parenthesis before it",
                    )),
                }
            }
            Token::Open => Err(CalcError::syntax(
                position,
                "no operator before `(`",
                "multiplication is never implied, write `*` there, as in 2*(3)",
            )),
            Token::Number(_) => Err(CalcError::syntax(
                position,
                "no operator before a number",
                "write one between the two operands, as in 2*3; digits are grouped with `_`, \
                 as in 1_000",
            )),
        }
    }

    /// Turns what binds more strongly than `least` into steps, up to the
    /// innermost open parenthesis.
    fn reduce(&mut self, least: u8) {
        while let Some(&(waiting, position)) = self.waiting.last() {
            let (power, action) = match waiting {
                Waiting::Parenthesis => return,
                Waiting::Negate => (UNARY, Action::Negate),
                Waiting::Operator(operator) => (binding(operator).1, Action::Apply(operator)),
            };
            if power < least {
                return;
            }
            self.waiting.pop();
            *self.work = self.work.saturating_add(1);
            self.steps.push(Step { action, position });
        }
    }

    fn finish(mut self, last: Option<Mark>) -> Result<Vec<Step>, CalcError> {
        match last {
            Some(mark) if mark.operand => {}
            Some(mark) => return Err(missing_at_end(mark)),
            None => return Err(CalcError::empty()),
        }
        self.reduce(0);
        match self.waiting.last() {
            Some(&(_, position)) => {
                Err(CalcError::syntax(position, "`(` is never closed", "add the missing `)`"))
            }
            None => Ok(self.steps),
        }
    }
}

fn missing_number(text: &str, last: Option<Mark>, position: usize) -> CalcError {
    let problem = match last {
        Some(mark) => format!("a number is missing between `{}` and `{text}`", mark.text),
        None => format!("a number is missing before `{text}`"),
    };
    let hint = match last.map(|mark| mark.text) {
        Some("%") => "write percent as a fraction, as in 5/100, and modulo with two numbers",
        _ => "write a number there",
    };
    CalcError::syntax(position, problem, hint)
}

fn missing_at_end(mark: Mark) -> CalcError {
    let hint = match mark.text {
        "%" => "write percent as a fraction, as in 5/100, and modulo with two numbers",
        "(" => "add a number and the missing `)`",
        _ => "write a number after it, or remove it",
    };
    CalcError::syntax(mark.position, format!("a number is missing after `{}`", mark.text), hint)
}
