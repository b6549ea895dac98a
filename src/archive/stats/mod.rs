//! Statistics of many records: counted as they come, merged in order, and told as text, JSON, CSV or plots.

mod chart;
mod habit;
mod histogram;
mod json;
mod openings;
mod pit_counts;
mod plots;
mod rate;
mod report;
mod results;
mod statistics;
mod summary;
mod table;

pub use histogram::{Bar, Histogram};
pub use openings::Opening;
pub use pit_counts::{PitCounts, Taken};
pub use plots::Plots;
pub use report::Report;
pub use results::Results;
pub use statistics::Statistics;
pub use summary::Summary;
