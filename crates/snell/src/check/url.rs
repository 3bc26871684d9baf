//! Urls that no request is ever sent to, as far as they can be told before anything is expanded (N9.1, N9.2, HK-070).

use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic};
use snell_system::http::guard;

use super::Subject;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Handler::Http { url } = &subject.hook.handler else { return };
    if let Some(why) = refusal(url) {
        found.push(subject.find(Code::RefusedUrl, "url", why).help("give an `https://` url of a public host, or of this machine"));
    }
}

/// Variables may stand for anything; only what is written out can be refused.
fn refusal(url: &str) -> Option<String> {
    let written = &url[..url.find('$').unwrap_or(url.len())];
    if written.len() == url.len() {
        return guard::check_url(url).err().map(|refusal| refusal.to_string());
    }
    // A host that nothing refuses stands in for the rest: what is then refused is the scheme.
    let (scheme, _) = written.split_once("://")?;
    guard::check_url(&format!("{scheme}://localhost/")).err().map(|refusal| refusal.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_written_out_is_refused() {
        for url in ["http://hooks.example.com/e", "file:///etc/passwd", "http://$HOST/e", "https://10.0.0.1/", "https://0x7f.1.2.3.4/"] {
            assert!(refusal(url).is_some(), "{url}");
        }
        for url in ["${HOOK_URL}", "https://${H}/e", "HTTPS://hooks.example.com/e", "https://127.0.0.1:8443/", "$SCHEME://x/"] {
            assert_eq!(refusal(url), None, "{url}");
        }
    }
}
