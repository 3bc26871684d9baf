//! A packed plugin that is about to be installed: read whole and checked before anything is written (R8.5, R8.6).

use std::path::Path;

use serde_json::Value;
use snell_core::{Code, Diagnostic, Dialect, Hook};
use snell_system::files::{self, ReadFault};

use crate::pack::gather::{self, Links};
use crate::pack::manifest::{self, Declared, Manifest};
use crate::pack::rules::Rules;
use crate::pack::{Package, PackageFault, archive, hooks, offers};

/// A packed plugin that was found good.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The plugin's name.
    pub name: String,
    /// Its version, as its manifest says.
    pub version: Option<String>,
    /// Its files.
    pub package: Package,
    /// Its hooks.
    pub hooks: Vec<Hook>,
    /// What the loader finds in its hooks file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a packed plugin: a directory, or a `.tar.gz`.
///
/// # Errors
/// Why it cannot be installed: everything that was found.
pub fn open(dialect: &Dialect, path: &Path) -> Result<Opened, PackageFault> {
    let rules = Rules::of(dialect)?;
    let package = read(path)?;
    let manifest = Manifest::read(&rules, path, &package)?;
    let hooks = checked(&rules, path, &package, &manifest)?;
    let (hooks, diagnostics) = hooks.map_or_else(Default::default, |loaded| (loaded.hooks, loaded.diagnostics));
    Ok(Opened { name: manifest.name.clone(), version: manifest.version(), hooks, diagnostics, package })
}

fn read(path: &Path) -> Result<Package, PackageFault> {
    if path.is_dir() {
        return Ok(gather::gather(path, Links::Refused, None)?.package);
    }
    match files::open_regular(path) {
        Ok((file, _)) => archive::read(file),
        Err(fault @ ReadFault::Missing) => {
            Err(PackageFault::new(format!("`{}` {fault}", path.display())).help("name a packed directory or a `.tar.gz`"))
        }
        Err(fault) => Err(PackageFault::new(format!("`{}` {fault}", path.display()))),
    }
}

/// The manifest and the hooks file say the same, and in one way only.
///
/// SECURITY: this finds what came apart, not who did it; packages are not signed.
fn checked(
    rules: &Rules<'_>,
    root: &Path,
    package: &Package,
    manifest: &Manifest,
) -> Result<Option<snell_core::config::Loaded>, PackageFault> {
    let again = |fault: String| PackageFault::new(fault).help("pack it with `snell plugin pack`, and install what that writes");
    let value = manifest.value();
    let offered = value.pointer(&rules.manifest.offers).filter(|_| manifest.path == rules.manifest_path());
    let offered = offered.ok_or_else(|| again(format!("`{}` is not packed", root.display())))?;
    if !manifest.found.is_empty() {
        return Err(again(format!("`{}` is not plain JSON, so that others may read it otherwise", manifest.path)));
    }
    let own = rules.hooks_path();
    match manifest.declared(rules, package)? {
        Declared::Path(path) if path == own => {}
        Declared::Convention if package.get(own).is_none() => return same_offers(offered, &Value::Array(Vec::new())).map(|()| None),
        _ => return Err(again(format!("`{}` does not say that the hooks are in `{own}`", manifest.path))),
    }
    let text = manifest::text(package, own)?.unwrap_or_default();
    let loaded = hooks::load(rules, &manifest.name, &root.join(own), text);
    if let Some(fault) = manifest::refused(own, &loaded.diagnostics) {
        return Err(fault);
    }
    if loaded.diagnostics.iter().any(|found| found.code == Code::JsonExtension) {
        return Err(again(format!("`{own}` is not plain JSON, so that others may read it otherwise")));
    }
    same_offers(offered, &offers::offers(rules.dialect, &loaded.hooks))?;
    Ok(Some(loaded))
}

/// Another packer may describe the same events in other words.
fn same_offers(offered: &Value, found: &Value) -> Result<(), PackageFault> {
    let names = |offers: &Value| -> Vec<String> {
        let offers = offers.as_array().map(Vec::as_slice).unwrap_or_default();
        offers.iter().map(|offer| offer.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
    };
    if names(offered) == names(found) {
        return Ok(());
    }
    let fault = "the hooks are not those that the manifest offers: the package was changed after it was packed";
    Err(PackageFault::new(fault).help("get it again, or pack it again"))
}
