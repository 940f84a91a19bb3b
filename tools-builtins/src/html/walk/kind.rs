//! What the names of HTML elements mean to tree construction.

use html5ever::{LocalName, local_name};

/// A set of the properties below.
pub(super) type Kind = u32;

/// An unmatched end tag does not reach beyond it.
pub(super) const SPECIAL: Kind = 1;
/// End tags do not reach beyond it.
pub(super) const SCOPE: Kind = 1 << 1;
/// `</p>` does not reach beyond it.
pub(super) const BUTTON: Kind = 1 << 2;
/// `</li>` does not reach beyond it.
pub(super) const LIST: Kind = 1 << 3;
/// End tags of a table's parts do not reach beyond it.
pub(super) const TABLE_SCOPE: Kind = 1 << 4;
/// Its end tag is implied where its parent ends.
pub(super) const IMPLIED: Kind = 1 << 5;
/// Misnested formatting does not reach beyond it.
pub(super) const MARKER: Kind = 1 << 6;
/// `h1` to `h6`.
pub(super) const HEADING: Kind = 1 << 7;
/// A table or a part of one, or a template, where the search for one ends.
pub(super) const PART: Kind = 1 << 8;
/// `address`, `div` and `p`, through which a new `li` closes the last one.
pub(super) const ITEM_GOES_ON: Kind = 1 << 9;
/// Has neither content nor an end tag.
pub(super) const VOID: Kind = 1 << 10;
/// Closes an open `p`.
pub(super) const BLOCK: Kind = 1 << 11;
/// Its end tag closes the elements in it, as far as scopes reach.
pub(super) const CLOSES: Kind = 1 << 12;
/// The misnested end tag of one ends it, but not the blocks in it.
pub(super) const FORMATTING: Kind = 1 << 13;
/// The form that `</form>` closes.
pub(super) const FORM_OWNER: Kind = 1 << 14;
/// Of SVG or MathML.
pub(super) const FOREIGN: Kind = 1 << 15;
/// Of MathML.
pub(super) const MATH: Kind = 1 << 16;
/// Foreign, but text and most tags in it are HTML.
pub(super) const TEXT_POINT: Kind = 1 << 17;
/// Foreign, but text and start tags in it are HTML.
pub(super) const HTML_POINT: Kind = 1 << 18;
/// Ended before the elements in it: it is closed with the last of them, and
/// is nothing to tree construction any more.
pub(super) const ENDED: Kind = 1 << 19;

/// What this element of HTML is to tree construction.
pub(super) fn kind(name: &LocalName) -> Kind {
    match *name {
        local_name!("p") => SPECIAL | IMPLIED | ITEM_GOES_ON | BLOCK,
        local_name!("div") | local_name!("address") => SPECIAL | ITEM_GOES_ON | BLOCK | CLOSES,
        local_name!("a")
        | local_name!("b")
        | local_name!("big")
        | local_name!("code")
        | local_name!("em")
        | local_name!("font")
        | local_name!("i")
        | local_name!("nobr")
        | local_name!("s")
        | local_name!("small")
        | local_name!("strike")
        | local_name!("strong")
        | local_name!("tt")
        | local_name!("u") => FORMATTING,
        local_name!("li") | local_name!("dd") | local_name!("dt") => SPECIAL | IMPLIED,
        local_name!("ul") | local_name!("ol") => SPECIAL | LIST | BLOCK | CLOSES,
        local_name!("h1")
        | local_name!("h2")
        | local_name!("h3")
        | local_name!("h4")
        | local_name!("h5")
        | local_name!("h6") => SPECIAL | HEADING | BLOCK,
        local_name!("button") => SPECIAL | BUTTON | CLOSES,
        local_name!("select") => SPECIAL | SCOPE | CLOSES,
        local_name!("table") => SPECIAL | SCOPE | TABLE_SCOPE | PART | BLOCK,
        local_name!("template") => SPECIAL | SCOPE | TABLE_SCOPE | PART | MARKER,
        local_name!("td") | local_name!("th") | local_name!("caption") => SPECIAL | SCOPE | PART | MARKER,
        local_name!("tr")
        | local_name!("tbody")
        | local_name!("thead")
        | local_name!("tfoot")
        | local_name!("colgroup") => SPECIAL | PART,
        local_name!("applet") | local_name!("marquee") | local_name!("object") => {
            SPECIAL | SCOPE | MARKER | CLOSES
        }
        local_name!("option")
        | local_name!("optgroup")
        | local_name!("rb")
        | local_name!("rp")
        | local_name!("rt")
        | local_name!("rtc") => IMPLIED,
        local_name!("article")
        | local_name!("aside")
        | local_name!("blockquote")
        | local_name!("center")
        | local_name!("details")
        | local_name!("dir")
        | local_name!("dl")
        | local_name!("fieldset")
        | local_name!("figcaption")
        | local_name!("figure")
        | local_name!("footer")
        | local_name!("header")
        | local_name!("hgroup")
        | local_name!("listing")
        | local_name!("main")
        | local_name!("menu")
        | local_name!("nav")
        | local_name!("pre")
        | local_name!("section")
        | local_name!("summary") => SPECIAL | BLOCK | CLOSES,
        local_name!("dialog") | local_name!("search") => BLOCK | CLOSES,
        local_name!("form") | local_name!("plaintext") | local_name!("xmp") => SPECIAL | BLOCK,
        local_name!("hr") => SPECIAL | VOID | BLOCK,
        local_name!("area")
        | local_name!("base")
        | local_name!("basefont")
        | local_name!("bgsound")
        | local_name!("br")
        | local_name!("col")
        | local_name!("embed")
        | local_name!("img")
        | local_name!("input")
        | local_name!("keygen")
        | local_name!("link")
        | local_name!("meta")
        | local_name!("param")
        | local_name!("source")
        | local_name!("track")
        | local_name!("wbr") => SPECIAL | VOID,
        local_name!("iframe")
        | local_name!("noembed")
        | local_name!("noframes")
        | local_name!("noscript")
        | local_name!("script")
        | local_name!("style")
        | local_name!("textarea")
        | local_name!("title") => SPECIAL,
        _ => 0,
    }
}
