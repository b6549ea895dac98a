//! Records of five traditional mancala games.
pub mod board;
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod notation;
pub mod record;
pub mod render;
pub mod text;
