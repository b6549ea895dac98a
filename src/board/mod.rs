//! Seats, pit names and the order of sowing: the geometry that every game and the notation share.
//!
//! Nothing here knows a rule, a file or a terminal.

mod pit;
mod ring;
mod seat;
mod setup;

pub use pit::{Pit, PitParseError, Row};
pub use ring::Ring;
pub use seat::{BySeat, Seat};
pub use setup::{Cell, Round, Setup, write_rows};
