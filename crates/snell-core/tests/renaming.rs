//! Plugin roots of other agents become this dialect's (R8.3): exact names, quoting kept, twice the same, and real shells agree.

use std::process::Command;

use proptest::prelude::*;
use snell_core::command::{Renamed, mentions, rename, rename_plain};

const OLD: [&str; 2] = ["CLAUDE_PLUGIN_ROOT", "PLUGIN_ROOT"];
const NEW: &str = "REFORMA_PLUGIN_DIR";

fn renamed(command: &str) -> Renamed {
    rename(command, &OLD, NEW)
}

#[test]
fn every_form_of_a_placeholder_becomes_the_new_one() {
    for (old, new) in [
        ("${CLAUDE_PLUGIN_ROOT}/x.sh", "${REFORMA_PLUGIN_DIR}/x.sh"),
        ("sh $CLAUDE_PLUGIN_ROOT/x.sh", "sh ${REFORMA_PLUGIN_DIR}/x.sh"),
        ("sh \"$PLUGIN_ROOT/x y.sh\"", "sh \"${REFORMA_PLUGIN_DIR}/x y.sh\""),
        ("sh ${CLAUDE_PLUGIN_ROOT:-.}/x.sh", "sh ${REFORMA_PLUGIN_DIR}/x.sh"),
        ("sh ${CLAUDE_PLUGIN_ROOT:-${PLUGIN_ROOT:-/opt}}/x", "sh ${REFORMA_PLUGIN_DIR}/x"),
        ("sh ${CLAUDE_PLUGIN_ROOT?not set}/x", "sh ${REFORMA_PLUGIN_DIR}/x"),
        ("cd ${CLAUDE_PLUGIN_ROOT%/}", "cd ${REFORMA_PLUGIN_DIR%/}"),
        (
            "echo ${#PLUGIN_ROOT} ${PLUGIN_ROOT:+$PLUGIN_ROOT/x}",
            "echo ${#REFORMA_PLUGIN_DIR} ${REFORMA_PLUGIN_DIR:+${REFORMA_PLUGIN_DIR}/x}",
        ),
        ("x=$(cat ${PLUGIN_ROOT}/y) `ls $PLUGIN_ROOT`", "x=$(cat ${REFORMA_PLUGIN_DIR}/y) `ls ${REFORMA_PLUGIN_DIR}`"),
        ("cat <<E\n$PLUGIN_ROOT\nE\n", "cat <<E\n${REFORMA_PLUGIN_DIR}\nE\n"),
        ("ls # in $PLUGIN_ROOT", "ls # in ${REFORMA_PLUGIN_DIR}"),
        ("${FOO:-$PLUGIN_ROOT}", "${FOO:-${REFORMA_PLUGIN_DIR}}"),
    ] {
        assert_eq!(renamed(old), Renamed { text: new.to_owned(), ..Renamed::default() }, "{old}");
    }
}

#[test]
fn a_longer_name_is_another_name() {
    for text in ["$CLAUDE_PLUGIN_ROOT_X", "${MY_PLUGIN_ROOT}", "${PLUGIN_ROOTS}", "$PLUGIN_ROOT1", "echo plugin_root", "a_PLUGIN_ROOT"] {
        assert_eq!(renamed(text), Renamed { text: text.to_owned(), ..Renamed::default() });
    }
}

#[test]
fn between_apostrophes_it_is_quoted_anew_and_everything_else_stays_what_it_was() {
    for (old, new) in [
        ("sh '${CLAUDE_PLUGIN_ROOT}/my hook.sh'", r#"sh "${REFORMA_PLUGIN_DIR}/my hook.sh""#),
        ("bash -c 'cd $PLUGIN_ROOT && echo \"$HOME\" `id` \\n'", r#"bash -c "cd ${REFORMA_PLUGIN_DIR} && echo \"\$HOME\" \`id\` \\n""#),
        ("echo \"$(sh '${PLUGIN_ROOT}/x')\" 'other $HOME'", "echo \"$(sh \"${REFORMA_PLUGIN_DIR}/x\")\" 'other $HOME'"),
        ("echo 'a${PLUGIN_ROOT:-x}b'", r#"echo "a${REFORMA_PLUGIN_DIR}b""#),
    ] {
        let found = renamed(old);
        assert_eq!(found.text, new, "{old}");
        assert_eq!(found.requoted.len(), 1, "{old}");
        assert!(found.left.is_empty());
    }
}

#[test]
fn what_no_shell_would_expand_is_left_and_told() {
    for text in ["echo $'${PLUGIN_ROOT}'", "cat <<'E'\n${PLUGIN_ROOT}\nE\n", "echo `sh '${PLUGIN_ROOT}'`", "echo ${PLUGIN_ROOT"] {
        let found = renamed(text);
        assert_eq!(found.text, text);
        assert_eq!(found.left, ["${PLUGIN_ROOT}"], "{text}");
    }
}

// `${$` is the shell's own number.
#[test]
fn after_a_parameter_of_the_shell_no_name_begins() {
    let text = "${$PLUGIN_ROOT<<}<<''\n$PLUGIN_ROOT";
    assert_eq!(renamed(text).text, text);
    assert_eq!(renamed("${$}$PLUGIN_ROOT").text, "${$}${REFORMA_PLUGIN_DIR}");
}

#[test]
fn a_reference_behind_a_backslash_is_renamed_for_the_shell_that_reads_it_next() {
    let found = renamed("bash -c \"cd \\${PLUGIN_ROOT}\"");
    assert_eq!(found.text, "bash -c \"cd \\${REFORMA_PLUGIN_DIR}\"");
    assert_eq!(found.escaped, ["${PLUGIN_ROOT}"]);
}

#[test]
fn a_name_that_stands_alone_is_told() {
    let found = renamed("CLAUDE_PLUGIN_ROOT=${CLAUDE_PLUGIN_ROOT} sh x; printenv PLUGIN_ROOT");
    assert_eq!(found.text, "CLAUDE_PLUGIN_ROOT=${REFORMA_PLUGIN_DIR} sh x; printenv PLUGIN_ROOT");
    assert_eq!(found.bare, ["CLAUDE_PLUGIN_ROOT", "PLUGIN_ROOT"]);
    assert_eq!(found.assigned, ["CLAUDE_PLUGIN_ROOT"]);
}

#[test]
fn where_no_shell_reads_quotes_are_letters() {
    let found = rename_plain("it's '${PLUGIN_ROOT}' \\$PLUGIN_ROOT ${PLUGIN_ROOT:-${HOME}/x} ${PLUGIN_ROOT%/}", &OLD, NEW);
    assert_eq!(found.text, "it's '${REFORMA_PLUGIN_DIR}' \\${REFORMA_PLUGIN_DIR} ${REFORMA_PLUGIN_DIR} ${PLUGIN_ROOT%/}");
    assert_eq!(found.left, ["${PLUGIN_ROOT}"]);
}

#[test]
fn a_script_mentions_the_names_that_it_does_not_set_itself() {
    let script = "PLUGIN_ROOT=$(pwd)\ncat $PLUGIN_ROOT/a \"$CLAUDE_PLUGIN_ROOT/b\"\n";
    let found = |is_shell| mentions(script, &OLD, is_shell).into_iter().map(|word| &script[word]).collect::<Vec<_>>();
    assert_eq!(found(true), ["CLAUDE_PLUGIN_ROOT"]);
    assert_eq!(found(false), ["PLUGIN_ROOT", "PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"]);
}

/// Pieces of which commands are made.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "${PLUGIN_ROOT}",
        "$PLUGIN_ROOT",
        "${PLUGIN_ROOT:-x}",
        "${PLUGIN_ROOT%/}",
        "'",
        "'",
        "\"",
        "\"",
        "\\",
        "`",
        "$(",
        ")",
        "$'",
        "${",
        "}",
        "a",
        " ",
        "\n",
        "#",
        "<<E\n",
        "\nE\n",
        "<<'E'\n",
        ";",
        "$HOME",
        "PLUGIN_ROOT",
        "PLUGIN_ROOT=",
        "_",
        "é",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Words that mean the same in any order.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "${PLUGIN_ROOT}/a",
        "$PLUGIN_ROOT",
        "\"${PLUGIN_ROOT}/b c\"",
        "'${PLUGIN_ROOT}/d  e'",
        "'${PLUGIN_ROOT} $HOME \"`\\'",
        "'x $y'",
        "\"$(printf %s '${PLUGIN_ROOT}/f')\"",
        "\"it's ${PLUGIN_ROOT}\"",
        "a'${PLUGIN_ROOT}'b",
        "\\'",
        "'\\'",
        "${PLUGIN_ROOT%/p}",
        "$(printf %s \"${PLUGIN_ROOT}\")",
        "${NONE:-$PLUGIN_ROOT}",
        "${NONE:-'${PLUGIN_ROOT}'}",
    ]);
    prop::collection::vec(word, 1..6).prop_map(|words| format!("printf '<%s>' {}", words.join(" ")))
}

proptest! {
    #[test]
    fn a_second_time_changes_nothing(text in pieces()) {
        let once = renamed(&text);
        let twice = renamed(&once.text);
        prop_assert_eq!(&once.text, &twice.text);
        prop_assert!(twice.requoted.is_empty() && twice.escaped.is_empty());
        prop_assert_eq!(once.left, twice.left);
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*") {
        prop_assert_eq!(renamed(&text).text, text.as_str());
        rename_plain(&text, &OLD, NEW);
    }

    /// The other agent puts the path in the text *and* sets the variable; here the variable alone is set.
    #[test]
    fn a_real_shell_prints_the_same_as_under_the_other_agent(text in words()) {
        let there = printed(&text.replace("${PLUGIN_ROOT}", "/opt/p"), "PLUGIN_ROOT");
        let here = printed(&renamed(&text).text, NEW);
        prop_assert!(there.starts_with('<'), "{}: {}", text, there);
        prop_assert_eq!(there, here, "{}", text);
    }
}

fn printed(text: &str, variable: &str) -> String {
    let output = Command::new("/bin/sh").args(["-c", text]).env_clear().env("PATH", "/usr/bin:/bin").env(variable, "/opt/p").output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}
