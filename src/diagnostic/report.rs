use super::{Code, Severity};
use crate::board::Pit;
use crate::engine::{Position, Ruleset};
use crate::notation::Span;

/// Says one thing that is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of fault it is.
    pub code: Code,
    /// What was found and what is allowed: lower case, no full stop, names in backticks.
    pub message: String,
    /// The text at fault.
    pub span: Span,
    /// Further places that explain it.
    pub labels: Vec<Label>,
    /// What would have been allowed, or is likely meant; a sentence each.
    pub help: Vec<String>,
    /// What follows from it, such as turns left unjudged; a sentence each.
    pub notes: Vec<String>,
    /// The ply it belongs to, from 1.
    pub ply: Option<u32>,
    /// The board before the turn at fault.
    pub board: Option<Box<Board>>,
    /// In JSON, where the value stands (RFC 6901).
    pub pointer: Option<String>,
    /// Whether it counts as an error although its code is only a warning, because a user wants it so.
    pub denied: bool,
}

/// A board to show with a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rules it is played by.
    pub rules: Ruleset,
    /// The position.
    pub position: Position,
    /// The pits to point out.
    pub pits: Vec<Pit>,
}

/// A second place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text it marks.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

impl Diagnostic {
    /// Makes a diagnostic of a place and a message.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span,
            labels: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
            ply: None,
            board: None,
            pointer: None,
            denied: false,
        }
    }

    /// Returns how grave it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        if self.denied { Severity::Error } else { self.code.severity() }
    }

    /// Returns whether it makes the record invalid.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}
