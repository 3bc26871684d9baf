//! What simple patterns mean, as plain comparisons: `^lit$`, `^lit`, `lit$`, `lit`, `lit.*`, and alternations of them.
//!
//! A pattern is spread out into the sequences it stands for (`^(a|b)$` is `^a$` and `^b$`); where there are few, and each is one literal
//! with anchors or `.*` around it, nothing is left for an engine to do. The meaning is exactly that of the engine: `.` does not match a
//! line feed.

use regex_syntax::hir::{Class, Dot, Hir, HirKind, Look, Repetition};

/// A pattern that stands for more sequences than this is left to the engine,
pub(super) const MOST: usize = 64;

/// as is one whose sequences have more parts than this, all together.
const MOST_PARTS: usize = 512;

/// A literal, and how it is tied to the name's ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    text: Box<str>,
    from_start: bool,
    end: End,
    /// `.*` stood beside it where no anchor was: whoever wrote it knows that longer names match.
    means_longer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Anything may follow.
    Open,
    /// `$`.
    Closed,
    /// `.*$`: anything but a line feed may follow.
    OneLine,
}

/// A part of a sequence.
#[derive(Clone)]
pub(super) enum Atom {
    Start,
    End,
    Gap,
    Text(Vec<u8>),
}

/// The comparisons that say the same as `hir`, where there are such.
pub(super) fn shapes(hir: &Hir) -> Option<Vec<Shape>> {
    spread(hir)?.iter().map(|sequence| Shape::of(sequence)).collect()
}

impl Shape {
    /// The comparison that says the same as a sequence, where there is one.
    pub(super) fn of(sequence: &[Atom]) -> Option<Shape> {
        let mut atoms = sequence;
        let (mut from_start, mut closed, mut gap_before, mut gap_after) = (false, false, false, false);
        while let [Atom::Start, rest @ ..] = atoms {
            (from_start, atoms) = (true, rest);
        }
        while let [rest @ .., Atom::End] = atoms {
            (closed, atoms) = (true, rest);
        }
        while let [Atom::Gap, rest @ ..] = atoms {
            (gap_before, atoms) = (true, rest);
        }
        while let [rest @ .., Atom::Gap] = atoms {
            (gap_after, atoms) = (true, rest);
        }
        if from_start && gap_before {
            return None;
        }
        let end = match (closed, gap_after) {
            (false, _) => End::Open,
            (true, false) => End::Closed,
            (true, true) => End::OneLine,
        };
        let mut text = Vec::new();
        for atom in atoms {
            let Atom::Text(part) = atom else { return None };
            text.extend_from_slice(part);
        }
        let text = String::from_utf8(text).ok()?.into();
        Some(Shape { text, from_start, end, means_longer: gap_before || gap_after })
    }

    pub(super) fn accepts(&self, name: &str) -> bool {
        let text = &*self.text;
        let rest = match (self.from_start, self.end) {
            (true, _) => name.strip_prefix(text),
            (false, End::Open) => return name.contains(text),
            (false, End::Closed) => return name.ends_with(text),
            (false, End::OneLine) => name.rfind(text).map(|at| &name[at + text.len()..]),
        };
        rest.is_some_and(|rest| match self.end {
            End::Open => true,
            End::Closed => rest.is_empty(),
            End::OneLine => !rest.contains('\n'),
        })
    }

    /// Whether it is a literal that is tied to neither end, and was not said to be part of something longer.
    pub(super) fn is_open_name(&self) -> bool {
        !self.from_start && self.end == End::Open && !self.means_longer && !self.text.is_empty()
    }
}

fn spread(hir: &Hir) -> Option<Vec<Vec<Atom>>> {
    Some(match hir.kind() {
        HirKind::Empty => vec![Vec::new()],
        HirKind::Literal(literal) => vec![vec![Atom::Text(literal.0.to_vec())]],
        HirKind::Look(Look::Start) => vec![vec![Atom::Start]],
        HirKind::Look(Look::End) => vec![vec![Atom::End]],
        HirKind::Look(_) => return None,
        HirKind::Class(class) => of_class(class)?,
        HirKind::Repetition(repetition) => of_repetition(repetition)?,
        HirKind::Capture(capture) => spread(&capture.sub)?,
        HirKind::Concat(parts) => parts.iter().try_fold(vec![Vec::new()], |sequences, part| product(&sequences, &spread(part)?))?,
        HirKind::Alternation(parts) => {
            let mut sequences = Vec::new();
            for part in parts {
                sequences.extend(spread(part)?);
                if sequences.len() > MOST {
                    return None;
                }
            }
            sequences
        }
    })
}

fn product(left: &[Vec<Atom>], right: &[Vec<Atom>]) -> Option<Vec<Vec<Atom>>> {
    let parts = |sequences: &[Vec<Atom>]| sequences.iter().map(Vec::len).sum::<usize>();
    let fits = left.len() * right.len() <= MOST && parts(left) * right.len() + parts(right) * left.len() <= MOST_PARTS;
    fits.then(|| left.iter().flat_map(|left| right.iter().map(|right| [left.as_slice(), right].concat())).collect())
}

fn of_class(class: &Class) -> Option<Vec<Vec<Atom>>> {
    let Class::Unicode(class) = class else { return None };
    let few = class.ranges().iter().map(|range| range.end() as usize - range.start() as usize + 1).sum::<usize>() <= MOST;
    let characters = class.ranges().iter().flat_map(|range| range.start()..=range.end());
    few.then(|| characters.map(|character| vec![Atom::Text(character.to_string().into_bytes())]).collect())
}

fn of_repetition(repetition: &Repetition) -> Option<Vec<Vec<Atom>>> {
    match (repetition.min, repetition.max) {
        (0, None) if *repetition.sub == Hir::dot(Dot::AnyCharExceptLF) => Some(vec![vec![Atom::Gap]]),
        (0, Some(1)) => {
            let mut sequences = spread(&repetition.sub)?;
            sequences.push(Vec::new());
            Some(sequences)
        }
        _ => None,
    }
}
