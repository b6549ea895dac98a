use std::fmt;
use std::ops::Range;

use super::Query;
use crate::diagnostic::write_excerpt;
use crate::notation::{Source, Span, ValueError};
use crate::render::{Palette, Tone};
use crate::text::quoted;

/// Says where a text is no query, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct QueryError {
    /// The bytes at fault; empty at the end of the text.
    pub range: Range<usize>,
    /// What is wrong.
    pub kind: QueryErrorKind,
}

/// Says what is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {}", found_words(.found))]
    Expected {
        /// What is allowed.
        expected: &'static str,
        /// What stands there; empty at the end.
        found: String,
    },
    /// A name that means nothing.
    #[error("unknown name `{}`", quoted(.name))]
    UnknownName {
        /// The name.
        name: String,
        /// What it was probably meant to be.
        meant: Option<&'static str>,
    },
    /// An operator that says nothing here.
    #[error("`{name}` is compared with {allowed}, not with `{found}`")]
    Operator {
        /// What is compared.
        name: String,
        /// The operators that are allowed.
        allowed: &'static str,
        /// The one that stands there.
        found: &'static str,
    },
    /// A value that says nothing here.
    #[error("`{}` is no {wanted}: {allowed}", quoted(.found))]
    Value {
        /// What stands there.
        found: String,
        /// What it should be.
        wanted: &'static str,
        /// What it was probably meant to be.
        meant: Option<&'static str>,
        /// What is allowed.
        allowed: String,
    },
    /// An option that no game has.
    #[error("no game has an option `{}`: `matombo rules` lists them", quoted(.name))]
    UnknownOption {
        /// The name.
        name: String,
        /// What it was probably meant to be.
        meant: Option<&'static str>,
    },
    /// A seat before something that belongs to no seat.
    #[error("`{name}` belongs to no seat: write it alone")]
    NoSeat {
        /// The name.
        name: String,
    },
    /// A position line or a board that cannot be read.
    #[error("{0}")]
    Position(ValueError),
    /// A board where a position is asked for.
    #[error("this is a board alone: write `reaches board`, or add the seat to move and the stones taken")]
    BoardAlone,
    /// Turns that cannot be read.
    #[error("{0}")]
    Opening(String),
    /// A text without its closing quote.
    #[error("this text has no closing quote")]
    UnclosedText,
    /// Parentheses that nest too deep.
    #[error("parentheses nest at most {} deep", Query::DEEPEST)]
    TooDeep,
    /// A text that is too long.
    #[error("an expression has at most {} bytes", Query::LONGEST)]
    TooLong,
}

/// Says what stands somewhere.
fn found_words(found: &str) -> String {
    if found.is_empty() { "the end".to_owned() } else { format!("`{}`", quoted(found)) }
}

impl QueryErrorKind {
    /// Returns what else there is to say, a sentence each.
    #[must_use]
    pub fn help(&self) -> Vec<String> {
        let (meant, more) = match self {
            Self::UnknownName { name, meant } => {
                (*meant, Some(format!("a tag of this name is written `tag.{}`", quoted(name))))
            }
            Self::Value { meant, .. } | Self::UnknownOption { meant, .. } => (*meant, None),
            _ => (None, None),
        };
        meant.map(|meant| format!("did you mean `{meant}`?")).into_iter().chain(more).collect()
    }
}

impl QueryError {
    /// Writes for people what is wrong, the text of the query with the place underlined, and what
    /// was probably meant.
    ///
    /// `name` tells where the text came from; it is escaped here, as is the text.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_human(&self, out: &mut impl fmt::Write, name: &str, text: &str, palette: Palette) -> fmt::Result {
        let (head, message) = (palette.paint(Tone::Captured, "error"), self.to_string());
        writeln!(out, "{head}: {}", palette.paint(Tone::Strong, &message))?;
        let span = Span::new(self.range.start as u32, self.range.end as u32);
        write_excerpt(out, name, &Source::from_text(text), span, &self.kind.help(), palette)
    }
}
