//! The specification, executable: pages of Markdown whose fenced blocks are files, calls of the `snell` command and what must come of them.
//!
//! `README.md` in this directory describes the format. The flow is: [`markdown`] splits a page into items, [`page`] makes cases of them
//! ([`table`] several at once), [`run`] lays one out in a [`sandbox`], makes its calls in-process and compares ([`matching`]); [`suite`] does
//! so with all of them.
//!
//! The tables are held to account by [`mutate`] (one cell changed), [`kill`] (until a case fails) and [`trial`] (all of them).

pub mod call;
mod excuses;
mod expect;
pub mod fence;
pub mod kill;
pub mod markdown;
pub mod matching;
pub mod mutate;
pub mod page;
pub mod run;
pub mod sandbox;
pub mod script;
pub mod suite;
pub mod table;
pub mod trial;
pub mod words;
