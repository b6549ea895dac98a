//! Archives of records: what a record amounts to in numbers, for tables, queries and statistics.

mod facts;
pub mod stats;

pub use facts::{Counts, Facts};
