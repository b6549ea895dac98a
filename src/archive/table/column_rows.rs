use super::{Cells, ColumnHead, ColumnKind, Table, Value};

/// How many rows are held together.
const ROWS: usize = 1024;
/// How many bytes of cells are enough to be held together.
const BYTES: usize = 1 << 20;

/// Holds rows of a table column by column, as Parquet stores them.
#[derive(Debug)]
pub struct ColumnRows {
    heads: Vec<ColumnHead>,
    chunks: Vec<Chunk>,
    /// The column of the next cell.
    next: usize,
}

/// Some rows that follow each other.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) columns: Vec<Cellar>,
    pub(super) rows: usize,
    /// About how much memory they take.
    pub(super) bytes: usize,
}

/// The cells of one column.
#[derive(Debug)]
pub(super) struct Cellar {
    /// The values of the cells that are not empty.
    pub(super) values: Values,
    /// For every cell 0 if it is empty and 1 if not; only where it may be.
    pub(super) levels: Option<Vec<i16>>,
}

/// The values of some cells of a column.
#[derive(Debug)]
pub(super) enum Values {
    /// All texts, one behind the other, and where each ends.
    Text(String, Vec<usize>),
    Boolean(Vec<bool>),
    /// Integers, or days since 1970.
    Int32(Vec<i32>),
    Int64(Vec<i64>),
}

impl ColumnRows {
    /// Makes a table without rows.
    #[must_use]
    pub fn new(table: Table) -> Self {
        Self { heads: table.columns(), chunks: Vec::new(), next: 0 }
    }

    pub(super) fn into_chunks(self) -> Vec<Chunk> {
        self.chunks
    }
}

impl Chunk {
    fn new(heads: &[ColumnHead]) -> Self {
        Self { columns: heads.iter().map(Cellar::new).collect(), rows: 0, bytes: 0 }
    }

    pub(super) const fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// Adds rows of the same table.
    pub(super) fn append(&mut self, other: Self) {
        self.rows += other.rows;
        self.bytes += other.bytes;
        for (cells, more) in self.columns.iter_mut().zip(other.columns) {
            cells.append(more);
        }
    }
}

impl Cells for ColumnRows {
    fn cell(&mut self, value: Value<'_>) {
        if self.next == 0 && self.chunks.last().is_none_or(Chunk::is_full) {
            self.chunks.push(Chunk::new(&self.heads));
        }
        let Some(chunk) = self.chunks.last_mut() else { return };
        chunk.bytes += chunk.columns[self.next].push(value);
        self.next += 1;
    }

    fn end_row(&mut self) {
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.rows += 1;
        }
        self.next = 0;
    }
}

impl Cellar {
    fn new(head: &ColumnHead) -> Self {
        let values = match head.kind {
            ColumnKind::Text => Values::Text(String::new(), Vec::new()),
            ColumnKind::Boolean => Values::Boolean(Vec::new()),
            ColumnKind::Int32 | ColumnKind::Date => Values::Int32(Vec::new()),
            ColumnKind::Int64 => Values::Int64(Vec::new()),
        };
        Self { values, levels: (!head.required).then(Vec::new) }
    }

    /// Adds a cell, and returns about how much memory it takes.
    fn push(&mut self, value: Value<'_>) -> usize {
        let (given, bytes) = self.values.push(value);
        if let Some(levels) = &mut self.levels {
            levels.push(given.into());
        }
        bytes + size_of::<i16>()
    }

    fn append(&mut self, other: Self) {
        self.values.append(other.values);
        if let (Some(levels), Some(more)) = (&mut self.levels, other.levels) {
            levels.extend(more);
        }
    }
}

impl Values {
    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Text(all, ends), Self::Text(more, more_ends)) => {
                ends.extend(more_ends.iter().map(|end| all.len() + end));
                all.push_str(&more);
            }
            (Self::Boolean(all), Self::Boolean(more)) => all.extend(more),
            (Self::Int32(all), Self::Int32(more)) => all.extend(more),
            (Self::Int64(all), Self::Int64(more)) => all.extend(more),
            (_, other) => debug_assert!(false, "a column holds cells of one kind: {other:?}"),
        }
    }

    /// Adds what stands in a cell. Returns whether anything does, and how much memory it takes.
    fn push(&mut self, value: Value<'_>) -> (bool, usize) {
        match (self, value) {
            (Self::Text(all, ends), Value::Text(Some(text))) => {
                all.push_str(&text);
                ends.push(all.len());
                (true, text.len() + size_of::<usize>())
            }
            (Self::Boolean(all), Value::Boolean(Some(value))) => push(all, value),
            (Self::Int32(all), Value::Int32(Some(value))) => push(all, value),
            (Self::Int32(all), Value::Date(Some(day))) => push(all, day.since_1970()),
            (Self::Int64(all), Value::Int64(Some(value))) => push(all, value),
            (_, value) => {
                debug_assert!(value.is_empty(), "a column holds cells of one kind: {value:?}");
                (false, 0)
            }
        }
    }
}

fn push<T>(all: &mut Vec<T>, value: T) -> (bool, usize) {
    all.push(value);
    (true, size_of::<T>())
}
