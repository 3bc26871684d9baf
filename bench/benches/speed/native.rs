//! The limits that are written in C: compiled with the system's `cc` when they are needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The compiled programs.
pub(crate) struct Native {
    /// Runs commands by bare `posix_spawn`: `limit ROUNDS N COMMAND [ARG...]` prints the median of a round in microseconds.
    pub(crate) limit: PathBuf,
    /// The least that a program with a C library can be that reads an event and answers.
    pub(crate) floor: PathBuf,
    /// The smallest hook.
    pub(crate) tiny: PathBuf,
}

/// The programs, or why they are not there.
pub(crate) fn native() -> Result<&'static Native, String> {
    static NATIVE: OnceLock<Result<Native, String>> = OnceLock::new();
    NATIVE.get_or_init(build).as_ref().map_err(Clone::clone)
}

fn build() -> Result<Native, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("native");
    let compiled = |name: &str, flags: &[&str]| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut cc = Command::new("cc");
        cc.arg("-O2").args(flags).arg("-o").arg(&program).arg(source.join(format!("{name}.c")));
        match cc.output() {
            Ok(output) if output.status.success() => Ok(program),
            Ok(output) => Err(format!("cc does not compile {name}.c: {}", String::from_utf8_lossy(&output.stderr))),
            Err(error) => Err(format!("there is no C compiler `cc` ({error})")),
        }
    };
    Ok(Native {
        limit: compiled("limit", &[])?,
        floor: compiled("floor", &["-static"])?,
        tiny: compiled("tiny", &["-static", "-nostdlib"])?,
    })
}

impl Native {
    /// The median wall time of so many rounds of `count` commands at once, in microseconds.
    pub(crate) fn limit(&self, rounds: usize, count: usize, command: &[&str]) -> f64 {
        let output = Command::new(&self.limit).args([rounds.to_string(), count.to_string()]).args(command).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        text.trim().parse().unwrap_or_else(|_| panic!("the limit program printed `{text}`"))
    }
}
