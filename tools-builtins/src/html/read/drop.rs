//! Elements whose content is not read.

use html5ever::local_name;

use crate::html::walk::Element;

/// Whether nothing in the element is read.
pub(super) fn is_dropped(element: &Element<'_>) -> bool {
    is_never_text(element) || is_hidden(element)
}

fn is_never_text(element: &Element<'_>) -> bool {
    if element.is_foreign() {
        // Of MathML the text is read, once.
        return matches!(&**element.name(), "svg" | "annotation" | "annotation-xml");
    }
    matches!(
        *element.name(),
        local_name!("script")
            | local_name!("style")
            | local_name!("noscript")
            | local_name!("template")
            | local_name!("title")
            | local_name!("canvas")
            | local_name!("iframe")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("object")
            | local_name!("applet")
            | local_name!("audio")
            | local_name!("video")
            | local_name!("select")
            | local_name!("datalist")
            // Parentheses for browsers without ruby.
            | local_name!("rp")
    )
}

fn is_hidden(element: &Element<'_>) -> bool {
    element.attr("hidden").is_some()
        || element.attr("aria-hidden").is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case("true"))
        || element.attr("style").is_some_and(hides)
        || *element.name() == local_name!("dialog") && element.attr("open").is_none()
}

/// Whether a style says that the element is not shown.
fn hides(style: &str) -> bool {
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(property, value)| {
        let value = value.split('!').next().unwrap_or_default().trim_ascii();
        let is = |name: &str, hidden: &[&str]| {
            property.trim_ascii().eq_ignore_ascii_case(name)
                && hidden.iter().any(|hidden| value.eq_ignore_ascii_case(hidden))
        };
        is("display", &["none"]) || is("visibility", &["hidden", "collapse"])
    })
}
