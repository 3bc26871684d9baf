//! A plugin's source directory, and what packing makes of it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use snell::dialects;
use snell::pack::{PackageFault, Packed, pack};

pub(crate) struct Source(tempfile::TempDir);

impl Source {
    /// A directory with nothing in it.
    pub(crate) fn empty() -> Source {
        Source(tempfile::tempdir().expect("a temporary directory"))
    }

    /// A plugin with these hooks where the dialect looks for them.
    pub(crate) fn with_hooks(hooks: &Value) -> Source {
        let source = Source::empty();
        source.write("plugin.json", "{\"name\": \"demo\", \"version\": \"1.2.3\"}");
        source.write("hooks/hooks.json", &hooks.to_string());
        source
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn pack(&self) -> Packed {
        self.try_pack().unwrap_or_else(|fault| panic!("it cannot be packed: {fault}"))
    }

    pub(crate) fn try_pack(&self) -> Result<Packed, PackageFault> {
        pack(dialects::reforma(), self.path(), None)
    }

    /// Why it cannot be packed.
    pub(crate) fn fault(&self) -> String {
        self.try_pack().expect_err("it must be refused").to_string()
    }
}

/// The text of a packed file.
pub(crate) fn text(packed: &Packed, path: &str) -> String {
    let file = packed.package.get(path).unwrap_or_else(|| panic!("`{path}` is not in the package"));
    String::from_utf8(file.content.clone()).expect("it is text")
}

pub(crate) fn json(packed: &Packed, path: &str) -> Value {
    serde_json::from_str(&text(packed, path)).expect("it is JSON")
}

/// What changed, as `code:line`.
pub(crate) fn changed(packed: &Packed) -> Vec<String> {
    told(&packed.changed)
}

/// What is lost, as `code:line`.
pub(crate) fn lost(packed: &Packed) -> Vec<String> {
    told(&packed.lost)
}

fn told(found: &[snell::Diagnostic]) -> Vec<String> {
    found.iter().map(|found| format!("{}:{}", found.code.as_str(), found.place.as_ref().map_or(0, |place| place.line))).collect()
}
