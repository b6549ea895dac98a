//! Records of five traditional mancala games.
pub mod board;
pub mod engine;
pub mod notation;
pub mod render;
pub mod text;
