//! The readers, each with its inputs and what must hold.

mod answer;
mod archive;
mod command;
mod config;
mod envelope;
mod http;
mod json;
mod matcher;
mod reply;
mod shown;
mod toml;
mod url;

use crate::Target;

/// Every target.
pub const ALL: [Target; 12] = [
    json::TARGET,
    toml::TARGET,
    config::TARGET,
    matcher::TARGET,
    command::TARGET,
    url::TARGET,
    envelope::TARGET,
    reply::TARGET,
    answer::TARGET,
    http::TARGET,
    archive::TARGET,
    shown::TARGET,
];
