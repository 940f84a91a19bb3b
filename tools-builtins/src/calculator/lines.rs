//! The calculator as a filter of lines, for comparison with another
//! implementation. Not part of the tool.

use std::io::{self, BufRead, Write};

use serde_json::json;

use super::evaluate;

/// Reads an expression from each line and writes a JSON object for each:
/// `{"result": …}`, or `{"error": kind, "message": …, "position": …}`.
///
/// # Errors
///
/// When reading or writing fails, or a line is not UTF-8.
#[doc(hidden)]
pub fn calculator_lines(reader: impl BufRead, writer: impl Write) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    for line in reader.lines() {
        let answer = match evaluate(&line?) {
            Ok(answer) => json!({ "result": answer.to_json() }),
            Err(error) => json!({
                "error": error.kind().as_str(),
                "message": error.to_string(),
                "position": error.position(),
            }),
        };
        writeln!(writer, "{answer}")?;
    }
    writer.flush()
}
