//! Which version of an agent is here (B5). It is asked for its version and nothing else, and only where its command stands on the PATH.

use std::path::{Path, PathBuf};
use std::time::Duration;

use snell_core::completion::End;
use snell_core::dialect::Host;
use snell_core::invocation::{Action, Invocation};
use snell_system::{Cancel, files};

use crate::builder::Builder;

/// How long it may take to tell. Agents are large programs.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest version that is one.
const LONGEST: usize = 40;

/// An agent's command, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The command, absolute.
    pub program: PathBuf,
    /// What it told; none where it told none in time.
    pub told: Option<String>,
    /// What the tables were held against.
    pub tested: String,
}

impl Version {
    /// Whether the tables were held against this very version.
    pub fn is_tested(&self) -> bool {
        self.told.as_deref() == Some(&self.tested)
    }

    /// What is to be said of a version that was not tested, after the agent's name.
    pub fn untested(&self) -> Option<String> {
        match &self.told {
            _ if self.is_tested() => None,
            Some(told) => Some(format!("{told} was not tested; {} was", self.tested)),
            None => Some(format!("does not say its version; {} was tested", self.tested)),
        }
    }
}

/// The agent's version; none where it has no command that tells it, or none that is on the PATH.
pub fn version(host: &Host, builder: &Builder) -> Option<Version> {
    let program = Some(&host.program).filter(|program| !program.is_empty())?;
    let program = on_path(program, builder)?;
    Some(Version { told: ask(&program, builder), program, tested: host.tested.to_string() })
}

/// SECURITY: a directory of the PATH that is not absolute depends on where the user stands, which may be anybody's repository.
pub(super) fn on_path(program: &str, builder: &Builder) -> Option<PathBuf> {
    let (_, path) = builder.inherited().iter().rev().find(|(name, _)| name == "PATH")?;
    let places = std::env::split_paths(path).filter(|directory| directory.is_absolute());
    places.map(|directory| directory.join(program)).find(|path| files::is_executable(path))
}

fn ask(program: &Path, builder: &Builder) -> Option<String> {
    let action = Action::Run {
        program: program.into(),
        args: vec!["--version".into()],
        directory: files::nearest_directory(&builder.home),
        env: builder.inherited().iter().cloned().collect(),
        stdin: Vec::new().into(),
    };
    let asked = [Invocation { action, timeout: PATIENCE }];
    let completion = builder.edge().run(&asked, &(), &Cancel::never()).pop().filter(|completion| completion.end == End::Exited(0))?;
    told(&String::from_utf8_lossy(&completion.stdout.bytes))
}

/// The first word that is a version: `codex-cli 0.171.0`, `2.1.332 (Claude Code)`, `v1.0.102.`.
fn told(text: &str) -> Option<String> {
    let trimmed = |word: &str| word.trim_start_matches(['v', '(']).trim_end_matches(['.', ',', ')', ';']).to_owned();
    let is_version = |word: &String| {
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|digit| digit.is_ascii_digit());
        word.len() <= LONGEST && word.contains('.') && word.split(['-', '+']).next().is_some_and(|main| main.split('.').all(is_number))
    };
    text.split_whitespace().map(trimmed).find(is_version)
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_version_is_found_among_words() {
        for (text, version) in [
            ("codex-cli 0.171.0\n", "0.171.0"),
            ("2.1.332 (Claude Code)", "2.1.332"),
            ("GitHub Copilot CLI 1.0.102.\nRun 'copilot update'", "1.0.102"),
            ("v0.62.0-nightly.1", "0.62.0-nightly.1"),
        ] {
            assert_eq!(told(text).as_deref(), Some(version), "{text}");
        }
        for none in ["", "no version here", "error: 1", "..", &"1.".repeat(40)] {
            assert_eq!(told(none), None, "{none}");
        }
    }
}
