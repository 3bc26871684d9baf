//! Patches between `*** Begin Patch` and `*** End Patch`: one call that may touch several files, where other agents have one call for each.

use serde_json::{Map, Value, json};

/// The canonical field that keeps the whole patch, for those who want it.
pub const FIELD: &str = "patch";

/// How a patch begins.
pub const BEGIN: &str = "*** Begin Patch";

/// A patch that an agent tells inside the model's own arguments, a JSON object with one text, without them.
pub fn unwrapped(text: &str) -> String {
    let object = serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let inner = object.values().filter_map(Value::as_str).find(|inner| inner.contains(BEGIN));
    inner.unwrap_or(text).to_owned()
}

/// One file's part of a patch, as the canonical call that would do the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// `Write`, `Edit` or `MultiEdit`.
    pub tool: &'static str,
    /// Its canonical input.
    pub input: Map<String, Value>,
}

/// The edits that a patch makes, in its order; none where it is no patch. A removed file is told as one that is written empty, a moved one as
/// an edit of both places: whoever guards a path hears of it.
pub fn edits(patch: &str) -> Vec<Edit> {
    let mut files: Vec<File<'_>> = Vec::new();
    for line in patch.lines() {
        if let Some(path) = line.strip_prefix("*** Add File: ") {
            files.push(File::new(path, Change::Add));
        } else if let Some(path) = line.strip_prefix("*** Delete File: ") {
            files.push(File::new(path, Change::Delete));
        } else if let Some(path) = line.strip_prefix("*** Update File: ") {
            files.push(File::new(path, Change::Update));
        } else if let Some(file) = files.last_mut() {
            file.line(line);
        }
    }
    files.iter().flat_map(File::edits).collect()
}

/// A canonical edit as a patch; none where it is of no such tool.
pub fn of_input(tool: Option<&str>, input: &Value) -> Option<String> {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    if let Some(patch) = text(FIELD) {
        return Some(patch.to_owned());
    }
    let path = text("file_path")?;
    let body = match tool? {
        "Write" => format!("*** Add File: {path}\n{}", signed('+', text("content")?)),
        "Edit" => format!("*** Update File: {path}\n{}", hunk(text("old_string")?, text("new_string")?)),
        "MultiEdit" => {
            let edits = input.get("edits")?.as_array()?.iter();
            let hunks: Option<String> =
                edits.map(|edit| Some(hunk(edit.get("old_string")?.as_str()?, edit.get("new_string")?.as_str()?))).collect();
            format!("*** Update File: {path}\n{}", hunks?)
        }
        _ => return None,
    };
    Some(format!("{BEGIN}\n{body}*** End Patch"))
}

fn hunk(old: &str, new: &str) -> String {
    format!("@@\n{}{}", signed('-', old), signed('+', new))
}

fn signed(sign: char, text: &str) -> String {
    text.lines().flat_map(|line| [sign].into_iter().chain(line.chars()).chain(['\n'])).collect()
}

enum Change {
    Add,
    Delete,
    Update,
}

struct File<'a> {
    path: &'a str,
    moved: Option<&'a str>,
    change: Change,
    /// Old and new lines of each hunk.
    hunks: Vec<(Vec<&'a str>, Vec<&'a str>)>,
}

impl<'a> File<'a> {
    fn new(path: &'a str, change: Change) -> Self {
        File { path: path.trim(), moved: None, change, hunks: Vec::new() }
    }

    fn line(&mut self, line: &'a str) {
        if let Some(path) = line.strip_prefix("*** Move to: ") {
            self.moved = Some(path.trim());
            return;
        }
        if line.starts_with("@@") || self.hunks.is_empty() {
            self.hunks.push((Vec::new(), Vec::new()));
        }
        let Some((old, new)) = self.hunks.last_mut() else { return };
        match line.split_at_checked(1) {
            Some(("-", rest)) => old.push(rest),
            Some(("+", rest)) => new.push(rest),
            Some((" ", rest)) => {
                old.push(rest);
                new.push(rest);
            }
            _ => {}
        }
    }

    fn edits(&self) -> Vec<Edit> {
        let paths = std::iter::once(self.path).chain(self.moved);
        paths.map(|path| self.edit(path)).collect()
    }

    fn edit(&self, path: &str) -> Edit {
        let pairs: Vec<Value> = self
            .hunks
            .iter()
            .filter(|(old, new)| !(old.is_empty() && new.is_empty()))
            .map(|(old, new)| json!({ "old_string": old.join("\n"), "new_string": new.join("\n") }))
            .collect();
        let (tool, rest) = match (&self.change, &pairs[..]) {
            (Change::Add, _) => ("Write", json!({ "content": self.content() })),
            (Change::Delete, _) => ("Write", json!({ "content": "" })),
            (Change::Update, []) => ("Edit", json!({ "old_string": "", "new_string": "" })),
            (Change::Update, [one]) => ("Edit", one.clone()),
            (Change::Update, several) => ("MultiEdit", json!({ "edits": several })),
        };
        let mut input = Map::from_iter([("file_path".to_owned(), path.into())]);
        input.extend(rest.as_object().cloned().unwrap_or_default());
        Edit { tool, input }
    }

    fn content(&self) -> String {
        let lines = self.hunks.iter().flat_map(|(_, new)| new);
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "*** Begin Patch\n*** Add File: new.txt\n+one\n+two\n*** Update File: src/a.rs\n*** Move to: src/b.rs\n@@ fn main\n keep\n-old\n+new\n*** Delete File: gone.txt\n*** End Patch";

    #[test]
    fn every_file_that_a_patch_touches_is_heard_of() {
        let edits = edits(PATCH);
        let paths: Vec<_> = edits.iter().map(|edit| (edit.tool, edit.input["file_path"].as_str().unwrap())).collect();
        assert_eq!(paths, [("Write", "new.txt"), ("Edit", "src/a.rs"), ("Edit", "src/b.rs"), ("Write", "gone.txt")]);
        assert_eq!(edits[0].input["content"], "one\ntwo\n");
        assert_eq!(edits[1].input["old_string"], "keep\nold");
        assert_eq!(edits[1].input["new_string"], "keep\nnew");
    }

    #[test]
    fn several_hunks_are_one_call_with_several_edits() {
        let edits = edits("*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n@@\n-3\n+4\n*** End Patch");
        assert_eq!(edits[0].tool, "MultiEdit");
        assert_eq!(edits[0].input["edits"], json!([{ "old_string": "1", "new_string": "2" }, { "old_string": "3", "new_string": "4" }]));
    }

    #[test]
    fn an_edit_written_as_a_patch_is_the_same_edit_when_it_is_heard() {
        for (tool, input) in [
            ("Edit", json!({ "file_path": "a", "old_string": "x\ny", "new_string": "z" })),
            ("Write", json!({ "file_path": "a", "content": "x\ny\n" })),
            (
                "MultiEdit",
                json!({ "file_path": "a", "edits": [{ "old_string": "1", "new_string": "2" }, { "old_string": "3", "new_string": "4" }] }),
            ),
        ] {
            let heard = edits(&of_input(Some(tool), &input).unwrap());
            assert_eq!(heard, [Edit { tool, input: input.as_object().unwrap().clone() }]);
        }
    }
}
