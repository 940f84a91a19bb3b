//! Targets of links.

use url::Url;

/// The longest target that is kept, in bytes.
const MAX_TARGET: usize = 2_048;

/// Makes targets absolute.
#[derive(Debug)]
pub(super) struct Links {
    page: Url,
    /// The page's own base, once it is known.
    base: Option<Url>,
    /// How many bytes of targets may still be written. A long base makes a
    /// short link long, so that targets could outgrow the page.
    left: usize,
}

impl Links {
    pub(super) fn new(page: &Url, left: usize) -> Self {
        Self { page: page.clone(), base: None, left }
    }

    /// Takes the base that the page gives; only its first one counts, and only
    /// for the links after it.
    pub(super) fn set_base(&mut self, href: &str) {
        if self.base.is_none() && href.len() <= MAX_TARGET {
            let base = self.page.join(href).ok().filter(is_web);
            self.base = Some(base.unwrap_or_else(|| self.page.clone()));
        }
    }

    pub(super) fn into_base(self) -> Url {
        self.base.unwrap_or(self.page)
    }

    /// The absolute target, unless it is a place in the page itself, a script,
    /// or anything else that neither a browser nor a mail program opens.
    pub(super) fn target(&mut self, href: &str) -> Option<String> {
        let href = href.trim_matches(|character: char| character <= ' ');
        let in_page = href.is_empty() || href.starts_with('#') && self.base.is_none();
        if in_page || href.len() > MAX_TARGET.min(self.left) {
            return None;
        }
        let mut url = self.base.as_ref().unwrap_or(&self.page).join(href).ok()?;
        if url.scheme() == "mailto" {
            // The subject and text of a letter are nobody's address.
            url.set_query(None);
        }
        let length = url.as_str().len();
        if length > self.left {
            // Whatever comes next costs nothing any more.
            self.left = 0;
            return None;
        }
        self.left -= length;
        let kept = is_web(&url) || url.scheme() == "mailto" && !url.path().is_empty();
        (kept && length <= MAX_TARGET).then(|| url.into())
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}
