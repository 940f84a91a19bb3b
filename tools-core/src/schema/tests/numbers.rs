//! Bounds of numbers.

use std::num::{
    NonZeroI8, NonZeroI64, NonZeroI128, NonZeroU8, NonZeroU16, NonZeroU64, NonZeroU128, NonZeroUsize,
};
use std::sync::atomic::AtomicU16;

use super::*;

// proves SCH-02, SCH-03
#[test]
fn every_integer_carries_the_bounds_of_its_type() {
    let int = |low: Value, high: Value| json!({ "type": "integer", "minimum": low, "maximum": high });
    let cases = [
        (input::<i8>(), int(json!(-128), json!(127))),
        (input::<i16>(), int(json!(-32_768), json!(32_767))),
        (input::<i32>(), int(json!(i32::MIN), json!(i32::MAX))),
        (input::<i64>(), int(json!(i64::MIN), json!(i64::MAX))),
        (input::<isize>(), int(json!(i64::MIN), json!(i64::MAX))),
        (input::<u8>(), int(json!(0), json!(255))),
        (input::<u16>(), int(json!(0), json!(65_535))),
        (input::<u32>(), int(json!(0), json!(u32::MAX))),
        (input::<u64>(), int(json!(0), json!(18_446_744_073_709_551_615_u64))),
        (input::<usize>(), int(json!(0), json!(u64::MAX))),
        (input::<AtomicU16>(), int(json!(0), json!(65_535))),
        (input::<i128>(), json!({ "type": "integer" })),
        (input::<u128>(), json!({ "type": "integer", "minimum": 0 })),
        (input::<NonZeroU8>(), int(json!(1), json!(255))),
        (input::<NonZeroU16>(), int(json!(1), json!(65_535))),
        (input::<NonZeroU64>(), int(json!(1), json!(u64::MAX))),
        (input::<NonZeroUsize>(), int(json!(1), json!(u64::MAX))),
        (input::<NonZeroU128>(), json!({ "type": "integer", "minimum": 1 })),
        (
            input::<NonZeroI8>(),
            json!({ "type": "integer", "minimum": -128, "maximum": 127, "not": { "const": 0 } }),
        ),
        (
            input::<NonZeroI64>(),
            json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX, "not": { "const": 0 } }),
        ),
        (input::<NonZeroI128>(), json!({ "type": "integer", "not": { "const": 0 } })),
        (input::<f64>(), json!({ "type": "number" })),
    ];
    for (schema, expected) in cases {
        assert_eq!(schema, expected);
    }
    assert_eq!(output::<u8>(), json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
}

// proves SCH-03
#[test]
fn the_largest_u64_is_exact() {
    let schema = input::<u64>();
    assert!(schema.to_string().contains("18446744073709551615"), "{schema}");
    assert!(admits(&schema, &json!(u64::MAX)));
    assert!(!admits(&schema, &serde_json::from_str("18446744073709551616").unwrap()));
    assert!(!admits(&schema, &json!(-1)));
}

// proves SCH-03, SCH-05
#[test]
fn a_float_of_32_bits_takes_no_number_that_becomes_infinite() {
    let schema = input::<f32>();
    // The largest one as it is written by a model, and by serde.
    for text in ["3.4028235e38", "-3.4028235e38", "3.4028234663852886e38", "0.1", "7"] {
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(admits(&schema, &value), "{text}");
        assert!(serde_json::from_value::<f32>(value).unwrap().is_finite(), "{text}");
    }
    for text in ["3.41e38", "-3.41e38", "1e300"] {
        assert!(!admits(&schema, &serde_json::from_str(text).unwrap()), "{text}");
    }
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Ranged {
    /// A range beyond the type.
    #[schemars(range(min = -5, max = 500))]
    wide: u8,
    #[schemars(range(min = 1, max = 10))]
    narrow: u8,
    #[schemars(range(max = 10))]
    optional: Option<i32>,
    #[schemars(range(min = 0.5))]
    part: f32,
    #[schemars(range(min = 1))]
    index: usize,
}

// proves SCH-03, SCH-10
#[test]
fn a_range_narrows_a_type_and_never_widens_it() {
    let schema = input::<Ranged>();
    let bounds = |name: &str| {
        let property = at(&schema, &format!("/properties/{name}"));
        (property["minimum"].clone(), property["maximum"].clone())
    };
    assert_eq!(bounds("wide"), (json!(0), json!(255)));
    assert_eq!(bounds("narrow"), (json!(1), json!(10)));
    assert_eq!(bounds("optional"), (json!(i32::MIN), json!(10)));
    assert_eq!(bounds("part"), (json!(0.5), json!(3.402_823_5e38)));
    assert_eq!(bounds("index"), (json!(1), json!(u64::MAX)));
}

// proves SCH-02, SCH-16
#[test]
fn numeric_formats_from_elsewhere_become_bounds_of_numbers_only() {
    let schema = json!({ "type": "object", "properties": {
        "narrow": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 5_000_000_000_u64 },
        // As some interfaces write 64 bits.
        "text": { "type": "string", "format": "int64" },
        "date": { "type": "string", "format": "date-time" },
    } });
    let expected = json!({ "type": "object", "properties": {
        "narrow": { "type": "integer", "minimum": 1, "maximum": i32::MAX },
        "text": { "type": "string" },
        "date": { "type": "string", "format": "date-time" },
    } });
    assert_eq!(normal(schema), expected);
}
