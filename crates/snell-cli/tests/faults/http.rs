//! E: whatever a server does, its hook ends at its deadline, with no more in memory than a reply may have.

use std::net::{SocketAddr, TcpListener};

use serde_json::{Value, json};

use crate::stage::{Said, Stage, fates, finish, handler};

fn post(address: SocketAddr, path: &str, timeout: f64) -> Value {
    json!({"type": "http", "url": format!("https://{address}/{path}"), "timeout": timeout})
}

/// Fires at hooks of the server, which is believed. No variable of the environment leads elsewhere.
fn ask(stage: &Stage, pem: &str) -> Said {
    let ca = stage.write("ca.pem", pem);
    let mut command = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json", "--ca", ca.to_str().unwrap()]);
    finish(
        {
            command.env("HTTPS_PROXY", "http://127.0.0.1:1").env("ALL_PROXY", "http://127.0.0.1:1");
            command
        },
        b"",
    )
}

/// Faults 70 to 74: an answer that never comes, that drips, that never ends, that unpacks to very much, that is all headers.
#[test]
fn no_server_takes_more_time_or_memory_than_a_hook_has() {
    let (address, pem) = crate::server::start();
    let quick = ["endless", "bomb", "headers"].map(|path| post(address, path, 60.0));
    let slow = ["silence", "drip", "interim"].map(|path| post(address, path, 1.0));
    let stage = Stage::with(&[&slow[..], &quick].concat());
    let measured = handler("sleep 2; sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$PPID/status > \"$HOME/peak\"", 60.0);
    stage.hooks("z.json", &[measured]);
    let document = ask(&stage, &pem).document();
    let slow = "timed_out";
    assert_eq!(fates(&document), [slow, slow, slow, "too_large", "too_large", "transport", ""], "{document:#}");
    assert!(stage.peak() < 100 * 1024, "{} KiB", stage.peak());
}

/// Faults 75 and 82: redirects are not followed, and of every other status a deny alone is heard.
#[test]
fn what_a_status_and_a_body_come_to() {
    let (address, pem) = crate::server::start();
    let cases = [
        ("301", "http_status"),
        ("302", "http_status"),
        ("303", "http_status"),
        ("307", "http_status"),
        ("308", "http_status"),
        ("204", ""),
        ("200", ""),
        ("html", "malformed"),
        ("404", "http_status"),
        ("200/deny", "deny"),
        ("500/deny", "deny"),
        ("307/deny", "deny"),
    ];
    let stage = Stage::with(&cases.map(|(path, _)| post(address, path, 60.0)));
    let said = ask(&stage, &pem);
    assert_eq!(fates(&said.document()), cases.map(|(_, fate)| fate), "{}", said.out);
}

/// Fault 76: a server that nobody vouches for, and one that never shakes hands.
#[test]
fn a_server_that_cannot_be_believed_is_a_failure() {
    let (address, _) = crate::server::start();
    let (_, other) = crate::server::start();
    let deaf = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut guard = post(address, "200", 60.0);
    guard["onFailure"] = json!("block");
    let stage = Stage::with(&[guard, post(deaf.local_addr().unwrap(), "200", 0.5)]);
    let document = ask(&stage, &other).document();
    assert_eq!(fates(&document), ["transport", "timed_out"], "{document:#}");
    assert_eq!(document["outcome"]["action"], "deny");
}

/// Faults 77 and 80: addresses in disguise, and urls that a variable would bend. Nothing of it is sent.
#[test]
fn no_disguise_gets_an_address_dialled() {
    let hosts = [
        "169.254.169.254",
        "2852039166",
        "0xA9FEA9FE",
        "0251.0376.0251.0376",
        "169.254.43518",
        "10.1",
        "0",
        "[::]",
        "[::ffff:10.0.0.1]",
        "[::10.0.0.1]",
        "[2002:a00:1::]",
        "[64:ff9b::a00:1]",
        "[64:ff9b:1::a00:1]",
        "[2001:0:a00:1::]",
        "[fe80::5efe:a00:1]",
        "[fec0::1]",
        "[fd00:ec2::254]",
        "[ff02::1]",
        "224.0.0.1",
        "198.18.0.1",
        "240.0.0.1",
        "192.0.0.192",
        "100.64.0.1",
        "１６９.254.169.254",
        "169.254.169.254.",
        "ok@169.254.169.254",
        "[fe80::1%25lo]",
    ];
    let handlers: Vec<Value> = hosts.iter().map(|host| json!({"type": "http", "url": format!("https://{host}/"), "timeout": 60})).collect();
    let stage = Stage::with(&handlers);
    assert_eq!(fates(&stage.fire()), vec!["refused"; hosts.len()], "{:#}", stage.fire());
    stage.hooks(
        "ok.json",
        &["http://127.0.0.1/", "file:///etc/passwd", "https://127.0.0.1/$BENT", "https://$BENT/", "https://127.0.0.1\\@x/"]
            .map(|url| json!({"type": "http", "url": url, "timeout": 60})),
    );
    let mut command = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json"]);
    command.env("BENT", "x\r\nhost: evil");
    let document = finish(command, b"").document();
    assert_eq!(fates(&document), ["refused"; 5], "{document:#}");
}
