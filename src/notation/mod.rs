//! The written side of a record: its grammar, its syntax tree with places, and the canonical printer.
//!
//! This module knows no rules of play. `notation/SPEC.md` is the text for users that the grammar mirrors.

mod boundary;
mod comment_text;
mod date;
mod day;
mod document;
mod error;
mod grammar;
mod json_lines;
mod json_split;
mod look_alike;
mod period;
mod place;
mod position_line;
mod print;
mod read;
mod rules_value;
mod source;
mod span;
mod split;
mod syntax;
#[cfg(test)]
mod tests;
mod value_error;
mod word;

pub use comment_text::{find_bad_comment_character, is_comment_text_ok};
pub use date::{DateReading, read_date};
pub use day::Day;
pub use document::{Document, DocumentLine, DocumentPly};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use json_lines::JsonLineReader;
pub use json_split::JsonReader;
pub(crate) use look_alike::look_alike as meant_by;
pub use period::Period;
pub use place::{Location, SourcePlace};
pub use position_line::{read_board, read_position_line};
pub use print::{WIDTH, print};
pub use read::{DEEPEST_VARIATION, MOST_ERRORS, read, read_text};
pub use rules_value::{OptionPlaces, read_rules_value};
pub use source::{BrokenEncoding, Source};
pub use span::{Span, Spanned};
pub use split::{RECORD_LIMIT, RecordReader};
pub use syntax::{
    Comment, GameResult, MoveNumber, TurnBody, WrittenGain, WrittenLine, WrittenPly, WrittenRecord, WrittenRefill,
    WrittenStep, WrittenTag, WrittenTurn,
};
pub use value_error::{PositionLineError, RulesValueError, ValueError};
pub(crate) use word::read_turn_at;
pub use word::{read_refill, read_turn};
