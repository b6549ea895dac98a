use super::Span;

/// Says what broke the grammar of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The text to point at. Never empty except at the end of a record.
    pub span: Span,
    /// A second place that explains the first, with a few words: where the comment opened that never closes.
    pub related: Option<(Span, &'static str)>,
}

/// The ways a record can break the grammar. `Display` gives the message: lower case, no full stop, names in
/// backticks, what was found and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Bytes that are not UTF-8; `more` further places in the same record.
    #[error("byte 0x{byte:02X} is not UTF-8 text{}", more_of(*.more))]
    NotUtf8 {
        /// The first byte of the broken sequence.
        byte: u8,
        /// How many further broken sequences the record has.
        more: usize,
    },
    /// A control character; `more` further ones in the same record.
    #[error("control character U+{:04X} is not allowed{}", u32::from(*.found), more_of(*.more))]
    ControlCharacter {
        /// The character.
        found: char,
        /// How many further control characters the record has.
        more: usize,
    },
    /// The record is larger than the reader allows.
    #[error("the record is larger than {limit} bytes")]
    RecordTooLarge {
        /// The limit in bytes.
        limit: usize,
    },
}

fn more_of(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more in this record") }
}
