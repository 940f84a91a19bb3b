//! What each element does to the text.

use std::ops::Range;

use html5ever::{LocalName, local_name};
use url::Url;

use super::blocks::is_block;
use super::drop::is_dropped;
use super::landmark::Landmark;
use super::lines::{Container, Gap, Lines};
use super::links::Links;
use super::lists::List;
use super::marks::Mark;
use super::tables::Table;
use crate::html::clean::append_line;
use crate::html::walk::{Element, Visitor};

/// What is left to do when an element ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    Nothing,
    Block,
    Heading,
    Pre,
    Mark,
    /// A part of a formula: the sign between its parts, whether one has begun,
    /// and whether it is in parentheses.
    Formula(&'static str, bool, bool),
    /// A part of a form, which does not touch the text beside it.
    Field,
    List,
    /// Whether the lines inside are shaped by it.
    Container(bool),
    Item(bool),
    Table,
    RowGroup,
    Row,
    Cell,
}

/// What becomes of text that is not read.
#[derive(Debug, Clone, Copy)]
enum Kept {
    Nothing,
    Title,
    Instead,
}

/// The text and where the main content lies in it.
pub(super) struct Read {
    pub(super) title: Option<String>,
    pub(super) text: String,
    /// HTML for readers without scripts or frames.
    pub(super) instead: String,
    pub(super) base: Url,
    pub(super) mains: Vec<Range<usize>>,
    pub(super) articles: Vec<Range<usize>>,
}

pub(super) struct Reader {
    pub(super) lines: Lines,
    links: Links,
    title: Option<String>,
    instead: String,
    /// What the text in the dropped element is kept as.
    kept: Kept,
    /// How many elements are open in the one that is dropped, with itself.
    dropped: usize,
    pub(super) ends: Vec<(End, bool, bool)>,
    lists: Vec<List>,
    pub(super) tables: Vec<Table>,
    pub(super) headings: usize,
    main: Landmark,
    article: Landmark,
    /// The numbers of items of the reversed lists to come.
    reversed: std::vec::IntoIter<usize>,
}

impl Reader {
    pub(super) fn new(page: usize, base: &Url, reversed: Vec<usize>) -> Self {
        Self {
            lines: Lines::new(page),
            links: Links::new(base, page.saturating_mul(2).saturating_add(4_096)),
            title: None,
            instead: String::new(),
            kept: Kept::Nothing,
            dropped: 0,
            ends: Vec::new(),
            lists: Vec::new(),
            tables: Vec::new(),
            headings: 0,
            main: Landmark::default(),
            article: Landmark::default(),
            reversed: reversed.into_iter(),
        }
    }

    pub(super) fn finish(self) -> Read {
        Read {
            title: self.title,
            text: self.lines.finish(),
            instead: self.instead,
            base: self.links.into_base(),
            mains: self.main.ranges,
            articles: self.article.ranges,
        }
    }

    fn begin(&mut self, element: &Element<'_>, items: Option<usize>) -> End {
        match *element.name() {
            _ if element.is_foreign() => self.formula(element.name()),
            local_name!("br") => {
                self.lines.line_break();
                End::Nothing
            }
            local_name!("hr") => {
                self.lines.rule("---", Gap::Paragraph);
                End::Nothing
            }
            local_name!("img") => self.image(element),
            local_name!("input") => self.input(element),
            local_name!("base") => {
                if let Some(href) = element.attr("href") {
                    self.links.set_base(href);
                }
                End::Nothing
            }
            local_name!("a") => match element.attr("href").and_then(|href| self.target(href)) {
                Some(target) => self.mark(Mark::Link(target)),
                None => End::Nothing,
            },
            local_name!("code") | local_name!("kbd") | local_name!("samp") | local_name!("tt") => {
                self.mark(Mark::Code)
            }
            local_name!("button") | local_name!("textarea") => {
                self.lines.blank();
                End::Field
            }
            local_name!("q") => self.mark(Mark::Quote),
            local_name!("del") | local_name!("s") | local_name!("strike") => self.mark(Mark::Struck),
            local_name!("rt") => self.mark(Mark::Ruby),
            local_name!("sup") => self.mark(Mark::Raised),
            local_name!("h1") => self.heading(1),
            local_name!("h2") => self.heading(2),
            local_name!("h3") => self.heading(3),
            local_name!("h4") => self.heading(4),
            local_name!("h5") => self.heading(5),
            local_name!("h6") => self.heading(6),
            local_name!("pre") | local_name!("listing") | local_name!("xmp") | local_name!("plaintext") => {
                self.pre()
            }
            local_name!("blockquote") => {
                self.lines.gap(Gap::Paragraph);
                End::Container(self.lines.enter(Container::Quote))
            }
            local_name!("ul") | local_name!("menu") | local_name!("dir") => self.list(List::bullets()),
            local_name!("ol") => self.list(List::numbered(element, items)),
            local_name!("li") => self.item(element),
            local_name!("dl") => self.list(List::bullets()),
            local_name!("dt") => {
                self.begin_item();
                End::Item(false)
            }
            local_name!("dd") => {
                self.begin_item();
                End::Item(self.lines.enter(Container::Item(Some(": ".to_owned()), 2)))
            }
            local_name!("table") => self.table(element),
            local_name!("thead") | local_name!("tbody") | local_name!("tfoot") => {
                self.row_group(*element.name() == local_name!("thead"));
                End::RowGroup
            }
            local_name!("tr") => self.row(),
            local_name!("td") | local_name!("th") => self.cell(element),
            _ if is_block(element.name()) => {
                self.lines.gap(Gap::Paragraph);
                End::Block
            }
            _ => End::Nothing,
        }
    }

    fn finish_element(&mut self, end: End) {
        match end {
            End::Nothing => {}
            End::Block => self.lines.gap(Gap::Paragraph),
            End::Heading => {
                self.headings -= 1;
                self.update_flat();
                self.lines.set_heading(0);
                self.lines.gap(Gap::Paragraph);
            }
            End::Pre => self.lines.close_pre(),
            End::Field => self.lines.blank(),
            End::Mark => self.lines.close_mark(),
            End::Formula(_, _, in_parentheses) => self.lines.atom(if in_parentheses { ")" } else { "" }),
            End::List => {
                self.lists.pop();
                self.lines.gap(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
            }
            End::Container(entered) | End::Item(entered) => {
                let item = matches!(end, End::Item(_));
                self.lines.gap(if item { Gap::Line } else { Gap::Paragraph });
                if entered {
                    self.lines.leave();
                }
            }
            End::Table => {
                self.tables.pop();
                self.update_flat();
                self.lines.gap(Gap::Paragraph);
            }
            End::RowGroup => self.row_group(false),
            End::Row => self.end_row(),
            End::Cell => {
                self.end_cell();
            }
        }
    }

    fn mark(&mut self, mark: Mark) -> End {
        if self.lines.in_pre() {
            return End::Nothing;
        }
        self.lines.open_mark(mark);
        End::Mark
    }

    fn target(&mut self, href: &str) -> Option<String> {
        if self.lines.in_pre() { None } else { self.links.target(href) }
    }

    fn image(&mut self, element: &Element<'_>) -> End {
        let mut alt = String::new();
        append_line(&mut alt, &mut false, element.attr("alt").unwrap_or_default());
        if !alt.trim().is_empty() {
            self.lines.atom(&format!("[image: {alt}]"));
        }
        End::Nothing
    }

    /// Buttons show their value; of other fields it is what a user types.
    fn input(&mut self, element: &Element<'_>) -> End {
        let button = element.attr("type").is_some_and(|kind| {
            ["submit", "button", "reset"].iter().any(|button| kind.eq_ignore_ascii_case(button))
        });
        let text = element.attr("type").is_none_or(|kind| kind.eq_ignore_ascii_case("text"));
        if button || text {
            self.lines.blank();
            self.lines.text(element.attr("value").unwrap_or_default());
            self.lines.blank();
        }
        End::Nothing
    }

    fn heading(&mut self, level: usize) -> End {
        self.lay_out();
        self.lines.gap(Gap::Paragraph);
        if !self.lines.in_pre() {
            self.lines.set_heading(level);
        }
        self.headings += 1;
        self.update_flat();
        End::Heading
    }

    fn pre(&mut self) -> End {
        if self.lines.in_pre() {
            self.lines.gap(Gap::Line);
            return End::Block;
        }
        self.lay_out();
        self.lines.open_pre();
        End::Pre
    }

    fn list(&mut self, list: List) -> End {
        self.lines.gap(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
        self.lists.push(list);
        End::List
    }

    fn item(&mut self, element: &Element<'_>) -> End {
        self.begin_item();
        let marker = self.lists.last_mut().map_or_else(|| "- ".to_owned(), |list| list.marker(element));
        let width = marker.len();
        End::Item(self.lines.enter(Container::Item(Some(marker), width)))
    }

    /// Begins an item on the line after the last one, whatever was in that.
    fn begin_item(&mut self) {
        if self.lists.last_mut().is_some_and(|list| std::mem::replace(&mut list.begun, true)) {
            self.lines.tight_gap();
        } else {
            self.lines.gap(Gap::Line);
        }
    }
}

impl Visitor for Reader {
    fn open(&mut self, element: &Element<'_>) {
        let name = element.name();
        let reversed = *name == local_name!("ol") && element.attr("reversed").is_some();
        let items = if reversed { self.reversed.next() } else { None };
        if self.dropped > 0 {
            self.dropped += 1;
            return;
        }
        if is_dropped(element) {
            self.dropped = 1;
            self.kept = match *name {
                _ if element.is_foreign() => Kept::Nothing,
                local_name!("title") if self.title.is_none() => Kept::Title,
                local_name!("noscript") | local_name!("noframes") => {
                    self.instead.push(' ');
                    Kept::Instead
                }
                _ => Kept::Nothing,
            };
            return;
        }
        let html = !element.is_foreign();
        let main = html && (*name == local_name!("main") || element.attr("role") == Some("main"));
        let article = html && *name == local_name!("article");
        if main {
            self.enter_landmark(|reader| &mut reader.main);
        }
        if article {
            self.enter_landmark(|reader| &mut reader.article);
        }
        let end = self.begin(element, items);
        self.ends.push((end, main, article));
    }

    fn text(&mut self, text: &str) {
        match self.kept {
            Kept::Title => self.title.get_or_insert_default().push_str(text),
            Kept::Instead => self.instead.push_str(text),
            Kept::Nothing if self.dropped == 0 => self.lines.text(text),
            Kept::Nothing => {}
        }
    }

    fn close(&mut self, _: &LocalName) {
        if self.dropped > 0 {
            self.dropped -= 1;
            self.kept = Kept::Nothing;
            return;
        }
        let Some((end, main, article)) = self.ends.pop() else { return };
        self.finish_element(end);
        if article {
            self.leave_landmark(|reader| &mut reader.article);
        }
        if main {
            self.leave_landmark(|reader| &mut reader.main);
        }
    }
}
