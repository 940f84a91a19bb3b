//! Tags of HTML outside tables.

use html5ever::tokenizer::TokenSinkResult;
use html5ever::tokenizer::states::RawKind::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{Tag, states::RawKind};
use html5ever::{LocalName, local_name};

use super::Visitor;
use super::kind::{
    BLOCK, CLOSES, FORM_OWNER, FORMATTING, HEADING, ITEM_GOES_ON, LIST, MARKER, SCOPE, SPECIAL, VOID, kind,
};
use super::stack::{Content, Stack};

impl<V: Visitor> Stack<'_, V> {
    pub(super) fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        self.leave_columns(&tag.name);
        match tag.name {
            local_name!("title") => return self.raw(tag, Rcdata),
            local_name!("textarea") => {
                let result = self.raw(tag, Rcdata);
                self.skip_newline = true;
                return result;
            }
            local_name!("script") => return self.raw(tag, ScriptData),
            local_name!("xmp") => {
                self.close_paragraph();
                return self.raw(tag, Rawtext);
            }
            local_name!("style")
            | local_name!("iframe")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("noscript") => return self.raw(tag, Rawtext),
            local_name!("plaintext") => {
                self.close_paragraph();
                self.insert(&tag.name, &tag.attrs);
                self.content = Content::Plain;
                return TokenSinkResult::Plaintext;
            }
            // Their own elements are in every page, and frames have no text.
            local_name!("html")
            | local_name!("head")
            | local_name!("body")
            | local_name!("frameset")
            | local_name!("frame") => {}
            local_name!("caption")
            | local_name!("colgroup")
            | local_name!("col")
            | local_name!("tbody")
            | local_name!("thead")
            | local_name!("tfoot")
            | local_name!("tr")
            | local_name!("td")
            | local_name!("th") => self.table_part(tag),
            local_name!("table") => {
                self.close_table_without_cell();
                self.close_paragraph();
                self.insert(&tag.name, &tag.attrs);
            }
            local_name!("math") | local_name!("svg") => self.enter_foreign(tag),
            _ => self.start_in_body(tag),
        }
        TokenSinkResult::Continue
    }

    fn raw(&mut self, tag: &Tag, raw: RawKind) -> TokenSinkResult<()> {
        self.insert(&tag.name, &tag.attrs);
        self.content = Content::Raw(tag.name.clone());
        TokenSinkResult::RawData(raw)
    }

    fn start_in_body(&mut self, tag: &Tag) {
        match tag.name {
            local_name!("form") => return self.start_form(tag),
            local_name!("image") => return self.insert_void(&local_name!("img"), &tag.attrs, false),
            local_name!("li") => self.close_item(|name| *name == local_name!("li")),
            local_name!("dd") | local_name!("dt") => {
                self.close_item(|name| matches!(*name, local_name!("dd") | local_name!("dt")));
            }
            local_name!("button") | local_name!("nobr") => {
                if let Some(depth) = self.find_in_scope(&tag.name) {
                    self.end_early(depth, if tag.name == local_name!("nobr") { SPECIAL } else { 0 });
                }
            }
            local_name!("a") => {
                if let Some(depth) = self.find(MARKER, |open| open.is(&tag.name)) {
                    self.end_early(depth, SPECIAL);
                }
            }
            local_name!("select") | local_name!("input") => {
                if let Some(depth) = self.find_in_scope(&local_name!("select")) {
                    self.pop_to(depth);
                    if tag.name == local_name!("select") {
                        return;
                    }
                }
            }
            local_name!("option") | local_name!("optgroup") => self.start_option(&tag.name),
            local_name!("rb") | local_name!("rtc") | local_name!("rp") | local_name!("rt")
                if self.find_in_scope(&local_name!("ruby")).is_some() =>
            {
                let in_container = matches!(tag.name, local_name!("rp") | local_name!("rt"));
                self.close_implied(in_container.then_some(&local_name!("rtc")));
            }
            _ => {}
        }
        let kind = kind(&tag.name);
        if kind & BLOCK != 0 || matches!(tag.name, local_name!("li") | local_name!("dd") | local_name!("dt"))
        {
            self.close_paragraph();
        }
        if kind & HEADING != 0 && self.open.last().is_some_and(|last| last.has(HEADING)) {
            self.pop();
        }
        if tag.name == local_name!("hr") && self.find_in_scope(&local_name!("select")).is_some() {
            self.close_implied(None);
        }
        if kind & VOID != 0 {
            return self.insert_void(&tag.name, &tag.attrs, false);
        }
        self.insert_as(&tag.name, &tag.attrs, kind);
        self.skip_newline = matches!(tag.name, local_name!("pre") | local_name!("listing"));
    }

    /// Closes the item of the innermost list, if this begins the next one.
    fn close_item(&mut self, is_item: impl Fn(&LocalName) -> bool) {
        for (depth, open) in self.open.iter().enumerate().rev() {
            if open.is(&open.name) && is_item(&open.name) {
                return self.pop_to(depth);
            }
            if open.has(SPECIAL) && !open.has(ITEM_GOES_ON) {
                return;
            }
        }
    }

    fn start_option(&mut self, name: &LocalName) {
        if self.find_in_scope(&local_name!("select")).is_some() {
            let option = *name == local_name!("option");
            self.close_implied(option.then_some(&local_name!("optgroup")));
        } else if self.top_is(&local_name!("option")) {
            self.pop();
        }
    }

    fn start_form(&mut self, tag: &Tag) {
        let in_template = self.in_template();
        if self.form && !in_template {
            return;
        }
        if self.in_table_itself() {
            if !in_template {
                self.form = true;
                self.insert_void(&tag.name, &tag.attrs, false);
            }
            return;
        }
        self.close_paragraph();
        let owner = if in_template { 0 } else { FORM_OWNER };
        self.form |= !in_template;
        self.insert_as(&tag.name, &tag.attrs, kind(&tag.name) | owner);
    }

    fn in_template(&self) -> bool {
        self.open.iter().any(|open| open.is(&local_name!("template")))
    }

    pub(super) fn end(&mut self, name: &LocalName) {
        let kind = kind(name);
        let depth = match *name {
            local_name!("p") => {
                if self.find_paragraph().is_none() {
                    self.insert(name, &[]);
                }
                return self.close_paragraph();
            }
            local_name!("br") => return self.insert_void(name, &[], false),
            local_name!("html") | local_name!("head") | local_name!("body") => return,
            local_name!("form") => return self.end_form(),
            local_name!("template") => self.open.iter().rposition(|open| open.is(name)),
            local_name!("table")
            | local_name!("caption")
            | local_name!("colgroup")
            | local_name!("col")
            | local_name!("tbody")
            | local_name!("thead")
            | local_name!("tfoot")
            | local_name!("tr")
            | local_name!("td")
            | local_name!("th") => self.find_part(name),
            local_name!("li") => self.find(SCOPE | LIST, |open| open.is(name)),
            local_name!("dd") | local_name!("dt") => self.find_in_scope(name),
            _ if kind & HEADING != 0 => self.find(SCOPE, |open| open.has(HEADING)),
            _ if kind & CLOSES != 0 => self.find_in_scope(name),
            _ if kind & FORMATTING != 0 => return self.end_formatting(name),
            _ => self.find(SPECIAL, |open| open.is(name)),
        };
        if let Some(depth) = depth {
            self.pop_to(depth);
        }
    }

    fn end_form(&mut self) {
        if self.in_template() {
            if let Some(depth) = self.find_in_scope(&local_name!("form")) {
                self.pop_to(depth);
            }
        } else if std::mem::take(&mut self.form)
            && let Some(depth) = self.find(SCOPE, |open| open.has(FORM_OWNER))
        {
            self.close_implied(None);
            self.end_early(depth, !0);
        }
    }

    fn end_formatting(&mut self, name: &LocalName) {
        if let Some(depth) = self.find_in_scope(name) {
            self.end_early(depth, SPECIAL);
        }
    }
}
