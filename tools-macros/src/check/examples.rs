//! Examples against the parameters. What tokens do not show (types of the user,
//! ranges, patterns) is checked by the test that `tool_crate!()` generates.

use syn::LitStr;

use super::{Shape, names, shape};
use crate::{
    faults::{Faults, fault},
    json::{Json, Kind},
    model::Tool,
    nearest::nearest,
    params::{Argument, Param},
};

pub(super) fn check(tool: &Tool, faults: &mut Faults) {
    for example in &tool.attr.examples {
        match &example.kind {
            Kind::Object(entries) => check_object(tool, example, entries, faults),
            _ => {
                let wrong = format!("an example is a JSON object, and this is {}", kind(example));
                faults.push(fault(example, wrong, "write `{ \"parameter\": value }`"));
            }
        }
    }
}

fn check_object(tool: &Tool, example: &Json, entries: &[(LitStr, Json)], faults: &mut Faults) {
    for (key, value) in entries {
        let named =
            |(_, argument): &(&Param, &Argument)| !argument.attr.flatten && argument.name.text == key.value();
        match tool.arguments().find(named) {
            Some((param, _)) => fits(&shape(&param.ty), value, &key.value(), faults),
            None => check_unknown(tool, key, faults),
        }
    }
    for (_, argument) in tool.arguments().filter(|(param, argument)| is_required(param, argument)) {
        let name = &argument.name.text;
        if !entries.iter().any(|(key, _)| key.value() == *name) {
            let wrong = format!("this example lacks the required argument `{name}`");
            faults.push(fault(
                example,
                wrong,
                format!("write `\"{name}\": …` in it, or give the parameter a default"),
            ));
        }
    }
}

fn check_unknown(tool: &Tool, key: &LitStr, faults: &mut Faults) {
    // It may be a field of a flattened struct, or the tool wants to ignore it.
    if tool.attr.ignore_unknown_fields || tool.arguments().any(|(_, argument)| argument.attr.flatten) {
        return;
    }
    let name = key.value();
    let arguments = tool.arguments().map(|(_, argument)| argument.name.text.as_str());
    let wrong = format!("`{}` has no parameter `{name}`", tool.name.text);
    let write = match nearest(&name, arguments) {
        Some(near) => format!("did you mean `{near}`? the parameters are {}", names(tool)),
        None if names(tool).is_empty() => "the tool has no parameters: write `{}`".to_owned(),
        None => format!("the parameters are {}", names(tool)),
    };
    faults.push(fault(key, wrong, write));
}

fn is_required(param: &Param, argument: &Argument) -> bool {
    !argument.attr.flatten
        && argument.attr.key("default").is_none()
        && !matches!(shape(&param.ty), Shape::Option(_))
}

/// Tells where the value, or a part of it, is of another kind than the type.
fn fits(shape: &Shape, value: &Json, name: &str, faults: &mut Faults) {
    let fits_itself = match (shape, &value.kind) {
        (Shape::Unknown, _)
        | (Shape::Option(_), Kind::Null)
        | (Shape::String, Kind::String(_))
        | (Shape::Bool, Kind::Bool(_))
        | (Shape::Float, Kind::Int(_) | Kind::Float(_)) => true,
        (Shape::Option(inner), _) => return fits(inner, value, name, faults),
        (Shape::List(item), Kind::Array(values)) => {
            return values.iter().for_each(|value| fits(item, value, name, faults));
        }
        (Shape::Map(item), Kind::Object(entries)) => {
            return entries.iter().for_each(|(_, value)| fits(item, value, name, faults));
        }
        (Shape::Char, Kind::String(text)) => text.chars().count() == 1,
        (Shape::Int { signed }, Kind::Int(number)) => *signed || !number.starts_with('-'),
        _ => false,
    };
    if !fits_itself {
        let wrong = match (shape, &value.kind) {
            (Shape::Char, Kind::String(text)) => {
                format!("`{name}` takes a string of one character, and this one has {}", text.chars().count())
            }
            (Shape::Int { signed: false }, Kind::Int(_)) => format!("`{name}` takes no negative number"),
            _ => format!("`{name}` takes {}, and this is {}", shape.wanted(), kind(value)),
        };
        faults.push(fault(value, wrong, format!("write a value such as `{}`", shape.sample())));
    }
}

fn kind(value: &Json) -> &'static str {
    match value.kind {
        Kind::Null => "`null`",
        Kind::Bool(_) => "a boolean",
        Kind::Int(_) => "an integer",
        Kind::Float(_) => "a fraction",
        Kind::String(_) => "a string",
        Kind::Array(_) => "a list",
        Kind::Object(_) => "an object",
    }
}
