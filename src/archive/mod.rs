//! Archives of records: what a record amounts to in numbers, which records are the same, how they are ordered, named
//! and merged.

mod comparison;
mod digest;
mod duplicates;
mod entry;
mod facts;
mod field;
mod file_names;
mod fullness;
mod kept;
mod likeness;
mod measure;
mod merge;
mod query;
mod sort_key;
pub mod stats;
pub mod table;

pub use comparison::{Comparison, Fingerprint, beginning};
pub use digest::Digest;
pub use duplicates::{Candidate, Duplicate, Duplicates};
pub use entry::Entry;
pub use facts::{Counts, Facts};
pub use field::{Field, FieldError};
pub use file_names::FileNames;
pub use fullness::Fullness;
pub use kept::Kept;
pub use likeness::Likeness;
pub use measure::Measure;
pub use merge::{MergeError, Merger};
pub use query::{Query, QueryError, QueryErrorKind};
pub use sort_key::SortKey;
