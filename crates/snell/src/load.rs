//! `load`: the sources of a dialect, in order, into a [`HookSet`] (N1.9, R1.4).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snell_core::config;
use snell_core::dialect::{Base, Format, Layout, ProjectRoot, Source as Row, Words};
use snell_core::hook::{Plugin, Source, Status};
use snell_core::hook_set::SourceText;
use snell_core::matcher::Patterns;
use snell_core::{Code, Diagnostic, Hook, HookSet};
use snell_system::{Machine, files};

use crate::builder::{Builder, Trust};
use crate::memo::Memo;
use crate::plugin::{self, Hooks, Installed};
use crate::switches::{Layer, Switches};
use crate::texts::Texts;
use crate::trust::{self, Review, Standing};

/// What was loaded: the hooks, and the root they are for.
#[derive(Debug)]
pub(crate) struct Configuration {
    pub(crate) hooks: Arc<HookSet>,
    pub(crate) root: PathBuf,
    /// Every file that could hold hooks, whether it is there or not.
    pub(crate) files: Vec<PathBuf>,
    /// Every plugin, by name.
    pub(crate) plugins: Vec<Arc<Plugin>>,
    /// Every file that was read and is well-formed, lists and manifests included.
    pub(crate) good: HashSet<PathBuf>,
    /// Selections that were made.
    pub(crate) memo: Memo,
    /// How the project's hooks stand to what was approved, where that decides.
    pub(crate) review: Option<Arc<Review>>,
}

impl Configuration {
    /// The same configuration, with the approvals that stand now: keeping hooks keeps no approval that was taken back.
    pub(crate) fn with_approvals_of_now(&self, builder: &Builder) -> Configuration {
        let review = self.review.as_ref().map(|review| Arc::new(trust::with_approvals_of_now(builder, &self.root, review)));
        Configuration {
            hooks: self.hooks.clone(),
            root: self.root.clone(),
            files: self.files.clone(),
            plugins: self.plugins.clone(),
            good: self.good.clone(),
            memo: Memo::default(),
            review,
        }
    }
}

/// A fault of a whole file: nothing in it is loaded.
pub(crate) fn spoils(code: Code) -> bool {
    matches!(code, Code::Syntax | Code::TooDeep | Code::Unreadable)
}

/// Loads the whole configuration. It never fails.
pub(crate) fn load(builder: &Builder) -> Configuration {
    let git_root = files::git_root(&builder.cwd);
    let root = builder.root.clone().or_else(|| git_root.clone()).unwrap_or_else(|| builder.cwd.clone());
    let has_project = builder.root.is_some() || git_root.is_some() || builder.dialect.project_root == ProjectRoot::GitOrCwd;
    let mut loading = Loading {
        builder,
        project: has_project.then(|| root.clone()),
        trusted: has_project && builder.trust.holds_for(&root),
        texts: Texts::default(),
        plugins: Vec::new(),
        hooks: Vec::new(),
        diagnostics: Vec::new(),
        sources: Vec::new(),
        files: Vec::new(),
        switches: Switches::default(),
        patterns: <(Patterns, Patterns)>::default(),
    };
    if builder.only.is_empty() {
        loading.plugins = plugin::all(builder, &mut loading.texts);
    }
    let plugins = loading.plugins.iter().map(|installed| installed.plugin.clone()).collect();
    for row in builder.dialect.sources.iter().filter(|_| builder.only.is_empty()) {
        loading.row(row);
    }
    for path in &builder.only {
        loading.alone(path);
    }
    let (hooks, files, mut good, review) = loading.finish(&root);
    for found in hooks.diagnostics.iter().filter(|found| spoils(found.code)) {
        if let Some(place) = &found.place {
            good.remove(&*place.path);
        }
    }
    Configuration { hooks: Arc::new(hooks), root, files, plugins, good, memo: Memo::default(), review }
}

struct Loading<'a> {
    builder: &'a Builder,
    project: Option<PathBuf>,
    trusted: bool,
    texts: Texts,
    plugins: Vec<Installed>,
    hooks: Vec<(Hook, &'a Row)>,
    diagnostics: Vec<Diagnostic>,
    sources: Vec<SourceText>,
    files: Vec<PathBuf>,
    switches: Switches,
    /// The matchers of the user's files and plugins, and, apart so that it can crowd out no guard, those of the project's.
    patterns: (Patterns, Patterns),
}

impl<'a> Loading<'a> {
    fn row(&mut self, row: &'a Row) {
        match row.base {
            Base::Home => self.below(row, &self.builder.home.clone()),
            Base::Project => {
                if let Some(project) = self.project.clone() {
                    self.below(row, &project);
                }
            }
            Base::Plugin => {
                for installed in std::mem::take(&mut self.plugins) {
                    self.plugin(row, &installed);
                }
            }
        }
    }

    /// A file that stands somewhere: read as the dialect's own files of its format are.
    fn alone(&mut self, path: &Path) {
        let format = if path.extension().is_some_and(|extension| extension == "toml") { Format::Toml } else { Format::Json };
        let own = |row: &&'a Row| row.format == format && row.words == Words::Native && row.base != Base::Plugin;
        match self.builder.dialect.sources.iter().find(own) {
            Some(row) => self.file(row, path, None),
            None => {
                let message = format!("{} has no hooks in files of this format", self.builder.dialect.title);
                self.texts.find(Code::Unreadable, path, message, "write JSON");
            }
        }
    }

    fn below(&mut self, row: &'a Row, base: &Path) {
        let path = self.moved(row).unwrap_or_else(|| base.join(row.path.as_ref()));
        match row.layout {
            Layout::File => self.file(row, &path, None),
            Layout::Directory => {
                self.files.push(path.clone());
                for file in self.texts.list(&path) {
                    self.file(row, &file, None);
                }
            }
        }
    }

    /// Where a variable puts the directory that the path begins with.
    fn moved(&self, row: &Row) -> Option<PathBuf> {
        let name = row.moved_by.as_deref()?;
        let place = self.builder.inherited().iter().find(|(known, _)| known == name).map(|(_, place)| Path::new(place))?;
        let (_, below) = row.path.split_once('/')?;
        place.is_absolute().then(|| place.join(below))
    }

    fn plugin(&mut self, row: &'a Row, installed: &Installed) {
        let plugin = &installed.plugin;
        match &installed.hooks {
            Hooks::Conventional => self.file(row, &plugin.root.join(row.path.as_ref()), Some(plugin)),
            Hooks::Declared(path) => self.file(row, path, Some(plugin)),
            Hooks::Inline(path, text) => self.read(row, path, Some(plugin), text),
            Hooks::None => {}
        }
    }

    fn file(&mut self, row: &'a Row, path: &Path, plugin: Option<&Arc<Plugin>>) {
        self.files.push(path.to_owned());
        if row.base == Base::Project && self.texts.was_released(path) {
            return;
        }
        if let Some(text) = self.texts.read(path) {
            self.read(row, path, plugin, &text);
        }
    }

    fn read(&mut self, row: &'a Row, path: &Path, plugin: Option<&Arc<Plugin>>, text: &str) {
        let path: Arc<Path> = path.into();
        let source = Arc::new(Source {
            scope: plugin.map_or_else(|| row.scope.to_string(), |plugin| format!("{}/{}", row.scope, plugin.name)),
            path: path.clone(),
            of_project: row.base == Base::Project,
            words: imported_words(row, &path).unwrap_or(row.words),
            switch: row.switches.first().filter(|_| row.words != Words::Native).and_then(|name| self.switch_words(name)),
            directory: row.directory,
            plugin: plugin.cloned(),
        });
        let status = self.status(row, &path);
        if status == Status::Untrusted {
            self.texts.release(&path);
        }
        let patterns = if row.base == Base::Project { &mut self.patterns.1 } else { &mut self.patterns.0 };
        let loaded = config::read_beside(&self.builder.dialect, row, &source, status, text, patterns);
        self.hooks.extend(loaded.hooks.into_iter().map(|hook| (hook, row)));
        self.diagnostics.extend(loaded.diagnostics);
        if let Some(tree) = loaded.tree.as_ref().filter(|_| row.base == Base::Project) {
            self.diagnostics.extend(trust::claims(&path, text, tree));
        }
        if let Some(tree) = loaded.tree {
            let toml_of_user = row.format == Format::Toml && row.base == Base::Home;
            let of_project = row.base == Base::Project;
            self.switches.add(Layer { path: path.clone(), tree, toml_of_user, of_project });
        }
        self.sources.push(SourceText { path, text: text.into() });
    }

    /// How a person writes a switch: `[compat.claude] hooks`.
    fn switch_words(&self, name: &str) -> Option<String> {
        let switch = self.builder.dialect.switches.iter().find(|switch| switch.name == name)?;
        let (table, key) = switch.at.trim_start_matches('/').rsplit_once('/')?;
        Some(format!("[{}] {key} = {}", table.replace('/', "."), switch.off))
    }

    /// SECURITY: what a project brings is untrusted until the host says otherwise, and trust in a project does not reach out of it.
    fn status(&mut self, row: &Row, path: &Path) -> Status {
        if row.base != Base::Project || !self.builder.only.is_empty() {
            return Status::Ready;
        }
        let real = |path: &Path| files::canonical(path);
        let outside = match (real(path), self.project.as_deref().and_then(real)) {
            (Some(file), Some(project)) => !file.starts_with(project),
            _ => false,
        };
        if outside {
            let message = "this file leads out of the project; its hooks are not trusted with it".to_owned();
            self.texts.find(Code::OutsideProject, path, message, "copy it into the project");
        }
        if self.trusted && !outside { Status::Ready } else { Status::Untrusted }
    }

    fn finish(mut self, root: &Path) -> (HookSet, Vec<PathBuf>, HashSet<PathBuf>, Option<Arc<Review>>) {
        let (off, mut faults) = self.switches.off(&self.builder.dialect);
        self.diagnostics.append(&mut faults);
        let mut hooks = Vec::with_capacity(self.hooks.len());
        for (mut hook, row) in std::mem::take(&mut self.hooks) {
            if row.switches.iter().any(|switch| off.turns_off(switch, &hook.source)) {
                hook.status = hook.status.min(Status::SwitchedOff);
            }
            hooks.push(hook);
        }
        if let Some(alone) = &self.builder.alone {
            hooks.retain(|hook| hook.name == *alone);
        }
        let disabled = self.disabled();
        let review = self.review(root, &mut hooks);
        let mut set = HookSet::new(&self.builder.dialect, hooks, &disabled, &Machine::default());
        let found_here = std::mem::take(&mut set.diagnostics);
        set.diagnostics = self.texts.diagnostics;
        set.diagnostics.append(&mut self.diagnostics);
        set.diagnostics.extend(found_here);
        told_once(&mut set.diagnostics);
        in_line_order(&mut set.diagnostics);
        set.texts = self.sources;
        (set, self.files, self.texts.decoded, review)
    }

    /// SECURITY: of the project's hooks, those alone are left ready that are what the user approved.
    fn review(&mut self, root: &Path, hooks: &mut [Hook]) -> Option<Arc<Review>> {
        let Trust::Store(store) = &self.builder.trust else { return None };
        let review = trust::review(self.builder, root, hooks, store);
        for reviewed in review.hooks.iter().filter(|reviewed| reviewed.standing != Standing::Trusted) {
            let hook = &mut hooks[reviewed.index];
            hook.status = Status::Untrusted;
            hook.distrust = reviewed.standing.why_not();
        }
        self.diagnostics.extend(review.finding());
        Some(Arc::new(review))
    }

    /// N10.3: one hook name or `id` a line, `#` comments.
    fn disabled(&mut self) -> Vec<String> {
        let below = self.builder.dialect.disabled.as_ref();
        if below.is_empty() {
            return self.builder.disabled.clone();
        }
        let text = self.texts.read_anyway(&self.builder.home.join(below)).unwrap_or_default();
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty());
        let disabled: Vec<String> = lines.map(str::to_owned).chain(self.builder.disabled.iter().cloned()).collect();
        self.disabled_by_project();
        disabled
    }

    /// A list of the project's own is never read, and that is told.
    fn disabled_by_project(&mut self) {
        let below = self.builder.dialect.disabled.as_ref();
        let Some(path) = self.project.as_ref().map(|project| project.join(below)) else { return };
        if path.exists() && files::canonical(&path) != files::canonical(&self.builder.home.join(below)) {
            let message = "a project cannot disable hooks; this file is ignored".to_owned();
            self.texts.find(Code::TrustFromProject, &path, message, "remove it; `snell disable` is for the user");
        }
    }
}

fn imported_words(row: &Row, path: &Path) -> Option<Words> {
    let (name, words) = row.imported.as_ref()?;
    (path.file_name()? == name.as_ref()).then_some(*words)
}

/// Of each file by place; the files as they were first spoken of, and what has no place last.
fn in_line_order(diagnostics: &mut [Diagnostic]) {
    let mut ranks: HashMap<Arc<Path>, usize> = HashMap::new();
    for place in diagnostics.iter().filter_map(|found| found.place.as_ref()) {
        let next = ranks.len();
        ranks.entry(place.path.clone()).or_insert(next);
    }
    diagnostics.sort_by_key(|found| {
        let place = found.place.as_ref();
        place.map_or((usize::MAX, 0, 0), |place| (ranks[&place.path], place.line, place.column))
    });
}

/// What stands in a manifest is read twice where its hooks stand there too, and told once.
fn told_once(diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    let mut is_new = |found: &Diagnostic| {
        let Some(place) = found.place.as_ref().filter(|place| !place.span.is_empty()) else { return true };
        seen.insert((found.code, place.path.clone(), place.span.clone()))
    };
    diagnostics.retain(|found| is_new(found));
}
