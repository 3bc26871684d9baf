//! Tables: one case for each row.
//!
//! A column in CAPITALS is a `$NAME` that is replaced in the case's files, calls, scripts and expectations. `exit`, `stdout` and `stderr`
//! make the completion of the only hook. Every other column is expected of what was printed ([`crate::run`] says of what part).

use serde_json::{Map, Value};

use crate::page::{Call, Case, Expect, Step};
use crate::sandbox::unescape;

/// The rows of a case's table, its head first.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<(usize, Vec<String>)>,
}

impl Table {
    pub(crate) fn row(&mut self, line: usize, cells: &[String]) {
        self.rows.push((line, cells.iter().map(|cell| bare(cell).to_owned()).collect()));
    }
}

/// A cell without the backticks around it.
fn bare(cell: &str) -> &str {
    let inner = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    inner
        .filter(|inner| !inner.contains('`'))
        .unwrap_or_else(|| cell.strip_prefix("`` ").and_then(|rest| rest.strip_suffix(" ``")).unwrap_or(cell))
}

/// The cases of a draft: itself, where no call is made for each row.
///
/// # Errors
/// Rows without a call, a call without rows, a row with too many or too few cells.
pub fn expand(case: &Case, table: &Table) -> Result<Vec<Case>, String> {
    if !case.steps.iter().any(|step| matches!(step, Step::Call(call) if call.each)) {
        return Ok(vec![case.clone()]);
    }
    let ((_, head), rows) = table.rows.split_first().ok_or("`console each` without a table")?;
    let one = |(line, cells): &(usize, Vec<String>)| {
        if cells.len() != head.len() {
            return Err(format!("the row at line {line} has {} cells, and the head has {}", cells.len(), head.len()));
        }
        let columns: Vec<(&str, &str)> = head.iter().zip(cells).map(|(name, cell)| (name.as_str(), cell.as_str())).collect();
        row(case, *line, &columns)
    };
    rows.iter().map(one).collect()
}

fn row(case: &Case, line: usize, columns: &[(&str, &str)]) -> Result<Case, String> {
    let variables: Vec<(String, &str)> =
        columns.iter().filter(|(name, _)| is_variable(name)).map(|(name, cell)| (format!("${name}"), *cell)).collect();
    let put = |text: &str| variables.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    let mut case = Case { line, ..case.clone() };
    for step in &mut case.steps {
        match step {
            Step::Write(_, file) => {
                file.path = put(&file.path);
                file.text = put(&file.text);
                file.repeat = put(&file.repeat);
            }
            Step::Call(call) => {
                call.text = put(&call.text);
                call.script = call.script.as_deref().map(put);
                for (_, expect) in &mut call.expects {
                    put_into(expect, &put);
                }
                if call.each {
                    script(call, columns)?;
                    expects(call, line, columns);
                }
            }
        }
    }
    Ok(case)
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
}

fn put_into(expect: &mut Expect, put: &dyn Fn(&str) -> String) {
    match expect {
        Expect::Printed { text, .. }
        | Expect::Stderr(text)
        | Expect::Seen(text)
        | Expect::Heard(text)
        | Expect::Stdin(text)
        | Expect::Absent(text) => *text = put(text),
        Expect::Wrote { path, text, .. } => (*path, *text) = (put(path), put(text)),
        Expect::Cell { cell, .. } => *cell = put(cell),
    }
}

fn script(call: &mut Call, columns: &[(&str, &str)]) -> Result<(), String> {
    let mut completion = Map::new();
    for (name, cell) in columns.iter().filter(|(name, _)| is_input(name)) {
        match *name {
            "exit" => {
                let (key, value) = end(cell)?;
                completion.insert(key, value);
            }
            name => output(&mut completion, name, cell)?,
        }
    }
    if !completion.is_empty() {
        call.script = Some(Value::Array(vec![Value::Object(completion)]).to_string());
    }
    Ok(())
}

fn is_input(name: &str) -> bool {
    matches!(name, "exit" | "stdout" | "stderr")
}

/// `2`, `signal 9`, `status 500`, `timed out`, `not started`.
fn end(cell: &str) -> Result<(String, Value), String> {
    let (key, number) = cell.rsplit_once(' ').unwrap_or(("exit", cell));
    match number.parse::<i32>() {
        Ok(number) => Ok((key.to_owned(), number.into())),
        Err(_) if cell == "timed out" => Ok(("timed_out".to_owned(), true.into())),
        Err(_) if cell == "not started" => Ok(("not_started".to_owned(), "no such file".into())),
        Err(_) => Err(format!("`{cell}` is no exit: write `2`, `signal 9`, `status 500` or `timed out`")),
    }
}

/// A text as it stands, `raw: …` with escapes, or `size: N`.
fn output(completion: &mut Map<String, Value>, name: &str, cell: &str) -> Result<(), String> {
    if let Some(raw) = cell.strip_prefix("raw: ") {
        let digits: Vec<String> = unescape(raw)?.iter().map(|byte| format!("{byte:02x}")).collect();
        completion.insert(format!("{name}_hex"), digits.concat().into());
    } else if let Some(size) = cell.strip_prefix("size: ") {
        let size: u64 = size.parse().map_err(|_| format!("`{size}` is no size"))?;
        completion.insert(format!("{name}_size"), size.into());
    } else if !cell.is_empty() {
        completion.insert(name.to_owned(), cell.into());
    }
    Ok(())
}

fn expects(call: &mut Call, line: usize, columns: &[(&str, &str)]) {
    let expected = columns.iter().filter(|(name, _)| !is_variable(name) && !is_input(name) && !name.is_empty());
    let cell = |(column, cell): &(&str, &str)| (line, Expect::Cell { column: (*column).to_owned(), cell: (*cell).to_owned() });
    call.expects.extend(expected.map(cell));
}
