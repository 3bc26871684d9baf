use super::*;

/// One row a line: the url's authority, then the address it stands for or `refused` or `name`.
const SPELLINGS: &str = "
    127.0.0.1 127.0.0.1
    127.0.0.1. 127.0.0.1
    127.1 127.0.0.1
    0x7f000001 127.0.0.1
    0X7F.1 127.0.0.1
    017700000001 127.0.0.1
    2130706433 127.0.0.1
    0177.0.0.1 127.0.0.1
    [::1] ::1
    [0:0:0:0:0:0:0:1]:8443 ::1
    [::ffff:127.0.0.1] ::ffff:127.0.0.1
    [::FFFF:7f00:1] ::ffff:127.0.0.1
    8.8.8.8 8.8.8.8
    134744072 8.8.8.8
    [2606:4700::1111] 2606:4700::1111
    10.0.0.5 refused
    169.254.169.254 refused
    169.254.169.254. refused
    2852039166 refused
    0xa9fea9fe refused
    0xa9.0xfe.0xa9.0xfe refused
    0251.0376.0251.0376 refused
    025177524776 refused
    169.254.43518 refused
    169.16689662 refused
    0 refused
    0x refused
    0.0.0.0 refused
    100.100.100.200 refused
    100.64.0.1 refused
    192.0.0.192 refused
    198.18.0.1 refused
    224.0.0.1 refused
    255.255.255.255 refused
    4294967295 refused
    4294967296 refused
    256.1.1.1 refused
    1.256.1.1 refused
    1.1.65536 refused
    1.2.3.4.5 refused
    1.2.3.08 refused
    a.example.0x7f refused
    a.example.1 refused
    ok@169.254.169.254 refused
    a.example@10.0.0.5 refused
    user:pw@10.0.0.5:8443 refused
    [::] refused
    [::ffff:169.254.169.254] refused
    [::a9fe:a9fe] refused
    [64:ff9b::a9fe:a9fe] refused
    [64:ff9b:1::a00:1] refused
    [2002:a9fe:a9fe::1] refused
    [2001:0:a9fe:a9fe::1] refused
    [2a00::5efe:10.0.0.1] refused
    [fd00::1] refused
    [fd00:ec2::254] refused
    [fe80::1] refused
    [fe80::1%25eth0] refused
    [fe80::1%eth0] refused
    [::1%25lo] refused
    [fec0::1] refused
    [ff02::1] refused
    [a.example] refused
    [127.0.0.1] refused
    [::1]x refused
    localhost name
    a.example name
    A.Example. name
    xn--bcher-kva.example name
    under_score.example name
    127.0.0.1.example name
    0x7f000001.example name
    user:pw@a.example:8443 name
    10.0.0.5@a.example name
    user@10.0.0.5:pw@a.example name";

#[test]
fn every_spelling_of_an_address_is_seen_for_what_it_is() {
    for row in SPELLINGS.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (authority, expected) = row.split_once(' ').unwrap();
        let url = format!("https://{authority}/hook");
        match (literal(&url), expected) {
            (None, "name") => assert!(check_url(&url).is_ok(), "{row}"),
            (Some(Err(refusal)), "refused") => assert_eq!(check_url(&url), Err(refusal), "{row}"),
            (Some(Ok(address)), _) => assert_eq!(Ok(address), expected.parse(), "{row}"),
            (other, _) => panic!("{row}: {other:?}"),
        }
    }
}

#[test]
fn a_url_that_is_not_plain_https_is_refused() {
    for url in [
        "",
        "https",
        "https:a.example",
        "https:/a.example/",
        "https://",
        "https:///x",
        "https://?x",
        "https://@/",
        "https://:443/",
        "http://a.example/e",
        "http://127.0.0.1/e",
        "file:///etc/passwd",
        "ftp://a.example/",
        "//a.example/",
        " https://a.example/",
        "https://a.example/ ",
        "https://a.example/a b",
        "https://a.example/a\tb",
        "https://a.example/\r\nx: y",
        "https://a.example/\0",
        "https://a.exa\nmple/",
        "https://a.example\\@10.0.0.5/",
        "https://10.0.0.5\\@a.example/",
        "https://a.example/\\x",
        "https:\\\\a.example/",
        "https://a.example:0/",
        "https://a.example:65536/",
        "https://a.example:+443/",
        "https://a.example:4a/",
        "https://a.example:443:443/",
        "https://a..example/",
        "https://.example/",
        "https://a.example../",
        "https://a%2eexample/",
        "https://%31%32%37.0.0.1/",
        "https://a.exa\u{200b}mple/",
        "https://a,example/",
        "https://[::1",
        "https://\u{ff11}\u{ff10}.0.0.5/",
        "https://\u{2460}27.0.0.1/",
        "https://169\u{3002}254\u{3002}169\u{3002}254/",
        "https://b\u{fc}cher.example/",
    ] {
        assert!(check_url(url).is_err(), "{url:?}");
    }
}

#[test]
fn a_refusal_shows_nothing_of_the_url() {
    for url in ["http://a.secret/secret", "https://secret:secret@10.0.0.5/secret?secret", "https://a.secret:0/", "https://secret\u{fc}/"] {
        let refusal = check_url(url).unwrap_err().to_string();
        assert!(!refusal.contains("secret") && !refusal.contains("10.0.0.5"), "{refusal}");
    }
    assert!(!format!("{:?}", check_url("https://secret:secret@a.example/secret").unwrap()).contains("secret"));
}

#[test]
fn what_may_be_asked_is_taken_apart() {
    let target = check_url("HTTPS://us%40er:p%3aw@A.Example.:8443/a/b?c=d#e").unwrap();
    assert_eq!((target.host, target.port), (Host::Name("a.example".into()), 8443));
    assert_eq!(target.path, "/a/b?c=d");
    assert_eq!(target.userinfo.as_deref(), Some("us%40er:p%3aw"));
}

#[test]
fn the_request_path_is_ascii_and_starts_with_a_slash() {
    for (url, path) in [
        ("https://a.example", "/"),
        ("https://a.example:", "/"),
        ("https://a.example?x=1", "/?x=1"),
        ("https://a.example#f", "/"),
        ("https://a.example/a%20b/{c}?d=\u{e9}|", "/a%20b/%7Bc%7D?d=%C3%A9%7C"),
    ] {
        assert_eq!(check_url(url).unwrap().path, path, "{url}");
    }
}

#[test]
fn a_zone_is_named_as_what_is_wrong() {
    for url in ["https://[fe80::1%25eth0]/", "https://[::1%lo]/"] {
        assert!(check_url(url).unwrap_err().to_string().contains("has a zone"), "{url}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_panic_and_what_passes_is_plain(rest in ".{0,40}") {
        if let Ok(target) = check_url(&format!("https://{rest}")) {
            assert!(target.path.bytes().all(|byte| byte.is_ascii_graphic()));
            assert!(target.port != 0);
            if let Host::Name(name) = target.host {
                assert!(name.parse::<IpAddr>().is_err() && !name.ends_with('.'), "{name}");
            }
        }
    }
}
