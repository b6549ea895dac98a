//! The written side of a record: its grammar, its syntax tree with places, and the canonical printer.
//!
//! This module knows no rules of play. `notation/SPEC.md` is the text for users that the grammar mirrors.

mod document;
mod error;
mod span;
mod syntax;

pub use document::{Document, DocumentLine, DocumentPly};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use span::{Span, Spanned};
pub use syntax::{
    Comment, GameResult, MoveNumber, TurnBody, WrittenGain, WrittenLine, WrittenPly, WrittenRecord, WrittenRefill,
    WrittenStep, WrittenTag, WrittenTurn,
};
