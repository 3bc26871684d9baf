//! Scripts of the package that a packed command would run: whether they are there, and may be run bare (R3.3, N2.9).

use snell_core::command::words_with;
use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic, Hook};

use super::Written;
use super::package::Package;
use super::rules::Rules;

/// What is missing, of the programs and scripts that these hooks name inside the package.
pub(super) fn missing(rules: &Rules<'_>, package: &Package, written: &Written) -> Vec<Diagnostic> {
    written.hooks.iter().zip(&written.places).filter_map(|(hook, place)| Some(one(rules, package, hook)?.at(place))).collect()
}

fn one(rules: &Rules<'_>, package: &Package, hook: &Hook) -> Option<Diagnostic> {
    let Handler::Command { command, args, .. } = &hook.handler else { return None };
    let root = |name: &str| (name == rules.root).then(|| "./".to_owned());
    let words = match args {
        Some(args) => {
            std::iter::once(command).chain(args.first()).map(|word| word.replace(&format!("${{{}}}", rules.root), "./")).collect()
        }
        None => words_with(command, &root),
    };
    let program = inside(words.first()?);
    if let Some(path) = &program {
        return match package.get(path) {
            None => Some(Diagnostic::new(Code::MissingProgram, format!("the program `{path}` is not in the package")).help("add it")),
            Some(file) if !file.executable => {
                let message = format!("the script `{path}` is called bare and lacks its execute bit: it would exit 126");
                Some(Diagnostic::new(Code::NotExecutable, message).help(format!("write `sh {}`", words[0])))
            }
            Some(_) => None,
        };
    }
    let path = inside(words.get(1)?)?;
    let is_missing = package.get(&path).is_none();
    is_missing.then(|| {
        let message =
            format!("the script `{path}` is not in the package; an interpreter that cannot find its script exits 2, which blocks");
        Diagnostic::new(Code::MissingScript, message).help("add it")
    })
}

/// The path inside the package that a word is, seen from the package's root.
fn inside(word: &str) -> Option<String> {
    let below = word.trim_start_matches("./").trim_start_matches('/');
    (word.starts_with("./") && !below.is_empty()).then(|| below.replace("//", "/"))
}
