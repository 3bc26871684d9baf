//! A handler's `env`: variables that it adds. What could run other code, and what is the dialect's own, is not set (N8.1, N8.2).

use super::Reader;
use crate::code::Code;
use crate::dialect::HandlerMeans as Means;
use crate::tree::{Node, NodeKind};

/// Variables that make a process run other code: not from a project's files (N8.2).
const LOADER_PREFIXES: [&str; 2] = ["LD_", "DYLD_"];

/// Variables that a shell runs before its command: from no file (N8.2).
const SHELL_STARTUP: [&str; 2] = ["BASH_ENV", "ENV"];

impl Reader<'_, '_, '_> {
    pub(super) fn env(&mut self) -> Vec<(String, String)> {
        let Some(node) = self.get(Means::Env) else { return Vec::new() };
        let Some(members) = node.members() else {
            self.find(Code::BadField, format!("`env` is an object, and this is {}", node.what()), node, "write {\"NAME\": \"value\"}");
            return Vec::new();
        };
        let mut env: Vec<(String, String)> = Vec::new();
        for member in members {
            if let Some(value) = self.variable(&member.key, &member.value) {
                env.retain(|(name, _)| *name != member.key);
                env.push((member.key.clone(), value));
            }
        }
        env
    }

    fn variable(&mut self, name: &str, node: &Node) -> Option<String> {
        let reserved = self.file.dialect.environment.iter().any(|row| row.reserved && row.name == name);
        let loader = LOADER_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && self.file.source.of_project;
        let startup = SHELL_STARTUP.contains(&name);
        if reserved {
            self.find(Code::ReservedVariable, format!("`{name}` is reserved; it is not set from `env`"), node, "choose another name");
            return None;
        }
        if loader || startup {
            self.find(Code::RefusedVariable, format!("`{name}` could make the hook run other code; it is not set"), node, "remove it");
            return None;
        }
        if name.is_empty() || name.contains(['=', '\0']) {
            self.find(Code::BadField, format!("`{name}` is no name of a variable"), node, "choose another name");
            return None;
        }
        match &node.kind {
            NodeKind::Text(text) if text.contains('\0') => {
                self.find(Code::BadField, format!("the value of `{name}` holds a NUL; it is not set"), node, "remove the NUL");
                None
            }
            NodeKind::Text(text) => Some(text.clone()),
            NodeKind::Number(number) => Some(number.to_string()),
            NodeKind::Bool(flag) => Some(flag.to_string()),
            _ => {
                self.find(
                    Code::BadField,
                    format!("`{name}` is a string, and this is {}; it is not set", node.what()),
                    node,
                    "write a string",
                );
                None
            }
        }
    }
}
