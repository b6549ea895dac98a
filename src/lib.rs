//! Records of five traditional mancala games.
pub mod board;
pub mod notation;
