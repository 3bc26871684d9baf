//! What `check` is pointed at: a file, a project, a plugin; and where that would have to stand to be in force.

use std::path::{Path, PathBuf};

use snell::core::dialect::{Base, Layout, Source};
use snell::system::files::canonical;
use snell::{Builder, Dialect};

use super::setup;
use crate::trouble::Trouble;

/// A path, and how what stands there is loaded.
pub(super) struct Target {
    /// As given, and without links.
    paths: Vec<PathBuf>,
    how: How,
}

enum How {
    /// It is loaded here anyway.
    InForce,
    /// It belongs to a project or a plugin that stands somewhere else.
    Around { project: Option<PathBuf>, plugin: Option<PathBuf> },
    /// It is a file that stands where no dialect looks.
    Alone(PathBuf),
}

/// The path, absolute; it must be there.
pub(super) fn existing(path: &Path) -> Result<PathBuf, Trouble> {
    let absolute = setup::absolute(path)?;
    if absolute.exists() {
        Ok(absolute)
    } else {
        Err(Trouble::new(format!("`{}` does not exist", path.display())).help("give a file of hooks, a project or a plugin"))
    }
}

/// The only dialect in whose layout all paths fit.
pub(super) fn only_dialect<'d>(dialects: &[&'d Dialect], paths: &[PathBuf]) -> Option<&'d Dialect> {
    let fits = |dialect: &&'d Dialect| paths.iter().all(|path| around(dialect, path).is_some());
    let mut fitting = dialects.iter().copied().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

impl Target {
    /// `files` are the files that are in force.
    pub(super) fn of(dialect: &Dialect, files: &[PathBuf], path: &Path) -> Result<Target, Trouble> {
        let paths: Vec<PathBuf> = [Some(path.to_owned()), canonical(path)].into_iter().flatten().collect();
        let is_loaded =
            |file: &PathBuf| paths.iter().any(|path| file.starts_with(path) || canonical(file).is_some_and(|file| file.starts_with(path)));
        let how = if files.iter().any(|file| file.exists() && is_loaded(file)) {
            How::InForce
        } else if let Some(around) = around(dialect, path) {
            around
        } else if path.is_file() {
            How::Alone(path.to_owned())
        } else {
            let trouble = Trouble::new(format!("no hooks of {} in `{}`", dialect.title, path.display()));
            return Err(trouble.help(format!("{} looks for {}", dialect.title, layout(dialect))));
        };
        Ok(Target { paths, how })
    }

    pub(super) fn is_in_force(&self) -> bool {
        matches!(self.how, How::InForce)
    }

    /// The builder, looking there.
    pub(super) fn applied(&self, mut builder: Builder) -> Builder {
        match &self.how {
            How::InForce => {}
            How::Alone(file) => builder = builder.only(file),
            How::Around { project, plugin } => {
                if let Some(project) = project {
                    builder = builder.root(project);
                }
                if let Some(plugin) = plugin {
                    builder = builder.plugin(plugin);
                }
            }
        }
        builder
    }

    /// Whether a file is (in) what was pointed at.
    pub(super) fn holds(&self, file: &Path) -> bool {
        let real = canonical(file);
        self.paths.iter().any(|path| file.starts_with(path) || real.as_ref().is_some_and(|file| file.starts_with(path)))
    }
}

/// The project or plugin that a path is, or is in.
fn around(dialect: &Dialect, path: &Path) -> Option<How> {
    let of_base = |base| dialect.sources.iter().filter(move |row| row.base == base);
    if path.is_dir() {
        let project = of_base(Base::Project).any(|row| path.join(row.path.as_ref()).exists());
        let declares = dialect.manifest.iter().flat_map(|manifest| manifest.files.iter()).any(|file| path.join(file.as_ref()).is_file());
        let plugin = declares || of_base(Base::Plugin).any(|row| path.join(row.path.as_ref()).exists());
        if project || plugin {
            let here = |is: bool| is.then(|| path.to_owned());
            return Some(How::Around { project: here(project), plugin: here(plugin) });
        }
    }
    let project = of_base(Base::Project).find_map(|row| above(row, path));
    let plugin = if project.is_some() { None } else { of_base(Base::Plugin).find_map(|row| above(row, path)) };
    (project.is_some() || plugin.is_some()).then_some(How::Around { project, plugin })
}

/// The directory below which a source's file has this path.
fn above(row: &Source, path: &Path) -> Option<PathBuf> {
    let place = match row.layout {
        Layout::Directory if path.is_file() => path.parent()?,
        _ => path,
    };
    let depth = Path::new(row.path.as_ref()).components().count();
    place.ends_with(row.path.as_ref()).then(|| place.ancestors().nth(depth).map(Path::to_owned))?
}

fn layout(dialect: &Dialect) -> String {
    let rows = dialect.sources.iter().filter(|row| row.base != Base::Home);
    rows.map(|row| format!("`{}`", row.path)).collect::<Vec<_>>().join(", ")
}
