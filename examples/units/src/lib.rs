//! A tool crate without state, and without any dependency but the framework.

use tools_core::tool;

tools_core::tool_crate!();

/// Converts degrees Fahrenheit to degrees Celsius.
#[tool(read_only, examples = [{ "degrees": 212 }])]
pub async fn fahrenheit_to_celsius(
    /// Degrees Fahrenheit.
    degrees: f64,
) -> f64 {
    (degrees - 32.0) / 1.8
}

/// Counts the words of a text. A plain function: it runs on a thread of its own.
#[tool(read_only)]
pub fn count_words(
    /// The text.
    text: String,
) -> usize {
    text.split_whitespace().count()
}
