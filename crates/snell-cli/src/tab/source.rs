//! The lines of a file in which a hook stands.

use snell::Hook;
use snell::core::hook::Handler;
use snell::core::hook_set::SourceText;
use snell::core::secret::hide_in_url;

use crate::print::style::{DIM, NEWS, paint, plain};

/// Lines before and after the hook's own.
const AROUND: usize = 1;
/// The most lines of a hook that are shown.
const MOST: usize = 12;

/// The hook's lines, numbered, its own marked, with a line before and after.
pub(super) fn lines(hook: &Hook, texts: &[SourceText]) -> Vec<String> {
    let Some(source) = texts.iter().find(|source| source.path == hook.place.path) else { return Vec::new() };
    let own = source.text.get(hook.place.span.clone()).map_or(1, |text| text.lines().count().clamp(1, MOST));
    let first = hook.place.line.saturating_sub(AROUND).max(1);
    let last = hook.place.line + own - 1 + AROUND;
    let shown: Vec<(usize, &str)> = (1..).zip(source.text.lines()).skip(first - 1).take(last + 1 - first).collect();
    let indent = shown.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(_, line)| indent(line)).min().unwrap_or(0);
    let width = last.to_string().len();
    let line = |(number, line): (usize, &str)| {
        let is_own = (hook.place.line..hook.place.line + own).contains(&number);
        let bar = if is_own { paint(NEWS, "┃") } else { paint(DIM, "│") };
        let text = plain(&without_secrets(hook, line.get(indent..).unwrap_or_default()));
        format!("{} {bar} {}", paint(DIM, format!("{number:>width$}")), if is_own { text } else { paint(DIM, text) })
    };
    shown.into_iter().map(line).collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// N9.6 holds here too: what is secret in a url is not shown.
fn without_secrets(hook: &Hook, line: &str) -> String {
    let url = match &hook.handler {
        Handler::Http { url } => url,
        Handler::Broken { kind, run, .. } if kind == "http" => run,
        _ => return line.to_owned(),
    };
    if url.is_empty() { line.to_owned() } else { line.replace(url.as_str(), &hide_in_url(url)) }
}
