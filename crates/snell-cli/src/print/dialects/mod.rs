//! The comparison of the dialects, table by table: for each thing, what each dialect says of it.

mod events;
mod words;

use snell::Dialect;
use snell::core::dialect::{Base, EnvValue, Layout, ProjectRoot};

use super::style::{BOLD, DIM, NEWS, Page, paint};
use super::table::aligned;

/// Wider cells push their row aside.
const WIDEST: usize = 44;

/// Everything, for these dialects.
pub(crate) fn comparison(dialects: &[&Dialect]) -> String {
    let sections = [
        ("Events", events::section(dialects)),
        ("Sources, in load order", each(dialects, sources)),
        ("Matchers and tools", each(dialects, tools)),
        ("Handlers", each(dialects, handlers)),
        ("Environment", each(dialects, environment)),
        ("Continuations", each(dialects, continuations)),
    ];
    let mut page = String::new();
    for dialect in dialects {
        page.line(format_args!("{}  {}", name(dialects, dialect), paint(DIM, about(dialect))));
    }
    for (title, text) in sections {
        page.line(format_args!("\n{}\n", paint(BOLD, title.to_uppercase())));
        page.push_str(&text);
    }
    page
}

fn about(dialect: &Dialect) -> String {
    format!("{}, held against {}", dialect.title, dialect.checked)
}

/// A dialect's name, as wide as the widest.
fn name(dialects: &[&Dialect], dialect: &Dialect) -> String {
    let width = dialects.iter().map(|dialect| dialect.name.chars().count()).max().unwrap_or(0);
    paint(NEWS, format!("{:<width$}", dialect.name))
}

/// One block for each dialect.
fn each(dialects: &[&Dialect], rows: fn(&Dialect) -> Vec<[String; 3]>) -> String {
    let block = |dialect: &&Dialect| {
        let mut block = String::new();
        block.line(name(dialects, dialect));
        for row in aligned(&rows(dialect), WIDEST) {
            block.line(format_args!("  {}", row.join("  ").trim_end()));
        }
        block
    };
    dialects.iter().map(block).collect::<Vec<_>>().join("\n")
}

fn row(what: impl Into<String>, is: impl Into<String>, more: impl Into<String>) -> [String; 3] {
    [what.into(), is.into(), more.into()]
}

fn sources(dialect: &Dialect) -> Vec<[String; 3]> {
    let root = match dialect.project_root {
        ProjectRoot::GitOnly => "the git work tree's; outside one there is no project",
        ProjectRoot::GitOrCwd => "the git work tree's, else the session's directory",
    };
    let sources = dialect.sources.iter().map(|source| {
        let below = match source.base {
            Base::Home => "~/",
            Base::Project => "PROJECT/",
            Base::Plugin => "PLUGIN/",
        };
        let files = if source.layout == Layout::Directory { "/*.json" } else { "" };
        row(source.scope.as_ref(), format!("{below}{}{files}", source.path), words::source(source))
    });
    let place = |what, below: &str, end: &str| (!below.is_empty()).then(|| row(what, format!("~/{below}{end}"), ""));
    let plugins = place("plugins", &dialect.plugins, "/NAME/");
    let disabled = place("disabled hooks", &dialect.disabled, "");
    sources.chain(plugins).chain(disabled).chain([row("project root", root, "")]).collect()
}

fn tools(dialect: &Dialect) -> Vec<[String; 3]> {
    let lists = words::lists(&dialect.matchers);
    let mcp = dialect.mcp.names.iter().map(|kind| words::mcp(dialect, *kind)).collect::<Vec<_>>().join(", ");
    let tools = dialect.tools.iter().map(|tool| row(tool.native.as_ref(), tool.canonical.join(", "), ""));
    [row("matcher", lists, ""), row("MCP tools", format!("are tested as {mcp}"), "")].into_iter().chain(tools).collect()
}

fn handlers(dialect: &Dialect) -> Vec<[String; 3]> {
    let keys = dialect.handler_keys.iter().map(|key| key.key.as_ref()).collect::<Vec<_>>().join(", ");
    let shell = words::shell(dialect.commands.shell);
    let direct = if dialect.commands.direct { "one path is run directly, relative to its file; else " } else { "" };
    vec![
        row("types", dialect.handler_types.join(", "), ""),
        row("keys", keys, ""),
        row(
            "timeout",
            format!("{} s, where an event has none of its own", dialect.timeout),
            format!("written in {}", words::unit(dialect.unit)),
        ),
        row("command", format!("{direct}{shell}"), ""),
        row("unset variable", words::unset(dialect.commands.unset), ""),
    ]
}

fn environment(dialect: &Dialect) -> Vec<[String; 3]> {
    let variable = |row: &snell::core::dialect::EnvRow| {
        let only = if matches!(row.value, EnvValue::PluginRoot | EnvValue::PluginData) { "plugin hooks only" } else { "" };
        self::row(row.name.as_ref(), words::variable(&row.value), only)
    };
    dialect.environment.iter().map(variable).collect()
}

fn continuations(dialect: &Dialect) -> Vec<[String; 3]> {
    let per = words::per(dialect.continuations.per);
    let own = |limit| format!("{limit} {per}");
    let none = || format!("none of the agent's own; {} {per}", dialect.continuations.most());
    vec![row("limit", dialect.continuations.limit.map_or_else(none, own), "")]
}
