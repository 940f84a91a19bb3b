//! Formulas of MathML.

use html5ever::LocalName;

use super::reader::{End, Reader};

impl Reader {
    /// Begins a part of a formula. Fractions, powers and roots get the signs
    /// that a browser puts into the picture.
    pub(super) fn formula(&mut self, name: &LocalName) -> End {
        let leaf = matches!(&**name, "mi" | "mn" | "mo" | "ms" | "mtext");
        let root = &**name == "msqrt";
        let mut in_parentheses = root;
        if let Some((End::Formula(sign, begun, _), ..)) = self.ends.last_mut() {
            let sign = *sign;
            in_parentheses |= !sign.is_empty() && !leaf;
            if std::mem::replace(begun, true) {
                self.lines.atom(sign);
            }
        }
        if in_parentheses {
            self.lines.atom(if root { "√(" } else { "(" });
        }
        let sign = match &**name {
            "mfrac" => "/",
            "msup" => "^",
            _ => "",
        };
        End::Formula(sign, false, in_parentheses)
    }
}
