//! What stands behind a `$`.

/// What a `$` begins.
pub(super) enum Dollar<'t> {
    /// `$NAME`, `${NAME}`; with a modifier, what stands behind the name.
    Variable { name: &'t str, modifier: Option<&'t str> },
    /// `$(…)`: the text inside.
    Substitution(&'t str),
    /// `$((…))`, `$1`, `$@`, `${#x}` …: nothing that names a file by itself.
    Other,
    /// A plain character.
    Plain,
    /// It does not end.
    Open,
}

/// Reads what begins with the `$` of `text`, and how long it is.
pub(super) fn read(text: &str) -> (Dollar<'_>, usize) {
    let after = &text[1..];
    if let Some(inside) = after.strip_prefix("((") {
        return inside.find("))").map_or((Dollar::Open, text.len()), |end| (Dollar::Other, end + 5));
    }
    if let Some(inside) = after.strip_prefix('(') {
        return closing(inside, b'(', b')').map_or((Dollar::Open, text.len()), |end| (Dollar::Substitution(&inside[..end]), end + 3));
    }
    if let Some(inside) = after.strip_prefix('{') {
        return closing(inside, b'{', b'}').map_or((Dollar::Open, text.len()), |end| (braced(&inside[..end]), end + 3));
    }
    match after.bytes().next() {
        Some(b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => (Dollar::Other, 2),
        _ => match name_length(after) {
            0 => (Dollar::Plain, 1),
            length => (Dollar::Variable { name: &after[..length], modifier: None }, 1 + length),
        },
    }
}

/// The name of a reference without a modifier at the beginning of `text`, and how long the reference is.
pub(super) fn plain_reference(text: &str) -> Option<(&str, usize)> {
    match read(text) {
        (Dollar::Variable { name, modifier: None }, length) => Some((name, length)),
        _ => None,
    }
}

fn braced(inside: &str) -> Dollar<'_> {
    let (name, modifier) = inside.split_at(name_length(inside));
    match name {
        "" => Dollar::Other,
        _ => Dollar::Variable { name, modifier: Some(modifier).filter(|modifier| !modifier.is_empty()) },
    }
}

/// How long the name is that `text` begins with.
fn name_length(text: &str) -> usize {
    let is_name = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    let length = text.bytes().take_while(|byte| is_name(*byte)).count();
    if text.starts_with(|first: char| first.is_ascii_digit()) { 0 } else { length }
}

/// Where the bracket is closed, past quotes and inner brackets.
fn closing(text: &str, open: u8, close: u8) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (1_usize, None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(b'\''), b'\'') | (Some(b'"'), b'"') => quote = None,
            (Some(b'\''), _) => {}
            (_, b'\\') => escaped = true,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, _) if byte == open => depth += 1,
            (None, _) if byte == close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
