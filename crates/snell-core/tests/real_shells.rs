//! What is handed to the shell, asked of real shells: quoting keeps a path one word, and changes nothing else (N8.4, R5.2).

#![cfg(unix)]

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use snell_core::command::{Look, Program, Setting, resolve};
use snell_core::dialect::{Commands, Shell, Unset};

/// What `sh` is on one system or another.
const SHELLS: [&[&str]; 3] = [&["/bin/sh"], &["/bin/dash"], &["/bin/bash", "--posix"]];

struct NoFiles;

impl Look for NoFiles {
    fn is_file(&self, _: &Path) -> bool {
        false
    }

    fn is_directory(&self, _: &Path) -> bool {
        false
    }

    fn is_executable(&self, _: &Path) -> bool {
        false
    }
}

/// What is made of a text, `D` being a path, and the only variable that is set.
fn decide(unset: Unset, text: &str) -> Result<String, String> {
    let rules = Commands { direct: false, shell: Shell::Sh, unset, refused: Vec::new().into() };
    let variable = |name: &str| (name == "D").then(OsString::new);
    let setting = Setting { rules: &rules, variable: &variable, paths: &["D"], withheld: &[], beside: Path::new("/"), look: &NoFiles };
    resolve(text, None, &setting).map(|program| match program {
        Program::Shell(text) => text,
        Program::Direct { .. } => unreachable!("nothing is run directly by these rules"),
    })
}

fn quoted(text: &str) -> String {
    decide(Unset::Empty, text).unwrap()
}

/// What a shell prints for a text, `D` being a path; none where the shell is not here or does not understand it.
fn printed(shell: &[&str], text: &str, path: &str) -> Option<String> {
    let output = Command::new(shell[0])
        .args(&shell[1..])
        .args(["-c", text])
        .env_clear()
        .env("D", path)
        .env("PATH", "/usr/bin:/bin")
        .current_dir("/")
        .output();
    output.ok().filter(|output| output.status.success() && output.stderr.is_empty()).map(|output| String::from_utf8(output.stdout).unwrap())
}

fn shells() -> impl Iterator<Item = &'static [&'static str]> {
    SHELLS.into_iter().filter(|shell| Path::new(shell[0]).exists())
}

#[test]
fn a_path_with_a_space_stays_one_word() {
    const D: &str = "/p  q*";
    for (text, words) in [
        ("p ${D}/x $D", "/p  q*/x|/p  q*"),
        ("p a$D\"b\"'c'$D", "a/p  q*bc/p  q*"),
        ("p \"$D\" '$D' \\$D", "/p  q*|$D|$D"),
        ("X=$D/x; p \"$X\"", "/p  q*/x"),
        ("p \"$(p $D)\"", "/p  q*"),
        ("p \"$(p \"$(p $D)\" '$D')\"", "/p  q*|$D"),
        ("p \"`p $D`\"", "/p  q*"),
        ("p \"`p \\\"$D\\\" $D`\"", "/p  q*|/p  q*"),
        ("p `p \\\\$D` $D", "$D|/p  q*"),
        ("p \"`p \\`p $D\\``\"", "/p|q*"),
        ("p ${X:-$D/y}", "/p  q*/y"),
        ("p ${X:-\"$D\"} \"${X:-$D}\"", "/p  q*|/p  q*"),
        ("p ${D:-/y}/z ${D%q*} ${D#/}", "/p  q*/z|/p  |p  q*"),
        ("p ${D:+--dir $D}", "--dir|/p  q*"),
        ("case $D in $D) p $D ;; *) p no ;; esac", "/p  q*"),
        ("for x in $D b; do p $x; done", "/p|q*|b"),
        ("for x in $D b; do p \"$x\"; done", "/p  q*|b"),
        ("cat <<E\n$D \"${D}\" $(p $D)\nE\np $D", "/p  q* \"/p  q*\" /p  q*|/p  q*"),
        ("cat <<E\n`p $D` \"'$D'\nE\n", "/p  q* \"'/p  q*'"),
        ("cat <<'E' && p $D # $D '\n$D\nE\n", "$D|/p  q*"),
        ("p \"it's $D\" $D 'a'", "it's /p  q*|/p  q*|a"),
        ("p $D # it's \"\np $D", "/p  q*|/p  q*"),
        ("p \"$(case x in (x) p $D;; esac)\" $D", "/p  q*|/p  q*"),
        ("p \"$(case x in x) p $D;; esac)\" $D", "/p  q*|/p  q*"),
        ("p ${#D} $((1 + ${#D})) $(( (2) * 3 )) $D", "6|7|6|/p  q*"),
        ("cat <<A; cat <<-B | (cat\n$D `p $D`\nA\n\t$(p $D)\n\tB\np $D)", "/p  q* /p  q*|/p  q*|/p  q*"),
        ("cat <<A\n$(cat <<B\n$D $(p $D)\nB\n)\nA\np $D", "/p  q* /p  q*|/p  q*"),
        ("f() { p \"$1\"; }; f $D", "/p  q*"),
        ("eval \"p '$D'\"", "/p  q*"),
    ] {
        let text = format!("p() {{ printf '%s\\n' \"$@\"; }}\n{}", quoted(text));
        for shell in shells() {
            let printed = printed(shell, &text, D).unwrap_or_else(|| panic!("{shell:?} does not run: {text}"));
            assert_eq!(printed.trim_end().replace('\n', "|"), words, "{shell:?}: {text}");
        }
    }
}

/// Shell texts in which a reference stands in every place there is.
fn shell_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("$D".to_owned()),
        Just("${D}".to_owned()),
        Just("a".to_owned()),
        Just("'$D'".to_owned()),
        Just("\\$D".to_owned()),
        Just("\"it's\"".to_owned()),
        Just("\\\\".to_owned()),
        Just("a#b".to_owned()),
        Just("${D%z}".to_owned()),
        Just("$((${#U} + (1)))".to_owned()),
    ];
    let word = word.prop_recursive(3, 16, 3, |word| {
        let words = prop::collection::vec(word.clone(), 1..3);
        prop_oneof![
            words.clone().prop_map(|words| words.concat()),
            words.clone().prop_map(|words| format!("\"$(p {})\"", words.join(" "))),
            words.clone().prop_map(|words| format!("$(p {} | cat # it's )\n)", words.join(" "))),
            words.clone().prop_map(|words| format!("\"$(case x in x) p {} ;; esac)\"", words.join(" "))),
            // Shells disagree on where the outer of two documents with one delimiter ends.
            (words.clone(), "E[a-z]{6}").prop_map(|(words, end)| format!("\"$(cat <<{end}\n{}\n{end}\n)\"", words.join(" "))),
            (words.clone(), "Q[a-z]{6}").prop_map(|(words, end)| format!("\"$(cat <<'{end}'\n{}\n{end}\n)\"", words.join(" "))),
            (words.clone(), "G[a-z]{6}").prop_map(|(words, end)| format!("$(cat <<-{end} | (\n\t{}\n\t{end}\ncat $U))", words.join(" "))),
            words.clone().prop_map(|words| format!("${{U:-{}}}", words.join(" "))),
            words.clone().prop_map(|words| format!("${{D:+{}}}", words.join(" "))),
            Just("\"a $D ${D}'$D'\"".to_owned()),
            Just("\"`p $D`\"".to_owned()),
            Just("`p $D \"$D\"`".to_owned()),
            Just("\"${U:-$D's}\"".to_owned()),
        ]
    });
    prop::collection::vec(word, 1..4).prop_map(|words| format!("p {}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// A word without anything special in it needs no quotes; so, quoted, a text must do with it exactly what it does unquoted.
    #[test]
    fn quoting_changes_nothing_that_a_plain_path_does(text in shell_text()) {
        let prelude = "p() { printf '<%s>' \"$@\"; }\n";
        let (written, quoted) = (format!("{prelude}{text}"), format!("{prelude}{}", quoted(&text)));
        for shell in shells() {
            if let Some(expected) = printed(shell, &written, "/plain") {
                prop_assert_eq!(printed(shell, &quoted, "/plain"), Some(expected), "{:?}: {}\nbecame: {}", shell, written, quoted);
            }
        }
    }

    /// Everything in these texts is executed, so a shell that minds unset variables comes upon each one.
    #[test]
    fn a_text_is_refused_exactly_when_a_shell_would_miss_a_variable(text in shell_text(), places in any::<[bool; 6]>()) {
        // `${#U}` has a modifier, which counts as a default, and yet it is minded.
        let mut text = text.replace("${#U}", "1");
        let replacements =
            [("'$D'", "'$U'"), ("\\$D", "\\$U"), (" $D", " $U"), ("\"it's\"", "\"it's$U\""), ("# it's", "# $U it's"), ("cat $U", "cat")];
        for ((from, to), _) in replacements.into_iter().zip(places).filter(|(_, place)| *place) {
            text = text.replace(from, to);
        }
        let prelude = "p() { printf '<%s>' \"$@\"; }\n";
        let refused = decide(Unset::Refused, &format!("{prelude}{text}")).is_err();
        for shell in shells() {
            let output = Command::new(shell[0]).args(&shell[1..]).args(["-u", "-c", &format!("{prelude}{text}")])
                .env_clear().env("D", "/plain").env("PATH", "/usr/bin:/bin").output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let missed = said.contains("not set") || said.contains("unbound");
            prop_assert_eq!(refused, missed, "{:?}: {}\nsaid: {}", shell, text, said);
        }
    }
}
