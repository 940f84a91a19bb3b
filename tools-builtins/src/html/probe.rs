//! The reader for programs of the project itself: the comparison with other
//! readers and the long run of random pages.

/// Reads a page: its title, and its text. Not part of what the crate promises.
#[doc(hidden)]
pub fn read_html(html: &str, base: &str) -> (Option<String>, String) {
    match base.parse() {
        Ok(base) => {
            let page = super::read(html, &base);
            (page.title, page.text)
        }
        Err(_) => (None, String::new()),
    }
}
