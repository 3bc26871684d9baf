//! HTTPS hooks (N9).

pub mod address;
pub mod guard;
mod host;
