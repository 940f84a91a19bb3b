//! What DuckDuckGo's page says, before it is judged.

use html5ever::LocalName;

use crate::html::{self, Element, Visitor};

/// What was on the page.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// Links of results, in page order.
    pub(super) anchors: Vec<Anchor>,
    /// There is a human check.
    pub(super) human: bool,
    /// The page says that there are no results, or no more.
    pub(super) empty: bool,
    /// The page has a result without a link that we know.
    pub(super) unread: bool,
    /// There is a button for the next page.
    pub(super) next: bool,
}

/// A link of a result and the text that belongs to it.
#[derive(Debug, Default)]
pub(super) struct Anchor {
    pub(super) href: Option<String>,
    pub(super) title: String,
    pub(super) snippet: String,
    /// It stands where the page marks advertisements.
    pub(super) sponsored: bool,
}

impl Page {
    pub(super) fn read(html: &str) -> Page {
        let mut reader = Reader::default();
        html::walk(html, &mut reader);
        reader.flush();
        reader.page
    }
}

/// What an open element is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Other,
    /// A result, with how much had been seen before it.
    Result {
        ad: bool,
        seen: usize,
    },
    /// What stands in place of results.
    Empty,
    Title,
    Snippet,
    /// A row of buttons that lead to other pages.
    Navigation,
    Form,
    /// What nobody sees.
    Hidden,
}

#[derive(Debug, Default)]
struct Reader {
    page: Page,
    open: Vec<Part>,
    /// How many results that are advertisements are open.
    ads: usize,
    /// How many elements that say that there is nothing are open.
    empties: usize,
    navigations: usize,
    hidden: usize,
    /// Links and signs of emptiness so far.
    seen: usize,
    /// The result that is being read.
    draft: Option<Anchor>,
    /// Of the result that is being read; it may stand before its link.
    snippet: String,
    /// What text belongs to, and how deep that began.
    taking: Option<(Part, usize)>,
    form: Form,
}

/// What the form that is open asks for.
#[derive(Debug, Default)]
struct Form {
    offset: bool,
    back: bool,
}

impl Reader {
    fn part(&mut self, element: &Element<'_>) -> Part {
        let name: &str = element.name();
        if matches!(name, "script" | "style" | "template") {
            return Part::Hidden;
        }
        if element.has_class("result--no-result") || element.has_class("no-results") {
            return Part::Empty;
        }
        if name == "a" && element.has_class("result__a") && self.empties == 0 {
            return Part::Title;
        }
        if element.has_class("result__snippet") {
            return Part::Snippet;
        }
        if ["result", "web-result", "results_links"].iter().any(|class| element.has_class(class)) {
            return Part::Result { ad: element.has_class("result--ad"), seen: self.seen };
        }
        if element.has_class("nav-link") {
            return Part::Navigation;
        }
        if name == "form" { Part::Form } else { Part::Other }
    }

    fn enter(&mut self, part: Part, element: &Element<'_>) {
        match part {
            Part::Result { ad, .. } => {
                self.flush();
                self.ads += usize::from(ad);
            }
            Part::Empty => {
                self.empties += 1;
                self.seen += 1;
                self.page.empty = true;
            }
            Part::Title => {
                // What stood before the first link of a result belongs to it.
                let snippet = match self.draft {
                    Some(_) => String::new(),
                    None => std::mem::take(&mut self.snippet),
                };
                self.flush();
                self.seen += 1;
                self.snippet = snippet;
                let href = element.attr("href").map(str::to_owned);
                self.draft = Some(Anchor { href, sponsored: self.ads > 0, ..Anchor::default() });
                self.taking = Some((part, self.open.len()));
            }
            Part::Snippet if self.taking.is_none() && self.snippet.is_empty() => {
                self.taking = Some((part, self.open.len()));
            }
            Part::Navigation => self.navigations += 1,
            Part::Form => self.form = Form::default(),
            Part::Hidden => self.hidden += 1,
            Part::Snippet | Part::Other => {}
        }
    }

    fn leave(&mut self, part: Part) {
        match part {
            Part::Result { ad, seen } => {
                self.flush();
                self.ads -= usize::from(ad);
                self.page.unread |= self.seen == seen;
            }
            Part::Empty => self.empties -= 1,
            Part::Navigation => self.navigations -= 1,
            Part::Hidden => self.hidden -= 1,
            Part::Form => {
                self.page.next |= self.form.offset && !self.form.back;
                self.form = Form::default();
            }
            Part::Title | Part::Snippet | Part::Other => {}
        }
    }

    /// Ends the result that is being read.
    fn flush(&mut self) {
        self.taking = None;
        let snippet = std::mem::take(&mut self.snippet);
        if let Some(anchor) = self.draft.take() {
            self.page.anchors.push(Anchor { snippet, ..anchor });
        }
    }

    fn signs(&mut self, element: &Element<'_>) {
        let classes = element.attr("class").unwrap_or_default();
        let action = element.attr("action").unwrap_or_default();
        self.page.human |= classes.split_ascii_whitespace().any(|class| class.starts_with("anomaly-modal"))
            || element.attr("id") == Some("challenge-form")
            || action.contains("anomaly.js");
        if **element.name() != *"input" {
            return;
        }
        let value = element.attr("value").unwrap_or_default().trim_ascii();
        if element.attr("name") == Some("s") {
            self.form.offset |= value.parse::<u32>().is_ok_and(|offset| offset > 0);
        }
        self.form.back |= value.eq_ignore_ascii_case("previous");
        self.page.next |= self.navigations > 0 && value.eq_ignore_ascii_case("next");
    }
}

impl Visitor for Reader {
    fn open(&mut self, element: &Element<'_>) {
        if self.hidden > 0 {
            self.open.push(Part::Other);
            return;
        }
        self.signs(element);
        let part = self.part(element);
        self.enter(part, element);
        self.open.push(part);
        if html::breaks(element.name()) {
            self.text(" ");
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden > 0 {
            return;
        }
        match (self.taking, &mut self.draft) {
            (Some((Part::Title, _)), Some(anchor)) => anchor.title.push_str(text),
            (Some((Part::Snippet, _)), _) => self.snippet.push_str(text),
            _ => {}
        }
    }

    fn close(&mut self, _: &LocalName) {
        let Some(part) = self.open.pop() else { return };
        if self.taking.is_some_and(|(_, depth)| depth == self.open.len()) {
            self.taking = None;
        }
        self.leave(part);
    }
}
