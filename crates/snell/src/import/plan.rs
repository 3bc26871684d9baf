//! The plan: which hooks come over, into which files, and what will be different; then carrying it out.

use std::path::{Path, PathBuf};

use serde_json::Value;
use snell_core::config::toml;
use snell_core::dialect::{Base, Format, Import, Source};
use snell_core::tree::NodeKind;
use snell_core::{Code, Diagnostic, Dialect, Severity};
use snell_system::files;

use super::difference::Between;
use super::found::{self, Found};
use super::target::Target;
use super::write::{Before, Write};
use super::{ImportFault, marker};
use crate::builder::Builder;

/// Whose hooks come over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The user's alone.
    User,
    /// The project's alone.
    Project,
    /// Both.
    Both,
}

/// What an import would do.
pub struct Plan<'d> {
    pub(super) hooks: Vec<Planned<'d>>,
    /// What is worth knowing besides.
    pub notes: Vec<Diagnostic>,
    /// Files of hooks that would be written.
    writes: Vec<Write>,
    /// The configuration with the marker; none where it is set.
    marker: Option<Write>,
    /// Whether the marker was in force when the plan was made.
    pub marked: bool,
    /// The agent's name, as people write it.
    pub agent: &'d str,
}

/// A hook of the other agent's.
pub(super) struct Planned<'d> {
    pub(super) found: Found<'d>,
    /// Where it goes; none where it is not imported.
    pub(super) to: Option<PathBuf>,
    /// It is there already.
    pub(super) present: bool,
}

/// Makes a plan; nothing is written.
///
/// # Errors
/// A file that cannot be read, or that could not be written to.
pub fn plan<'d>(builder: &'d Builder, import: &'d Import, scope: Scope) -> Result<Plan<'d>, ImportFault> {
    let here = &builder.dialect;
    let there = snell_dialects::named(&import.from).ok_or_else(|| ImportFault::new(format!("`{}` is not known", import.from)))?;
    let (written, marked) = set_marker(builder, import)?;
    let mut plan = Plan { hooks: Vec::new(), notes: Vec::new(), writes: Vec::new(), marker: written, marked, agent: &there.title };
    let project = project(builder);
    for (base, directory, wanted) in
        [(Base::Home, Some(&builder.home), scope != Scope::Project), (Base::Project, project.as_ref(), scope != Scope::User)]
    {
        let Some(directory) = directory else { continue };
        plan.take(&Taking { here, there, import, base, directory }, wanted)?;
    }
    if scope == Scope::Project && project.is_none() {
        return Err(ImportFault::new("there is no project here").help("go into a repository, or name its root with --root"));
    }
    plan.warn_of_layers(builder, import);
    Ok(plan)
}

/// The project's root, unless that is the home directory itself: there its files are the user's (N1.7).
fn project(builder: &Builder) -> Option<PathBuf> {
    let root = builder.root.clone().or_else(|| files::git_root(&builder.cwd))?;
    (files::canonical(&root) != files::canonical(&builder.home)).then_some(root)
}

/// One scope's files.
struct Taking<'a, 'd> {
    here: &'d Dialect,
    there: &'a Dialect,
    import: &'a Import,
    base: Base,
    directory: &'a Path,
}

impl<'d> Taking<'_, 'd> {
    fn sources(&self) -> impl Iterator<Item = &'d Source> {
        let (base, words) = (self.base, self.import.words);
        self.here.sources.iter().filter(move |row| row.base == base && row.words == words)
    }

    /// The file that hooks are imported into.
    fn target(&self) -> Option<PathBuf> {
        let of = |row: &Source| {
            let (name, words) = row.imported.as_ref()?;
            (row.base == self.base && *words == self.import.words).then(|| self.directory.join(row.path.as_ref()).join(name.as_ref()))
        };
        self.here.sources.iter().find_map(of)
    }
}

impl<'d> Plan<'d> {
    fn take(&mut self, taking: &Taking<'_, 'd>, wanted: bool) -> Result<(), ImportFault> {
        let Some(path) = taking.target() else { return Ok(()) };
        let mut target = if wanted { Some(Target::read(taking.here, &path)?) } else { None };
        for row in taking.sources() {
            let from = taking.directory.join(row.path.as_ref());
            let (found, notes) = found::read(taking.here, row, &from)?;
            match &mut target {
                Some(target) => {
                    self.notes.extend(notes);
                    self.hooks.extend(found.into_iter().map(|found| planned(taking, found, target, &path)));
                }
                None if found.is_empty() => {}
                None => {
                    let message = format!("`{}` holds hooks that are not imported and will no longer be loaded", from.display());
                    self.notes.push(Diagnostic::new(Code::NotImported, message).help("import both scopes"));
                }
            }
        }
        self.writes.extend(target.and_then(Target::write));
        Ok(())
    }

    /// Another layer may say otherwise, and stand before ours (N1.14).
    fn warn_of_layers(&mut self, builder: &Builder, import: &Import) {
        if let Some((path, false)) = deciding(builder, import).filter(|(path, _)| *path != builder.home.join(import.layer.as_ref())) {
            let message =
                format!("`{}` says that nothing was imported, and decides: {}'s own files stay in force", path.display(), self.agent);
            self.notes.push(Diagnostic::new(Code::SwitchValue, message).severity(Severity::Warning).help("change it there"));
        }
    }

    /// Writes everything: the hooks, then the marker. A crash in between leaves both in force, where equal hooks run once (N1.10).
    ///
    /// # Errors
    /// A file was changed since the plan was made, or cannot be written.
    pub fn import(&self) -> Result<(), ImportFault> {
        let writes: Vec<&Write> = self.writes.iter().chain(&self.marker).collect();
        carry_out(&writes)
    }

    /// Writes the marker alone.
    ///
    /// # Errors
    /// As [`import`](Self::import).
    pub fn dismiss(&self) -> Result<(), ImportFault> {
        carry_out(&self.marker.iter().collect::<Vec<_>>())
    }

    /// Whether importing would change no file.
    pub fn changes_nothing(&self) -> bool {
        self.writes.is_empty() && self.marker.is_none()
    }

    /// The files that importing would write.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.writes.iter().chain(&self.marker).map(Write::path)
    }
}

fn carry_out(writes: &[&Write]) -> Result<(), ImportFault> {
    writes.iter().try_for_each(|write| write.is_due())?;
    for write in writes {
        let failed = |error: std::io::Error| ImportFault::new(format!("`{}` cannot be written: {error}", write.path().display()));
        write.carry_out().map_err(failed)?;
    }
    Ok(())
}

/// What becomes of one hook.
fn planned<'d>(taking: &Taking<'_, 'd>, mut found: Found<'d>, target: &mut Target<'_>, path: &Path) -> Planned<'d> {
    let Some(hook) = found.hook.clone() else { return Planned { found, to: None, present: false } };
    let id = found.handler.get("id").cloned();
    let present = !target.add(&mut found);
    if !present && found.handler.get("id") != id.as_ref() {
        let message = format!("the id `{}` is taken; it is left out", id.as_ref().and_then(Value::as_str).unwrap_or_default());
        found.differences.push(Diagnostic::new(Code::BadId, message));
    }
    let parent = |path: &Path| path.parent().unwrap_or(Path::new("/")).to_owned();
    let (from, to) = (parent(&found.from), parent(path));
    let between = Between { here: taking.here, there: taking.there, from: &from, to: &to };
    found.differences.extend(between.of(&hook, found.handler.contains_key("timeout")));
    Planned { found, to: Some(path.to_owned()), present }
}

/// The configuration with the marker, where it is not in force yet; and whether it is.
fn set_marker(builder: &Builder, import: &Import) -> Result<(Option<Write>, bool), ImportFault> {
    let switch = builder.dialect.switches.iter().find(|switch| switch.name == import.marker);
    let switch = switch.ok_or_else(|| ImportFault::new(format!("{} has no marker for this", builder.dialect.title)))?;
    if is_marked(builder, import) {
        return Ok((None, true));
    }
    let path = builder.home.join(import.layer.as_ref());
    let before = Before::read(&path)?;
    let refused = |fault: String| {
        let help = format!("repair it first; nothing was changed, and `{}` belongs in it", import.marker);
        ImportFault::new(format!("`{}` {fault}", path.display())).help(help)
    };
    let after = marker::set(before.text()?.unwrap_or_default(), &switch.at, switch.off).map_err(refused)?;
    Ok((before.becomes(&after), false))
}

/// Whether the configuration says that it was done: the other agent's files are no longer loaded.
pub fn is_marked(builder: &Builder, import: &Import) -> bool {
    deciding(builder, import).is_some_and(|(_, flag)| flag)
}

/// The layer that decides about the marker, and whether it says that something was imported.
fn deciding(builder: &Builder, import: &Import) -> Option<(PathBuf, bool)> {
    let switch = builder.dialect.switches.iter().find(|switch| switch.name == import.marker)?;
    let layers = builder.dialect.sources.iter().filter(|row| row.base == Base::Home && row.format == Format::Toml);
    layers.into_iter().find_map(|row| {
        let path = builder.home.join(row.path.as_ref());
        let before = Before::read(&path).ok()?;
        let (tree, _) = toml::read(before.text().ok()??);
        match tree?.pointer(&switch.at)?.kind {
            NodeKind::Bool(flag) => Some((path, flag == switch.off)),
            _ => Some((path, false)),
        }
    })
}
