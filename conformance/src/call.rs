//! One call of the command, made in-process.

use std::ffi::OsString;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use snell::system::{Run, Scripted};
use snell_cli::{Dialects, World};
use snell_core::{Action, Completion, Dialect, End, Invocation, hear};

use crate::sandbox::Sandbox;
use crate::words;

/// What came of a call.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Its exit code.
    pub exit: u8,
    /// What it printed.
    pub out: String,
    /// What it wrote to stderr.
    pub err: String,
    /// What the runner was given, where nothing real ran.
    pub seen: Vec<Invocation>,
    /// The facts that the event of `--event` was heard as.
    pub heard: Map<String, Value>,
}

/// Who runs the hooks of a call.
pub enum Runs {
    /// The real machine.
    Processes,
    /// A script: these completions in order.
    Script(Vec<Completion>),
    /// A script in which every hook is content.
    Content,
}

/// Calls the command. `line` is what stands after the prompt: `[env NAME=VALUE…] snell ARGUMENTS`.
///
/// # Errors
/// The line cannot be read.
pub fn call(line: &str, sandbox: &Sandbox, dialect: Option<&str>, dialects: &[Dialect], runs: Runs) -> Result<Ran, String> {
    let words = words::split(&sandbox.rooted(line))?;
    let mut environment = environment(sandbox);
    let mut words = words.as_slice();
    if words.first().is_some_and(|word| word == "env") {
        let count = words[1..].iter().take_while(|word| word.contains('=')).count();
        environment
            .extend(words[1..=count].iter().filter_map(|word| word.split_once('=')).map(|(name, value)| (name.into(), value.into())));
        words = &words[count + 1..];
    }
    match words {
        [program, arguments @ ..] if program == "snell" => {
            let ran = run(&completed(arguments, sandbox, dialect), environment, dialects, runs);
            Ok(Ran { heard: heard(arguments, dialect, dialects).unwrap_or_default(), ..ran })
        }
        _ => Err(format!("`{line}` does not call `snell`")),
    }
}

/// The environment that hooks inherit unless the case says more.
fn environment(sandbox: &Sandbox) -> Vec<(OsString, OsString)> {
    let path = std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned());
    let root = sandbox.root().display();
    vec![("PATH".into(), format!("{root}/bin:{path}").into()), ("HOME".into(), format!("{root}/home").into())]
}

/// The arguments with what every call has unless it says otherwise.
fn completed(arguments: &[String], sandbox: &Sandbox, dialect: Option<&str>) -> Vec<OsString> {
    let has = |name: &str| arguments.iter().any(|word| word == name || word.starts_with(&format!("{name}=")));
    let mut all: Vec<OsString> = vec!["snell".into()];
    all.extend(arguments.iter().filter(|word| *word != "--untrusted" && *word != "--any-dialect").map(Into::into));
    let mut add = |name: &str, value: Option<&str>| {
        if !has(name) {
            all.push(name.into());
            all.extend(value.map(Into::into));
        }
    };
    if let Some(dialect) = dialect.filter(|_| !has("--any-dialect")) {
        add("--dialect", Some(dialect));
    }
    add("--home", Some(&sandbox.rooted("$ROOT/home")));
    add("--cwd", Some(&sandbox.rooted("$ROOT/repo")));
    add("--json", None);
    if !has("--untrusted") && arguments.first().is_some_and(|command| command == "fire" || command == "explain") {
        add("--trust", None);
    }
    all
}

fn run(arguments: &[OsString], environment: Vec<(OsString, OsString)>, dialects: &[Dialect], runs: Runs) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let scripted = match runs {
        Runs::Processes => None,
        Runs::Script(completions) => Some(Arc::new(Scripted::in_order(completions))),
        Runs::Content => Some(Arc::new(Scripted::by(|_, _| Completion::of(End::Exited(0))))),
    };
    let mut world = World::new(&mut out, &mut err);
    // Those that this call can come upon: copies of all would take longer than the call.
    let named = |dialect: &&Dialect| dialect.detected || arguments.iter().any(|word| word == dialect.name.as_ref());
    world.dialects = Dialects::Brought(dialects.iter().filter(named).cloned().collect());
    world.run = scripted.clone().map(|scripted| scripted as Arc<dyn Run>);
    world.environment = Some(environment);
    let exit = snell_cli::run(arguments.iter().cloned(), &mut world);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let heard = Map::new();
    Ran { exit, out: text(out), err: text(err), heard, seen: scripted.map(|scripted| scripted.seen()).unwrap_or_default() }
}

/// What the file of `--event` says, as the dialect hears it; by the event's name where that is an argument.
fn heard(arguments: &[String], dialect: Option<&str>, dialects: &[Dialect]) -> Option<Map<String, Value>> {
    let at = arguments.iter().position(|word| word == "--event")?;
    let envelope: Map<String, Value> = serde_json::from_slice(&std::fs::read(arguments.get(at + 1)?).ok()?).ok()?;
    let dialect = dialects.iter().find(|known| Some(&*known.name) == dialect)?;
    let name = arguments.get(1).filter(|name| !name.starts_with('-'));
    let event = match name {
        Some(name) => hear::hear_named(dialect, name, &envelope),
        None => hear::hear(dialect, &envelope),
    };
    Some(event.ok()?.facts().map(|(fact, value)| (format!("{fact:?}"), value.clone())).collect())
}

/// An invocation as `expect-run` blocks show it.
pub fn shown(invocation: &Invocation) -> Value {
    let timeout = invocation.timeout.as_secs_f64();
    match &invocation.action {
        Action::Run { program, args, directory, env, stdin } => {
            let env: Map<String, Value> =
                env.iter().map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into())).collect();
            let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
            let program = program.to_string_lossy();
            let (text, stdin) = body(stdin);
            json!({ "program": program, "args": args, "directory": directory, "env": env, "stdin": stdin, "stdin_text": text, "lengths": lengths(&stdin), "timeout": timeout })
        }
        Action::Post { url, body: sent } => {
            let (text, sent) = body(sent);
            json!({ "url": url, "body": sent, "body_text": text, "timeout": timeout })
        }
    }
}

fn body(bytes: &[u8]) -> (String, Value) {
    (String::from_utf8_lossy(bytes).into_owned(), serde_json::from_slice(bytes).unwrap_or(Value::Null))
}

/// How long each member is: the characters of a text, the bytes of another value's JSON.
fn lengths(object: &Value) -> Map<String, Value> {
    let length = |value: &Value| value.as_str().map_or_else(|| value.to_string().len(), |text| text.chars().count());
    object.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), length(value).into())).collect()
}
