//! `docs/faults.md` itself: every row is there, and every test is where it is said to be.

use std::fs;
use std::path::{Path, PathBuf};

/// How many hostile inputs there are.
const ALL: usize = 92;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cells of each row that begins with a number.
fn rows(page: &str) -> Vec<(usize, Vec<&str>)> {
    let cells = |line| str::split(line, " | ").map(|cell| cell.trim_matches(['|', ' '])).collect::<Vec<_>>();
    page.lines().filter_map(|line| Some((cells(line).first()?.parse().ok()?, cells(line)))).collect()
}

/// What stands between back-quotes and says `path::test`.
fn tests(cell: &str) -> impl Iterator<Item = (&str, &str)> {
    cell.split('`').skip(1).step_by(2).filter_map(|text| text.split_once(".rs::"))
}

/// Whether `name` is a test of this file, and not only mentioned in it.
fn is_test(file: &Path, name: &str) -> bool {
    let Ok(text) = fs::read_to_string(file) else { return false };
    let starts = [format!("fn {name}("), format!("name: {name},")];
    text.lines().any(|line| starts.iter().any(|start| line.trim_start().starts_with(start.as_str())))
}

#[test]
fn every_row_is_there_and_every_test_where_it_is_said_to_be() {
    let page = fs::read_to_string(root().join("docs/faults.md")).unwrap();
    let rows = rows(&page);
    let numbers: Vec<usize> = rows.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=ALL).collect::<Vec<_>>());
    for (number, cells) in rows {
        assert!(cells.len() >= 3 && cells[1..3].iter().all(|cell| !cell.is_empty()), "row {number} says too little: {cells:?}");
        let named: Vec<_> = tests(cells.get(3).unwrap_or(&"")).collect();
        assert_eq!(named.is_empty(), cells[2].starts_with("no test: "), "row {number} has tests, or says why not");
        for (file, test) in named {
            let below = if file.starts_with("snell") { "crates" } else { "." };
            assert!(is_test(&root().join(below).join(format!("{file}.rs")), test), "row {number}: there is no `{file}.rs::{test}`");
        }
    }
}
