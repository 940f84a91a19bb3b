//! Answers the expression on each line of standard input with a line of JSON:
//! what `tests/compare_calculator.py` compares with Python's own answers.

fn main() -> std::io::Result<()> {
    tools_builtins::calculator_lines(std::io::stdin().lock(), std::io::stdout().lock())
}
