//! Every target, shortly. `CONTRIBUTING.md` says how to let them run for longer.

use fuzz::{Target, drive, targets};

/// Two hundred inputs each: this is to see that targets hold and work; what is rare is found by hand.
#[test]
fn every_target_holds_for_a_while() {
    for target in targets::ALL {
        let rounds = if target.name == "shown" { 40 } else { 200 };
        let report = drive::run(target, 1, |tried| tried < rounds);
        assert!(report.failure.is_none(), "{}: {}", target.name, report.failure.expect("it is one"));
        assert!(report.traits > 3, "{}: only {} traits", target.name, report.traits);
    }
}

/// A target that fails does so, whatever it is given, and with the least that it takes.
#[test]
fn a_failure_is_found_and_made_small() {
    let check = |input: &[u8]| {
        assert!(!input.windows(2).any(|pair| pair == b"!?"), "it is in there");
        u64::from(input.contains(&b'!'))
    };
    let target = Target { name: "test", seeds: || vec![b"a few words".to_vec()], pieces: &["!", "?"], check };
    let report = drive::run(target, 7, |tried| tried < 100_000);
    let failure = report.failure.expect("it is found");
    assert_eq!((failure.input.as_slice(), failure.words.contains("it is in there")), (&b"!?"[..], true));
    assert!(report.rounds > 1);
}
