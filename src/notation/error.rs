use super::Span;
use crate::text::quoted;

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

impl SyntaxError {
    /// Makes an error without a second place.
    #[must_use]
    pub const fn new(kind: SyntaxErrorKind, span: Span) -> Self {
        Self { kind, span, related: None }
    }
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for SyntaxError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}

/// The ways a record can break the grammar. `Display` gives the message: lower case, no full stop, names in
/// backticks, what was found and what is allowed.
///
/// Text of the record is kept as it stands; `Display` escapes it.
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
    /// The text is UTF-16, or even UTF-32; nothing else of it is reported.
    #[error("the text is {}, only UTF-8 is read", encoding.trim_end_matches(['L', 'B', 'E']))]
    Utf16 {
        /// The name of its encoding: without a byte-order mark, one that says which byte comes first.
        encoding: &'static str,
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
    /// A character outside comments and tag values that only looks like one of the notation.
    #[error("character U+{:04X} is not allowed here, {} was probably meant", u32::from(*.found), meant_words(.meant))]
    LookAlike {
        /// The character.
        found: char,
        /// What was probably meant; `" "` is a space, `"\n"` a line end, the empty text nothing at all.
        meant: &'static str,
    },
    /// The record has no tag section.
    #[error("the record has no tags: it must begin with one, such as `[Game \"Bosh\"]`")]
    NoTags,
    /// A tag that is not `[Name "value"]`.
    #[error("expected {expected} in the tag, found {}", found_words(.found, "the end of the line"))]
    BadTag {
        /// What is allowed at this place.
        expected: &'static str,
        /// What stands there; empty at a line's end.
        found: String,
    },
    /// A tag name given twice in a record.
    #[error("tag `{}` is given twice", quoted(.name))]
    DuplicateTag {
        /// The name as written the second time.
        name: String,
    },
    /// A tag among the turns.
    #[error("tag `{}` stands among the turns, tags come before them or on a line of their own in the next record", quoted(.name))]
    TagInMovetext {
        /// The tag's name.
        name: String,
    },
    /// A bracket among the turns that begins no tag.
    #[error("`[` among the turns, remarks stand in `{{...}}`")]
    StrayBracket,
    /// A comment that never closes.
    #[error("the comment is never closed, `}}` is missing")]
    UnclosedComment,
    /// Text after a comment that holds a `{`, up to the `}` that was meant to close it.
    #[error("comments do not nest, the comment ended at the first `}}`; write a brace inside as `\\}}`")]
    NestedComment,
    /// A closing brace outside a comment.
    #[error("`}}` closes no comment")]
    StrayBrace,
    /// A variation that never closes; `more` further ones around it.
    #[error("the variation is never closed, `)` is missing{}", more_of(*.more))]
    UnclosedVariation {
        /// How many variations inside it are not closed either.
        more: usize,
    },
    /// A closing parenthesis outside a variation.
    #[error("`)` closes no variation")]
    StrayParenthesis,
    /// A variation without a turn.
    #[error("the variation has no turn")]
    EmptyVariation,
    /// A variation deeper than the limit.
    #[error("variations nest at most {limit} deep, this one is skipped")]
    VariationTooDeep {
        /// The limit.
        limit: usize,
    },
    /// A variation with no turn before it.
    #[error("the variation has no turn before it that it could replace")]
    VariationWithoutTurn,
    /// A glyph with no turn before it.
    #[error("glyph `{}` has no turn before it", quoted(.found))]
    GlyphWithoutTurn {
        /// The glyph.
        found: String,
    },
    /// A refill with no turn before it.
    #[error("refill `{}` has no turn before it", quoted(.found))]
    RefillWithoutTurn {
        /// The refill.
        found: String,
    },
    /// A glyph, refill or variation that a move number parts from its turn.
    #[error("a move number stands between the turn and its {what}, the {what} comes first")]
    PartedFromTurn {
        /// `glyph`, `refill` or `variation`.
        what: &'static str,
    },
    /// A second refill after one turn.
    #[error("the turn has a refill already, a turn has at most one")]
    SecondRefill,
    /// A move number without its dot.
    #[error("number `{}` has no dot, a move number is written `12.` or `12...`", quoted(.number))]
    NumberWithoutDot {
        /// The digits.
        number: String,
    },
    /// A move number that is badly written.
    #[error("`{}` is no move number, expected {expected}", quoted(.found))]
    BadNumber {
        /// What is allowed.
        expected: &'static str,
        /// The number with its dots.
        found: String,
    },
    /// A move number with no turn after it (a warning).
    #[error("move number {number} has no turn after it")]
    NumberWithoutTurn {
        /// The number.
        number: u32,
    },
    /// A word that is no turn.
    #[error("expected {expected}, found {}", found_words(.found, "the end of the turn"))]
    BadTurn {
        /// What is allowed at this place.
        expected: &'static str,
        /// What stands there; empty at the turn's end.
        found: String,
    },
    /// A glyph that is none.
    #[error("`{}` is no glyph, glyphs are `$0` to `$255`, or `!`, `?`, `!!`, `??`, `!?`, `?!` directly after a turn", quoted(.found))]
    BadGlyph {
        /// The word.
        found: String,
    },
    /// A refill that can't be read.
    #[error("expected {expected} in the refill, found {}", found_words(.found, "its end"))]
    BadRefill {
        /// What is allowed at this place.
        expected: &'static str,
        /// What stands there; empty at the refill's end.
        found: String,
    },
    /// A word that begins like a result and is none.
    #[error("`{}` is no result, results are `1-0`, `0-1`, `1/2-1/2` and `*`", quoted(.found))]
    BadResult {
        /// The word.
        found: String,
    },
    /// A result inside a variation.
    #[error("result `{}` inside a variation, only the record has a result", quoted(.found))]
    ResultInVariation {
        /// The result.
        found: String,
    },
    /// Something other than a comment or the next record's tags after the result.
    #[error("`{}` after the result, only comments and the next record's tags may follow", quoted(.found))]
    TextAfterResult {
        /// The first word there.
        found: String,
    },
    /// The movetext has no result (a warning).
    #[error("the record has no result, it is read as `*`")]
    MissingResult,
}

impl SyntaxErrorKind {
    /// Returns whether this is a warning: the record is readable and can be judged as it is.
    #[must_use]
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::NumberWithoutTurn { .. } | Self::MissingResult)
    }
}

fn more_of(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more in this record") }
}

fn found_words(found: &str, at_end: &str) -> String {
    if found.is_empty() { at_end.to_owned() } else { format!("`{}`", quoted(found)) }
}

fn meant_words(meant: &str) -> String {
    match meant {
        "" => "nothing".to_owned(),
        " " => "a space".to_owned(),
        "\n" => "a line end".to_owned(),
        _ => format!("`{meant}`"),
    }
}
