//! The full-screen player of a record: its state, its keys and its screen, without a terminal.
//!
//! A [`Player`] is told what happens (a key, a click, time that has passed) and draws itself on a [`Buffer`]; whoever
//! owns a terminal does the rest. A record is held as a [`Timeline`], a tree of turns with the position after each, so a
//! step back costs no more than a step on. What happens within a turn is found by playing that turn again.
//!
//! [`Buffer`]: ratatui::buffer::Buffer

mod binding;
mod key;
mod library;
mod listing;
mod prompt;
mod record;
mod reel;
mod speed;
mod state;
mod timeline;
mod view;
mod walk;

pub use binding::{Action, BINDINGS, Binding};
pub use key::Key;
pub use library::Library;
pub use record::Record;
pub use reel::Moment;
pub use speed::Speed;
pub use state::{Effect, Input, Player};
pub use timeline::{Place, Timeline};
pub use view::Look;
pub use walk::Cursor;
