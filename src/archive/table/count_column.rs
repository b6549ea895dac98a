use super::column::{ColumnHead, ColumnKind, Value, int64};
use crate::archive::{Counts, Measure};
use crate::board::Seat;

/// Describes the column of one turn.
pub(super) fn head(measure: &'static Measure) -> ColumnHead {
    ColumnHead { name: measure.name, kind: ColumnKind::Int64, required: false, meaning: measure.meaning.into() }
}

/// Describes the column of a seat's turns.
pub(super) fn head_of(measure: &'static Measure, seat: Seat) -> ColumnHead {
    let meaning = format!("{seat}: {}", measure.meaning).into();
    ColumnHead { name: measure.names_by_seat[seat], meaning, ..head(measure) }
}

/// Returns what was counted.
pub(super) fn value(measure: &Measure, counts: Option<&Counts>) -> Value<'static> {
    Value::Int64(counts.map(|counts| int64(measure.of(counts))))
}
