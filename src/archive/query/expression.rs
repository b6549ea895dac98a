use std::fmt;

use super::condition::Condition;
use super::holds::Subject;

/// Conditions joined by `and`, `or` and `not`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// At least one holds; there are two or more.
    Any(Vec<Self>),
    /// All hold; there are two or more.
    All(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// A single condition.
    One(Box<Condition>),
}

impl Expression {
    /// Joins expressions by `or`; one alone is itself.
    pub(super) fn any(terms: Vec<Self>) -> Self {
        Self::joined(terms, Self::Any)
    }

    /// Joins expressions by `and`; one alone is itself.
    pub(super) fn all(terms: Vec<Self>) -> Self {
        Self::joined(terms, Self::All)
    }

    /// Denies an expression; denied twice it is itself.
    pub(super) fn not(term: Self) -> Self {
        match term {
            Self::Not(term) => *term,
            term => Self::Not(Box::new(term)),
        }
    }

    fn joined(mut terms: Vec<Self>, join: impl FnOnce(Vec<Self>) -> Self) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                join(terms)
            }
        }
    }

    /// Returns all conditions in it.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            loop {
                match open.pop()? {
                    Self::Any(terms) | Self::All(terms) => open.extend(terms),
                    Self::Not(term) => open.push(term),
                    Self::One(condition) => return Some(&**condition),
                }
            }
        })
    }

    /// Returns whether it holds; `None` if that cannot be told from what was kept of the record.
    pub(super) fn holds(&self, subject: &Subject<'_>) -> Option<bool> {
        match self {
            Self::Any(terms) => settled(terms, true, subject),
            Self::All(terms) => settled(terms, false, subject),
            Self::Not(term) => term.holds(subject).map(|holds| !holds),
            Self::One(condition) => subject.holds(condition),
        }
    }

    /// Writes it, in parentheses if it binds less than what it stands in.
    fn write(&self, f: &mut fmt::Formatter<'_>, within: Binding) -> fmt::Result {
        let (binding, terms, joint) = match self {
            Self::Any(terms) => (Binding::Or, terms, " or "),
            Self::All(terms) => (Binding::And, terms, " and "),
            Self::Not(term) => {
                f.write_str("not ")?;
                return term.write(f, Binding::Not);
            }
            Self::One(condition) => return write!(f, "{condition}"),
        };
        let parted = binding <= within;
        f.write_str(if parted { "(" } else { "" })?;
        for (index, term) in terms.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { joint })?;
            term.write(f, binding)?;
        }
        f.write_str(if parted { ")" } else { "" })
    }
}

/// How tight what is written binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Nothing,
    Or,
    And,
    Not,
}

/// Returns what terms come to of which one with this answer settles it. Those that can be told settle it also if others
/// cannot.
fn settled(terms: &[Expression], answer: bool, subject: &Subject<'_>) -> Option<bool> {
    let mut known = true;
    for term in terms {
        match term.holds(subject) {
            Some(holds) if holds == answer => return Some(answer),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then_some(!answer)
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Binding::Nothing)
    }
}
