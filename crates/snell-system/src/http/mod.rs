//! HTTPS hooks (N9): a POST request with the event as its body, whose answer is a hook's answer.
//!
//! What is promised, whatever the network does:
//!
//! * only `https:`, and only to a public address or to loopback. The address dialled is one that was checked ([`dial::Checked`]): a name is
//!   resolved once for each connection, all its answers are checked, and one of them is dialled;
//! * one deadline, from the look-up of the host to the last byte of the answer;
//! * no redirect is followed, no proxy is used, no certificate check is switched off;
//! * at most 1 MiB of an answer is kept, after decompression, and at most 64 KiB of headers; no answer can make memory grow further;
//! * connections are kept and used again, so a second event costs neither a look-up nor a handshake. A request is sent a second time only
//!   if a kept connection broke before one byte of it had left;
//! * no error text shows any part of a url: what comes here is expanded and may hold secrets.
//!
//! `address` and `guard` decide what may be asked, `resolve` and `dial` lead to a socket, `tls` says who is believed, `connection` moves
//! bytes, `reply` (with `head`, `chunked`, `body`) reads them and knows no socket, `pool` keeps connections, and `client` ties the knot.
//!
//! The HTTP/1.1 in here is our own, over `rustls` and `httparse`. A general client does much that must not happen here (redirects, proxies,
//! cookies, its own name look-ups), and has to be talked out of each; and it costs: on loopback with a kept connection, `ureq` took 3.2
//! times as long as bare `rustls` with the same bytes, this takes 1.2 (`cargo bench -p bench -- https`).

pub mod address;
mod authorities;
mod body;
mod chunked;
mod client;
mod connection;
pub mod dial;
mod fault;
pub mod guard;
mod head;
mod host;
mod pool;
mod reply;
mod request;
pub mod resolve;
mod tls;
mod words;

pub use client::{Https, Options};
pub use reply::read as read_answer;
pub use tls::Roots;
