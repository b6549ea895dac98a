//! Archives of records: what a record amounts to in numbers, for tables, queries and statistics.

mod facts;
mod query;
pub mod stats;
mod table;

pub use facts::{Counts, Facts};
pub use query::{Query, QueryError, QueryErrorKind};
pub use table::{Cells, ColumnHead, ColumnKind, CsvRows, Entry, TABLE_VERSION, Table, Value};
#[cfg(feature = "parquet")]
pub use table::{ColumnRows, ParquetFile, RowGroupLimit};
