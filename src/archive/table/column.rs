use std::borrow::Cow;

use crate::notation::Day;

/// Tells what the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A day.
    Date,
}

/// Describes a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnHead {
    /// The name.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: ColumnKind,
    /// Whether no cell is empty.
    pub required: bool,
    /// What its cells mean, as a phrase of Markdown.
    pub meaning: Cow<'static, str>,
}

/// Holds what stands in a cell; `None` in an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Text.
    Text(Option<Cow<'a, str>>),
    /// `true` or `false`.
    Boolean(Option<bool>),
    /// An integer of 32 bits.
    Int32(Option<i32>),
    /// An integer of 64 bits.
    Int64(Option<i64>),
    /// A day.
    Date(Option<Day>),
}

impl Value<'_> {
    /// Returns whether nothing stands in the cell.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(
            self,
            Self::Text(None) | Self::Boolean(None) | Self::Int32(None) | Self::Int64(None) | Self::Date(None)
        )
    }
}

/// Defines a column of a table whose rows are made of an `R`.
pub(super) struct Column<R> {
    name: &'static str,
    required: bool,
    meaning: &'static str,
    get: Get<R>,
}

/// How a cell is got from what a row is made of.
enum Get<R> {
    Text(fn(&R) -> Option<Cow<'_, str>>),
    Boolean(fn(&R) -> Option<bool>),
    Int32(fn(&R) -> Option<i32>),
    Int64(fn(&R) -> Option<i64>),
    Date(fn(&R) -> Option<Day>),
}

impl<R> Column<R> {
    const fn new(name: &'static str, meaning: &'static str, get: Get<R>) -> Self {
        Self { name, required: false, meaning, get }
    }

    pub(super) const fn text(name: &'static str, meaning: &'static str, get: fn(&R) -> Option<Cow<'_, str>>) -> Self {
        Self::new(name, meaning, Get::Text(get))
    }

    pub(super) const fn boolean(name: &'static str, meaning: &'static str, get: fn(&R) -> Option<bool>) -> Self {
        Self::new(name, meaning, Get::Boolean(get))
    }

    pub(super) const fn int32(name: &'static str, meaning: &'static str, get: fn(&R) -> Option<i32>) -> Self {
        Self::new(name, meaning, Get::Int32(get))
    }

    pub(super) const fn int64(name: &'static str, meaning: &'static str, get: fn(&R) -> Option<i64>) -> Self {
        Self::new(name, meaning, Get::Int64(get))
    }

    pub(super) const fn date(name: &'static str, meaning: &'static str, get: fn(&R) -> Option<Day>) -> Self {
        Self::new(name, meaning, Get::Date(get))
    }

    /// Says that no cell is empty.
    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub(super) fn head(&self) -> ColumnHead {
        let kind = match self.get {
            Get::Text(_) => ColumnKind::Text,
            Get::Boolean(_) => ColumnKind::Boolean,
            Get::Int32(_) => ColumnKind::Int32,
            Get::Int64(_) => ColumnKind::Int64,
            Get::Date(_) => ColumnKind::Date,
        };
        ColumnHead { name: self.name, kind, required: self.required, meaning: Cow::Borrowed(self.meaning) }
    }

    pub(super) fn value<'r>(&self, row: &'r R) -> Value<'r> {
        match self.get {
            Get::Text(get) => Value::Text(get(row)),
            Get::Boolean(get) => Value::Boolean(get(row)),
            Get::Int32(get) => Value::Int32(get(row)),
            Get::Int64(get) => Value::Int64(get(row)),
            Get::Date(get) => Value::Date(get(row)),
        }
    }
}

/// Makes a number fit into a cell. What does not fit cannot come of a record that can be read.
pub(super) fn int32(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// The same for a larger cell.
pub(super) fn int64(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
