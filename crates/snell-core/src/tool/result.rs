//! What a tool gave, in the shape in which an agent tells it. A result that already has the shape is told as it is.

use serde_json::{Map, Value, json};

use super::MCP;
use crate::dialect::ResultShape;

/// A result in another agent's shape.
pub fn told(shape: ResultShape, tool: Option<&str>, result: &Value) -> Value {
    if fits(shape, tool, result) {
        return result.clone();
    }
    let text = || text(result);
    match shape {
        ResultShape::Any => result.clone(),
        ResultShape::Text if result.is_array() => json!({ "content": result }),
        ResultShape::Text => text().into(),
        ResultShape::Process if tool.is_some_and(|name| name.starts_with(MCP)) => json!([{ "type": "text", "text": text() }]),
        ResultShape::Process => {
            json!({ "stdout": text(), "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false })
        }
        ResultShape::LlmContent => json!({ "llmContent": text(), "returnDisplay": text() }),
        ResultShape::ForLlm => json!({ "resultType": "success", "textResultForLlm": text() }),
        ResultShape::ForLlmSnake => json!({ "result_type": "success", "text_result_for_llm": text() }),
    }
}

/// Whether a result has the shape already, or none that we could change. A bare list is what MCP tools give.
fn fits(shape: ResultShape, tool: Option<&str>, result: &Value) -> bool {
    let is_ours = |result: &Value| result.is_string() || KEYS.iter().any(|key| result.get(key).is_some());
    match shape {
        ResultShape::Any => true,
        ResultShape::Text if result.is_array() => false,
        ResultShape::Text => result.is_string() || !is_ours(result),
        // Every tool of such an agent has a shape of its own; we know those of the shell and of MCP.
        ResultShape::Process if tool == Some("Bash") => result.get("stdout").is_some(),
        ResultShape::Process if tool.is_some_and(|name| name.starts_with(MCP)) => result.is_array(),
        ResultShape::Process => true,
        ResultShape::LlmContent => result.get("llmContent").is_some(),
        ResultShape::ForLlm => result.get("textResultForLlm").is_some(),
        ResultShape::ForLlmSnake => result.get("text_result_for_llm").is_some(),
    }
}

/// Where the text stands in the shapes that we know.
const KEYS: [&str; 4] = ["llmContent", "textResultForLlm", "text_result_for_llm", "stdout"];

/// The text of a result, whatever its shape.
pub fn text(result: &Value) -> String {
    match result {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect::<Vec<_>>().join("\n"),
        Value::Object(fields) => of_object(fields).unwrap_or_else(|| result.to_string()),
        other => other.to_string(),
    }
}

fn of_object(fields: &Map<String, Value>) -> Option<String> {
    if let Some(stdout) = fields.get("stdout").and_then(Value::as_str) {
        let stderr = fields.get("stderr").and_then(Value::as_str).unwrap_or_default();
        return Some(if stderr.is_empty() { stdout.to_owned() } else { format!("{stdout}\n{stderr}") });
    }
    let found = KEYS.iter().find_map(|key| fields.get(*key)).or_else(|| fields.get("content"))?;
    Some(text(found))
}
