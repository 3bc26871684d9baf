//! Completions as a page writes them: `{"exit": 2, "stderr": "no"}`.

use std::time::Duration;

use serde_json::{Map, Value};
use snell_core::completion::OUTPUT_CAP;
use snell_core::{Captured, Completion, End};

/// The completions of a `scripted` block.
///
/// # Errors
/// Something in it is no completion.
pub fn completions(script: &Value) -> Result<Vec<Completion>, String> {
    let items = script.as_array().ok_or("a script is a list of completions")?;
    items.iter().map(|item| completion(item).map_err(|fault| format!("{fault} in the completion {item}"))).collect()
}

fn completion(item: &Value) -> Result<Completion, String> {
    let fields = item.as_object().ok_or("no object")?;
    let known = ["stdout", "stdout_hex", "stdout_size", "stderr", "stderr_hex", "stderr_size", "leaked"];
    let mut ends = fields.iter().filter(|(key, _)| !known.contains(&key.as_str()));
    let end = match (ends.next(), ends.next()) {
        (None, _) => End::Exited(0),
        (Some((key, value)), None) => end(key, value)?,
        (Some((one, _)), Some((other, _))) => return Err(format!("`{one}` beside `{other}`")),
    };
    let duration = Duration::from_millis(3);
    let leaked = fields.get("leaked") == Some(&Value::Bool(true));
    Ok(Completion { end, stdout: captured(fields, "stdout")?, stderr: captured(fields, "stderr")?, duration, leaked })
}

fn end(key: &str, value: &Value) -> Result<End, String> {
    let number = || value.as_i64().and_then(|number| i32::try_from(number).ok()).ok_or_else(|| format!("`{key}` is no number"));
    let text = || value.as_str().map(str::to_owned).ok_or_else(|| format!("`{key}` is no text"));
    Ok(match key {
        "exit" => End::Exited(number()?),
        "signal" => End::Signalled(number()?),
        "status" => End::Answered(u16::try_from(number()?).map_err(|_| "no status")?),
        "timed_out" => End::TimedOut,
        "cancelled" => End::Cancelled,
        "not_started" => End::NotStarted(text()?),
        "refused" => End::Refused(text()?),
        "transport" => End::Transport(text()?),
        other => return Err(format!("`{other}` means nothing")),
    })
}

fn captured(fields: &Map<String, Value>, key: &str) -> Result<Captured, String> {
    let bytes = match (fields.get(key), fields.get(&format!("{key}_hex")), fields.get(&format!("{key}_size"))) {
        (Some(Value::String(text)), None, None) => text.as_bytes().to_vec(),
        // A reply that is JSON may be written as such.
        (Some(value), None, None) => value.to_string().into_bytes(),
        (None, Some(Value::String(digits)), None) => hex(digits)?,
        (None, None, Some(size)) => padded(size.as_u64().ok_or("no size")?),
        (None, None, None) => Vec::new(),
        _ => return Err(format!("`{key}` twice")),
    };
    let overflowed = bytes.len() > OUTPUT_CAP;
    Ok(Captured { bytes: bytes.into_iter().take(OUTPUT_CAP).collect(), overflowed })
}

/// A deny, made as long as this by blanks: whole, it is a reply.
fn padded(size: u64) -> Vec<u8> {
    let mut bytes = br#"{"decision":"deny","reason":"long"}"#.to_vec();
    bytes.resize(usize::try_from(size).unwrap_or(usize::MAX), b' ');
    bytes
}

fn hex(digits: &str) -> Result<Vec<u8>, String> {
    let digits: String = digits.split_whitespace().collect();
    let byte = |at: usize| digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..digits.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>().ok_or_else(|| format!("`{digits}` is not hexadecimal"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_completion_is_read_from_its_few_words() {
        let read = |item: Value| completions(&json!([item])).map(|mut all| all.remove(0));
        let told = read(json!({ "exit": 2, "stderr": "no", "stdout": { "a": 1 } })).unwrap();
        assert_eq!((told.end, told.stderr, told.stdout), (End::Exited(2), "no".into(), r#"{"a":1}"#.into()));
        assert_eq!(read(json!({ "status": 500 })).unwrap().end, End::Answered(500));
        assert_eq!(read(json!({ "stdout_hex": "EF bb" })).unwrap().stdout.bytes, [0xEF, 0xBB]);
        let long = read(json!({ "stdout_size": OUTPUT_CAP + 1 })).unwrap().stdout;
        assert!(long.overflowed && long.bytes.len() == OUTPUT_CAP);
        assert!(!read(json!({ "stdout_size": OUTPUT_CAP })).unwrap().stdout.overflowed);
        for wrong in [json!({ "exti": 2 }), json!({ "exit": 0, "signal": 9 }), json!(2), json!({ "stdout_hex": "E" })] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
