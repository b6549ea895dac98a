//! Records judged by the rules: what is written meets a position and becomes decided turns, or diagnostics.
//!
//! What is *written* ([`TurnBody`](crate::notation::TurnBody)) may be partial or wrong; what is *decided*
//! ([`Turn`](crate::engine::Turn)) is legal and complete. [`decide`] goes from the first to the second,
//! [`turn_text`] back.

mod decide;
mod fault;
mod fix;
mod header;
mod json_form;
mod json_places;
mod json_read;
mod json_schema;
mod json_write;
mod judge;
mod judged;
mod page;
mod playback;
mod score_sheet;
mod text;

pub use decide::{TurnFault, decide};
pub use fault::{Fault, GainKind};
pub use fix::Fix;
pub(crate) use header::Start;
pub use header::{Header, Termination};
pub use json_read::JsonRecord;
pub(crate) use json_read::place_of_value;
pub use json_schema::json_schema;
pub use json_write::{json_text, minimal_json_text};
pub use judge::{Judge, Keep};
pub use judged::{Judged, JudgedLine, JudgedPly};
pub use page::PageRecord;
pub use playback::Playback;
pub use score_sheet::score_sheet;
pub use text::{Checks, refill_text, turn_text};
