//! The file that hooks are imported into. What is in it stays; what it has already is not added again.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use snell_core::{Dialect, EventKind};

use super::ImportFault;
use super::found::{self, Found};
use super::write::{Before, Write};

/// What makes two hooks the same (N1.10).
type Identity = (EventKind, String, [Value; 4]);

/// A file that is being added to.
pub(super) struct Target<'d> {
    here: &'d Dialect,
    before: Before,
    content: Value,
    known: HashSet<Identity>,
    ids: HashSet<String>,
    /// The group that was added last, and where it came from.
    last: Option<(PathBuf, Range<usize>)>,
    is_changed: bool,
}

impl<'d> Target<'d> {
    pub(super) fn read(here: &'d Dialect, path: &Path) -> Result<Target<'d>, ImportFault> {
        let before = Before::read(path)?;
        let content = match before.text()? {
            Some(text) => found::content(path, text)?,
            None => json!({ "hooks": {} }),
        };
        if !content.get("hooks").is_some_and(Value::is_object) {
            return Err(
                ImportFault::new(format!("`{}` holds no `hooks`", path.display())).help("repair it, or move it away; nothing was changed")
            );
        }
        let mut target = Target { here, before, content, known: HashSet::new(), ids: HashSet::new(), last: None, is_changed: false };
        target.learn();
        Ok(target)
    }

    /// What the file has already.
    fn learn(&mut self) {
        for (event, groups) in self.content["hooks"].as_object().into_iter().flatten() {
            let Some(row) = self.here.event_named(event) else { continue };
            for group in groups.as_array().into_iter().flatten() {
                let matcher = group.get("matcher").and_then(Value::as_str);
                for handler in group.get("hooks").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
                    self.known.insert(identity(row.kind, matcher, handler));
                    self.ids.extend(handler.get("id").and_then(Value::as_str).map(str::to_owned));
                }
            }
        }
    }

    /// Adds a hook; `false` where the file has it already. An `id` that is taken is left out, and given back.
    pub(super) fn add(&mut self, found: &mut Found<'_>) -> bool {
        let Some(row) = found.row else { return false };
        let matcher = found.matcher.as_deref().filter(|_| row.subject != snell_core::dialect::Subject::Ignored);
        if !self.known.insert(identity(row.kind, matcher, &found.handler)) {
            return false;
        }
        if let Some(id) = found.handler.get("id").and_then(Value::as_str).map(str::to_owned)
            && !self.ids.insert(id)
        {
            found.handler.shift_remove("id");
        }
        self.put(row.name(), matcher, found);
        self.is_changed = true;
        true
    }

    fn put(&mut self, event: &str, matcher: Option<&str>, found: &Found<'_>) {
        let Value::Object(hooks) = &mut self.content["hooks"] else { return };
        let groups = hooks.entry(event).or_insert_with(|| Value::Array(Vec::new()));
        let Value::Array(groups) = groups else { return };
        let from = Some((found.from.clone(), found.group.clone()));
        let handler = Value::Object(found.handler.clone());
        let same = groups.last_mut().filter(|_| self.last == from).and_then(|group| group.get_mut("hooks")?.as_array_mut());
        match same {
            Some(handlers) => handlers.push(handler),
            None => {
                let mut group = Map::new();
                group.extend(matcher.map(|matcher| ("matcher".to_owned(), matcher.into())));
                group.insert("hooks".to_owned(), Value::Array(vec![handler]));
                groups.push(Value::Object(group));
            }
        }
        self.last = from;
    }

    /// What is to be written; none where nothing was added.
    pub(super) fn write(self) -> Option<Write> {
        self.is_changed.then(|| self.before.becomes(&format!("{:#}\n", self.content))).flatten()
    }
}

fn identity(kind: EventKind, matcher: Option<&str>, handler: &Map<String, Value>) -> Identity {
    let matcher = matcher.filter(|matcher| *matcher != "*").unwrap_or_default().to_owned();
    (kind, matcher, ["command", "args", "env", "onFailure"].map(|key| handler.get(key).cloned().unwrap_or_default()))
}
