//! Our entries in other agents' own configuration (B3 to B7): what they are to be, put in, taken out, looked at.

mod edit;
