//! Statistics of many records: counted as they come, merged in order, and told as text, JSON, CSV or plots.

mod histogram;
mod openings;
mod pit_counts;
mod results;
mod statistics;
mod summary;

pub use histogram::{Bar, Histogram};
pub use openings::Opening;
pub use pit_counts::{PitCounts, Taken};
pub use results::Results;
pub use statistics::Statistics;
pub use summary::Summary;
