//! All pages: found, read, played on a few threads, and told.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use snell_core::Dialect;

use crate::page::{self, Case, Fault, Page};
use crate::run;

/// So many cases are played at once.
const THREADS: usize = 2;

/// Reads every page below this directory: `<dialect>/*.md`, and those of directories that are no dialect's, which name one themselves.
///
/// # Errors
/// What is wrong with the pages.
pub fn pages(dialects: &[Dialect]) -> Result<Vec<Page>, Vec<Fault>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (mut pages, mut faults) = (Vec::new(), Vec::new());
    for path in sorted(&root).into_iter().flat_map(|directory| sorted(&directory)) {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        match read(&path, &root, dialects) {
            Ok(page) => pages.push(page),
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(pages) } else { Err(faults) }
}

fn read(path: &Path, root: &Path, dialects: &[Dialect]) -> Result<Page, Vec<Fault>> {
    let short = Path::new("conformance").join(path.strip_prefix(root).unwrap_or(path));
    let text = fs::read_to_string(path)
        .map_err(|error| vec![Fault { page: short.as_path().into(), line: 1, message: format!("the page cannot be read: {error}") }])?;
    let directory = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let dialect = directory.filter(|name| dialects.iter().any(|dialect| dialect.name == *name));
    page::read(&short, dialect.as_deref(), &text)
}

fn sorted(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Plays cases, on several threads; the faults of each, in the order of the cases.
pub fn play(cases: &[Case], dialects: &[Dialect]) -> Vec<Vec<Fault>> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Vec<Fault>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some((index, case)) = claim(&next, cases) {
                    let faults = run::case(case, dialects);
                    if let Ok(mut found) = found.lock() {
                        found.push((index, faults));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, faults)| faults).collect()
}

fn claim<'a>(next: &AtomicUsize, cases: &'a [Case]) -> Option<(usize, &'a Case)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, cases.get(index)?))
}

/// A fault for a person.
pub fn told(fault: &Fault) -> String {
    format!("{}:{}: {}", fault.page.display(), fault.line, fault.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of the only fault of a case that expects something wrong.
    fn fault_of(expectation: &str) -> String {
        let file = "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"echo x >&2; echo hi > out; exit 2\"}]}]}}";
        let text = format!("> N7.5\n```json home/.rightnow/hooks/a.json\n{file}\n```\n## it\n{expectation}");
        let dialects: Vec<Dialect> = snell::dialects::detected().into_iter().cloned().collect();
        let page = page::read(Path::new("it.md"), Some("rightnow"), &text).unwrap();
        let faults = play(&page.cases, &dialects).concat();
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0].message.clone()
    }

    #[test]
    fn whatever_does_not_hold_is_told() {
        let call = "```console\n$ snell fire stop\n```\n";
        let scripted = format!("```json scripted\n[{{\"exit\": 2}}]\n```\n{call}");
        let each = "```console each\n$ snell fire stop\n```\n";
        for (text, message) in [
            (format!("{call}```json expect\n{{\"outcome\": {{\"action\": \"end\"}}}}\n```"), "expected `\"end\"`, was `\"continue\"`"),
            (format!("{call}```json expect exit=0\n{{}}\n```"), "expected exit 0, was 2"),
            (format!("{call}```text expect\nnothing\n```"), "stdout: expected"),
            (format!("{call}```text expect-stderr\nsomething\n```"), "stderr: expected"),
            (format!("{call}```text expect-file repo/out\nho\n```"), "was\nhi"),
            (format!("{call}```json expect-file repo/none\n{{}}\n```"), "No such file"),
            (format!("{call}```text expect-absent\nrepo/none\nrepo/out\n```"), "`repo/out` must not be there"),
            (format!("{scripted}```json expect-run\n[{{\"program\": \"/bin/no\"}}]\n```"), "run: [0].program"),
            (scripted.replace("}]", "}, {}]") + "```json expect\n{}\n```", "2 hooks were to run, and 1 did"),
            (format!("{each}| exit | action |\n|---|---|\n| 2 | continue |\n| 1 | continue |\n"), "action: all of it: expected"),
            (format!("{each}| exit | reason |\n|---|---|\n| 2 | |\n"), "reason: all of it: expected `null`"),
            ("```console\n$ snell fire nothing\n```\n```text expect\n```".to_owned(), "expected exit 0, was 3"),
        ] {
            let told = fault_of(&text);
            assert!(told.contains(message), "{text}\n{told}");
        }
    }
}
