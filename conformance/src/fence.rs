//! What a fenced block's info string says that the block is.

/// A block's purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fence {
    /// A file below the sandbox.
    File {
        /// Below the sandbox; a directory where it ends in `/`.
        path: String,
        /// Its execute bit is set.
        executable: bool,
        /// Escapes are decoded and no newline is added.
        raw: bool,
        /// The text is a link's target.
        link: bool,
        /// It is added to what stands there already.
        append: bool,
        /// The text is written so many times: a number, once the variables are replaced.
        repeat: String,
    },
    /// Command lines; `each`: once for every row of the table that follows.
    Console {
        /// Once for every row.
        each: bool,
    },
    /// Completions for the next call.
    Scripted,
    /// What the call before it printed.
    Printed {
        /// Its exit code.
        exit: Option<u8>,
        /// As JSON, by subset; else as text.
        json: bool,
    },
    /// What the call before it wrote to stderr.
    Stderr,
    /// What the runner was given to run.
    Seen,
    /// The facts that the event of `--event` was heard as.
    Heard,
    /// What the first hook got on stdin, or in the body of its request.
    Stdin,
    /// What stands in a file afterwards.
    Wrote {
        /// Below the sandbox.
        path: String,
        /// As JSON, by subset; else as text.
        json: bool,
    },
    /// Files that must not exist.
    Absent,
}

/// Reads an info string; none where the block is an illustration: a language alone.
///
/// # Errors
/// A word that has no meaning where it stands.
pub fn read(info: &str) -> Result<Option<Fence>, String> {
    let mut words = info.split_whitespace();
    let language = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let json = language == "json";
    Ok(Some(match (language, rest.as_slice()) {
        ("console", []) => Fence::Console { each: false },
        ("console", ["each"]) => Fence::Console { each: true },
        (_, []) => return Ok(None),
        (_, ["scripted"]) => Fence::Scripted,
        (_, ["expect", options @ ..]) => Fence::Printed { exit: exit(options)?, json },
        (_, ["expect-stderr"]) => Fence::Stderr,
        (_, ["expect-run"]) => Fence::Seen,
        (_, ["expect-heard"]) => Fence::Heard,
        (_, ["expect-stdin"]) => Fence::Stdin,
        (_, ["expect-file", path]) => Fence::Wrote { path: spaced(path), json },
        (_, ["expect-absent"]) => Fence::Absent,
        (_, words) => file(words)?,
    }))
}

fn spaced(path: &str) -> String {
    path.replace("%20", " ")
}

fn exit(options: &[&str]) -> Result<Option<u8>, String> {
    match options {
        [] => Ok(None),
        [option] => {
            let code = option.strip_prefix("exit=").and_then(|code| code.parse().ok());
            code.map(Some).ok_or_else(|| format!("`{option}` is no `exit=CODE`"))
        }
        _ => Err(format!("`{}` is too much beside `expect`", options.join(" "))),
    }
}

fn file(words: &[&str]) -> Result<Fence, String> {
    let (mut path, mut executable, mut raw, mut link, mut append, mut repeat) = (None, false, false, false, false, "1".to_owned());
    for word in words {
        match *word {
            "+x" => executable = true,
            "raw" => raw = true,
            "link" => link = true,
            "append" => append = true,
            word if word.starts_with("repeat=") => {
                word["repeat=".len()..].clone_into(&mut repeat);
            }
            word if path.is_none() && word.contains(['/', '.', '$']) => path = Some(spaced(word)),
            word => return Err(format!("`{word}` means nothing in an info string")),
        }
    }
    let path = path.ok_or_else(|| format!("`{}` names no file", words.join(" ")))?;
    Ok(Fence::File { path, executable, raw, link, append, repeat })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_info_string_says_what_its_block_is() {
        let file = |path: &str, executable, raw| Fence::File {
            path: path.to_owned(),
            executable,
            raw,
            link: false,
            append: false,
            repeat: "1".to_owned(),
        };
        for (info, fence) in [
            ("json home/.rightnow/hooks/a.json", Some(file("home/.rightnow/hooks/a.json", false, false))),
            ("sh bin/guard +x raw", Some(file("bin/guard", true, true))),
            ("console each", Some(Fence::Console { each: true })),
            ("json expect exit=2", Some(Fence::Printed { exit: Some(2), json: true })),
            ("text expect-file repo/out", Some(Fence::Wrote { path: "repo/out".to_owned(), json: false })),
            ("json", None),
            ("", None),
        ] {
            assert_eq!(read(info).unwrap(), fence, "{info}");
        }
        for wrong in ["json expct", "json expect 2", "json home/a b", "text raw"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
