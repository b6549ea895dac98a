//! The language that records are selected with; `notation/select.md` specifies it.

mod comparison;
mod condition;
mod count;
mod error;
mod expression;
mod grammar;
mod holds;
mod opening;
mod target;
mod word;

use std::fmt;
use std::str::FromStr;

pub use error::{QueryError, QueryErrorKind};

use crate::record::{Judged, Keep};
use expression::Expression;
use holds::Subject;

/// Holds what is asked of records, such as `South ~ "east" and plies > 40`.
///
/// `Display` writes it so that reading it gives the same query again.
///
/// ```
/// use matombo::archive::Query;
/// use matombo::notation::read_text;
/// use matombo::record::Judge;
/// let query = Query::parse(r#"game = fuva and head-stop and not reaches board "6*0/6*0/6*0/6*0""#)?;
/// let text = "[Game \"Tsoro\"]\n\n1. B18.B20 b18/b20 *\n";
/// let judged = Judge::new().keep(query.needs()).judge(text, &read_text(text));
/// assert_eq!(query.matches(&judged, query.needs()), Some(true));
/// # Ok::<(), matombo::archive::QueryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    expression: Expression,
}

impl Query {
    /// The longest query that is read, in bytes.
    pub const LONGEST: usize = 64 * 1024;
    /// How deep parentheses may nest.
    pub const DEEPEST: usize = 64;

    /// Reads a query.
    ///
    /// # Errors
    ///
    /// Where the text is no query, and what would be one.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        grammar::query(text).map(|expression| Self { expression })
    }

    /// Returns how much must be kept of a record for the query to be answered in any case.
    #[must_use]
    pub fn needs(&self) -> Keep {
        self.expression.conditions().map(condition::Condition::needs).max().unwrap_or_default()
    }

    /// Returns with how little kept the query may be answered already, if its first conditions are enough.
    #[must_use]
    pub fn may_need(&self) -> Keep {
        self.expression.conditions().map(condition::Condition::needs).min().unwrap_or_default()
    }

    /// Returns whether a record is what is asked for; `None` if more of it must be kept to tell.
    ///
    /// `kept` is how much the judge kept of it. A record that is invalid is looked at up to its fault.
    #[must_use]
    pub fn matches(&self, judged: &Judged, kept: Keep) -> Option<bool> {
        self.expression.holds(&Subject::new(judged, kept))
    }
}

impl FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        Self::parse(text)
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.fmt(f)
    }
}
