//! A command as another agent is to run it: its variables, its directory, its shell, its arguments.

use std::path::{Path, PathBuf};

use snell_core::command::{rename, rename_plain};
use snell_core::dialect::{Dialect, Directory, EnvValue, Grade, HandlerMeans, Shell};

/// What a shell other than bash does not understand.
const BASHISMS: [&str; 6] = ["[[", "<<<", "<(", ">(", "((", "${BASH"];

/// From where to where.
pub(super) struct Move<'a> {
    pub(super) from: &'a Dialect,
    pub(super) to: &'a Dialect,
    pub(super) root: &'a Path,
    /// Where the hook starts now, and where its new file has it start.
    pub(super) was: Option<PathBuf>,
    pub(super) is: PathBuf,
}

/// A command in a new file.
pub(super) struct Moved {
    pub(super) command: String,
    pub(super) args: Option<Vec<String>>,
    /// Variables that are set by the handler's own key.
    pub(super) env: Vec<(String, String)>,
    pub(super) grades: Vec<Grade>,
}

impl Move<'_> {
    /// Translates a command. `direct` is the program, where the agent runs it without a shell from beside its file.
    pub(super) fn command(&self, command: &str, args: Option<&[String]>, env: &[(String, String)], direct: Option<&Path>) -> Moved {
        let mut grades = Vec::new();
        let has = |means| self.to.handler_keys.iter().any(|key| key.means == means && key.words.is_none());
        let start = self.start();
        let mut text = match (args, direct) {
            (Some(args), _) if has(HandlerMeans::Args) && start.is_none() => {
                let mut plain = |text: &str| self.variables(text, false, &mut grades);
                let args = args.iter().map(|arg| plain(arg)).collect();
                return Moved { command: plain(command), args: Some(args), env: set(env, has(HandlerMeans::Env)).1, grades };
            }
            (Some(args), _) => std::iter::once(command).chain(args.iter().map(String::as_str)).map(quoted).collect::<Vec<_>>().join(" "),
            (None, Some(program)) => quoted(&program.to_string_lossy()),
            (None, None) => command.to_owned(),
        };
        text = self.variables(&text, true, &mut grades);
        if self.from.commands.shell == Shell::Bash && self.to.commands.shell == Shell::Sh && BASHISMS.iter().any(|sign| text.contains(sign))
        {
            text = format!("bash -c {}", quoted(&text));
        }
        let (exports, env) = set(env, has(HandlerMeans::Env));
        Moved { command: format!("{exports}{}{text}", start.unwrap_or_default()), args: None, env, grades }
    }

    /// Goes where the hook started, where that is another directory now. A guard that cannot go there refuses: after `&&`, what stands
    /// behind the first `;` would run all the same.
    fn start(&self) -> Option<String> {
        let was = self.was.as_ref().filter(|was| **was != self.is)?;
        let root = self.to.environment.iter().find(|row| row.value == EnvValue::Root);
        let below =
            was.strip_prefix(self.root).ok().filter(|below| below.components().all(|part| matches!(part, std::path::Component::Normal(_))));
        Some(match (root, below) {
            (Some(root), Some(below)) if below.as_os_str().is_empty() => format!("cd \"${}\" || exit 2; ", root.name),
            (Some(root), Some(below)) => format!("cd \"${}\"/{} || exit 2; ", root.name, quoted(&below.to_string_lossy())),
            (None, Some(below)) if self.is == self.root => format!("cd {} || exit 2; ", quoted(&below.to_string_lossy())),
            _ => format!("cd {} || exit 2; ", quoted(&was.to_string_lossy())),
        })
    }

    /// The same values under the other agent's names.
    fn variables(&self, text: &str, is_shell: bool, grades: &mut Vec<Grade>) -> String {
        let mut text = text.to_owned();
        for row in self.from.environment.iter() {
            let known = |name: &str| self.to.environment.iter().any(|other| other.name == name && other.value == row.value);
            let named = |text: &str| snell_core::command::mentions(text, &[&row.name], is_shell).len();
            if known(&row.name) || named(&text) == 0 {
                continue;
            }
            let Some(other) = self.to.environment.iter().find(|other| other.value == row.value) else {
                grades.push(Grade::Weaker(format!("`${}` is not set there", row.name).into()));
                continue;
            };
            let renamed = if is_shell { rename(&text, &[&row.name], &other.name) } else { rename_plain(&text, &[&row.name], &other.name) };
            text = renamed.text;
            if named(&text) > 0 {
                grades.push(Grade::Weaker(
                    format!("`{}` is called `{}` there, and still stands in the command", row.name, other.name).into(),
                ));
            }
        }
        text
    }
}

/// Variables of a handler: for its own key, or as what comes before the command.
fn set(env: &[(String, String)], by_key: bool) -> (String, Vec<(String, String)>) {
    if by_key {
        return (String::new(), env.to_vec());
    }
    let exports = env.iter().map(|(name, value)| format!("export {name}={}; ", quoted(value))).collect::<Vec<_>>();
    (exports.concat(), Vec::new())
}

/// Where the hooks of a new file start.
pub(super) fn directory(to: &Dialect, directory: Directory, path: &Path, root: &Path) -> PathBuf {
    let below = |value: &EnvValue| match value {
        EnvValue::Config(below) => Some(root.join(below.as_ref())),
        _ => None,
    };
    match directory {
        Directory::Beside => path.parent().unwrap_or(root).to_owned(),
        Directory::Config => to.environment.iter().find_map(|row| below(&row.value)).unwrap_or_else(|| root.to_owned()),
        Directory::Root | Directory::Session | Directory::Plugin => root.to_owned(),
    }
}

/// A word as a shell reads it back.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:@%,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
