//! What pinned scripts name in turn. It is not pinned, since only a run can tell what of it is code; but it is said.

use std::collections::BTreeSet;
use std::path::Path;

use super::review::{Review, Reviewed};
use super::scope::Scope;

/// So many names of one script are looked for.
const MOST_NAMES: usize = 2000;
/// So many files are told of each script.
const MOST_TOLD: usize = 8;

/// Adds the project's files that pinned scripts name and that are not pinned themselves.
pub(super) fn add_further(scope: &Scope<'_>, review: &mut Review) {
    for hook in &mut review.hooks {
        let told: Vec<String> = hook.files.keys().flat_map(|script| further(scope, hook, script)).collect();
        hook.unresolved.extend(told);
    }
}

fn further(scope: &Scope<'_>, hook: &Reviewed, script: &str) -> Vec<String> {
    let Some(text) = scope.file(script).and_then(|file| file.text) else { return Vec::new() };
    let beside = scope.real.join(script).parent().map_or_else(|| scope.real.clone(), Path::to_path_buf);
    let is_path = |character: char| character.is_alphanumeric() || "._/-+@~".contains(character);
    let words: BTreeSet<&str> = text.split(|character| !is_path(character)).filter(|word| looks_like_file(word)).take(MOST_NAMES).collect();
    // What stands behind a variable begins with a slash: `"$(dirname "$0")/lib.sh"`.
    let names = words.into_iter().map(|word| word.trim_start_matches('/'));
    let found: BTreeSet<String> =
        names.flat_map(|name| [beside.join(name), scope.real.join(name)]).filter_map(|path| scope.inside(&path)).collect();
    let others = found.into_iter().filter(|name| !hook.files.contains_key(name)).take(MOST_TOLD);
    others.map(|name| format!("`{script}` names `{name}`, which is not pinned")).collect()
}

fn looks_like_file(word: &str) -> bool {
    word.len() < 4096 && word.trim_matches(['.', '/']).contains(['.', '/'])
}
