//! What packing is told by a dialect's tables.

use snell_core::Dialect;
use snell_core::dialect::{Base, EnvValue, Manifest, Source};

use super::package::PackageFault;

/// The columns that packing reads.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'d> {
    pub(crate) dialect: &'d Dialect,
    /// Where the manifest is and where things stand in it.
    pub(crate) manifest: &'d Manifest,
    /// Where a plugin's hooks are.
    pub(crate) source: &'d Source,
    /// The variable that holds the plugin's root.
    pub(crate) root: &'d str,
}

impl<'d> Rules<'d> {
    /// The rules of a dialect whose plugins are packed.
    pub(crate) fn of(dialect: &'d Dialect) -> Result<Rules<'d>, PackageFault> {
        let none =
            || PackageFault::new(format!("plugins of {} are not packed", dialect.title)).help("copy the directory to where they are");
        let manifest = dialect.manifest.as_ref().ok_or_else(none)?;
        let source = dialect.sources.iter().find(|row| row.base == Base::Plugin).ok_or_else(none)?;
        let root = dialect.environment.iter().find(|row| row.value == EnvValue::PluginRoot).ok_or_else(none)?;
        Ok(Rules { dialect, manifest, source, root: &root.name })
    }

    /// Where a packed manifest is, below the plugin's root.
    pub(crate) fn manifest_path(&self) -> &'d str {
        self.manifest.files.first().map_or("plugin.json", |file| file)
    }

    /// Where packed hooks are, below the plugin's root.
    pub(crate) fn hooks_path(&self) -> &'d str {
        &self.source.path
    }

    /// The same as a packed manifest says it.
    pub(crate) fn declared_path(&self) -> String {
        format!("./{}", self.hooks_path())
    }

    /// Other agents' plugin roots.
    pub(crate) fn foreign_roots(&self) -> Vec<&'d str> {
        self.dialect.commands.refused.iter().map(AsRef::as_ref).collect()
    }
}
