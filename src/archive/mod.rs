//! Archives of records: what a record amounts to in numbers, for tables, queries and statistics.

mod facts;
mod query;

pub use facts::{Counts, Facts};
pub use query::{Query, QueryError, QueryErrorKind};
