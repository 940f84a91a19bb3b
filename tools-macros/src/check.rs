//! What is wrong with a tool that could be read.

mod bounds;
mod examples;
mod names;
mod shape;

use syn::LitStr;

pub(crate) use self::shape::{Shape, shape};
use crate::{
    attr::ToolAttr,
    faults::{Faults, fault, repeated, twice},
    model::Tool,
    nearest::listed,
    params::{Argument, Param},
};

pub(crate) fn check(tool: &Tool, faults: &mut Faults) {
    faults.note(names::check_tool(&tool.name));
    check_title(&tool.attr, faults);
    check_words(&tool.attr.tags, "tag", names::check_tag, faults);
    check_words(&tool.attr.capabilities, "capability", names::check_capability, faults);
    check_hints(&tool.attr, faults);
    for (param, argument) in tool.arguments() {
        check_argument(param, argument, faults);
    }
    check_wire_names(tool, faults);
    examples::check(tool, faults);
}

fn check_title(attr: &ToolAttr, faults: &mut Faults) {
    if let Some(title) = attr.title.as_ref().filter(|title| title.value().trim().is_empty()) {
        faults.push(fault(
            title,
            "the title is blank",
            "write what people call the tool, or leave `title` out",
        ));
    }
}

fn check_words(words: &[LitStr], what: &str, check: fn(&LitStr) -> syn::Result<()>, faults: &mut Faults) {
    for word in words {
        faults.note(check(word));
    }
    for (first, again) in repeated(words, |a, b| a.value() == b.value()) {
        faults.push(twice(first, again, format!("the {what} `{}`", again.value()), "write it once"));
    }
}

fn check_hints(attr: &ToolAttr, faults: &mut Faults) {
    if attr.read_only == Some(true) && attr.destructive == Some(true) {
        let wrong = "a tool that only reads destroys nothing";
        faults.push(fault(attr.key("destructive"), wrong, "leave `read_only` or `destructive` out"));
    }
}

fn check_argument(param: &Param, argument: &Argument, faults: &mut Faults) {
    let attr = &argument.attr;
    if attr.flatten {
        let others: Vec<_> = attr.keys().iter().filter(|key| *key != "flatten").collect();
        for key in others {
            let wrong =
                format!("`flatten` takes the fields of a struct as parameters, so `{key}` has no place here");
            faults.push(fault(
                key,
                wrong,
                format!("leave `{key}` out, or write it on a field of the struct"),
            ));
        }
        return;
    }
    faults.note(names::check_param(&argument.name));
    bounds::check(param, argument, faults);
}

fn check_wire_names(tool: &Tool, faults: &mut Faults) {
    let named: Vec<_> =
        tool.arguments().map(|(_, argument)| argument).filter(|argument| !argument.attr.flatten).collect();
    for (first, again) in repeated(&named, |a, b| a.name.text == b.name.text) {
        // Two parameters of one name in Rust are the compiler's to tell.
        if first.name.is_written || again.name.is_written {
            faults.push(twice(
                &first.name.at,
                &again.name.at,
                format!("the parameter name `{}`", again.name.text),
                "write another `#[arg(name = \"…\")]` for one of them",
            ));
        }
    }
}

/// The names that the model may use, for a message.
fn names(tool: &Tool) -> String {
    listed(tool.arguments().map(|(_, argument)| argument.name.text.as_str()))
}
