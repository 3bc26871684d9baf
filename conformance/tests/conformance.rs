//! Every case of every page holds. `CASE=n6` (a part of a page's path or of a case's sentence) plays only some.

use conformance::page::Case;
use conformance::suite;
use snell::dialects;

#[test]
fn every_case_holds() {
    let dialects: Vec<_> = dialects::detected().into_iter().cloned().collect();
    let told = |faults: &[_]| faults.iter().map(suite::told).collect::<Vec<_>>().join("\n");
    let pages = suite::pages(&dialects).unwrap_or_else(|faults| panic!("the pages cannot be read:\n{}", told(&faults)));
    let wanted = std::env::var("CASE").unwrap_or_default();
    let fits = |case: &Case| case.name.contains(&wanted) || case.page.to_string_lossy().contains(&wanted);
    let cases: Vec<Case> = pages.into_iter().flat_map(|page| page.cases).filter(fits).collect();
    assert!(!cases.is_empty(), "no case fits `{wanted}`");
    let found = suite::play(&cases, &dialects);
    let faulty: Vec<_> = cases.iter().zip(&found).filter(|(_, faults)| !faults.is_empty()).collect();
    for (case, faults) in &faulty {
        println!("{}:{}: {}\n{}\n", case.page.display(), case.line, case.name, told(faults));
    }
    println!("{} cases, {} of them hold", cases.len(), cases.len() - faulty.len());
    assert!(faulty.is_empty(), "{} of {} cases do not hold", faulty.len(), cases.len());
}
