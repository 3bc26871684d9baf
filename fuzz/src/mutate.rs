//! One input made of others.

use crate::random::Random;

/// The longest input, in bytes.
const LONGEST: usize = 16 * 1024;
/// Numbers at which readers err.
const NUMBERS: &[&str] = &["0", "-1", "1e999", "255", "65536", "2147483648", "18446744073709551616", "00000000001", "0.0001", "NaN"];

/// A changed copy of an input of the corpus.
pub(crate) fn mutate(random: &mut Random, corpus: &[Vec<u8>], pieces: &[&str]) -> Vec<u8> {
    let mut input = random.one_of(corpus).clone();
    for _ in 0..=random.below(4) {
        change(random, &mut input, corpus, pieces);
    }
    input.truncate(LONGEST);
    input
}

fn change(random: &mut Random, input: &mut Vec<u8>, corpus: &[Vec<u8>], pieces: &[&str]) {
    let at = random.below(input.len() + 1);
    let end = at + random.below((input.len() - at).min(32) + 1);
    match random.below(10) {
        0 => drop(input.drain(at..end)),
        1 => input.extend_from_within(at..end),
        2 | 3 => put(input, at, random.one_of(pieces).as_bytes()),
        4 => drop(input.splice(at..end, random.one_of(pieces).bytes())),
        5 => put(input, at, random.one_of(pieces).repeat(1 << random.below(9)).as_bytes()),
        6 => drop(input.splice(at..end, random.one_of(NUMBERS).bytes())),
        7 if at < input.len() => input[at] ^= 1 << random.below(8),
        8 if at < input.len() => input[at] = u8::try_from(random.below(256)).unwrap_or(0),
        _ => {
            let other = random.one_of(corpus);
            input.truncate(at);
            input.extend(&other[random.below(other.len() + 1)..]);
        }
    }
}

fn put(input: &mut Vec<u8>, at: usize, piece: &[u8]) {
    drop(input.splice(at..at, piece.iter().copied()));
}
