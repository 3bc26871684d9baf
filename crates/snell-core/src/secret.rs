//! Values that must be seen by a hook and by nothing else.

use std::fmt;

/// A secret text: it enters an environment and nothing else.
///
/// SECURITY: there is no `Display`, and `Debug` shows `***`; [`reveal`](Secret::reveal) is called where environments are built, and in
/// [`mask`].
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a value into custody.
    pub fn new(value: impl Into<String>) -> Self {
        Secret(value.into())
    }

    /// The value itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

/// A secret shorter than this is not looked for in output: it would hide ordinary words (R5.6).
const SHORTEST_MASKED: usize = 6;

/// What is to be hidden, made ready once for many texts.
#[derive(Clone, Debug, Default)]
pub struct Mask {
    /// The longest first: a secret may hold another, and nothing of it may be left standing.
    forms: Vec<Secret>,
}

impl Mask {
    /// Hides every secret of at least six characters, as it is and as JSON writes it.
    pub fn of<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Mask {
        let in_json = |secret: &str| {
            let quoted = serde_json::Value::from(secret).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        };
        let long = secrets.into_iter().map(Secret::reveal).filter(|secret| secret.chars().count() >= SHORTEST_MASKED);
        let mut forms: Vec<String> = long.flat_map(|secret| [secret.to_owned(), in_json(secret)]).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Mask { forms: forms.into_iter().map(Secret).collect() }
    }

    /// The text with every secret replaced by `***`.
    pub fn apply(&self, text: &str) -> String {
        let hide = |masked: String, form: &str| if masked.contains(form) { masked.replace(form, "***") } else { masked };
        self.forms().fold(text.to_owned(), hide)
    }

    /// Whether the text holds a secret.
    pub fn holds(&self, text: &str) -> bool {
        self.forms().any(|form| text.contains(form))
    }

    /// Where a text of more than `limit` bytes may be cut: at a character boundary, at most there, and never within a secret, half of which
    /// nobody would recognise.
    pub fn cut(&self, text: &str, limit: usize) -> usize {
        let mut end = (0..=limit.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        while let Some(start) = self.forms().find_map(|form| straddling(text, form, end)) {
            end = start;
        }
        end
    }

    fn forms(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(Secret::reveal)
    }
}

/// Where `form` begins in `text`, if it begins before `end` and ends after it.
fn straddling(text: &str, form: &str, end: usize) -> Option<usize> {
    let first = (end + 1).saturating_sub(form.len());
    (first..end).find(|start| start + form.len() > end && text.as_bytes()[*start..].starts_with(form.as_bytes()))
}

/// Replaces every secret of at least six characters in `text` by `***`, as it is and as JSON writes it.
pub fn mask<'a>(text: &str, secrets: impl IntoIterator<Item = &'a Secret>) -> String {
    Mask::of(secrets).apply(text)
}

/// Whether `text` holds one of the secrets that [`mask`] would hide.
pub fn holds<'a>(text: &str, secrets: impl IntoIterator<Item = &'a Secret>) -> bool {
    Mask::of(secrets).holds(text)
}

/// A url as it may be shown: userinfo and literal query values as `***`, variables as written (N9.6).
pub fn hide_in_url(url: &str) -> String {
    let (rest, fragment) = url.split_once('#').map_or((url, None), |(rest, fragment)| (rest, Some(fragment)));
    let (address, query) = rest.split_once('?').map_or((rest, None), |(address, query)| (address, Some(query)));
    let mut shown = hide_userinfo(address);
    if let Some(query) = query {
        let pairs: Vec<String> = query.split('&').map(hide_query_value).collect();
        shown.push('?');
        shown.push_str(&pairs.join("&"));
    }
    if fragment.is_some() {
        shown.push_str("#***");
    }
    shown
}

fn hide_userinfo(address: &str) -> String {
    let after_scheme = address.find("://").map_or(0, |at| at + 3);
    let authority_end = address[after_scheme..].find('/').map_or(address.len(), |at| after_scheme + at);
    match address[after_scheme..authority_end].rfind('@') {
        Some(at) => format!("{}***{}", &address[..after_scheme], &address[after_scheme + at..]),
        None => address.to_owned(),
    }
}

fn hide_query_value(pair: &str) -> String {
    match pair.split_once('=') {
        Some((key, value)) if value.starts_with('$') => format!("{key}={value}"),
        Some((key, "")) => format!("{key}="),
        Some((key, _)) => format!("{key}=***"),
        None if pair.starts_with('$') || pair.is_empty() => pair.to_owned(),
        None => "***".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_userinfo_and_query_values() {
        for (url, shown) in [
            ("https://a.example/x", "https://a.example/x"),
            ("https://user:pw@a.example/x?key=1&v=$TOKEN", "https://***@a.example/x?key=***&v=$TOKEN"),
            ("https://a.example/x?secret", "https://a.example/x?***"),
            ("${URL}", "${URL}"),
        ] {
            assert_eq!(hide_in_url(url), shown);
        }
    }

    #[test]
    fn a_secret_is_masked_and_never_printed() {
        let secret = Secret::new("hunter2!");
        assert_eq!(mask("pw is hunter2!.", [&secret]), "pw is ***.");
        assert_eq!(mask("abc", [&Secret::new("abc")]), "abc");
        assert_eq!(format!("{secret:?}"), "***");
    }

    #[test]
    fn of_two_secrets_of_which_one_holds_the_other_nothing_is_left() {
        let secrets = [Secret::new("token-1"), Secret::new("token-1-and-more")];
        assert_eq!(mask("token-1-and-more token-1", &secrets), "*** ***");
    }

    #[test]
    fn a_secret_is_masked_as_json_writes_it_too() {
        let secret = Secret::new("pass\"word\n");
        assert_eq!(mask(r#"{"key":"pass\"word\n"}"#, [&secret]), r#"{"key":"***"}"#);
        assert!(holds(r#"{"key":"pass\"word\n"}"#, [&secret]));
    }

    #[test]
    fn a_text_is_never_cut_within_a_secret() {
        let (outer, inner) = (Secret::new("abcdefgh"), Secret::new("efghij"));
        let mask = Mask::of([&outer, &inner]);
        let text = "0123abcdefghij";
        for (limit, end) in [(3, 3), (4, 4), (5, 4), (11, 4), (12, 4), (13, 4), (14, 14), (99, 14)] {
            assert_eq!(mask.cut(text, limit), end, "{limit}");
        }
        assert_eq!(mask.cut("äöü", 3), 2);
        assert_eq!(Mask::default().cut("äöü", 4), 4);
        assert_eq!(format!("{mask:?}"), "Mask { forms: [***, ***] }");
    }
}
