//! SVG and MathML, where HTML's rules do not hold.

use html5ever::tokenizer::{Tag, TokenSinkResult};
use html5ever::{LocalName, local_name};

use super::Visitor;
use super::kind::{ENDED, FOREIGN, HTML_POINT, Kind, MATH, SCOPE, SPECIAL, TEXT_POINT};
use super::stack::Stack;

impl<V: Visitor> Stack<'_, V> {
    pub(super) fn enter_foreign(&mut self, tag: &Tag) {
        self.insert_foreign(tag, if tag.name == local_name!("math") { MATH } else { 0 });
    }

    /// Whether this start tag is one of SVG or MathML, if not of a break-out.
    pub(super) fn is_foreign_start(&self, tag: &Tag) -> bool {
        let Some(last) = self.open.last().filter(|last| last.has(FOREIGN)) else { return false };
        let in_text = matches!(tag.name, local_name!("mglyph") | local_name!("malignmark"));
        let svg_in_math =
            last.has(MATH) && last.name == local_name!("annotation-xml") && tag.name == local_name!("svg");
        !(last.has(HTML_POINT) || last.has(TEXT_POINT) && !in_text || svg_in_math)
    }

    pub(super) fn foreign_start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        if breaks_out(tag) {
            self.leave_foreign();
            return self.start(tag);
        }
        let math = self.open.last().map_or(0, |last| last.kind & MATH);
        self.insert_foreign(tag, math);
        TokenSinkResult::Continue
    }

    fn insert_foreign(&mut self, tag: &Tag, math: Kind) {
        if tag.self_closing {
            return self.insert_void(&tag.name, &tag.attrs, true);
        }
        self.insert_as(&tag.name, &tag.attrs, FOREIGN | math | point(tag, math != 0));
    }

    pub(super) fn foreign_end(&mut self, name: &LocalName) {
        if matches!(*name, local_name!("p") | local_name!("br")) {
            self.leave_foreign();
            return self.end(name);
        }
        for (depth, open) in self.open.iter().enumerate().rev() {
            if open.has(ENDED) {
                continue;
            }
            if !open.has(FOREIGN) {
                break;
            }
            if open.name == *name {
                return self.pop_to(depth);
            }
        }
        self.end(name);
    }

    fn leave_foreign(&mut self) {
        while self.open.last().is_some_and(|last| last.has(FOREIGN) && !last.has(TEXT_POINT | HTML_POINT)) {
            self.pop();
        }
    }
}

/// In what way HTML goes on inside this element.
fn point(tag: &Tag, math: bool) -> Kind {
    match &*tag.name {
        "mi" | "mo" | "mn" | "ms" | "mtext" if math => TEXT_POINT | SCOPE | SPECIAL,
        "annotation-xml" if math => {
            let encoding = tag.attrs.iter().find(|attribute| attribute.name.local == local_name!("encoding"));
            let html = encoding.is_some_and(|encoding| {
                encoding.value.eq_ignore_ascii_case("text/html")
                    || encoding.value.eq_ignore_ascii_case("application/xhtml+xml")
            });
            SCOPE | SPECIAL | if html { HTML_POINT } else { 0 }
        }
        "foreignobject" | "desc" | "title" if !math => HTML_POINT | SCOPE | SPECIAL,
        _ => 0,
    }
}

/// Whether the tag is so surely HTML that it ends the SVG or MathML around it.
fn breaks_out(tag: &Tag) -> bool {
    match &*tag.name {
        "b" | "big" | "blockquote" | "body" | "br" | "center" | "code" | "dd" | "div" | "dl" | "dt"
        | "em" | "embed" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "head" | "hr" | "i" | "img" | "li"
        | "listing" | "menu" | "meta" | "nobr" | "ol" | "p" | "pre" | "ruby" | "s" | "small" | "span"
        | "strong" | "strike" | "sub" | "sup" | "table" | "tt" | "u" | "ul" | "var" => true,
        "font" => {
            tag.attrs.iter().any(|attribute| matches!(&*attribute.name.local, "color" | "face" | "size"))
        }
        _ => false,
    }
}
