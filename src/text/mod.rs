//! Plain text for a terminal: escaping what strangers wrote, measuring, cutting and wrapping lines.
//!
//! Nothing here knows a game, a file or a terminal.

mod count;
mod escape;
mod markdown;
mod nearest;
mod quote;
mod width;
mod wrap;

pub use count::counted;
pub use escape::{Tab, escape, escape_lines};
pub use markdown::markdown;
pub use nearest::nearest;
pub use quote::quoted;
pub use width::{display_width, truncate_to_width};
pub use wrap::wrap;
