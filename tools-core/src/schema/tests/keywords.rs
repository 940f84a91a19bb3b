//! Names that look like keywords, and boolean schemas.

use super::*;

// Every keyword that the module reads, as a field's name.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct Keywords {
    format: Option<String>,
    #[serde(rename = "$ref")]
    reference: String,
    required: Vec<String>,
    default: bool,
    r#type: String,
    r#enum: u8,
    title: Option<u8>,
    properties: Inner,
    #[serde(rename = "$defs")]
    defs: Inner,
    #[serde(rename = "oneOf")]
    one_of: Vec<Inner>,
    items: Inner,
    #[serde(rename = "additionalProperties")]
    additional: bool,
    #[serde(rename = "$schema")]
    schema: String,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Inner {
    title: String,
    format: Option<u8>,
}

// proves SCH-08, SCH-01
#[test]
fn sg_04_properties_that_are_called_like_keywords() {
    let inner = json!({
        "type": "object",
        "properties": { "title": { "type": "string" }, "format": { "type": "integer", "minimum": 0, "maximum": 255 } },
        "required": ["title"],
        "additionalProperties": false,
    });
    let text = json!({ "type": "string" });
    let small = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    let expected = json!({
        "type": "object",
        "properties": {
            "format": text,
            "$ref": text,
            "required": { "type": "array", "items": text },
            "default": { "type": "boolean" },
            "type": text,
            "enum": small,
            "title": small,
            "properties": inner,
            "$defs": inner,
            "oneOf": { "type": "array", "items": inner },
            "items": inner,
            "additionalProperties": { "type": "boolean" },
            "$schema": text,
        },
        "required": [
            "$ref", "required", "default", "type", "enum", "properties", "$defs", "oneOf", "items",
            "additionalProperties", "$schema",
        ],
        "additionalProperties": false,
    });
    let schema = input::<Keywords>();
    assert_eq!(schema, expected);
    // It is in form already.
    assert_eq!(normal(schema), expected);
}

// proves SCH-08
#[test]
fn values_are_no_schemas() {
    let value =
        json!({ "title": "T", "format": "int32", "$ref": "#/nowhere", "$schema": true, "a": [true, null] });
    let schema = json!({
        "type": "object",
        "properties": { "x": { "default": value, "examples": [value, true], "enum": [value, { "title": 1 }] } },
        "required": ["x"],
    });
    assert_eq!(normal(schema.clone()), schema);
    let constant = json!({ "type": "object", "required": ["x"], "properties": { "x": { "const": value } } });
    assert_eq!(normal(constant.clone()), constant);
}

// proves SCH-02, SCH-16
#[test]
fn boolean_schemas_are_objects_wherever_a_schema_stands() {
    let one = [
        "contains",
        "else",
        "if",
        "not",
        "propertyNames",
        "then",
        "additionalProperties",
        "unevaluatedProperties",
        "items",
        "unevaluatedItems",
    ];
    for keyword in one {
        assert_eq!(normal(json!({ keyword: true })), json!({ keyword: {} }), "{keyword}");
    }
    for keyword in ["contains", "else", "if", "not", "propertyNames", "then"] {
        assert_eq!(normal(json!({ keyword: false })), json!({ keyword: { "not": {} } }), "{keyword}");
    }
    // What closes an object or a list is no schema to any reader.
    for keyword in ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"] {
        assert_eq!(normal(json!({ keyword: false })), json!({ keyword: false }), "{keyword}");
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        assert_eq!(
            normal(json!({ keyword: [true, false] })),
            json!({ keyword: [{}, { "not": {} }] }),
            "{keyword}"
        );
    }
    for keyword in ["dependentSchemas", "patternProperties", "properties"] {
        let expected = json!({ keyword: { "a": {}, "b": { "not": {} } } });
        assert_eq!(normal(json!({ keyword: { "a": true, "b": false } })), expected, "{keyword}");
    }
    let referred = json!({ "properties": { "a": { "$ref": "#/$defs/T" }, "b": { "$ref": "#/$defs/F" } },
        "$defs": { "T": true, "F": false } });
    assert_eq!(normal(referred), json!({ "properties": { "a": {}, "b": { "not": {} } } }));
    // A property with this name is a property.
    assert_eq!(
        normal(json!({ "properties": { "additionalProperties": false, "items": true } })),
        json!({ "properties": { "additionalProperties": { "not": {} }, "items": {} } })
    );
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Anything {
    /// Whatever it is.
    described: Value,
    plain: Value,
    newtype: AnyValue,
    list: Vec<Value>,
    pair: (Value, AnyValue),
    map: std::collections::BTreeMap<String, AnyValue>,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct AnyValue(Value);

// proves SCH-02, SCH-11
#[test]
fn any_value_is_no_boolean_in_and_out() {
    for schema in [input::<Anything>(), output::<Anything>()] {
        let expected = json!({
            "described": { "description": "Whatever it is." },
            "plain": {},
            "newtype": {},
            "list": { "type": "array", "items": {} },
            "pair": { "type": "array", "prefixItems": [{}, {}], "minItems": 2, "maxItems": 2 },
            "map": { "type": "object", "additionalProperties": {} },
        });
        assert_eq!(schema["properties"], expected);
    }
}
