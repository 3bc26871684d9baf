//! A page of the specification: its clauses, and its cases as steps.

use std::path::Path;
use std::sync::Arc;

use crate::fence::{self, Fence};
use crate::markdown::{self, Item, Kind};
use crate::sandbox::File;
use crate::table::{self, Table};

/// Where something on a page went wrong, or came out otherwise than it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The page.
    pub page: Arc<Path>,
    /// From 1.
    pub line: usize,
    /// What is wrong; several lines.
    pub message: String,
}

/// A page that was read.
#[derive(Clone, Debug)]
pub struct Page {
    /// Where it stands.
    pub path: Arc<Path>,
    /// The clauses that it quotes.
    pub clauses: Vec<String>,
    /// Its cases, in order; one for each row of a table.
    pub cases: Vec<Case>,
}

/// Something shown by calls and what must come of them.
#[derive(Clone, Debug)]
pub struct Case {
    /// The page.
    pub page: Arc<Path>,
    /// The line of its heading, or of its row.
    pub line: usize,
    /// The sentence that says what is shown.
    pub name: String,
    /// What `--dialect` is where a call names none.
    pub dialect: Option<String>,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// One step of a case.
#[derive(Clone, Debug)]
pub enum Step {
    /// A file is written.
    Write(usize, File),
    /// The command is called.
    Call(Call),
}

/// One call of the command.
#[derive(Clone, Debug)]
pub struct Call {
    /// From 1.
    pub line: usize,
    /// As after the prompt.
    pub text: String,
    /// Once for each row of the case's table.
    pub each: bool,
    /// Completions, as JSON; real processes run where there is none.
    pub script: Option<String>,
    /// What must come of it.
    pub expects: Vec<(usize, Expect)>,
}

/// What must come of a call. Texts stand as on the page: `$ROOT` is not yet replaced.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Expect {
    Printed { exit: Option<u8>, json: bool, text: String },
    Stderr(String),
    Seen(String),
    Heard(String),
    Stdin(String),
    Wrote { path: String, json: bool, text: String },
    Absent(String),
    Cell { column: String, cell: String },
}

impl Case {
    /// Whether it does nothing but call with scripted completions after its files are written: such a case leaves its sandbox as it was.
    pub fn is_pure(&self) -> bool {
        let first_call = self.steps.iter().position(|step| matches!(step, Step::Call(_))).unwrap_or(self.steps.len());
        self.steps[first_call..].iter().all(|step| matches!(step, Step::Call(call) if call.is_scripted() && call.only_reads()))
    }
}

impl Call {
    /// Whether completions are scripted, and nothing is started.
    pub fn is_scripted(&self) -> bool {
        let runs = self.text.split_whitespace().any(|word| word == "fire");
        !runs || self.script.is_some() || self.expects.iter().any(|(_, expect)| matches!(expect, Expect::Seen(_) | Expect::Stdin(_)))
    }
}

/// Commands that write nothing.
const READERS: [&str; 4] = ["fire", "explain", "list", "check"];

impl Call {
    fn only_reads(&self) -> bool {
        let command = self.text.split_whitespace().skip_while(|word| *word != "snell").nth(1);
        command.is_some_and(|command| READERS.contains(&command))
    }
}

/// Reads a page. `dialect` is that of its directory, where it has one.
///
/// # Errors
/// What is wrong with the page itself.
pub fn read(path: &Path, dialect: Option<&str>, text: &str) -> Result<Page, Vec<Fault>> {
    let items = markdown::items(text);
    let mut reader = Reader::new(path.into(), dialect.map(str::to_owned));
    for item in &items {
        reader.item(item);
    }
    reader.finish()
}

struct Reader {
    path: Arc<Path>,
    dialect: Option<String>,
    clauses: Vec<String>,
    shared: Vec<Step>,
    draft: Option<Draft>,
    cases: Vec<Case>,
    faults: Vec<Fault>,
}

/// A case that is being read.
struct Draft {
    case: Case,
    script: Option<String>,
    table: Table,
}

impl Reader {
    fn new(path: Arc<Path>, dialect: Option<String>) -> Reader {
        Reader { path, dialect, clauses: Vec::new(), shared: Vec::new(), draft: None, cases: Vec::new(), faults: Vec::new() }
    }

    fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.faults.push(Fault { page: self.path.clone(), line, message: message.into() });
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            Kind::Heading { level: 2, text } => self.begin(item.line, text),
            Kind::Heading { .. } => {}
            Kind::Quote(text) => self.clauses.extend(markdown::clauses(text).into_iter().map(str::to_owned)),
            Kind::Comment(text) => {
                if let Some(name) = text.strip_prefix("dialect:") {
                    self.dialect = Some(name.trim().to_owned());
                }
            }
            Kind::Row(cells) => {
                if let Some(draft) = &mut self.draft {
                    draft.table.row(item.line, cells);
                }
            }
            Kind::Block { info, text } => match fence::read(info) {
                Ok(None) => {}
                Ok(Some(fence)) => {
                    if let Err(fault) = self.block(item.line, fence, text) {
                        self.fault(item.line, fault);
                    }
                }
                Err(fault) => self.fault(item.line, fault),
            },
        }
    }

    fn begin(&mut self, line: usize, name: &str) {
        self.end();
        let case = Case { page: self.path.clone(), line, name: name.to_owned(), dialect: self.dialect.clone(), steps: self.shared.clone() };
        self.draft = Some(Draft { case, script: None, table: Table::default() });
    }

    fn block(&mut self, line: usize, fence: Fence, text: &str) -> Result<(), String> {
        if let Fence::File { path, executable, raw, link, append, repeat } = fence {
            let write = Step::Write(line, File { path, text: text.to_owned(), executable, raw, link, append, repeat });
            match &mut self.draft {
                Some(draft) => draft.case.steps.push(write),
                None => self.shared.push(write),
            }
            return Ok(());
        }
        let draft = self.draft.as_mut().ok_or("only files may stand before the first case")?;
        match fence {
            Fence::Console { each } => draft.console(line, each, text),
            Fence::Scripted => {
                draft.script = Some(text.to_owned());
                Ok(())
            }
            Fence::Printed { exit, json } => draft.expect(line, Expect::Printed { exit, json, text: text.to_owned() }),
            Fence::Stderr => draft.expect(line, Expect::Stderr(text.to_owned())),
            Fence::Seen => draft.expect(line, Expect::Seen(text.to_owned())),
            Fence::Heard => draft.expect(line, Expect::Heard(text.to_owned())),
            Fence::Stdin => draft.expect(line, Expect::Stdin(text.to_owned())),
            Fence::Wrote { path, json } => draft.expect(line, Expect::Wrote { path, json, text: text.to_owned() }),
            Fence::Absent => draft.expect(line, Expect::Absent(text.to_owned())),
            Fence::File { .. } => Ok(()),
        }
    }

    fn end(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        let line = draft.case.line;
        let expects = |step: &Step| matches!(step, Step::Call(call) if !call.expects.is_empty());
        match table::expand(&draft.case, &draft.table) {
            Ok(cases) if cases.iter().all(|case| case.steps.iter().any(expects)) && !cases.is_empty() => self.cases.extend(cases),
            Ok(_) => self.fault(line, "a case that expects nothing"),
            Err(fault) => self.fault(line, fault),
        }
    }

    fn finish(mut self) -> Result<Page, Vec<Fault>> {
        self.end();
        if self.clauses.is_empty() {
            self.fault(1, "a page that quotes no clause: write `> N6.1 …`");
        }
        if self.cases.is_empty() {
            self.fault(1, "a page without a case: write `## a sentence`, a console block and what it is to print");
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        Ok(Page { path: self.path, clauses: self.clauses, cases: self.cases })
    }
}

impl Draft {
    fn console(&mut self, line: usize, each: bool, text: &str) -> Result<(), String> {
        for (index, command) in text.lines().enumerate() {
            let text = command.strip_prefix("$ ").ok_or_else(|| format!("`{command}` does not begin with `$ `"))?.to_owned();
            let script = self.script.take();
            self.case.steps.push(Step::Call(Call { line: line + 1 + index, text, each, script, expects: Vec::new() }));
        }
        Ok(())
    }

    fn expect(&mut self, line: usize, expect: Expect) -> Result<(), String> {
        match self.case.steps.iter_mut().rev().find_map(|step| if let Step::Call(call) = step { Some(call) } else { None }) {
            Some(call) => {
                call.expects.push((line, expect));
                Ok(())
            }
            None => Err("an expectation without a call before it".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_shows_nothing_is_a_fault() {
        for (text, told) in [
            ("# T\n> N1.1 x\n", "without a case"),
            ("# T\n## a\n```console\n$ snell fire stop\n```\n```json expect\n{}\n```\n", "quotes no clause"),
            ("> N1.1\n## a\n```console\n$ snell fire stop\n```\n", "expects nothing"),
            ("> N1.1\n## a\n```json expect\n{}\n```\n", "without a call"),
            ("> N1.1\n## a\n```console\nsnell fire stop\n```\n```json expect\n{}\n```\n", "does not begin"),
        ] {
            let faults = read(Path::new("x.md"), None, text).unwrap_err();
            assert!(faults.iter().any(|fault| fault.message.contains(told)), "{text}: {faults:?}");
        }
    }
}
