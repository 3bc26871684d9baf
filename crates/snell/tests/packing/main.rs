//! Packing a plugin (R8): what changes, what is lost, what is refused; and that packing twice gives the same bytes.

mod hooks;
mod manifest;
mod placeholders;
mod refusals;
mod reproducible;
mod source;
