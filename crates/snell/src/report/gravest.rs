//! Which findings are told where there are too many: a file can be made to hold a fault a byte.

use snell_core::{Diagnostic, Severity};

/// The most findings that a JSON document holds.
pub(super) const MOST: usize = 1000;

/// The gravest of some findings, in their own order; of equally grave ones, the first. With them goes how many are left out.
pub fn gravest<'d>(found: impl Iterator<Item = &'d Diagnostic> + Clone, most: usize) -> (Vec<&'d Diagnostic>, usize) {
    let of = |severity| found.clone().filter(|one| one.severity == severity).count();
    let errors = of(Severity::Error).min(most);
    let warnings = of(Severity::Warning).min(most - errors);
    let (mut errors, mut warnings, mut notes) = (errors, warnings, most - errors - warnings);
    let mut left_out = 0;
    let told = found.filter(|one| {
        let room = match one.severity {
            Severity::Error => &mut errors,
            Severity::Warning => &mut warnings,
            Severity::Note => &mut notes,
        };
        let fits = *room > 0;
        *room -= usize::from(fits);
        left_out += usize::from(!fits);
        fits
    });
    (told.collect(), left_out)
}

#[cfg(test)]
mod tests {
    use snell_core::Code;

    use super::*;

    #[test]
    fn the_gravest_are_told_in_their_order() {
        let all = [Code::UnknownKey, Code::Syntax, Code::UnknownEvent, Code::UnknownEvent, Code::TooDeep];
        let found: Vec<Diagnostic> = all.into_iter().enumerate().map(|(at, code)| Diagnostic::new(code, at.to_string())).collect();
        let severities: Vec<Severity> = found.iter().map(|one| one.severity).collect();
        let (note, warning, error) = (Severity::Note, Severity::Warning, Severity::Error);
        assert_eq!(severities, [note, error, warning, warning, error]);
        for (most, told) in [(0, ""), (1, "1"), (2, "14"), (3, "124"), (4, "1234"), (5, "01234"), (9, "01234")] {
            let (shown, left_out) = gravest(found.iter(), most);
            assert_eq!(shown.iter().map(|one| one.message.as_str()).collect::<String>(), told);
            assert_eq!(left_out, found.len() - told.len());
        }
    }
}
