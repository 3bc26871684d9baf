//! What a command runs, and why it is not run (N2.6, N2.7, N8.4, N8.5, R3.3, R5.2, R5.5, E3.1).

// What is expected is built as it is answered.
#![allow(clippy::unnecessary_wraps)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use snell_core::command::{Look, Program, Setting, expand_url, is_payload_name, resolve, unquoted_space_hazard, words, words_with};
use snell_core::dialect::{Commands, Shell, Unset};

/// Files that are there, and nothing else.
struct Files(&'static [&'static str]);

impl Look for Files {
    fn is_file(&self, path: &Path) -> bool {
        self.0.iter().any(|file| Path::new(file) == path)
    }

    fn is_directory(&self, _: &Path) -> bool {
        false
    }

    fn is_executable(&self, path: &Path) -> bool {
        self.is_file(path)
    }
}

const FILES: Files = Files(&["/hooks/guard", "/hooks/my guard", "/hooks/bin/x", "/opt/Tech Team/guard", "/hooks/a$b"]);

fn variable(name: &str) -> Option<OsString> {
    Some(match name {
        "ROOT" => "/work space".into(),
        "HOME" => "/home/u".into(),
        "HOST_ROOT" => "/host".into(),
        "EMPTY" => "".into(),
        "NAME" => "guard".into(),
        "TWO" => "a b".into(),
        "AGAIN" => "$HOME/${HOME}".into(),
        "BIG" => "x".repeat(100_000).into(),
        "LINES" => "a\r\nHost: b".into(),
        _ => return None,
    })
}

fn decide(direct: bool, unset: Unset, command: &str, args: Option<&[&str]>) -> Result<Program, String> {
    let rules = Commands { direct, shell: Shell::Sh, unset, refused: vec!["VENDOR_ROOT".into(), "HOST_ROOT".into()].into() };
    let args: Option<Vec<String>> = args.map(|args| args.iter().map(|&arg| arg.to_owned()).collect());
    let setting = Setting {
        rules: &rules,
        variable: &variable,
        paths: &["ROOT"],
        withheld: &["PLUGIN_DIR"],
        beside: Path::new("/hooks"),
        look: &FILES,
    };
    resolve(command, args.as_deref(), &setting)
}

/// RightNow's rules.
fn strict(command: &str) -> Result<Program, String> {
    decide(true, Unset::Refused, command, None)
}

/// Reforma's rules.
fn lenient(command: &str) -> Result<Program, String> {
    decide(false, Unset::Empty, command, None)
}

fn direct(program: impl Into<PathBuf>) -> Result<Program, String> {
    Ok(Program::Direct { program: program.into(), args: Vec::new() })
}

fn shell(text: &str) -> Result<Program, String> {
    Ok(Program::Shell(text.to_owned()))
}

fn refused(words: &str) -> Result<Program, String> {
    Err(format!("not run: {words}"))
}

#[test]
fn one_word_with_a_slash_is_run_directly_relative_to_its_file() {
    for (command, program) in [
        ("./guard", "/hooks/guard"),
        ("./missing", "/hooks/missing"),
        ("../up", "/hooks/../up"),
        ("bin/x", "/hooks/bin/x"),
        ("/usr/bin/true", "/usr/bin/true"),
        ("X=/y", "/hooks/X=/y"),
        ("./größe", "/hooks/größe"),
        ("./a$1", "/hooks/a$1"),
    ] {
        assert_eq!(strict(command), direct(program), "`{command}`");
    }
}

#[test]
fn references_in_a_direct_executable_are_expanded_once_and_never_split() {
    for (command, program) in [
        ("$ROOT/x", "/work space/x"),
        ("${ROOT}/x", "/work space/x"),
        ("$ROOT", "/work space"),
        ("./${NAME}_$NAME", "/hooks/guard_guard"),
        ("$NAME", "/hooks/guard"),
        ("./$TWO", "/hooks/a b"),
        ("$AGAIN/x", "/hooks/$HOME/${HOME}/x"),
        ("$EMPTY/x", "/x"),
    ] {
        assert_eq!(strict(command), direct(program), "`{command}`");
    }
}

#[test]
fn a_name_beside_the_file_and_a_whole_text_that_names_a_file_are_run_directly() {
    for (command, program) in [("guard", "/hooks/guard"), ("my guard", "/hooks/my guard"), ("/opt/Tech Team/guard", "/opt/Tech Team/guard")]
    {
        assert_eq!(strict(command), direct(program), "`{command}`");
    }
}

#[test]
fn everything_else_is_for_the_shell() {
    for command in [
        "",
        "ccusage",
        "true",
        "~/guard",
        "./guard ",
        "./guard --fast",
        "./guard;",
        "./gu*rd",
        "./{guard,x}",
        "./'guard'",
        r"./guard\ x",
        "./guard#x",
        "!/x",
        "./${NAME:-x}",
        "./$(echo x)",
        "/opt/Tech Team/missing",
        "sh ./guard",
        "$HOME_",
    ] {
        let expected = if command == "$HOME_" { refused("`HOME_` is not set") } else { shell(command) };
        assert_eq!(strict(command), expected, "`{command}`");
    }
    for command in ["./guard", "guard", "/opt/Tech Team/guard"] {
        assert_eq!(lenient(command), shell(command), "`{command}` where nothing is run directly");
    }
}

#[test]
fn with_args_there_is_no_shell_whatever_they_hold() {
    let run = |command, args: &[&str]| decide(false, Unset::Empty, command, Some(args));
    let program =
        |program: &str, args: &[&str]| Ok(Program::Direct { program: program.into(), args: args.iter().map(|&arg| arg.into()).collect() });
    assert_eq!(run("node", &[]), program("node", &[]));
    assert_eq!(run("guard", &[]), program("guard", &[]));
    assert_eq!(run("./my guard", &["; rm *"]), program("/hooks/my guard", &["; rm *"]));
    assert_eq!(
        run("${ROOT}/x", &["$ROOT/a", "-d=${ROOT}", "$ROOT$ROOT"]),
        program("/work space/x", &["/work space/a", "-d=/work space", "/work space/work space"])
    );
    assert_eq!(
        run("sh", &["$HOME", "${ROOTX}", "$ROOT_", "${ROOT:-x}", "${ROOT", "$UNSET", "$", ""]),
        program("sh", &["$HOME", "${ROOTX}", "$ROOT_", "${ROOT:-x}", "${ROOT", "$UNSET", "$", ""])
    );
    assert_eq!(run("$UNSET/x", &[]), refused("`UNSET` is not set"));
    assert_eq!(run("sh", &["${VENDOR_ROOT}/x", "$PLUGIN_DIR"]), refused("`VENDOR_ROOT` and `PLUGIN_DIR` have no value here"));
}

#[test]
fn an_unset_variable_without_a_default_refuses_the_run() {
    for (command, names) in [
        ("check ${file}", "`file` is not set"),
        ("check \"$TOOL_INPUT\"", "`TOOL_INPUT` is not set"),
        ("audit $ARGUMENTS", "`ARGUMENTS` is not set"),
        ("x $B $A ${B}", "`B` and `A` are not set"),
        ("x $A $B $C", "`A`, `B` and `C` are not set"),
        ("$A/x", "`A` is not set"),
        ("./$A-$B", "`A` and `B` are not set"),
        ("x \"it's $A\" '$B'", "`A` is not set"),
        ("x \"$(y `z $A`)\"", "`A` is not set"),
        ("x ${HOME:-$A}", "`A` is not set"),
        ("x $((1 + $A))", "`A` is not set"),
        ("cat <<E\n$A\nE\nx", "`A` is not set"),
        ("cat <<'E'\n$A\nE\nx $B", "`B` is not set"),
        ("cat <<-E\n\t$A\n\tE\nx $B", "`A` and `B` are not set"),
        ("x '\\' $A", "`A` is not set"),
        ("x \\\\$A", "`A` is not set"),
        ("x a#$A", "`A` is not set"),
        ("export A; x $A", "`A` is not set"),
        ("echo A=1; x $A", "`A` is not set"),
        ("x $HOMEX ${HOME}X", "`HOMEX` is not set"),
        ("(case x in a) ;; esac; x) $A", "`A` is not set"),
    ] {
        assert_eq!(strict(command), refused(names), "`{command}`");
    }
}

#[test]
fn what_is_set_or_defaulted_or_assigned_or_not_expanded_runs() {
    for command in [
        "x $HOME \"$EMPTY\"",
        "x ${A:-y} ${A-} ${A:=} ${A:?no} ${A:+z} ${A%x} ${#A} ${A/b/c}",
        "x '$A' \\$A \"\\$A\" '${A'",
        "x $1 $? $$ $@ $# $! $- $* $0 ${1} ${10} ${@:2} ${#} $$A",
        "x $PWD $OLDPWD $PPID $IFS $OPTIND $OPTARG $LINENO $RANDOM $SECONDS $HOSTNAME $UID",
        "A=1 x $A",
        "A=1; x $A",
        "A=$(date) && x \"$A\"",
        "export A=1 B=2; x $A $B",
        "export \"A=1\"; x $A",
        "f() { local A; x $A; }; f",
        "f() { local A B=1; x $A $B; }",
        "declare -x A=1; x $A",
        "read A B; x $A $B",
        "while IFS= read -r A; do x \"$A\"; done",
        "x | while read A; do y $A; done",
        "while getopts ab: A; do x $A; done",
        "for A in 1 2; do x $A; done",
        "for A\ndo x $A; done",
        "if true; then A=1; else A=2; fi; x $A",
        "case $HOME in /*) A=1 ;; (*) A=2 ;; esac; x $A",
        ": \"${A:=1}\"; x \"$A\"",
        "x ${A:+\"$A\"} \"${A:+--flag $A}\"",
        "x 2>/dev/null A=1 <&0; A=1; y $A",
        "> f A=1; x $A",
        "true \\\n  && A=1 \\\n  && x $A",
        "{ A=1; }; (x $A)",
        "x # $A\ny",
        "x `y \\\\$A`",
        "cat <<'E'\n$A\nE\n",
        "cat <<\\E\n$A\nE",
        "cat <<-\"E\"\n\t$A\n\tE\n",
        "x <<< $HOME",
        "x $'it\\'s $A' $HOME",
        "x $((1 << 2)) $HOME",
    ] {
        assert_eq!(strict(command), shell(command), "`{command}`");
    }
}

#[test]
fn where_unset_variables_are_empty_the_shell_has_them() {
    assert_eq!(lenient("check ${file} $A"), shell("check ${file} $A"));
}

#[test]
fn a_root_that_the_hook_does_not_get_is_refused_unless_the_text_provides_for_it() {
    for (command, words) in [
        ("sh ${VENDOR_ROOT}/x", "`VENDOR_ROOT` has no value here"),
        ("sh \"$PLUGIN_DIR/x\"", "`PLUGIN_DIR` has no value here"),
        ("sh $PLUGIN_DIR/x $VENDOR_ROOT $PLUGIN_DIR", "`PLUGIN_DIR` and `VENDOR_ROOT` have no value here"),
        ("sh ${VENDOR_ROOT%/}/x", "`VENDOR_ROOT` has no value here"),
    ] {
        assert_eq!(lenient(command), refused(words), "`{command}`");
    }
    for command in [
        "sh '$VENDOR_ROOT'",
        "sh ${VENDOR_ROOT:-/opt}/x",
        "sh $VENDOR_ROOT_X/x",
        "VENDOR_ROOT=/opt; sh $VENDOR_ROOT/x",
        "sh ${PLUGIN_DIR:+\"$PLUGIN_DIR\"}",
    ] {
        assert_eq!(lenient(command), shell(command), "`{command}`");
    }
    // Where an unset variable refuses anyway, it does so in its own words; a value that the host has for it makes no difference.
    assert_eq!(strict("$PLUGIN_DIR/x"), refused("`PLUGIN_DIR` is not set"));
    assert_eq!(strict("sh $HOST_ROOT/x"), refused("`HOST_ROOT` has no value here"));
    assert_eq!(strict("$HOST_ROOT/x"), refused("`HOST_ROOT` has no value here"));
}

#[test]
fn a_brace_that_is_never_closed_is_refused_and_so_is_a_text_that_no_process_takes() {
    for command in ["x ${HOME", "x \"${HOME:-\"", "x `${`", "${"] {
        assert_eq!(lenient(command), refused("a `${` is not closed"), "`{command}`");
    }
    assert_eq!(lenient(&"x".repeat(200_000)), refused("the command is longer than 128 KiB"));
    assert_eq!(strict("/$BIG$BIG"), refused("the program is longer than 128 KiB once its variables are replaced"));
}

#[test]
fn an_unquoted_reference_to_a_path_is_put_in_double_quotes() {
    for (command, quoted) in [
        ("sh ${ROOT}/hooks/setup.sh", "sh \"${ROOT}\"/hooks/setup.sh"),
        ("sh $ROOT/x", "sh \"$ROOT\"/x"),
        ("X=$ROOT/x y", "X=\"$ROOT\"/x y"),
        ("sh $ROOT$ROOT", "sh \"$ROOT\"\"$ROOT\""),
        ("sh \"$(cat $ROOT/x)\"", "sh \"$(cat \"$ROOT\"/x)\""),
        ("sh \"$(cat \"$(ls $ROOT)\")\"", "sh \"$(cat \"$(ls \"$ROOT\")\")\""),
        ("sh `cat $ROOT`", "sh `cat \"$ROOT\"`"),
        ("(cd $ROOT && x)", "(cd \"$ROOT\" && x)"),
        ("x ${A:-$ROOT/y}", "x ${A:-\"$ROOT\"/y}"),
        ("x ${ROOT:-/y}/z", "x \"${ROOT:-/y}\"/z"),
        ("x ${ROOT:-$ROOT}/z", "x \"${ROOT:-$ROOT}\"/z"),
        ("x ${ROOT%/}/z", "x \"${ROOT%/}\"/z"),
        ("x ${ROOT:+--dir $ROOT}", "x ${ROOT:+--dir \"$ROOT\"}"),
        ("case $ROOT in $ROOT) x;; esac", "case \"$ROOT\" in \"$ROOT\") x;; esac"),
        ("cat <<E\n$ROOT $(ls $ROOT)\nE\nls $ROOT", "cat <<E\n$ROOT $(ls \"$ROOT\")\nE\nls \"$ROOT\""),
        ("x \"it's\" $ROOT 'a'", "x \"it's\" \"$ROOT\" 'a'"),
        ("x $((1)) $ROOT", "x $((1)) \"$ROOT\""),
    ] {
        assert_eq!(lenient(command), shell(quoted), "`{command}`");
    }
}

#[test]
fn every_other_text_reaches_the_shell_byte_for_byte() {
    for command in [
        "sh \"$ROOT/x\" \"${ROOT}/x\" \"a $ROOT b\"",
        "sh '$ROOT/x' \\$ROOT '${ROOT}'/x",
        "sh $ROOTX ${ROOT_}",
        "x $((1 + $ROOT)) ${#ROOT} ${ROOT:-'a b'} ${ROOT:-\"a b\"}",
        "x # $ROOT",
        "cat <<'E'\n$ROOT\nE\n",
        "cat <<E\n$ROOT ${ROOT}\nE\n",
        "x $HOME ${HOME}",
        "x \"${A:-$ROOT}\"",
        "x $$ROOT",
    ] {
        assert_eq!(lenient(command), shell(command), "`{command}`");
    }
}

#[test]
fn a_url_is_expanded_once() {
    for (url, expanded) in [
        ("https://a.example/x", "https://a.example/x"),
        ("https://$NAME/${NAME}?x=${A:-y}", "https://guard/guard?x=y"),
        ("https://a/${NAME:-x}${EMPTY:-x}$EMPTY", "https://a/guardx"),
        ("https://a/$AGAIN", "https://a/$HOME/${HOME}"),
        ("https://a/${A:-$HOME}", "https://a/$HOME"),
        ("https://a/${NAME:-${HOME}}x", "https://a/guardx"),
        ("https://a/$5?p=$", "https://a/$5?p=$"),
    ] {
        assert_eq!(expand_url(url, &variable).as_deref(), Ok(expanded), "`{url}`");
    }
}

#[test]
fn a_url_that_cannot_be_expanded_is_not_sent() {
    for (url, words) in [
        ("https://$A/${B}/$A", "`A` and `B` are not set"),
        ("https://$A", "`A` is not set"),
        ("https://a/${A:-${B}}", "the default of `A` refers to another variable, which is not expanded"),
        ("https://a/${HOME", "a `${` is not closed"),
        ("https://a/${HOME:?x}", "`${HOME:?x}` is not understood; write `${NAME}` or `${NAME:-default}`"),
        ("https://a/${}", "`${}` is not understood; write `${NAME}` or `${NAME:-default}`"),
        ("https://a/$LINES", "the value of `LINES` holds a line break or another control character"),
        ("https://a/$BIG", "the url is longer than 64 KiB once its variables are replaced"),
    ] {
        assert_eq!(expand_url(url, &variable), Err(format!("not sent: {words}")), "`{url}`");
    }
}

#[test]
fn the_first_words_of_a_command_are_found_where_they_are_plain() {
    for (command, expected) in [
        ("sh ./x.sh --flag", vec!["sh", "./x.sh"]),
        ("X=1 Y='a b' node \"x y.js\"", vec!["node", "x y.js"]),
        ("exec /bin/x", vec!["/bin/x"]),
        ("python3 hooks/a\\ b.py", vec!["python3", "hooks/a b.py"]),
        ("./x; y", vec!["./x"]),
        ("./x|y", vec!["./x"]),
        ("sh ${ROOT}/x", vec!["sh", "${ROOT}/x"]),
        ("sh \"$ROOT\"/x", vec!["sh", "${ROOT}/x"]),
        ("~/x", vec!["${HOME}/x"]),
        ("sh *.sh", vec!["sh"]),
        ("sh \"$(x)\"", vec!["sh"]),
        ("X=$(y) z", vec![]),
        ("if true; then x; fi", vec![]),
        ("cd x && y", vec![]),
        ("'unclosed", vec![]),
        ("# x", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(words(command), expected, "`{command}`");
    }
    let known = |name: &str| (name == "ROOT").then(|| "/r".to_owned());
    assert_eq!(words_with("X=$Y sh ${ROOT}/x", &known), ["sh", "/r/x"]);
    assert_eq!(words_with("sh $OTHER/x", &known), ["sh"]);
}

#[test]
fn an_unquoted_path_with_a_space_is_found() {
    let hazard = |command| unquoted_space_hazard(command, Path::new("/hooks"), &FILES);
    assert_eq!(hazard("sh /opt/Tech Team/guard --x"), Some("/opt/Tech Team/guard"));
    assert_eq!(hazard("true && sh ./my guard"), Some("./my guard"));
    for fine in ["sh \"/opt/Tech Team/guard\"", "sh '/opt/Tech Team/guard'", "sh /opt/Tech\\ Team/guard", "sh my guard", "./guard my guard"]
    {
        assert_eq!(hazard(fine), None, "`{fine}`");
    }
}

#[test]
fn names_that_are_mistaken_for_the_payload_are_known() {
    for name in ["TOOL_INPUT", "ARGUMENTS", "TOOL_NAME", "file", "FILE_PATH", "PROMPT"] {
        assert!(is_payload_name(name), "`{name}`");
    }
    assert!(!is_payload_name("HOME") && !is_payload_name("CLAUDE_PROJECT_DIR"));
}

#[test]
fn nesting_without_end_is_read_to_its_end() {
    for part in
        ["$(", "`", "\"", "'", "${A:-", "(", "$((", "<<E\n", "<<E\n$(", "\"$(", "${A:+$A", "case x in ", "$'", "\\", "\"`\\\"", "${A%\""]
    {
        let text = part.repeat(120_000 / part.len());
        let _ = (strict(&text), lenient(&text), words(&text), unquoted_space_hazard(&text, Path::new("/"), &FILES));
        let _ = expand_url(&text, &variable);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_decided_and_only_quotes_are_ever_added(text in "(?:[a-zäß \n\t;|&<>(){}\"'`\\\\$#=:+%-]|\\$ROOT|\\$\\{|\\$\\(|<<E\n|\nE\n|case x in |\\$\\(\\(){0,20}") {
        let _ = (strict(&text), words(&text), expand_url(&text, &variable), unquoted_space_hazard(&text, Path::new("/"), &FILES));
        let _ = decide(true, Unset::Refused, &text, Some(&[&text]));
        if let Ok(Program::Shell(quoted)) = lenient(&text) {
            prop_assert_eq!(without_added_quotes(&text, &quoted), Some(()));
        }
    }

    #[test]
    fn single_quoted_text_is_never_touched(before in "[a-z \"\\n]{0,3}", inside in "[^'\0]{0,20}", after in "[a-z]{0,3}") {
        let closed = before.matches('"').count() % 2 == 0;
        let text = format!("x {before}'{inside}$ROOT{inside}'{after}");
        if closed {
            prop_assert_eq!(lenient(&text), shell(&text));
        }
    }
}

/// Walks both texts: what `quoted` has more is `"` and nothing else.
fn without_added_quotes(text: &str, quoted: &str) -> Option<()> {
    let mut rest = text.chars().peekable();
    for character in quoted.chars() {
        if rest.next_if_eq(&character).is_none() && character != '"' {
            return None;
        }
    }
    rest.peek().is_none().then_some(())
}
