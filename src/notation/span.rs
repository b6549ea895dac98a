/// Marks a part of a record's text by byte offsets from the start of the record; the end is exclusive.
///
/// Lines and columns are worked out only when something is shown, by [`Source::locate`](super::Source::locate).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// Makes a span from its two ends.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the empty span at an offset.
    #[must_use]
    pub const fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns the length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the span covers no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the text that the span marks.
    ///
    /// # Panics
    ///
    /// If the span does not belong to this text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// Pairs a value with the text it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
