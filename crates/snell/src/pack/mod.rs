//! Packing a plugin (R8): a directory into a package that any tool can carry and that installs the same everywhere, and everything told
//! that changed or is lost on the way.
//!
//! ```text
//! directory ─► gather ─► Package ─► manifest, hooks, placeholders ─► Package ─► archive, or a directory
//! ```
//!
//! A package is a value; nothing is written before all of it was read and found good.

pub(crate) mod archive;
mod gate;
pub(crate) mod gather;
pub(crate) mod hooks;
pub(crate) mod manifest;
pub(crate) mod offers;
pub(crate) mod out;
mod package;
mod path;
mod placeholder;
mod report;
pub(crate) mod rules;
mod scripts;

use std::path::Path;

use serde_json::Value;
use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic, Dialect, Hook, Place};

use gather::Links;
use manifest::{Declared, Manifest};
pub use out::write;
pub use package::{LARGEST, MOST_FILES, Package, PackageFault, PackedFile};
pub use path::PackagePath;
pub(crate) use path::folded;
pub use report::{KeptHook, PackReport};
use rules::Rules;

/// A packed plugin, and what became of its source.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The plugin's name.
    pub name: String,
    /// Its version, as its manifest says.
    pub version: Option<String>,
    /// What is written or installed.
    pub package: Package,
    /// Its hooks, as they will run.
    pub hooks: Vec<Hook>,
    /// What is different in the package, and what deserves a word.
    pub changed: Vec<Diagnostic>,
    /// What is not in the package. An error where something no longer guards (R8.4).
    pub lost: Vec<Diagnostic>,
}

/// Packs the plugin in a directory, in memory. `without` is where the package will be written to: no part of it.
///
/// # Errors
/// What makes the directory no plugin of the dialect, or no package: everything that was found.
pub fn pack(dialect: &Dialect, source: &Path, without: Option<&Path>) -> Result<Packed, PackageFault> {
    let rules = Rules::of(dialect)?;
    let gathered = gather::gather(source, Links::Copied, without)?;
    let manifest = Manifest::read(&rules, source, &gathered.package)?;
    let mut packing = Packing { rules, source, package: &gathered.package, changed: gathered.found, lost: Vec::new() };
    packing.changed.extend(manifest.found.iter().cloned());
    let declared = manifest.declared(&rules, &gathered.package)?;
    let hooks = packing.hooks(&manifest, &declared)?;
    let package = packing.package(&manifest, &declared, &hooks)?;
    packing.changed.extend(placeholder::in_scripts(&rules, source, &package));
    packing.changed.extend(scripts::missing(&rules, &package, &hooks));
    Ok(Packed {
        name: manifest.name.clone(),
        version: manifest.version(),
        package,
        hooks: hooks.hooks,
        changed: packing.changed,
        lost: packing.lost,
    })
}

struct Packing<'a> {
    rules: Rules<'a>,
    source: &'a Path,
    package: &'a Package,
    changed: Vec<Diagnostic>,
    lost: Vec<Diagnostic>,
}

/// The hooks file of the package; no text where there is none.
#[derive(Default)]
struct Written {
    text: Option<String>,
    hooks: Vec<Hook>,
    /// Where each of them stands in the source.
    places: Vec<Place>,
}

impl Packing<'_> {
    fn hooks(&mut self, manifest: &Manifest, declared: &Declared) -> Result<Written, PackageFault> {
        let own = self.rules.hooks_path();
        let (path, text) = match declared {
            Declared::Convention => (own, manifest::text(self.package, own)?.map(str::to_owned)),
            Declared::Path(path) => (path.as_str(), manifest::text(self.package, path)?.map(str::to_owned)),
            Declared::Inline(text) => (manifest.path.as_str(), Some(text.clone())),
        };
        let Some(text) = text else { return Ok(Written::default()) };
        let place = self.source.join(path);
        let loaded = hooks::load(&self.rules, &manifest.name, &place, &text);
        if let Some(fault) = manifest::refused(path, &loaded.diagnostics) {
            return Err(fault);
        }
        let is_strict = !loaded.diagnostics.iter().any(|found| found.code == Code::JsonExtension);
        let before = loaded.tree.as_ref().map(snell_core::tree::Node::to_value);
        let places =
            loaded.hooks.iter().filter(|hook| !matches!(hook.handler, Handler::Broken { .. })).map(|hook| hook.place.clone()).collect();
        let packed = hooks::pack(&self.rules, &place, &text, loaded);
        self.changed.extend(packed.changed);
        self.lost.extend(packed.lost);
        let is_same = is_strict && path == own && before.as_ref() == Some(&packed.value);
        let text = if is_same { text } else { pretty(&packed.value) };
        self.read_again(manifest, text, places)
    }

    /// What was written is read again as it will be: nothing in it may be refused.
    fn read_again(&self, manifest: &Manifest, text: String, places: Vec<Place>) -> Result<Written, PackageFault> {
        let place = self.source.join(self.rules.hooks_path());
        let loaded = hooks::load(&self.rules, &manifest.name, &place, &text);
        match loaded.hooks.iter().find_map(|hook| if let Handler::Broken { why, .. } = &hook.handler { Some(why) } else { None }) {
            Some(why) => {
                Err(PackageFault::new(format!("a packed hook could not be read again: {why}")).help("this is a fault of the packer"))
            }
            None => Ok(Written { text: Some(text), hooks: loaded.hooks, places }),
        }
    }

    fn package(&mut self, manifest: &Manifest, declared: &Declared, hooks: &Written) -> Result<Package, PackageFault> {
        let (own, path) = (self.rules.hooks_path(), self.rules.manifest_path());
        let offers = offers::offers(self.rules.dialect, &hooks.hooks);
        let value = manifest.packed(&self.rules, hooks.text.is_some(), offers)?;
        let is_same = manifest.path == path && manifest.found.is_empty() && value == manifest.value();
        let text = if is_same { manifest.text.clone() } else { pretty(&value) };
        if !is_same {
            let message = format!("`{path}` says where the hooks are and what they offer");
            self.changed
                .push(Diagnostic::new(Code::ManifestWritten, message).at(&crate::texts::place(&self.source.join(&manifest.path), 1)));
        }
        let moved = match declared {
            Declared::Path(from) if from != own => Some(from.as_str()),
            _ => None,
        };
        if moved.is_some() || matches!(declared, Declared::Inline(_)) {
            self.told_moved(manifest)?;
        }
        let mut put = vec![(known(path)?, text.into_bytes())];
        if let Some(text) = &hooks.text {
            put.push((known(own)?, text.clone().into_bytes()));
        }
        self.package.changed(&put, moved).map_err(PackageFault::new)
    }

    /// Hooks are moved to where the dialect looks for them, unless something else is there.
    fn told_moved(&mut self, manifest: &Manifest) -> Result<(), PackageFault> {
        let own = self.rules.hooks_path();
        if self.package.get(own).is_some() {
            let fault = format!("`{}` declares other hooks than `{own}`, which is there too", manifest.path);
            return Err(PackageFault::new(fault).help(format!("put all hooks into `{own}`, or remove it")));
        }
        let found = Diagnostic::new(Code::HooksMoved, format!("the hooks are packed as `{own}`"));
        let found = found.help(format!("write them into `{own}`; no path need be declared then"));
        self.changed.push(found.at(&manifest.place(&self.rules, self.source)));
        Ok(())
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn known(path: &str) -> Result<PackagePath, PackageFault> {
    PackagePath::new(path).map_err(|fault| PackageFault::new(format!("`{path}` {fault}")))
}
