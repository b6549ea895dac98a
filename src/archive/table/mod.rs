//! Tables of records, for spreadsheets and databases: a row a record, or a row a ply.
//!
//! The columns are defined once, in `record_row` and `ply_row`; the header of the CSV, the schema of the Parquet and the
//! page `notation/tables.md` are made from that.

mod column;
#[cfg(feature = "parquet")]
mod column_rows;
mod count_column;
mod csv_rows;
#[cfg(feature = "parquet")]
mod parquet_file;
mod ply_row;
mod record_row;

use crate::record::Judged;
pub use column::{ColumnHead, ColumnKind, Value};
#[cfg(feature = "parquet")]
pub use column_rows::ColumnRows;
pub use csv_rows::CsvRows;
#[cfg(feature = "parquet")]
pub use parquet_file::{ParquetFile, RowGroupLimit};

/// The version of the tables. It changes when a column goes or means something else, not when one is added.
pub const TABLE_VERSION: u32 = 1;

/// Names a table that records are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// A row a record.
    Records,
    /// A row a ply of the main lines.
    Plies,
}

/// Holds a record with what tables tell of its place.
///
/// It must be judged with [`Keep::Positions`](crate::record::Keep::Positions).
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The file that it stands in.
    pub file: &'a str,
    /// Its number in the file, from 1.
    pub record: u64,
    /// The record.
    pub judged: &'a Judged,
}

/// Takes the cells of a table, row by row, in the order of its columns.
pub trait Cells {
    /// Takes the next cell of a row.
    fn cell(&mut self, value: Value<'_>);

    /// Ends a row.
    fn end_row(&mut self);
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 2] = [Self::Records, Self::Plies];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Plies => "plies",
        }
    }

    /// Returns its columns, in order.
    #[must_use]
    pub fn columns(self) -> Vec<ColumnHead> {
        match self {
            Self::Records => record_row::heads(),
            Self::Plies => ply_row::heads(),
        }
    }

    /// Writes all the rows of a record.
    pub fn write(self, entry: Entry<'_>, cells: &mut impl Cells) {
        match self {
            Self::Records => record_row::write(entry, cells),
            Self::Plies => ply_row::write(entry, cells),
        }
    }
}
