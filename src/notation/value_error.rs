use std::ops::Range;

use super::grammar::Miss;
use crate::text::quoted;

/// Says where a tag's value could not be read on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {}", if .found.is_empty() { "the end".to_owned() } else { format!("`{}`", quoted(.found)) })]
pub struct ValueError {
    /// The bytes of the value to point at; empty at its end.
    pub range: Range<usize>,
    /// What is allowed there.
    pub expected: &'static str,
    /// What stands there; empty at the end.
    pub found: String,
}

impl ValueError {
    pub(super) fn from_miss(text: &str, miss: Miss<'_>) -> Self {
        let start = text.len() - miss.rest.len();
        let found = miss.rest.chars().next().map(String::from).unwrap_or_default();
        Self { range: start..start + found.len(), expected: miss.expected, found }
    }
}

/// Says why a position line can't be read.
pub type PositionLineError = ValueError;

/// Says why the value of a `Rules` tag can't be read.
pub type RulesValueError = ValueError;
