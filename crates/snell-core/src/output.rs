//! stub
/// d
pub struct Decoded {
    /// t
    pub text: String,
    /// u
    pub utf16_suspected: bool,
}
/// d
pub fn decode(bytes: &[u8]) -> Decoded {
    Decoded { text: String::from_utf8_lossy(bytes).into_owned(), utf16_suspected: false }
}
/// e
pub fn embedded_object(_t: &str, _k: &[&str]) -> bool {
    false
}
