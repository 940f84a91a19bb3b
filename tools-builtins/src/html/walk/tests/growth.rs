//! What bounds the work for each token.

use html5ever::LocalName;

use super::{Element, Recorder, Visitor, walk};

#[test]
fn depth_is_bounded() {
    for tag in ["<div>", "<b>", "<x-y>", "<svg><desc>", "<table><td>", "<ul><li>", "<template>"] {
        let mut recorder = Recorder::default();
        walk(&tag.repeat(20_000), &mut recorder);
        assert_eq!((recorder.depth, recorder.deepest), (0, 512), "{tag}");
        let first = tag.split_inclusive('>').next().unwrap();
        assert_eq!(recorder.line.matches(first).count(), 20_000, "{tag}");
    }
}

#[test]
fn attributes_of_a_tag_are_bounded() {
    struct Counts(Vec<usize>, String);
    impl Visitor for Counts {
        fn open(&mut self, element: &Element<'_>) {
            self.0.push(element.attributes.len());
        }
        fn text(&mut self, text: &str) {
            self.1.push_str(text);
        }
        fn close(&mut self, _: &LocalName) {}
    }
    let names = |count: usize| (0..count).map(|index| format!("a{index}=\">'\" ")).collect::<String>();
    let cases = [
        ("as many as are read", format!("<p {}>x", names(256)), vec![256]),
        ("one more", format!("<p {}>x<i b>y", names(257)), vec![256, 1]),
        ("many more", format!("<p {}/>x<i b>y", names(100_000)), vec![256, 1]),
        ("without blanks between", format!("<p {}>x", names(100_000).replace(' ', "")), vec![256]),
        ("by slashes", format!("<p/{}>x", "a/b/c/d/".repeat(20_000)), vec![4]),
        ("without values", format!("<p {}>x", names(1_000).replace("=\">'\"", "")), vec![256]),
        ("of an end tag", format!("<title>z</title {}>x<p b>", names(1_000)), vec![0, 1]),
        ("an unclosed tag", format!("<i>z</i><p {}", names(1_000)), vec![0]),
        ("a quote that stays open", format!("<i>z</i><p {} a='>x", names(1_000)), vec![0]),
    ];
    for (name, html, wanted) in cases {
        let mut counts = Counts(Vec::new(), String::new());
        walk(&html, &mut counts);
        assert_eq!(counts.0, wanted, "{name}");
        assert!(matches!(&*counts.1, "x" | "xy" | "zx" | "z"), "{name}: {}", counts.1);
    }
}
