//! `range`, `len` and `pattern` against plain types, and the literals in them. The
//! compiler tells the rest: bounds of another type, and types of the user.

use std::cmp::Ordering;

use syn::{Expr, ExprLit, ExprUnary, Lit, Result, UnOp};

use super::{Shape, shape};
use crate::{
    attr::{ArgAttr, Range},
    faults::{Faults, fault},
    params::{Argument, Param},
    types::spelled,
};

pub(super) fn check(param: &Param, argument: &Argument, faults: &mut Faults) {
    let ArgAttr { range, len, pattern, .. } = &argument.attr;
    check_kinds(param, argument, faults);
    for range in [range, len].into_iter().flatten() {
        faults.note(check_order(range, &param.plain_name()));
    }
    if let Some(pattern) = pattern.as_ref().filter(|pattern| pattern.value().is_empty()) {
        let write = "write a regular expression, or leave `pattern` out";
        faults.push(fault(pattern, "an empty pattern admits every text", write));
    }
}

/// A key that means nothing for a parameter of this kind.
fn check_kinds(param: &Param, argument: &Argument, faults: &mut Faults) {
    let shape = match shape(&param.ty) {
        Shape::Option(inner) => *inner,
        shape => shape,
    };
    let instead = match shape {
        Shape::Unknown => return,
        Shape::Int { .. } | Shape::Float => Some("range"),
        Shape::String | Shape::List(_) | Shape::Map(_) => Some("len"),
        Shape::Char | Shape::Bool | Shape::Option(_) => None,
    };
    let may_have_pattern = matches!(shape, Shape::String);
    for key in argument.attr.keys() {
        let has_none = match key.to_string().as_str() {
            "range" => instead != Some("range"),
            "len" => instead != Some("len"),
            "pattern" => !may_have_pattern,
            _ => false,
        };
        if has_none {
            let wrong = format!("`{}` has no `{key}`", spelled(&param.ty));
            let write = match instead {
                Some(instead) if key != "pattern" => {
                    format!("write `{instead} = 1..=10`, or leave `{key}` out")
                }
                _ => format!("leave `{key}` out"),
            };
            faults.push(fault(key, wrong, write));
        }
    }
}

/// A range that admits nothing.
fn check_order(range: &Range, param: &str) -> Result<()> {
    let (Some(low), Some(high)) = (&range.low, &range.high) else { return Ok(()) };
    let is_empty = match compare(low, high) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => range.exclusive,
        _ => false,
    };
    if !is_empty {
        return Ok(());
    }
    let written = spelled(&range.written);
    let wrong = format!("`{written}` is empty: no `{param}` would be admitted");
    Err(fault(&range.written, wrong, format!("write the lower bound first, as in `{} = 1..=10`", range.key)))
}

fn compare(low: &Expr, high: &Expr) -> Option<Ordering> {
    match (number(low)?, number(high)?) {
        (Number::Int(low), Number::Int(high)) => Some(low.cmp(&high)),
        (Number::Float(low), Number::Float(high)) => low.partial_cmp(&high),
        // A range of two types is the compiler's to tell.
        _ => None,
    }
}

enum Number {
    Int(i128),
    Float(f64),
}

fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok().map(Number::Int),
        Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => float.base10_parse().ok().map(Number::Float),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match number(expr)? {
            Number::Int(int) => int.checked_neg().map(Number::Int),
            Number::Float(float) => Some(Number::Float(-float)),
        },
        Expr::Group(group) => number(&group.expr),
        _ => None,
    }
}
