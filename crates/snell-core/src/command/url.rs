//! Variables in a url (N8.4, N9.7).

use std::ffi::OsString;

use super::refuse::listed;
use super::scan::name_length;

/// A longer url is refused, in bytes.
const LONGEST: usize = 64 * 1024;

/// Expands `${NAME}`, `$NAME` and `${NAME:-default}` in a url, once: what a value or a default holds is not looked at again (N8.4).
///
/// # Errors
/// The reason why it is not used, without any value: a variable is not set and has no default, a value would break the request apart, a
/// `${…}` is none of these forms, or the result is longer than 64 KiB.
pub fn expand_url(url: &str, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<String, String> {
    let mut expanded = String::new();
    let mut unset = Vec::new();
    let mut rest = url;
    while let Some(dollar) = rest.find('$') {
        append(&mut expanded, &rest[..dollar])?;
        rest = &rest[dollar..];
        let Some((Reference { name, default }, length)) = reference(rest)? else {
            append(&mut expanded, "$")?;
            rest = &rest[1..];
            continue;
        };
        match (value(name, variable)?, default) {
            (Some(value), None) => append(&mut expanded, &value)?,
            (Some(value), Some(_)) if !value.is_empty() => append(&mut expanded, &value)?,
            (_, Some(default)) if default.contains("${") => {
                return Err(format!("not sent: the default of `{name}` refers to another variable, which is not expanded"));
            }
            (_, Some(default)) => append(&mut expanded, default)?,
            (None, None) => unset.push(name),
        }
        rest = &rest[length..];
    }
    append(&mut expanded, rest)?;
    match listed(unset.into_iter()) {
        (0, _) => Ok(expanded),
        (1, name) => Err(format!("not sent: {name} is not set")),
        (_, names) => Err(format!("not sent: {names} are not set")),
    }
}

struct Reference<'t> {
    name: &'t str,
    default: Option<&'t str>,
}

/// The reference at the `$` that `text` begins with, and its length. None where the `$` is a plain character.
fn reference(text: &str) -> Result<Option<(Reference<'_>, usize)>, String> {
    let Some(inside) = text.strip_prefix("${") else {
        let length = name_length(&text.as_bytes()[1..]);
        return Ok((length > 0).then(|| (Reference { name: &text[1..=length], default: None }, 1 + length)));
    };
    let Some(close) = closing_brace(inside) else {
        return Err("not sent: a `${` is not closed".to_owned());
    };
    let (name, after) = inside[..close].split_at(name_length(&inside.as_bytes()[..close]));
    let default = after.strip_prefix(":-");
    if name.is_empty() || (default.is_none() && !after.is_empty()) {
        return Err(format!("not sent: `${{{}}}` is not understood; write `${{NAME}}` or `${{NAME:-default}}`", &inside[..close]));
    }
    Ok(Some((Reference { name, default }, close + 3)))
}

/// Where the brace is closed, past any that a default opens and closes.
fn closing_brace(inside: &str) -> Option<usize> {
    let mut open = 1_usize;
    inside.bytes().position(|byte| {
        open = match byte {
            b'{' => open + 1,
            b'}' => open - 1,
            _ => open,
        };
        open == 0
    })
}

/// SECURITY: a value may be secret; no error holds it.
fn value(name: &str, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Option<String>, String> {
    let Some(value) = variable(name) else { return Ok(None) };
    let value = value.into_string().map_err(|_| format!("not sent: the value of `{name}` is not UTF-8"))?;
    // SECURITY: a line break in a url could end the request's first line and begin another.
    if value.contains(char::is_control) {
        return Err(format!("not sent: the value of `{name}` holds a line break or another control character"));
    }
    Ok(Some(value))
}

fn append(expanded: &mut String, text: &str) -> Result<(), String> {
    if expanded.len() + text.len() > LONGEST {
        return Err("not sent: the url is longer than 64 KiB once its variables are replaced".to_owned());
    }
    expanded.push_str(text);
    Ok(())
}
