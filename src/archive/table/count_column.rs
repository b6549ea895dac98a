use super::column::{ColumnHead, ColumnKind, Value, int64};
use crate::archive::Counts;
use crate::board::Seat;

/// Defines a column that counts something in a turn, and its sums over the turns of each seat.
pub(super) struct CountColumn {
    name: &'static str,
    south: &'static str,
    north: &'static str,
    meaning: &'static str,
    get: fn(&Counts) -> u64,
}

macro_rules! counts {
    ($($field:ident: $meaning:literal,)*) => {
        [$(CountColumn {
            name: stringify!($field),
            south: concat!("south_", stringify!($field)),
            north: concat!("north_", stringify!($field)),
            meaning: $meaning,
            get: |counts| counts.$field,
        }),*]
    };
}

/// All of them but the turns themselves.
pub(super) const COUNTS: [CountColumn; 12] = counts! {
    laps: "laps sown",
    captures: "captures, bonus and strip not counted",
    captured: "stones captured, bonus and strip included, those of a round's end not",
    clockwise_captures: "captures made by a clockwise lap (Igisoro)",
    bonus_pits: "pits taken as bonus (Tsoro, Nsolo)",
    waived_bonuses: "times that a bonus was waived",
    stripped: "stones stripped (Nsolo)",
    waived_strips: "times that a strip was waived",
    head_stops: "occupied heads that a turn stopped in (Tsoro)",
    go_ons: "occupied heads that a turn went on through (Tsoro)",
    passes: "captures passed (Igisoro)",
    retreats: "retreats of the enemy that answered them",
};

/// The turns, which are counted for a record only.
pub(super) const TURNS: [CountColumn; 1] = counts! { turns: "turns that could be judged", };

impl CountColumn {
    /// Describes the column of one turn.
    pub(super) fn head(&self) -> ColumnHead {
        ColumnHead { name: self.name, kind: ColumnKind::Int64, required: false, meaning: self.meaning.into() }
    }

    /// Describes the column of a seat's turns.
    pub(super) fn head_of(&self, seat: Seat) -> ColumnHead {
        let name = match seat {
            Seat::South => self.south,
            Seat::North => self.north,
        };
        ColumnHead { name, meaning: format!("{seat}: {}", self.meaning).into(), ..self.head() }
    }

    /// Returns what was counted.
    pub(super) fn value(&self, counts: Option<&Counts>) -> Value<'static> {
        Value::Int64(counts.map(self.get).map(int64))
    }
}
