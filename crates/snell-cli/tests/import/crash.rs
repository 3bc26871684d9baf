//! A crash at any point of an import leaves every file as it was or as it is to be, and no word that all is done before all is done.

use std::fs;

use crate::kill::{Doomed, can_trace};
use crate::stage::Stage;
use crate::{CONFIG, PROJECT, USER, import, statuses};

const FILES: [&str; 3] = [USER, PROJECT, CONFIG];
const ARGUMENTS: [&str; 5] = ["import", "claude", "--dialect", "rightnow", "--yes"];

fn texts(stage: &Stage) -> [Option<String>; 3] {
    FILES.map(|name| fs::read_to_string(stage.path(name)).ok())
}

#[test]
fn an_import_that_is_killed_is_undone_or_done_file_by_file_and_can_be_done_again() {
    let stage = crate::stage();
    if !can_trace(&stage) {
        return;
    }
    let old = texts(&stage);
    assert_eq!(import(&stage, &["--yes"]).code, 0);
    let new = texts(&stage);
    let hooks = statuses(&stage, "");
    let before = || {
        for (name, text) in FILES.iter().zip(&old) {
            match text {
                Some(text) => stage.write(name, text),
                None => drop(fs::remove_file(stage.path(name))),
            }
        }
    };
    let mut states = [0, 0];
    let doomed = Doomed { stage: &stage, arguments: &ARGUMENTS, stdin: None, fails: None };
    doomed.at_every_call(&before, &mut |at, was_killed| {
        let left = texts(&stage);
        for (index, name) in FILES.iter().enumerate() {
            assert!(left[index] == old[index] || left[index] == new[index], "{at}: {name} is {:?}", left[index]);
        }
        let is_marked = left[2] == new[2];
        assert!(!is_marked || left == new, "{at}: it says that all is imported");
        assert!(was_killed || left == new, "{at}");
        states[usize::from(is_marked)] += 1;
        assert_eq!(import(&stage, &["--yes"]).code, 0, "{at}: it can be done again");
        assert_eq!((texts(&stage), statuses(&stage, "")), (new.clone(), hooks.clone()), "{at}");
    });
    assert!(states.iter().all(|count| *count > 1), "crashes before and after the marker: {states:?}");
}
