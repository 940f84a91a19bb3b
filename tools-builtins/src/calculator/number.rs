//! Numbers, their operations with Python's results, and the bounds.
//!
//! Each operation refuses before it computes what would be too large. What it
//! does compute has at most twice [`MAX_BITS`] bits.

use num_bigint::{BigInt, BigUint, Sign};
use serde_json::Value;

use super::{MAX_BITS, MAX_EXPONENT, MAX_FLOAT};

/// An exact integer or a finite float.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    /// An integer of at most [`MAX_BITS`] bits.
    Int(BigInt),
    /// A float of at most [`MAX_FLOAT`] in magnitude.
    Float(f64),
}

/// An operator with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

/// Why an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    DivisionByZero,
    NotReal,
    IntegerTooLarge,
    FloatTooLarge,
    /// An integer operand too large to become a float.
    IntegerToFloat,
    ExponentTooLarge,
}

impl Operator {
    /// How it is written.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Modulo => "%",
            Self::Power => "**",
        }
    }
}

impl Number {
    /// The integer that digits of a radix write; no digits write nothing.
    pub(super) fn integer(digits: &str, radix: u32) -> Result<Option<Self>, Fault> {
        match BigInt::parse_bytes(digits.as_bytes(), radix) {
            Some(value) => integer_within(value).map(Some),
            None => Ok(None),
        }
    }

    /// The float nearest to a decimal literal without underscores.
    pub(super) fn float(text: &str) -> Result<Option<Self>, Fault> {
        match text.parse() {
            Ok(value) => float_within(value).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// The number with its sign turned.
    pub(super) fn negate(self) -> Self {
        match self {
            Self::Int(value) => Self::Int(-value),
            Self::Float(value) => Self::Float(-value),
        }
    }

    fn to_float(&self) -> Result<f64, Fault> {
        match self {
            Self::Int(value) => integer_to_float(value),
            Self::Float(value) => Ok(*value),
        }
    }

    /// The number in JSON, never rounded: an integer outside `i64` and `u64`
    /// is a decimal string, and a float is written as one (`2.0`).
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Float(value) => Value::from(*value),
            Self::Int(value) => match (i64::try_from(value), u64::try_from(value)) {
                (Ok(small), _) => Value::from(small),
                (_, Ok(positive)) => Value::from(positive),
                _ => Value::from(value.to_string()),
            },
        }
    }
}

/// Applies an operator within the bounds.
pub(super) fn apply(operator: Operator, left: Number, right: Number) -> Result<Number, Fault> {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => on_integers(operator, &left, &right),
        (left, right) => on_floats(operator, left.to_float()?, right.to_float()?),
    }
}

/// The nearest float, ties to even.
fn integer_to_float(value: &BigInt) -> Result<f64, Fault> {
    let value = ratio(value, &BigInt::from(1));
    if value.abs() <= MAX_FLOAT { Ok(value) } else { Err(Fault::IntegerToFloat) }
}

fn integer_within(value: BigInt) -> Result<Number, Fault> {
    if value.bits() <= MAX_BITS { Ok(Number::Int(value)) } else { Err(Fault::IntegerTooLarge) }
}

fn float_within(value: f64) -> Result<Number, Fault> {
    // False for infinities and NaN too.
    if value.abs() <= MAX_FLOAT { Ok(Number::Float(value)) } else { Err(Fault::FloatTooLarge) }
}

fn on_integers(operator: Operator, left: &BigInt, right: &BigInt) -> Result<Number, Fault> {
    match operator {
        // One bit more than an operand at most, so it may be computed first.
        Operator::Add => integer_within(left + right),
        Operator::Subtract => integer_within(left - right),
        Operator::Multiply => {
            // A product has as many bits as its factors together, or one less.
            if left.bits().saturating_add(right.bits()) > MAX_BITS + 1 {
                return Err(Fault::IntegerTooLarge);
            }
            integer_within(left * right)
        }
        Operator::Divide | Operator::FloorDivide | Operator::Modulo if right.sign() == Sign::NoSign => {
            Err(Fault::DivisionByZero)
        }
        Operator::Divide => float_within(ratio(left, right)),
        Operator::FloorDivide => integer_within(floor_divide(left, right).0),
        Operator::Modulo => integer_within(floor_divide(left, right).1),
        Operator::Power => {
            let exponent = exponent_within(right)?;
            if right.sign() == Sign::Minus {
                float_power(integer_to_float(left)?, -f64::from(exponent))
            } else {
                integer_power(left, exponent)
            }
        }
    }
}

/// Quotient rounded down, and the rest, which has the divisor's sign; the
/// divisor must not be zero.
fn floor_divide(left: &BigInt, right: &BigInt) -> (BigInt, BigInt) {
    let quotient = left / right;
    let rest = left - &quotient * right;
    if rest.sign() == Sign::NoSign || rest.sign() == right.sign() {
        (quotient, rest)
    } else {
        (quotient - 1, rest + right)
    }
}

fn on_floats(operator: Operator, left: f64, right: f64) -> Result<Number, Fault> {
    let value = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Power if right.abs() > f64::from(MAX_EXPONENT) => {
            return Err(Fault::ExponentTooLarge);
        }
        Operator::Power => return float_power(left, right),
        // Negative zero divides by zero too.
        _ if right == 0.0 => return Err(Fault::DivisionByZero),
        Operator::Divide => left / right,
        Operator::FloorDivide => float_floor_divide(left, right).0,
        Operator::Modulo => float_floor_divide(left, right).1,
    };
    float_within(value)
}

/// Python's floor division and modulo of floats, with its signs of zero.
fn float_floor_divide(left: f64, right: f64) -> (f64, f64) {
    // `%` is exact and has the sign of `left`.
    let mut rest = left % right;
    let mut quotient = (left - rest) / right;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(right);
    } else if (rest < 0.0) != (right < 0.0) {
        rest += right;
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return (0.0_f64.copysign(left / right), rest);
    }
    // The quotient is whole but for rounding, so the nearest whole number is
    // meant, not the one below.
    let below = quotient.floor();
    let whole = if quotient - below > 0.5 { below + 1.0 } else { below };
    (whole, rest)
}

/// The magnitude of an exponent, if that is within its bound.
fn exponent_within(exponent: &BigInt) -> Result<u32, Fault> {
    u32::try_from(exponent.magnitude())
        .ok()
        .filter(|size| *size <= MAX_EXPONENT)
        .ok_or(Fault::ExponentTooLarge)
}

fn integer_power(base: &BigInt, exponent: u32) -> Result<Number, Fault> {
    // With b bits the base is at least 2**(b-1), so the power has more than
    // (b-1)*exponent bits. Where that is under the bound, b*exponent is under
    // twice the bound (or the base is -1, 0 or 1): the exact size may then be
    // found by computing.
    let least = base.bits().saturating_sub(1).saturating_mul(u64::from(exponent));
    if least >= MAX_BITS {
        return Err(Fault::IntegerTooLarge);
    }
    integer_within(base.pow(exponent))
}

fn float_power(base: f64, exponent: f64) -> Result<Number, Fault> {
    if base == 0.0 && exponent < 0.0 {
        return Err(Fault::DivisionByZero);
    }
    if base < 0.0 && exponent.fract() != 0.0 {
        return Err(Fault::NotReal);
    }
    float_within(base.powf(exponent))
}

/// The float nearest to `left / right`, ties to even; infinite when there is
/// none. The divisor must not be zero.
///
/// Dividing two rounded operands would round twice. Here the exact quotient is
/// cut to 66 or 67 bits, with its last bit set if something was cut off, and
/// rounded once: to the 53 bits of a float, or fewer for a subnormal one.
fn ratio(left: &BigInt, right: &BigInt) -> f64 {
    let (top, bottom) = (left.magnitude(), right.magnitude());
    let unit = (signed(top.bits()) - signed(bottom.bits()) - 66).max(SMALLEST - 2);
    let shift = unit.unsigned_abs();
    let (top, bottom) =
        if unit < 0 { (top << shift, bottom.clone()) } else { (top.clone(), bottom << shift) };
    let quotient: BigUint = &top / &bottom;
    let inexact = &quotient * &bottom != top;
    let Ok(quotient) = u128::try_from(quotient) else {
        return f64::INFINITY;
    };
    let quotient = quotient | u128::from(inexact);

    let length = i64::from(u128::BITS - quotient.leading_zeros());
    let dropped = (length - 53).max(SMALLEST - unit).max(0);
    let step = 1_u128 << dropped;
    let (mut mantissa, rest) = (quotient / step, quotient % step);
    if 2 * rest > step || (2 * rest == step && mantissa % 2 == 1) {
        mantissa += 1;
    }
    // At most 2**53, so this is exact, and so is the product below.
    #[allow(clippy::cast_precision_loss)]
    let size = mantissa as f64 * power_of_two(unit + dropped);
    if (left.sign() == Sign::Minus) == (right.sign() == Sign::Minus) { size } else { -size }
}

/// The exponent of the smallest positive float.
const SMALLEST: i64 = -1074;

fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        SMALLEST..=-1023 => f64::from_bits(1 << (exponent - SMALLEST)),
        -1022..=1023 => f64::from_bits((exponent + 1023).unsigned_abs() << 52),
        1024.. => f64::INFINITY,
        _ => 0.0,
    }
}

/// A count of bits for sums with exponents; no number here has a million bits.
fn signed(bits: u64) -> i64 {
    i64::try_from(bits.min(1_000_000)).unwrap_or_default()
}
