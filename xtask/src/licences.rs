//! Whether every dependency may be shipped with a program under MIT or Apache-2.0.

use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than to be named. Adding one is a decision, to be made in review.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks every package that cargo knows of, and says which ones may not stay.
pub(crate) fn check() -> Result<(), String> {
    let packages = packages()?;
    let bad: Vec<String> =
        packages.iter().filter(|(_, licence)| !is_allowed(licence)).map(|(name, licence)| format!("{name}: {licence}")).collect();
    if bad.is_empty() {
        println!("{} packages, all under licences that may be shipped", packages.len());
        return Ok(());
    }
    Err(format!("these licences are not in the list of allowed ones:\n  {}", bad.join("\n  ")))
}

/// Names and licence expressions.
fn packages() -> Result<Vec<(String, String)>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata has no packages")?;
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or("none").to_owned();
    Ok(packages.iter().map(|package| (text(package, "name"), text(package, "license"))).collect())
}

/// One alternative of the expression must be made of allowed licences alone.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    parts(&expression, " OR ").iter().any(|alternative| parts(alternative, " AND ").iter().all(|part| is_part_allowed(part.trim())))
}

fn is_part_allowed(part: &str) -> bool {
    match part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&part),
    }
}

/// The expression cut at a separator that stands in no parentheses.
fn parts<'e>(expression: &'e str, separator: &str) -> Vec<&'e str> {
    let depth = |end: usize| expression[..end].matches('(').count() - expression[..end].matches(')').count();
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in expression.match_indices(separator) {
        if depth(at) == 0 {
            parts.push(&expression[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&expression[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn one_alternative_must_be_allowed_as_a_whole() {
        for (expression, allowed) in [
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT AND GPL-3.0", false),
            ("(Apache-2.0 OR MIT) AND BSD-3-Clause", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0", false),
            ("GPL-3.0 OR (MIT AND Unicode-3.0)", true),
            ("none", false),
        ] {
            assert_eq!(is_allowed(expression), allowed, "{expression}");
        }
    }
}
