//! Installed plugins: where they are, what their manifests say of hooks and variables (R1.1, R5.3, R8.2).

use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use snell_core::config::json;
use snell_core::dialect::Manifest;
use snell_core::hook::Plugin;
use snell_core::tree::{Node, NodeKind};
use snell_core::{Code, Diagnostic, Dialect};

use crate::builder::Builder;
use crate::install::switch::set_aside;
use crate::texts::{Texts, place};

/// A plugin and where its hooks are.
pub(crate) struct Installed {
    pub(crate) plugin: Arc<Plugin>,
    pub(crate) hooks: Hooks,
}

/// Where a plugin's hooks are.
pub(crate) enum Hooks {
    /// Where the dialect's source row says.
    Conventional,
    /// In this file.
    Declared(PathBuf),
    /// In the manifest itself: this file, this part of its text.
    Inline(PathBuf, String),
    /// The declaration cannot be used.
    None,
}

/// Every plugin by name: the installed ones and those that the host added.
pub(crate) fn all(builder: &Builder, texts: &mut Texts) -> Vec<Installed> {
    let directory = builder.home.join(builder.dialect.plugins.as_ref());
    let has_plugins = !builder.dialect.plugins.is_empty();
    let installed = has_plugins.then(|| std::fs::read_dir(&directory)).into_iter().flatten().flatten().flatten();
    let mut roots: Vec<(PathBuf, Option<String>)> =
        installed.map(|entry| entry.path()).filter_map(|path| installed_name(&path).map(|name| (path, Some(name)))).collect();
    for root in &builder.plugins {
        let absolute = std::path::absolute(root).unwrap_or_else(|_| root.clone());
        let absolute = snell_system::files::canonical(&absolute).unwrap_or(absolute);
        if !roots.iter().any(|(known, _)| snell_system::files::canonical(known).as_ref() == Some(&absolute)) {
            roots.push((absolute, None));
        }
    }
    // A directory lists its entries in no order; what is found in them is told in a fixed one.
    roots.sort();
    let mut plugins: Vec<Installed> = roots.into_iter().map(|(root, installed)| one(builder, &root, installed, texts)).collect();
    plugins.sort_by(|a, b| a.plugin.name.cmp(&b.plugin.name));
    plugins
}

/// The name of the plugin that a directory below the dialect's own holds; none where it holds none.
pub(crate) fn installed_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let name = if name.starts_with('.') { set_aside(path) } else { Some(name) };
    name.filter(|_| path.is_dir())
}

fn one(builder: &Builder, root: &Path, installed: Option<String>, texts: &mut Texts) -> Installed {
    let directory_name = root.file_name().map_or_else(|| "plugin".to_owned(), |name| name.to_string_lossy().into_owned());
    let manifest = builder.dialect.manifest.as_ref().and_then(|rules| Some((rules, read_manifest(rules, root, texts)?)));
    let declared_name = manifest.as_ref().and_then(|(_, (_, node, _))| node.get("name")?.text()).filter(|name| is_plugin_name(name));
    let name = installed.unwrap_or_else(|| declared_name.map_or(directory_name, str::to_owned));
    let data = builder.home.join(format!("{}-data", builder.dialect.plugins)).join(&name);
    let mut plugin = Plugin { name, root: root.to_owned(), data, variables: Vec::new(), defaults: Vec::new(), unconfigured: Vec::new() };
    let mut hooks = Hooks::Conventional;
    if let Some((rules, (path, node, text))) = manifest {
        hooks = declared_hooks(rules, root, &path, &node, &text, texts);
        declare_variables(builder, rules, &path, &node, &mut plugin, texts);
    }
    Installed { plugin: Arc::new(plugin), hooks }
}

/// The version of a plugin, as its manifest says.
pub(crate) fn version(dialect: &Dialect, root: &Path) -> Option<String> {
    let (_, manifest, _) = read_manifest(dialect.manifest.as_ref()?, root, &mut Texts::default())?;
    manifest.get("version").and_then(Node::text).map(str::to_owned)
}

/// The name of a plugin: it becomes part of hook names and of a path.
pub(crate) fn is_plugin_name(name: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    !name.is_empty() && name.len() <= 128 && !name.starts_with('.') && name.chars().all(letter)
}

fn read_manifest(rules: &Manifest, root: &Path, texts: &mut Texts) -> Option<(PathBuf, Node, Arc<str>)> {
    let path = rules.files.iter().map(|file| root.join(file.as_ref())).find(|path| path.exists())?;
    let text = texts.read(&path)?;
    let (node, findings) = json::read(&text);
    let lines = snell_core::config::lines::Lines::of(&text);
    for finding in findings {
        let (line, column) = lines.place(finding.span.start);
        let mut place = place(&path, line);
        (place.column, place.span) = (column, finding.span);
        let message = format!("in the plugin's manifest: {}", finding.message);
        texts.diagnostics.push(Diagnostic { help: finding.help, ..Diagnostic::new(finding.code, message) }.at(&place));
    }
    Some((path, node?, text))
}

fn declared_hooks(rules: &Manifest, root: &Path, path: &Path, manifest: &Node, text: &str, texts: &mut Texts) -> Hooks {
    let declared = rules.hooks.iter().find_map(|at| Some((at, manifest.pointer(at)?)));
    let Some((at, declared)) = declared.filter(|(_, node)| node.kind != NodeKind::Null) else {
        return Hooks::Conventional;
    };
    match &declared.kind {
        NodeKind::Text(below) => declared_path(root, below, path, texts),
        NodeKind::Table(_) => {
            let inline = match declared.get("hooks") {
                Some(_) => alone(text, declared.span.clone()),
                None => alone_under_key(manifest, at, text, &declared.span),
            };
            Hooks::Inline(path.to_owned(), inline)
        }
        _ => {
            let message = format!("the manifest's hooks are a path or an object, and this is {}", declared.what());
            texts.find(Code::BadManifest, path, message, "write \"./hooks/hooks.json\", or leave it out");
            Hooks::None
        }
    }
}

/// A text of which only this part is left, in its place, so that what is found in it is told where it stands.
pub(crate) fn alone(text: &str, part: Range<usize>) -> String {
    blank(&text[..part.start]) + &text[part]
}

/// The same where the part is the value of a `hooks` key: the key is left too, and the manifest's own brace before it.
pub(crate) fn alone_under_key(manifest: &Node, at: &str, text: &str, part: &Range<usize>) -> String {
    let (parent, key) = at.rsplit_once('/').unwrap_or_default();
    let members = manifest.pointer(parent).and_then(Node::members).unwrap_or_default();
    let Some(member) = members.iter().rev().find(|member| member.key == key) else { return "{}".to_owned() };
    let (brace, key) = (manifest.span.start, member.key_span.start);
    format!("{}{{{}{}}}", blank(&text[..brace]), blank(&text[brace + 1..key]), &text[key..part.end])
}

/// Blanks in the same lines and columns.
fn blank(text: &str) -> String {
    text.chars().map(|letter| if letter == '\n' { letter } else { ' ' }).collect()
}

/// A declared path must stay inside the package (R1.1) and be there (R8.2).
fn declared_path(root: &Path, below: &str, manifest: &Path, texts: &mut Texts) -> Hooks {
    let path: PathBuf = root.join(below).components().collect();
    let climbs = Path::new(below).is_absolute() || Path::new(below).components().any(|part| part == Component::ParentDir);
    let real_root = snell_system::files::canonical(root).unwrap_or_else(|| root.to_owned());
    let leads_out = snell_system::files::canonical(&path).is_some_and(|real| !real.starts_with(&real_root));
    if climbs || leads_out {
        texts.find(Code::BadManifest, manifest, format!("the hooks path `{below}` leads out of the package"), "keep it inside the package");
        return Hooks::None;
    }
    if !path.is_file() {
        texts.find(Code::BadManifest, manifest, format!("the hooks file `{below}` is missing"), "add it, or leave the path out");
        return Hooks::None;
    }
    Hooks::Declared(path)
}

fn declare_variables(builder: &Builder, rules: &Manifest, path: &Path, manifest: &Node, plugin: &mut Plugin, texts: &mut Texts) {
    for DeclaredVariable { name, required, default } in declared(rules, manifest) {
        if !is_variable_name(rules, &name) {
            let message = format!("the plugin declares a variable `{name}`, which cannot be one; it is not set");
            texts.find(Code::BadPluginVariable, path, message, &format!("use letters, digits and `_`, and not `{}…`", rules.reserved));
            continue;
        }
        match (builder.variables.get(&plugin.name, &name), default) {
            (Some(value), _) => plugin.variables.push((name, value.clone())),
            (None, Some(default)) => plugin.defaults.push((name, default)),
            (None, None) if required => plugin.unconfigured.push(name),
            (None, None) => {}
        }
    }
}

/// A variable that a manifest declares.
pub(crate) struct DeclaredVariable {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) default: Option<String>,
}

/// The variables that an installed plugin declares and that can be set.
pub(crate) fn declared_variables(dialect: &Dialect, root: &Path) -> Vec<DeclaredVariable> {
    let Some(rules) = &dialect.manifest else { return Vec::new() };
    let manifest = read_manifest(rules, root, &mut Texts::default());
    let mut declared = manifest.map_or_else(Vec::new, |(_, node, _)| declared(rules, &node));
    declared.retain(|variable| is_variable_name(rules, &variable.name));
    declared
}

fn declared(rules: &Manifest, manifest: &Node) -> Vec<DeclaredVariable> {
    let Some(variables) = manifest.pointer(&rules.variables) else { return Vec::new() };
    let properties = variables.get("properties").and_then(Node::members).unwrap_or_default();
    let required: Vec<&str> = variables.get("required").and_then(Node::items).unwrap_or_default().iter().filter_map(Node::text).collect();
    let mut names: Vec<&str> = properties.iter().map(|member| member.key.as_str()).collect();
    names.extend(required.iter().filter(|name| !properties.iter().any(|member| member.key == **name)));
    let of = |name: &str| {
        let default = properties.iter().find(|member| member.key == name).and_then(|member| member.value.get("default"));
        DeclaredVariable { name: name.to_owned(), required: required.contains(&name), default: default.and_then(default_text) }
    };
    names.into_iter().map(of).collect()
}

/// Whether a variable may have this name: one that a shell understands and that does not belong to the dialect.
pub(crate) fn is_variable_name(rules: &Manifest, name: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_name = !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) && name.chars().all(letter);
    is_name && !name.starts_with(rules.reserved.as_ref())
}

fn default_text(default: &Node) -> Option<String> {
    match default.to_value() {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}
