//! The manifest of a plugin that is being packed: which file it is, where it says the hooks are, and what packing writes into it (R8.1, R8.2).

use std::path::Path;

use serde_json::{Map, Value};
use snell_core::config::json;
use snell_core::config::lines::Lines;
use snell_core::tree::{Node, NodeKind};
use snell_core::{Code, Diagnostic, Place};

use super::package::{Package, PackageFault};
use super::path::PackagePath;
use super::rules::Rules;
use crate::plugin::{alone, alone_under_key, is_plugin_name};

/// A manifest as it was read.
pub(crate) struct Manifest {
    /// Below the plugin's root.
    pub(crate) path: String,
    pub(crate) text: String,
    tree: Node,
    pub(crate) name: String,
    /// Liberties of its text.
    pub(crate) found: Vec<Diagnostic>,
}

/// Where the hooks are, as the manifest says.
pub(crate) enum Declared {
    /// It says nothing: where the dialect looks.
    Convention,
    /// In this file of the package.
    Path(String),
    /// In the manifest: this text, in its place.
    Inline(String),
}

/// A text file of a package.
pub(crate) fn text<'p>(package: &'p Package, path: &str) -> Result<Option<&'p str>, PackageFault> {
    let Some(file) = package.get(path) else { return Ok(None) };
    let bytes = file.content.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&file.content);
    std::str::from_utf8(bytes).map(Some).map_err(|_| PackageFault::new(format!("`{path}` is not UTF-8")).help("save it as UTF-8"))
}

/// A finding in a file below `root`.
pub(crate) fn placed(root: &Path, path: &str, text: &str, finding: snell_core::config::Finding) -> Diagnostic {
    let (line, column) = Lines::of(text).place(finding.span.start);
    let place = Place { path: root.join(path).into(), line, column, span: finding.span };
    Diagnostic { help: finding.help, ..Diagnostic::new(finding.code, finding.message) }.at(&place)
}

/// What keeps a file from being read, of what was found in it.
///
/// SECURITY: of a repeated key one reader takes the first and another the last.
pub(crate) fn refused(path: &str, found: &[Diagnostic]) -> Option<PackageFault> {
    let fatal = |found: &&Diagnostic| matches!(found.code, Code::Syntax | Code::TooDeep | Code::DuplicateKey);
    let faults: Vec<String> = found.iter().filter(fatal).map(|found| told(path, found)).collect();
    (!faults.is_empty()).then(|| PackageFault { faults, help: Some("repair it".to_owned()) })
}

fn told(path: &str, found: &Diagnostic) -> String {
    let line = found.place.as_ref().map_or(1, |place| place.line);
    format!("`{path}`, line {line}: {}", found.message)
}

impl Manifest {
    /// The first manifest that is there, the dialect's own before other agents'.
    pub(crate) fn read(rules: &Rules<'_>, root: &Path, package: &Package) -> Result<Manifest, PackageFault> {
        let path = rules.manifest.files.iter().find(|file| package.get(file).is_some());
        let Some(path) = path else {
            let own = rules.manifest_path();
            return Err(
                PackageFault::new(format!("`{}` holds no `{own}`", root.display())).help(format!("write {{\"name\": \"…\"}} into `{own}`"))
            );
        };
        let text = text(package, path)?.unwrap_or_default();
        let (tree, findings) = json::read(text);
        let found: Vec<Diagnostic> = findings.into_iter().map(|finding| placed(root, path, text, finding)).collect();
        if let Some(fault) = refused(path, &found) {
            return Err(fault);
        }
        let tree = tree.filter(|tree| tree.members().is_some()).ok_or_else(|| PackageFault::new(format!("`{path}` holds no object")))?;
        let name = tree.get("name").and_then(Node::text).filter(|name| is_plugin_name(name) && PackagePath::new(name).is_ok());
        let name = name.map(str::to_owned).ok_or_else(|| {
            PackageFault::new(format!("`{path}` has no `name` that a plugin can have")).help("use letters, digits, `-`, `_` and `.`")
        })?;
        Ok(Manifest { path: path.to_string(), text: text.to_owned(), tree, name, found })
    }

    /// The manifest's own version of the plugin.
    pub(crate) fn version(&self) -> Option<String> {
        self.tree.get("version").and_then(Node::text).map(str::to_owned)
    }

    /// Where it says that the hooks are.
    pub(crate) fn declared(&self, rules: &Rules<'_>, package: &Package) -> Result<Declared, PackageFault> {
        let declared = rules.manifest.hooks.iter().find_map(|at| Some((at, self.tree.pointer(at)?)));
        let Some((at, node)) = declared.filter(|(_, node)| node.kind != NodeKind::Null) else { return Ok(Declared::Convention) };
        match &node.kind {
            NodeKind::Text(path) => self.declared_path(path, package),
            NodeKind::Table(_) if node.get("hooks").is_some() => Ok(Declared::Inline(alone(&self.text, node.span.clone()))),
            NodeKind::Table(_) => Ok(Declared::Inline(alone_under_key(&self.tree, at, &self.text, &node.span))),
            _ => {
                let fault = format!("`{}`: the hooks are a path or an object, and this is {}", self.path, node.what());
                Err(PackageFault::new(fault).help("write \"./hooks/hooks.json\", or leave it out"))
            }
        }
    }

    fn declared_path(&self, written: &str, package: &Package) -> Result<Declared, PackageFault> {
        let path = written.strip_prefix("./").unwrap_or(written);
        let fault = |what: String| PackageFault::new(format!("`{}`: the hooks path `{written}` {what}", self.path));
        let path = PackagePath::new(path).map_err(|what| fault(what).help("write a path inside the package"))?;
        match package.get(path.as_str()) {
            Some(_) => Ok(Declared::Path(path.to_string())),
            None => Err(fault("leads to no file of the package".to_owned()).help("add the file, or leave the path out")),
        }
    }

    /// The packed manifest: everything that was there, the canonical path and the offers. `None` for `offers` without hooks.
    pub(crate) fn packed(&self, rules: &Rules<'_>, has_hooks: bool, offers: Value) -> Result<Value, PackageFault> {
        let mut value = self.tree.to_value();
        let own = rules.manifest.hooks.first().map_or("/hooks", |at| at.as_ref());
        let path = Value::from(rules.declared_path());
        for at in rules.manifest.hooks.iter() {
            if value.pointer(at).is_some_and(|hooks| *hooks != path) {
                remove(&mut value, at);
            }
        }
        if has_hooks {
            self.set(&mut value, own, path)?;
        }
        self.set(&mut value, &rules.manifest.offers, offers)?;
        Ok(value)
    }

    fn set(&self, value: &mut Value, pointer: &str, new: Value) -> Result<(), PackageFault> {
        let (parents, key) = pointer.rsplit_once('/').unwrap_or_default();
        let mut at = value;
        for parent in parents.split('/').skip(1) {
            at = object(at).ok_or_else(|| self.no_object(parents))?.entry(parent).or_insert_with(|| Value::Object(Map::new()));
        }
        object(at).ok_or_else(|| self.no_object(parents))?.insert(key.to_owned(), new);
        Ok(())
    }

    fn no_object(&self, pointer: &str) -> PackageFault {
        PackageFault::new(format!("`{}`: `{}` is no object", self.path, pointer.trim_start_matches('/').replace('/', ".")))
    }

    /// The line of the manifest that declares the hooks.
    pub(crate) fn place(&self, rules: &Rules<'_>, root: &Path) -> Place {
        let declared = rules.manifest.hooks.iter().find_map(|at| self.tree.pointer(at));
        let span = declared.map_or(0..0, |node| node.span.clone());
        let (line, column) = Lines::of(&self.text).place(span.start);
        Place { path: root.join(&self.path).into(), line, column, span }
    }

    /// Its content as a plain value.
    pub(crate) fn value(&self) -> Value {
        self.tree.to_value()
    }
}

fn object(value: &mut Value) -> Option<&mut Map<String, Value>> {
    value.as_object_mut()
}

fn remove(value: &mut Value, pointer: &str) {
    let (parents, key) = pointer.rsplit_once('/').unwrap_or_default();
    if let Some(Value::Object(parent)) = value.pointer_mut(parents) {
        parent.shift_remove(key);
    }
}
