//! What is left of each agent's hooks under each other agent, as one page: `losses.md` beside this crate's manifest. It is computed, never
//! written by hand; `UPDATE=1` writes it anew, and whoever does so reads what changed.

use std::fmt::Write;
use std::path::Path;

use snell_core::dialect::{Effect, Grade};
use snell_core::losses::{Loss, Spoken, Way, losses, spoken, told, untold_tools};
use snell_core::matcher::Matcher;
use snell_core::{Dialect, EventKind};
use snell_dialects as dialects;

#[test]
fn the_page_of_losses_is_what_is_computed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("losses.md");
    let computed = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &computed).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let changed = computed.lines().zip(kept.lines()).find(|(computed, kept)| computed != kept);
    assert!(computed == kept, "losses.md is out of date; the first difference: {changed:?}; UPDATE=1 writes it anew");
}

fn page() -> String {
    let mut page = "# What is left of hooks under another agent\n\nComputed from the tables by `conformance/tests/losses.rs`. Effects that are not listed are kept.\n".to_owned();
    for source in dialects::all() {
        for host in dialects::all().into_iter().filter(|host| host.name != source.name) {
            writeln!(page, "\n## {} under {}\n", source.title, host.title).unwrap();
            let (absent, left): (Vec<Loss>, Vec<Loss>) =
                losses(source, host).into_iter().partition(|loss| host.event(loss.event).is_none());
            for loss in left.iter().filter(|loss| loss.grade != Grade::Kept) {
                writeln!(page, "- `{}` {}{}", loss.code, grade(&loss.grade), if loss.guards { " **guard**" } else { "" }).unwrap();
            }
            let mut events: Vec<String> = absent.iter().map(|loss| format!("`{:?}`", loss.event)).collect();
            events.dedup();
            if !events.is_empty() {
                writeln!(page, "- no such event: {}", events.join(", ")).unwrap();
            }
        }
    }
    page
}

fn grade(grade: &Grade) -> String {
    let word = match grade {
        Grade::Kept => "kept",
        Grade::Stricter(_) => "stricter",
        Grade::Weaker(_) => "weaker",
        Grade::Dead(_) => "dead",
    };
    format!("{word}: {}", grade.how().unwrap_or_default())
}

fn loss(source: &Dialect, host: &Dialect, code: &str) -> Loss {
    losses(source, host).into_iter().find(|loss| loss.code == code).unwrap_or_else(|| panic!("no effect {code}"))
}

/// Under its own agent a hook loses nothing but what that agent itself does not heed.
#[test]
fn an_agent_keeps_its_own_hooks_as_far_as_it_heeds_them() {
    for dialect in dialects::all() {
        for loss in losses(dialect, dialect) {
            let row = dialect.event(loss.event).unwrap();
            let measured = row.strengths.iter().any(|strength| strength.grade.how() == loss.grade.how());
            let asks_in_vain = matches!(row.strength(loss.effect), Grade::Dead(_)) && matches!(loss.grade, Grade::Stricter(_));
            assert!(loss.grade == Grade::Kept || measured || asks_in_vain, "{} {}: {:?}", dialect.name, loss.code, loss.grade);
        }
    }
}

#[test]
fn a_refusal_before_a_tool_is_kept_everywhere() {
    for source in dialects::all() {
        for host in dialects::all() {
            assert_eq!(loss(source, host, "PreToolUse.deny").grade, Grade::Kept, "{} under {}", source.name, host.name);
        }
    }
}

#[test]
fn what_is_stricter_weaker_or_dead_is_named() {
    let (claude, codex, gemini, qwen) = (dialects::claude(), dialects::codex(), dialects::gemini(), dialects::qwen());
    assert!(matches!(loss(claude, codex, "PreToolUse.ask").grade, Grade::Stricter(_)));
    assert!(matches!(loss(claude, gemini, "PreToolUse.ask").grade, Grade::Stricter(_)));
    assert_eq!(loss(claude, qwen, "PreToolUse.ask").grade, Grade::Kept);
    assert!(matches!(loss(claude, qwen, "PreToolUse.rewrite").grade, Grade::Dead(_)));
    assert!(loss(claude, qwen, "PreToolUse.rewrite").guards);
    assert!(matches!(loss(claude, gemini, "PreToolUse.context").grade, Grade::Dead(_)));
    assert!(matches!(loss(claude, qwen, "Stop.block").grade, Grade::Weaker(_)));
    assert!(matches!(loss(claude, gemini, "SubagentStop.block").grade, Grade::Dead(_)));
    assert_eq!(loss(claude, codex, "PostToolUse.feedback").grade, Grade::Kept);
    assert_eq!(loss(codex, gemini, "PostToolUse.replace").grade, Grade::Kept);
}

/// A shell that fails is told under the same name: a hook that waits for failures never runs.
#[test]
fn an_event_that_cannot_be_told_apart_is_dead() {
    let loss = loss(dialects::claude(), dialects::codex(), "PostToolUseFailure.observe");
    assert!(matches!(&loss.grade, Grade::Dead(why) if why.contains("`PostToolUse`")), "{:?}", loss.grade);
    let own = losses(dialects::codex(), dialects::codex());
    assert!(own.iter().all(|loss| loss.event != EventKind::PostToolUseFailure));
}

#[test]
fn a_hook_for_a_tool_whose_calls_are_never_told_is_named() {
    let (claude, codex) = (dialects::claude(), dialects::codex());
    let matcher = |text| Matcher::read(Some(text), &claude.matchers).unwrap();
    assert_eq!(untold_tools(claude, codex, &matcher("Bash|WebFetch")), ["WebFetch"]);
    assert_eq!(untold_tools(claude, codex, &matcher("Web.*")), ["WebSearch", "WebFetch"]);
    assert!(untold_tools(claude, codex, &matcher("Bash")).is_empty());
    assert!(untold_tools(claude, codex, &matcher("*")).is_empty());
    assert!(untold_tools(claude, dialects::gemini(), &matcher("WebFetch")).is_empty());
}

#[test]
fn a_hook_that_names_only_such_tools_is_dead() {
    let (claude, codex) = (dialects::claude(), dialects::codex());
    let told = |text| told(claude, codex, &Matcher::read(Some(text), &claude.matchers).unwrap());
    for dead in ["WebFetch", "WebFetch|WebSearch", "^(WebFetch|WebSearch)$"] {
        assert!(matches!(told(dead), Grade::Dead(_)), "{dead}");
    }
    for weaker in ["Bash|WebFetch", "WebFetch|mcp__a__b", "Web.*"] {
        assert!(matches!(told(weaker), Grade::Weaker(_)), "{weaker}");
    }
    assert_eq!(told("Bash"), Grade::Kept);
}

fn spoken_at(source: &Dialect, host: &Dialect, code: &str) -> Spoken {
    let (event, _) = code.split_once('.').unwrap();
    let row = source.events.iter().find(|row| format!("{:?}", row.kind) == event).unwrap();
    spoken(source, row, host, host.event(row.kind).unwrap()).into_iter().find(|one| one.code == code).unwrap()
}

/// What a hook says by itself, with no bridge to translate it, each agent hears by its own table.
#[test]
fn a_hook_is_heard_elsewhere_by_the_way_it_speaks() {
    let (claude, gemini, codex) = (dialects::claude(), dialects::gemini(), dialects::codex());
    let grade = |source, host, code: &str, way: fn(&Way) -> bool| {
        let spoken = spoken_at(source, host, code);
        let found = spoken.ways.iter().find(|(is, _)| way(is)).cloned();
        let (_, grade) = found.unwrap_or_else(|| panic!("{} {code}: {:?}", source.name, spoken.ways));
        grade
    };
    let words = |way: &Way| matches!(way, Way::Words { .. });
    let exit = |way: &Way| matches!(way, Way::Exit(2));
    assert_eq!(grade(claude, codex, "PreToolUse.deny", words), Grade::Kept);
    for (source, host) in [(claude, codex), (claude, gemini), (gemini, claude), (codex, gemini)] {
        assert_eq!(grade(source, host, "PreToolUse.deny", exit), Grade::Kept, "{} under {}", source.name, host.name);
    }
    assert!(matches!(grade(claude, gemini, "PreToolUse.deny", words), Grade::Dead(_)));
}

/// Every effect can be asked for somehow: else the tables read otherwise than they write.
#[test]
fn every_agent_hears_its_own_hooks() {
    for dialect in dialects::all() {
        // What creates a worktree refuses by any failure.
        for row in dialect.events.iter().filter(|row| row.kind != EventKind::WorktreeCreate && row.is_gate()) {
            for one in spoken(dialect, row, dialect, row).into_iter().filter(|one| one.effect == Effect::Block) {
                assert!(one.ways.iter().any(|(_, grade)| *grade == Grade::Kept), "{} {}: {:?}", dialect.name, one.code, one.ways);
            }
        }
    }
}
