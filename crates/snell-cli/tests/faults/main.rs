//! The fault list (`docs/faults.md`), against the built command: whatever it is given, it comes back, says what was wrong, and leaves nothing
//! running. What other tests show already stands there and not here.

mod clock;
mod configuration;
mod environment;
mod http;
mod load;
mod memory;
mod page;
mod processes;
mod server;
mod stage;
