//! Which names a matcher accepts (N4, R4).

use proptest::prelude::*;
use snell_core::code::Code;
use snell_core::dialect::{Lists, Matchers};
use snell_core::matcher::{BadMatcher, Matcher, Patterns};

const LISTS: Matchers = Matchers { lists: Lists::Bars, ..Matchers::PATTERNS };
const PATTERNS: Matchers = Matchers { star_is_noted: true, ..Matchers::PATTERNS };

fn list(written: &str) -> Matcher {
    Matcher::read(Some(written), &LISTS).unwrap()
}

fn pattern(written: &str) -> Matcher {
    Matcher::read(Some(written), &PATTERNS).unwrap()
}

fn refused(written: &str) -> BadMatcher {
    assert_eq!(Matcher::read(Some(written), &LISTS).err(), Matcher::read(Some(written), &PATTERNS).err());
    Matcher::read(Some(written), &PATTERNS).unwrap_err()
}

#[test]
fn omitted_empty_and_star_match_everything() {
    for rules in [&LISTS, &PATTERNS] {
        for written in [None, Some(""), Some("*")] {
            let matcher = Matcher::read(written, rules).unwrap();
            assert!(matcher.is_all() && matcher.accepts(&["Bash"]) && matcher.accepts(&[]));
            assert_eq!(matcher.written(), written);
        }
    }
}

#[test]
fn a_list_matches_whole_terms_and_anything_else_is_a_pattern() {
    for (written, name, accepted) in [
        ("Write", "Write", true),
        ("Writ", "Write", false),
        ("write", "Write", false),
        ("Edit|Write", "Write", true),
        ("Edit|Write", "NotebookEdit", false),
        ("|Edit||Write|", "Edit", true),
        ("rit.", "Write", true),
        ("^Write$", "WriteFile", false),
        ("mcp__.*", "notmcp__a__b", true),
        ("W(rit)e", "Write", true),
        ("Edit |Write", "Edit", false),
        ("github", "github__create_issue", false),
        ("^github__", "github__create_issue", true),
        ("github__create_issue", "github__create_issue", true),
        ("mcp__github__create_issue", "github__create_issue", false),
        ("mcp__github", "github__create_issue", false),
        ("Größe", "Größenwahn", true),
    ] {
        assert_eq!(list(written).accepts(&[name]), accepted, "`{written}` on `{name}`");
    }
}

#[test]
fn without_lists_every_matcher_is_an_unanchored_pattern() {
    for (written, name, accepted) in [
        ("Bash", "BashOutput", true),
        ("bash", "Bash", false),
        ("Edit|Write", "NotebookEdit", true),
        ("^(Edit|Write)$", "NotebookEdit", false),
        (".*", "anything", true),
        ("|", "anything", true),
        ("mcp__.*", "mcp__google_calendar__list_events", true),
        ("^mcp__[^_]+__[^_]+$", "mcp__google_calendar__list_events", false),
        ("mcp__github__.*", "mcp__github__create_issue", true),
    ] {
        assert_eq!(pattern(written).accepts(&[name]), accepted, "`{written}` on `{name}`");
    }
}

#[test]
fn one_name_of_several_is_enough_and_no_name_at_all_is_accepted() {
    assert!(list("Bash").accepts(&["run_terminal_command", "Bash"]));
    assert!(!list("Bash").accepts(&["run_terminal_command"]));
    assert!(list("Bash").accepts(&[]) && list("Bash").accepts(&[""]) && pattern("^x").accepts(&[]));
}

#[test]
fn an_empty_name_beside_others_is_no_name() {
    let empty_or_x = pattern("^$|^x");
    assert!(!empty_or_x.accepts(&["", "Bash"]) && empty_or_x.accepts(&["", "xargs"]) && empty_or_x.accepts(&["", ""]));
}

#[test]
fn a_broken_matcher_accepts_nothing_and_is_shown_as_written() {
    let broken = Matcher::broken("[");
    assert!(!broken.accepts(&["["]) && !broken.accepts(&[]) && !broken.is_all());
    assert_eq!(broken.written(), Some("["));
    assert_eq!(format!("{broken:?}"), r#"Broken("[")"#);
}

#[test]
fn a_list_without_terms_is_refused() {
    for written in ["|", "||"] {
        let bad = Matcher::read(Some(written), &LISTS).unwrap_err();
        assert_eq!(bad.message, format!("the matcher `{written}` names nothing"));
        assert!(bad.help.is_some());
    }
}

#[test]
fn what_this_engine_lacks_is_named() {
    for (written, message) in [
        ("mcp__(?!.*internal)", "the matcher `mcp__(?!.*internal)` uses `(?!`, and this engine has no look-ahead"),
        ("(?=Bash)", "the matcher `(?=Bash)` uses `(?=`, and this engine has no look-ahead"),
        ("(?<!Notebook)Edit", "the matcher `(?<!Notebook)Edit` uses `(?<!`, and this engine has no look-behind"),
        (r"(.)\1", r"the matcher `(.)\1` uses a back-reference, and this engine has no back-references"),
    ] {
        let bad = refused(written);
        assert_eq!(bad.message, message);
        assert!(bad.help.is_some(), "`{written}` needs advice");
    }
}

#[test]
fn a_pattern_that_is_none_is_refused_when_it_is_read() {
    for (written, message) in [
        ("[", "the matcher `[` is no regular expression: unclosed character class"),
        ("**", "the matcher `**` is no regular expression: a repetition has nothing before it to repeat"),
        ("mcp__(", "the matcher `mcp__(` is no regular expression: unclosed group"),
        (r"\p{Foo}", r"the matcher `\p{Foo}` is no regular expression: unicode property not found"),
    ] {
        assert_eq!(refused(written).message, message);
    }
}

#[test]
fn a_pattern_that_would_grow_too_large_is_refused_when_it_is_read() {
    let beyond_counting = format!("(a{})", "{1000}".repeat(8));
    for written in ["a{1000}{1000}", r"\w{500}{20}", "((a{100}){100}){100}", "(a?){0,1000}{0,1000}", r"(\pL{50}|x){90}", &beyond_counting] {
        assert!(refused(written).message.contains("too large"), "`{written}`: {}", refused(written).message);
    }
    assert!(refused(&"ab+|".repeat(250_000)).message.contains("longer than 4 KiB"));
    assert!(refused(&format!("{}a{}", "(".repeat(1000), ")".repeat(1000))).message.contains("nested too deeply"));
}

#[test]
fn patterns_are_refused_once_together_they_are_too_large_and_equal_ones_count_once() {
    let mut patterns = Patterns::default();
    let mut read = |text: &str| patterns.read(text, &LISTS);
    for _ in 0..1000 {
        assert!(read(r"\w{40}x").is_ok());
    }
    let fitted = (0..100).take_while(|number| read(&format!(r"\w{{40}}{number}")).is_ok()).count();
    assert!((30..60).contains(&fitted), "{fitted}");
    assert!(read(r"\w{40}y").is_err_and(|fault| fault.message.contains("together")));
    assert!(read(r"\w{40}x").is_ok() && read("Bash|Edit").is_ok() && read("mcp__.*").is_ok());
}

#[test]
fn the_largest_pattern_that_is_read_still_compiles() {
    for part in [r"\w", r"\W", ".", r"\p{Han}", "(?:a?)", "(ab|cd)", "(?i:k)", "[a-f]", r"(?:\b|x)"] {
        let repeated = |times: usize| format!("^(?:{part}{{{times}}}z){{2}}y");
        let (mut largest, mut refused) = (1, 100_000);
        while largest + 1 < refused {
            let middle = usize::midpoint(largest, refused);
            match Matcher::read(Some(&repeated(middle)), &PATTERNS) {
                Ok(_) => largest = middle,
                Err(_) => refused = middle,
            }
        }
        assert!(largest >= 16, "`{part}` may be repeated only {largest} times");
        let name = "x".repeat(4);
        let engine = regex::RegexBuilder::new(&repeated(largest)).size_limit(4 << 20).build();
        assert!(engine.is_ok(), "`{}` was read and does not compile", repeated(largest));
        assert!(!pattern(&repeated(largest)).accepts(&[&name]));
    }
}

#[test]
fn a_pattern_that_defeats_backtracking_engines_is_matched_in_linear_time() {
    let name = format!("{}!", "a".repeat(100_000));
    assert!(!pattern("(a+)+$").accepts(&[&name]));
    assert!(!pattern("^(a|a)*$").accepts(&[&name]));
}

#[test]
fn a_list_of_a_megabyte_is_a_list() {
    let long: Vec<String> = (0..100_000).map(|n| format!("tool_{n}")).collect();
    let matcher = list(&long.join("|"));
    assert!(matcher.accepts(&["tool_77777"]) && !matcher.accepts(&["tool_"]));
}

#[test]
fn omitted_empty_and_star_are_the_same_and_others_are_compared_as_written() {
    let all = [None, Some(""), Some("*")].map(|written| Matcher::read(written, &LISTS).unwrap());
    assert!(all.iter().all(|one| all.iter().all(|other| one.same_as(other))));
    assert!(list("Bash").same_as(&list("Bash")) && !list("Bash").same_as(&all[0]));
    assert!(!list("Edit|Write").same_as(&list("Write|Edit")) && !pattern(".*").same_as(&all[2]));
}

#[test]
fn what_works_but_may_surprise_is_remarked() {
    let codes = |matcher: &Matcher, rules| matcher.remarks(rules).iter().map(|remark| remark.code).collect::<Vec<_>>();
    assert_eq!(codes(&Matcher::read(Some("*"), &PATTERNS).unwrap(), &PATTERNS), [Code::StarMatcher]);
    for wide in ["Bash", "Edit|Write", "(Edit|Write)", "tool-x"] {
        assert_eq!(codes(&pattern(wide), &PATTERNS), [Code::MatcherTooWide], "`{wide}`");
    }
    for fine in ["", "^Bash$", "^Bash", "mcp__.*", ".*", "^(Edit|Write)$", "Bash|^Edit"] {
        assert_eq!(codes(&pattern(fine), &PATTERNS), [], "`{fine}`");
    }
    for fine in ["Bash", "Edit|Write", "*"] {
        assert_eq!(codes(&list(fine), &LISTS), [], "`{fine}`");
    }
    assert_eq!(pattern("Bash").remarks(&PATTERNS)[0].help.as_deref(), Some("write `^Bash$` to match only that"));
}

#[test]
fn a_matcher_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Matcher>();
}

/// Patterns of the kinds that are recognised, and of kinds that almost are.
fn written() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[ab]{0,2}", Just(".".into()), Just("[ab]".into()), Just("ä".into()), Just(r"\n".into())];
    let inner = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|parts| format!("({})", parts.join("|"))),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|parts| parts.concat()),
            inner.clone().prop_map(|part| format!("(?:{part})?")),
            inner.prop_map(|part| format!("(?i:{part})")),
        ]
    });
    let anchor = |text: &'static str| prop_oneof![Just(""), Just(text), Just(".*")];
    let one = (prop_oneof![Just(""), Just("^")], anchor("^"), inner, anchor("$"), prop_oneof![Just(""), Just("$")])
        .prop_map(|(before, gap, middle, after, end)| format!("{before}{gap}{middle}{after}{end}"));
    prop::collection::vec(one, 1..3).prop_map(|parts| parts.join("|"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_pattern_accepts_exactly_what_the_engine_accepts(written in written(), names in prop::collection::vec("[abAä\n]{0,4}", 8)) {
        let (ours, theirs) = (pattern(&written), regex::Regex::new(&written).unwrap());
        for name in names.iter().filter(|name| !name.is_empty() && !ours.is_all()) {
            prop_assert_eq!(ours.accepts(&[name]), theirs.is_match(name), "`{}` on {:?}", written, name);
        }
    }

    #[test]
    fn a_list_accepts_exactly_the_set_it_denotes(terms in prop::collection::vec("[ab_1]{0,2}", 1..5), name in "[ab_1]{1,2}") {
        let written = terms.join("|");
        match Matcher::read(Some(&written), &LISTS) {
            Ok(matcher) => prop_assert_eq!(matcher.accepts(&[&name]), written.is_empty() || terms.contains(&name)),
            Err(_) => prop_assert!(terms.iter().all(String::is_empty) && terms.len() > 1),
        }
    }

    #[test]
    fn any_text_is_read_or_refused_and_what_is_read_answers(written in r"[ab_|*+?.^$()\[\]{}0-9,\\pwWLi:-]{0,24}", name in "[ab]{1,8}") {
        if let Ok(matcher) = Matcher::read(Some(&written), &PATTERNS) && matcher.is_pattern() {
            let engine = regex::RegexBuilder::new(&written).size_limit(4 << 20).build();
            prop_assert!(engine.is_ok(), "`{}` was read and does not compile", written);
            prop_assert_eq!(matcher.accepts(&[&name]), engine.unwrap().is_match(&name));
        }
    }
}
