//! What a person sees. Every function gives text with colours in it; [`World::print`](crate::World) takes them out where nobody wants them.

pub(crate) mod diagnostics;
pub(crate) mod fire;
mod outcome;
pub(crate) mod place;
mod step;
pub(crate) mod style;

pub(crate) use place::Here;
