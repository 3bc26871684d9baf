//! The soak, shortened: a few hundred hooks leave nothing behind either.

#![cfg(target_os = "linux")]

use std::process::Command;

#[test]
fn a_few_hundred_hooks_leave_nothing_behind() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["soak", "--hooks", "600"]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.ends_with("nothing grew\n"), "{told}{}", String::from_utf8_lossy(&output.stderr));
}
