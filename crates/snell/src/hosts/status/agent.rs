//! What is wrong with the bridge in an agent, beyond its files' own words.

use std::collections::BTreeMap;

use snell_core::dialect::Event as Row;
use snell_core::hook::Status;
use snell_core::{Code, Diagnostic, Severity};

use super::super::entries::{needed, wanted};
use super::super::loss::{Remains, remains};
use super::super::version::on_path;
use super::file::{Seen, is_runnable};
use super::{Around, Looked};
use crate::builder::Builder;
use crate::engine::Engine;

impl Looked<'_> {
    /// Everything that is to be said, errors first.
    pub(super) fn findings(&self, around: &Around<'_>, builder: &Builder) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = self.files.iter().flat_map(|file| file.findings.clone()).collect();
        found.extend(around.findings.iter().cloned());
        found.extend(self.files.iter().filter(|file| !file.is_installed()).filter_map(|file| self.taken_out(file)));
        for file in self.files.iter().filter(|file| file.is_installed()) {
            found.extend(self.of_entries(file, around.sources));
            found.extend(gone_programs(file, builder));
            found.extend(self.switched_off(file, around.own));
        }
        if self.is_installed() {
            found.extend(self.both());
            found.extend(untrusted(around.sources));
            found.extend(self.weaker(around.sources));
            found.extend(self.left(around));
            found.extend(self.approvals());
            found.extend(self.untested(around));
        }
        found.sort_by_key(|one| std::cmp::Reverse(one.severity));
        found
    }

    fn taken_out(&self, file: &Seen) -> Option<Diagnostic> {
        let message = format!("the bridge was installed in `{}`, and its entries were taken out by hand", file.path.display());
        let help = format!("`snell bridge uninstall {} --scope {}` forgets it", self.dialect.name, file.scope);
        (file.is_recorded && !file.is_broken).then(|| Diagnostic::new(Code::EntryGone, message).help(help))
    }

    /// Events without an entry, and entries that hooks have outgrown.
    fn of_entries(&self, file: &Seen, sources: &[Engine]) -> Vec<Diagnostic> {
        let (mut found, mut idle) = (Vec::new(), Vec::new());
        for row in wanted(self.dialect, self.host, sources) {
            let hooks = standing(row, sources);
            let Some(entry) = file.entries.iter().find(|entry| entry.event == row.name()) else {
                match hooks {
                    0 => idle.push(format!("`{}`", row.name())),
                    _ => {
                        let message = format!("`{}` has no entry, and {} for it", row.name(), stand(hooks));
                        found.push(Diagnostic::new(Code::EntryGone, message).help(&file.again));
                    }
                }
                continue;
            };
            let needed = needed(row, sources, 0.0);
            if let Some(called) = entry.called.as_ref().filter(|called| hooks > 0 && called.within < needed) {
                let message =
                    format!("hooks of `{}` may take so long that {needed} s are due; its entry gives {}", row.name(), called.within);
                found.push(Diagnostic::new(Code::EntryOutgrown, message).help(&file.again).at(&entry.place));
            }
        }
        if !idle.is_empty() {
            let message = format!("no entry for {}, for which no hook stands", idle.join(", "));
            found.push(Diagnostic::new(Code::EntryGone, message).severity(Severity::Note).help(&file.again));
        }
        found
    }

    fn switched_off(&self, file: &Seen, own: &Engine) -> Option<Diagnostic> {
        let hooks = own.hooks();
        let is_off = |hook: &&snell_core::Hook| *hook.source.path == *file.path && hook.status == Status::SwitchedOff;
        let hook = hooks.hooks().iter().find(is_off)?;
        let switch = hook.source.switch.as_deref().map_or_else(String::new, |switch| format!(": `{switch}`"));
        let message = format!("{} runs no hooks at all, as its configuration says{switch}", self.dialect.title);
        Some(Diagnostic::new(Code::HooksOff, message).help("take that out of the agent's configuration").at(&hook.place))
    }

    fn both(&self) -> Option<Diagnostic> {
        let installed: Vec<String> =
            self.files.iter().filter(|file| file.is_installed()).map(|file| format!("`{}`", file.path.display())).collect();
        let help = format!("`snell bridge uninstall {} --scope project` leaves the user's", self.dialect.name);
        (installed.len() > 1).then(|| {
            Diagnostic::new(Code::BothScopes, format!("{} have the bridge: every hook runs twice", installed.join(" and "))).help(help)
        })
    }

    fn weaker(&self, sources: &[Engine]) -> Option<Diagnostic> {
        let weaker = remains(self.dialect, sources).iter().filter(|one| Remains::is_unguarded(one)).count();
        let message = format!("{} less under {} than under their own agents", guard(weaker), self.dialect.title);
        let help = format!("`snell bridge losses --to {}` says which, and how", self.dialect.name);
        (weaker > 0).then(|| Diagnostic::new(Code::GuardWeaker, message).help(help))
    }

    fn left(&self, around: &Around<'_>) -> Vec<Diagnostic> {
        let told = |path: &std::path::PathBuf| {
            let message = format!("{} reads `{}` itself: its hooks are left to it", self.dialect.title, path.display());
            let note = Diagnostic::new(Code::LeftToAgent, message);
            let how = &self.host.reads_how;
            if how.is_empty() { note } else { note.help(format!("it runs them by rules of its own: {how}")) }
        };
        around.left.iter().map(told).collect()
    }

    fn approvals(&self) -> Vec<Diagnostic> {
        let installed = self.files.iter().zip(&self.approvals).filter(|(file, _)| file.is_installed());
        let asked = installed.filter_map(|(_, approval)| approval.as_deref().filter(|what| *what != "nothing"));
        asked.map(|what| Diagnostic::new(Code::ApprovalAsked, format!("{} asks you to approve: {what}", self.dialect.title))).collect()
    }

    fn untested(&self, around: &Around<'_>) -> Option<Diagnostic> {
        let version = around.version.as_ref().filter(|version| !version.is_tested())?;
        let message = format!("{} {}", self.dialect.title, version.untested()?);
        Some(Diagnostic::new(Code::UntestedVersion, message).help("try your guards once: see that they refuse"))
    }
}

fn untrusted(sources: &[Engine]) -> Vec<Diagnostic> {
    let told = |source: &Engine| {
        let hooks = source.hooks();
        let untrusted = hooks.hooks().iter().filter(|hook| hook.status == Status::Untrusted).count();
        let dialect = source.dialect();
        let are = if untrusted == 1 { "is" } else { "are" };
        let message = format!("{untrusted} of the project's hooks for {} {are} skipped: the project is not trusted", dialect.title);
        let help = format!("`snell trust --dialect {}` shows them, and asks", dialect.name);
        (untrusted > 0).then(|| Diagnostic::new(Code::Untrusted, message).severity(Severity::Warning).help(help))
    };
    sources.iter().filter_map(told).collect()
}

fn gone_programs(file: &Seen, builder: &Builder) -> Vec<Diagnostic> {
    let mut programs: BTreeMap<&str, &snell_core::Place> = BTreeMap::new();
    for entry in &file.entries {
        if let Some(called) = &entry.called {
            programs.entry(&called.program).or_insert(&entry.place);
        }
    }
    let is_gone = |program: &&str| !is_runnable(program, &|name| on_path(name, builder).is_some());
    let told = |(program, place): (&str, &snell_core::Place)| {
        let message = format!("entries call `{program}`, which is not there or cannot be run");
        Diagnostic::new(Code::SnellGone, message).help(&file.again).at(place)
    };
    programs.into_iter().filter(|(program, _)| is_gone(program)).map(told).collect()
}

/// How many hooks would run at an event.
fn standing(row: &Row, sources: &[Engine]) -> usize {
    let of = |source: &Engine| {
        let hooks = source.hooks();
        let stands = |hook: &&snell_core::Hook| row.tells(hook.event) && matches!(hook.status, Status::Ready | Status::Untrusted);
        hooks.hooks().iter().filter(stands).count()
    };
    sources.iter().map(of).sum()
}

fn stand(hooks: usize) -> String {
    if hooks == 1 { "1 hook stands".to_owned() } else { format!("{hooks} hooks stand") }
}

fn guard(hooks: usize) -> String {
    if hooks == 1 { "1 hook guards".to_owned() } else { format!("{hooks} hooks guard") }
}
