use std::cmp::Ordering;
use std::fmt;

/// The operators of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// One that compares sizes, or asks whether values are the same.
    Compare(Comparison),
    /// `~`, or `!~` if it is negated.
    Contains {
        /// Whether the text must not be there.
        negated: bool,
    },
}

impl Operator {
    /// All of them, those first that others begin with.
    pub(super) const ALL: [Self; 8] = [
        Self::Compare(Comparison::Unequal),
        Self::Contains { negated: true },
        Self::Compare(Comparison::AtMost),
        Self::Compare(Comparison::AtLeast),
        Self::Compare(Comparison::Equal),
        Self::Compare(Comparison::Less),
        Self::Compare(Comparison::More),
        Self::Contains { negated: false },
    ];

    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Compare(comparison) => comparison.sign(),
            Self::Contains { negated: false } => "~",
            Self::Contains { negated: true } => "!~",
        }
    }
}

/// Compares numbers or dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    /// Returns whether two values that are in this order to each other compare so.
    pub(super) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    /// Returns the same for values that have no order; `None` if it needs one.
    pub(super) const fn equality(self) -> Option<Equality> {
        match self {
            Self::Equal => Some(Equality::Same),
            Self::Unequal => Some(Equality::Other),
            _ => None,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

/// Asks whether values are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equality {
    Same,
    Other,
}

impl Equality {
    pub(super) fn holds<T: PartialEq>(self, one: &T, other: &T) -> bool {
        (one == other) == (self == Self::Same)
    }
}

impl fmt::Display for Equality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Same { "=" } else { "!=" })
    }
}

/// Asks of a text what it is or holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextTest {
    /// It is this text.
    Is(Equality, String),
    /// It holds this text in any case, which is kept in lower case.
    Contains { negated: bool, text: String },
}

impl TextTest {
    pub(super) fn contains(negated: bool, text: &str) -> Self {
        Self::Contains { negated, text: text.to_lowercase() }
    }

    pub(super) fn holds(&self, found: &str) -> bool {
        match self {
            Self::Is(equality, text) => equality.holds(&found, &text.as_str()),
            Self::Contains { negated, text } => found.to_lowercase().contains(text) != *negated,
        }
    }
}

impl fmt::Display for TextTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(equality, text) => write!(f, "{equality} {}", Quoted(text)),
            Self::Contains { negated, text } => {
                write!(f, "{} {}", Operator::Contains { negated: *negated }.sign(), Quoted(text))
            }
        }
    }
}

/// Writes a text in quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
