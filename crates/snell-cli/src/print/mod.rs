//! What a person sees. Every function gives text with colours in it; [`World::print`](crate::World) takes them out where nobody wants them.

pub(crate) mod check;
pub(crate) mod diagnostics;
pub(crate) mod dialects;
pub(crate) mod fire;
pub(crate) mod list;
pub(crate) mod log;
mod outcome;
pub(crate) mod place;
pub(crate) mod record;
mod said;
mod step;
pub(crate) mod style;
mod table;

pub(crate) use place::Here;
