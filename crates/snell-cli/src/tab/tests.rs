//! The tab without a terminal: keys into a state, and the screens that it gives.

mod samples;
mod stage;

use insta::assert_snapshot;
use snell::core::{Completion, End};

use super::key::Key;
use super::state::{List, Mode, News, Page, State};
use super::update::{Effect, update};
use stage::{HOOKS, Stage};

fn press(state: &mut State, keys: &str) -> Effect {
    keys.chars().fold(Effect::Nothing, |_, letter| update(state, Key::Letter(letter)))
}

#[test]
fn the_screen_shows_each_hook_with_its_source_and_status() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    assert_snapshot!("hooks", stage.screen(&mut state, 110, 26));
    press(&mut state, "j");
    assert_snapshot!("a_broken_hook", stage.screen(&mut state, 110, 26));
    update(&mut state, Key::End);
    assert_snapshot!("an_untrusted_hook", stage.screen(&mut state, 110, 26));
}

#[test]
fn the_lists_below_show_runs_events_and_problems() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    assert_snapshot!("runs_of_a_hook", stage.below(&mut state));
    update(&mut state, Key::Tab);
    assert_snapshot!("all_events", stage.below(&mut state));
    update(&mut state, Key::Tab);
    assert_snapshot!("problems", stage.below(&mut state));
    update(&mut state, Key::Tab);
    assert_eq!(state.list, List::Runs);
    update(&mut state, Key::BackTab);
    assert_eq!(state.list, List::Problems);
}

#[test]
fn a_small_terminal_has_its_panes_one_above_the_other() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    assert_snapshot!("narrow", stage.screen(&mut state, 50, 24));
    for (width, height) in [(1, 1), (3, 2), (10, 5), (72, 7), (300, 100)] {
        stage.screen(&mut state, width, height);
        update(&mut state, Key::Enter);
        stage.screen(&mut state, width, height);
        update(&mut state, Key::Escape);
    }
}

#[test]
fn nothing_to_show_is_said() {
    let stage = Stage::with("{}");
    let mut state = stage.state();
    let screen = stage.screen(&mut state, 100, 16);
    assert!(screen.contains("no hooks are configured here"), "{screen}");
    for keys in ["j", "k", "d", "f", "G", "/x"] {
        assert_eq!(press(&mut state, keys), Effect::Nothing, "{keys}");
    }
}

#[test]
fn keys_walk_and_stop_at_both_ends() {
    let mut state = Stage::with(HOOKS).state();
    let last = state.content.hooks.len() - 1;
    for (keys, selected) in [("k", 0), ("j", 1), ("jjjjjjjjjj", last), ("k", last - 1), ("g", 0), ("G", last)] {
        press(&mut state, keys);
        assert_eq!(state.selected, selected, "{keys}");
    }
    update(&mut state, Key::Home);
    assert_eq!(state.selected, 0);
}

#[test]
fn a_search_leaves_what_it_finds_and_its_selection_can_be_seen() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    press(&mut state, "/guard BASH");
    assert_eq!(state.found().len(), 1);
    assert_eq!(state.row().map(|row| row.name.as_str()), Some("project/safety:guard"));
    let screen = stage.screen(&mut state, 100, 20);
    assert!(screen.contains("/guard BASH▏") && !screen.contains("sh gate.sh"), "{screen}");
    update(&mut state, Key::Enter);
    press(&mut state, "j");
    assert_eq!(state.row().map(|row| row.name.as_str()), Some("project/safety:guard"), "there is nowhere to go");
    press(&mut state, "/ nowhere");
    assert!(state.row().is_none());
    assert!(stage.screen(&mut state, 100, 20).contains("no hook is found"));
    update(&mut state, Key::Backspace);
    assert_eq!(state.search, "guard BASH nowher");
    update(&mut state, Key::Escape);
    assert_eq!((state.search.as_str(), state.found().len()), ("", state.content.hooks.len()));
}

#[test]
fn keys_ask_for_what_they_say() {
    let mut state = Stage::with(HOOKS).state();
    let first = state.content.hooks[0].name.clone();
    assert_eq!(press(&mut state, "r"), Effect::Reload);
    assert_eq!(press(&mut state, "t"), Effect::Review);
    assert_eq!(press(&mut state, "d"), Effect::Disable { hook: first.clone(), disabled: true });
    assert_eq!(press(&mut state, "f"), Effect::Fire(first));
    assert_eq!(press(&mut state, "q"), Effect::Quit);
    assert_eq!(update(&mut state, Key::Interrupt), Effect::Quit);
    state.content.hooks[0].is_disabled = true;
    assert!(matches!(press(&mut state, "d"), Effect::Disable { disabled: false, .. }));
}

#[test]
fn while_a_hook_runs_it_can_only_be_ended() {
    let mut state = Stage::with(HOOKS).state();
    state.hear(News::Started("user/mine:scan".to_owned()));
    for key in [Key::Letter('q'), Key::Letter('d'), Key::Letter('f'), Key::Down, Key::Enter] {
        assert_eq!(update(&mut state, key), Effect::Nothing);
    }
    assert_eq!(update(&mut state, Key::Escape), Effect::Cancel);
    assert_eq!(update(&mut state, Key::Interrupt), Effect::Quit);
}

#[test]
fn a_page_is_read_and_a_question_answered_once() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    let lines: Vec<String> = (0..60).map(|number| format!("line {number}")).collect();
    let mut page = Page::new("a page", lines.iter().map(String::as_str));
    page.asks = Some("trust it?".to_owned());
    state.hear(News::Read(page));
    assert!(stage.screen(&mut state, 80, 24).contains("trust it?  y yes  n no"));
    press(&mut state, "G");
    let screen = stage.screen(&mut state, 80, 24);
    assert!(screen.contains("line 59") && !screen.contains("line 39 "), "{screen}");
    press(&mut state, "k");
    assert!(!stage.screen(&mut state, 80, 24).contains("line 59"));
    assert_eq!(press(&mut state, "r"), Effect::Nothing, "a page is no place for other keys");
    assert_eq!(press(&mut state, "y"), Effect::Approve);
    assert!(matches!(state.mode, Mode::Browse));
    state.hear(News::Read(Page::new("a page", ["no question"].into_iter())));
    assert_eq!(press(&mut state, "y"), Effect::Nothing);
    assert!(matches!(state.mode, Mode::Page(_)));
    update(&mut state, Key::Escape);
    assert!(matches!(state.mode, Mode::Browse));
}

#[test]
fn a_selection_stays_with_its_hook_over_a_reload() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    press(&mut state, "jjj");
    let name = state.row().expect("a hook").name.clone();
    let handler = r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "first" }] }] } }"#;
    stage.write("home/.rightnow/hooks/a.json", handler);
    state.hear(stage.loaded("reloaded"));
    assert_eq!(state.row().map(|row| row.name.clone()), Some(name));
    assert!(stage.screen(&mut state, 100, 20).lines().last().expect("a line").contains("reloaded"));
    press(&mut state, "k");
    assert!(!stage.screen(&mut state, 100, 20).contains("reloaded"), "a message lasts until the next key");
}

#[test]
fn new_runs_come_first_and_old_ones_go() {
    let stage = Stage::with(HOOKS);
    let mut state = stage.state();
    let record = state.runs[0].clone();
    let numbered = |number: usize| snell::journal::Record { id: format!("{number:010}"), ..record.clone() };
    state.hear(News::Ran((0..150).map(numbered).collect()));
    state.hear(News::Ran((150..300).map(numbered).collect()));
    assert_eq!(state.runs.len(), 200);
    assert_eq!((state.runs[0].id.as_str(), state.runs[199].id.as_str()), ("0000000299", "0000000100"));
}

#[test]
fn what_others_wrote_cannot_command_the_terminal() {
    let escape = "\u{1b}]0;owned\u{7}\u{202e}\u{1b}[31m";
    let handler = serde_json::json!({ "type": "command", "command": escape, "env": { escape: escape } });
    let hooks = serde_json::json!({ "hooks": { "PreToolUse": [{ "matcher": escape, "hooks": [handler] }], escape: [] } });
    let stage = Stage::with(&hooks.to_string());
    stage.fire(&["pre-tool-use", "--tool", escape, "--trust"], Completion { stderr: escape.into(), ..Completion::of(End::Exited(2)) });
    let mut state = stage.state();
    state.search = escape.to_owned();
    assert!(state.row().is_some());
    for list in [List::Runs, List::Events, List::Problems] {
        state.list = list;
        let cells = stage.screen(&mut state, 200, 40);
        assert!(cells.contains("owned"));
        assert!(!cells.chars().any(|letter| letter.is_control() && letter != '\n' || letter == '\u{202e}'), "{cells:?}");
    }
}

#[test]
fn a_url_s_secrets_are_not_shown_where_it_stands() {
    let url = "https://me:hunter2@hooks.example.com/?key=hunter2";
    let hooks = serde_json::json!({ "hooks": { "Stop": [{ "hooks": [{ "type": "http", "url": url }] }] } });
    let stage = Stage::with(&hooks.to_string());
    let screen = stage.screen(&mut stage.state(), 250, 40);
    assert!(screen.contains("***@hooks.example.com") && !screen.contains("hunter2"), "{screen}");
}

/// A picture in the documentation is what the tab shows.
#[test]
fn the_page_of_the_tab_shows_it_as_it_is() {
    let stage = Stage::guarded();
    let mut state = stage.state();
    state.hear(stage.loaded_with(snell::Trust::Trusted, ""));
    press(&mut state, "j");
    let screen = stage.screen(&mut state, 110, 24);
    assert_snapshot!("picture", screen);
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hooks-tab.md")).expect("the page");
    assert!(page.contains(&screen), "put the picture into docs/hooks-tab.md:\n{screen}");
}
