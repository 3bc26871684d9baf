//! A handler's `id`: its stable name (E2.1).

use super::Reader;
use crate::code::Code;
use crate::dialect::HandlerMeans as Means;

impl Reader<'_, '_, '_> {
    /// E2.1.
    pub(super) fn id(&mut self) -> Option<String> {
        let node = self.get(Means::Id)?;
        let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let message = match node.text() {
            Some(id) if self.file.ids.contains(id) => format!("the id `{id}` stands twice in this file"),
            Some(id) if (1..=64).contains(&id.len()) && id.chars().all(letter) => {
                self.file.ids.insert(id.to_owned());
                return Some(id.to_owned());
            }
            _ => format!("`{}` is no id", node.to_value()),
        };
        self.find(Code::BadId, format!("{message}; the hook keeps its positional name"), node, "write 1 to 64 of a-z, 0-9 and -");
        None
    }
}
