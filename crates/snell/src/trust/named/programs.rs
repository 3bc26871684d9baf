//! What is known of programs by their names: which ones run code, and where they find it.

/// Run the text of a file, of an argument, or of their standard input.
const INTERPRETERS: &[&str] = &[
    "ash",
    "awk",
    "bash",
    "dash",
    "deno",
    "fish",
    "gawk",
    "guile",
    "julia",
    "ksh",
    "lua",
    "luajit",
    "mksh",
    "node",
    "nodejs",
    "osascript",
    "perl",
    "php",
    "pwsh",
    "python",
    "python2",
    "python3",
    "r",
    "rscript",
    "ruby",
    "sed",
    "sh",
    "tclsh",
    "ts-node",
    "tsx",
    "yash",
    "zsh",
];

/// Run what a file they look for themselves, a package registry or a container says.
const RUNNERS: &[&str] = &[
    "ansible",
    "bazel",
    "bun",
    "bunx",
    "bundle",
    "cargo",
    "composer",
    "docker",
    "dotnet",
    "gmake",
    "go",
    "gradle",
    "just",
    "lefthook",
    "make",
    "mise",
    "mvn",
    "nix",
    "nix-shell",
    "npm",
    "npx",
    "nox",
    "pipx",
    "pnpm",
    "podman",
    "poetry",
    "pre-commit",
    "rake",
    "ssh",
    "task",
    "tox",
    "uv",
    "uvx",
    "yarn",
];

/// Run the program that follows, past their own options.
const WRAPPERS: &[&str] = &[
    "!", "builtin", "command", "do", "doas", "else", "elif", "env", "exec", "if", "nice", "nohup", "setsid", "stdbuf", "sudo", "then",
    "time", "timeout", "until", "while", "xargs", "{",
];

/// Words that a shell understands itself and that run nothing.
const SHELLS_OWN: &[&str] = &[
    ":", "[", "[[", "alias", "bg", "break", "case", "cd", "continue", "declare", "done", "echo", "esac", "exit", "export", "false", "fg",
    "fi", "for", "function", "getopts", "hash", "jobs", "kill", "let", "local", "popd", "printf", "pushd", "pwd", "read", "readonly",
    "return", "select", "set", "shift", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
    "}",
];

/// What a program does with code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Runs the text of a file, of an argument, or of its standard input.
    Interpreter,
    /// Reads commands from the file that is named (`.`, `source`).
    Sources,
    /// Runs a text that it puts together (`eval`).
    Evaluates,
    /// Runs what it finds by itself.
    Runner,
    /// Runs the program that follows.
    Wrapper,
    /// Is a word of the shell's.
    ShellsOwn,
    /// Anything else.
    Other,
}

/// The kind of a program, by the last part of its path.
pub(super) fn kind(program: &str) -> Kind {
    let name = program.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let is_in = |list: &[&str]| list.contains(&name.as_str());
    match name.as_str() {
        "." | "source" => Kind::Sources,
        "eval" => Kind::Evaluates,
        _ if is_in(WRAPPERS) => Kind::Wrapper,
        _ if is_in(SHELLS_OWN) => Kind::ShellsOwn,
        _ if is_in(RUNNERS) => Kind::Runner,
        _ if is_in(INTERPRETERS) || INTERPRETERS.contains(&without_version(&name)) => Kind::Interpreter,
        _ => Kind::Other,
    }
}

/// `python3.12` is a `python`.
fn without_version(name: &str) -> &str {
    name.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.')
}

/// Which of the words behind an interpreter is code itself; none where it runs a file. `sed` and `awk` take their first plain word.
pub(super) fn inline_code(program: &str, words: &[&str]) -> Option<usize> {
    let is_option = |word: &str| word.starts_with('-') && word != "-";
    let options = words.iter().take_while(|word| is_option(word)).count();
    let letters: &[char] = match program.rsplit('/').next().unwrap_or_default() {
        "sed" | "awk" | "gawk" => {
            let from_file = words[..options].iter().any(|option| option.starts_with("-f") || *option == "--file");
            return (!from_file).then_some(options);
        }
        name if is_shell(name) || name.starts_with("python") => &['c'],
        "php" => &['r'],
        _ => &['e', 'E', 'p'],
    };
    let is_code = |word: &&str| matches!(*word, "--eval" | "--print" | "-Command") || is_cluster_with(word, letters);
    words[..options].iter().position(is_code).map(|option| option + 1)
}

/// Whether an option is `-c`, or a cluster such as `-lc`.
fn is_cluster_with(option: &str, letters: &[char]) -> bool {
    let is_cluster = |cluster: &str| cluster.chars().all(|letter| letter.is_ascii_alphabetic()) && cluster.ends_with(letters);
    option.strip_prefix('-').is_some_and(is_cluster)
}

/// Whether the program is a shell, whose inline code can be followed.
pub(super) fn is_shell(program: &str) -> bool {
    matches!(program.rsplit('/').next().unwrap_or_default(), "ash" | "bash" | "dash" | "ksh" | "mksh" | "sh" | "yash" | "zsh")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_the_last_part_of_its_path() {
        assert_eq!(kind("/usr/bin/python3.12"), Kind::Interpreter);
        assert_eq!(kind("sh"), Kind::Interpreter);
        assert_eq!(kind("npx"), Kind::Runner);
        assert_eq!(kind("."), Kind::Sources);
        assert_eq!(kind("jq"), Kind::Other);
    }

    #[test]
    fn inline_code_is_recognised_in_clusters_of_options() {
        assert_eq!(inline_code("bash", &["-e", "-lc", "x"]), Some(2));
        assert_eq!(inline_code("bash", &["-e", "x.sh", "-c"]), None);
        assert_eq!(inline_code("perl", &["-ne", "x"]), Some(1));
        assert_eq!(inline_code("sed", &["-i", "x"]), Some(1));
        assert_eq!(inline_code("awk", &["-f", "x.awk"]), None);
        assert_eq!(inline_code("python3", &["-m", "x"]), None);
    }
}
