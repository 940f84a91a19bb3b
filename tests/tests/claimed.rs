//! The rows of the specification that the project claims, and their tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{collections::BTreeSet, fs, path::Path};

fn visit(folder: &Path, see: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            visit(&path, see);
        } else if [".rs", ".py", ".sh", ".md"].iter().any(|end| name.ends_with(end)) {
            see(&path, &fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

fn is_row(word: &str) -> bool {
    word.split_once('-').is_some_and(|(prefix, number)| {
        (3..=4).contains(&prefix.len())
            && prefix.chars().all(|c| c.is_ascii_uppercase())
            && number.len() == 2
            && number.chars().all(|c| c.is_ascii_digit())
    })
}

#[test]
fn every_claimed_row_is_named_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut rows, mut proved) = (BTreeSet::new(), BTreeSet::new());
    visit(&root, &mut |path, text| {
        for line in text.lines() {
            if path.starts_with(root.join("docs/spec")) {
                let cell = line.split('|').nth(1).unwrap_or_default().trim();
                rows.extend(is_row(cell).then(|| cell.to_owned()));
            } else if let Some((_, named)) =
                line.split_once("// proves ").or_else(|| line.split_once("# proves "))
            {
                let words = named.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                proved.extend(words.filter(|word| is_row(word)).map(str::to_owned));
            }
        }
    });
    let claimed = fs::read_to_string(root.join("docs/spec/claimed")).unwrap();
    let claimed: BTreeSet<String> = claimed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect();
    assert!(claimed.len() > 50, "the list is read");
    let unknown: Vec<_> = claimed.difference(&rows).collect();
    assert!(unknown.is_empty(), "claimed, and not in the specification: {unknown:?}");
    let unproved: Vec<_> = claimed.difference(&proved).collect();
    assert!(unproved.is_empty(), "claimed, and named by no test: {unproved:?}");
    let strange: Vec<_> = proved.difference(&rows).collect();
    assert!(strange.is_empty(), "named by a test, and not in the specification: {strange:?}");
}
