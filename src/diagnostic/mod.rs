//! What is wrong with a record, as data, and the ways to show it.
//!
//! A [`Diagnostic`] has a stable [`Code`], a place and a message; lines and columns are worked out only when it is
//! shown.

mod code;
mod github;
mod human;
mod json;
mod report;
mod sarif;

pub use code::{Code, Severity};
pub(crate) use human::write_excerpt;
pub use json::DiagnosticJson;
pub use report::{Board, Diagnostic, Label};
pub use sarif::{SarifResult, SarifRule};
