//! Double quotes around unquoted references to paths, so that a space in a path never splits it (N8.4, R5.2).

use super::scan::{Context, Modifier, Reference, Scan};

/// The text with every unquoted reference to one of `paths` in double quotes. Everything else is left as it is, byte for byte.
pub(super) fn quote(text: &str, scan: &Scan<'_>, paths: &[&str]) -> String {
    let mut quoted = String::with_capacity(text.len() + 2 * scan.references.len());
    let mut done = 0;
    for Reference { span, .. } in scan.references.iter().filter(|reference| needs_quotes(text, reference, paths)) {
        // A reference inside one that is quoted already is quoted with it.
        if span.start >= done {
            quoted.extend([&text[done..span.start], "\"", &text[span.clone()], "\""]);
            done = span.end;
        }
    }
    quoted + &text[done..]
}

fn needs_quotes(text: &str, reference: &Reference<'_>, paths: &[&str]) -> bool {
    let stays_one_word = match reference.modifier {
        Modifier::None => true,
        // A quote inside would change its meaning inside of quotes.
        Modifier::Default | Modifier::Edit => !text[reference.span.clone()].contains(['\'', '"', '\\', '`', '(']),
        // `${DIR:+--dir $DIR}` is meant to be two words; the inner reference is quoted.
        Modifier::Alternative | Modifier::About => false,
    };
    stays_one_word && reference.context == Context::Bare && paths.contains(&reference.name)
}
