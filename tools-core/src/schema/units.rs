//! Variants without data beside fields. Alone they are texts; in an object,
//! where a tag or other fields stand beside them, serde writes `"A": null`.

use serde_json::{Map, Value, json};

use super::{tidy::names_of, walk};

pub(super) fn units_beside_fields(root: &mut Value) {
    walk::each_mut("", root, &mut |_, schema| {
        let Value::Object(map) = schema else { return };
        if !map.contains_key("properties") || map.get("type").is_none_or(|kind| kind != "object") {
            return;
        }
        if let Some(Value::Array(names)) = map.get("enum").cloned()
            && names.iter().all(Value::is_string)
            && !map.contains_key("oneOf")
        {
            map.shift_remove("enum");
            let alone = json!({ "type": "string", "enum": names });
            map.insert("oneOf".into(), json!([alone]));
        }
        as_keys(map);
    });
}

/// The texts among the alternatives of an object.
fn as_keys(map: &mut Map<String, Value>) {
    for keyword in ["oneOf", "anyOf"] {
        let Some(Value::Array(alternatives)) = map.get_mut(keyword) else { continue };
        let keys = |alternative: Value| match names_of(&alternative) {
            Some(names) => names.iter().filter_map(|name| key(name.as_str()?, &alternative)).collect(),
            None => vec![alternative],
        };
        *alternatives = std::mem::take(alternatives).into_iter().flat_map(keys).collect();
        alternatives.iter_mut().filter_map(Value::as_object_mut).for_each(as_keys);
    }
}

fn key(name: &str, variant: &Value) -> Option<Value> {
    let mut object =
        json!({ "type": "object", "properties": { name: { "type": "null" } }, "required": [name] });
    if let Some(text) = variant.get("description") {
        object.as_object_mut()?.insert("description".into(), text.clone());
    }
    Some(object)
}
