use crate::board::{Pit, Seat};

/// Tells what a turn in progress must be told next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The pit the turn begins in.
    Origin,
    /// Which way a lap goes that may go clockwise (Igisoro; `RULES I7`).
    Direction {
        /// The pit the lap is sown from.
        pit: Pit,
        /// What kind of lap it is.
        lap: LapKind,
    },
    /// Whether to go on through an occupied head or to stop there (Tsoro; `RULES T5`).
    Head {
        /// The head.
        pit: Pit,
    },
    /// Whether to capture or to pass (Igisoro; `RULES I4`).
    Capture {
        /// The own front pit where the lap ended.
        landing: Pit,
        /// The enemy's front pit of the file.
        pit: Pit,
    },
    /// Whether the enemy retreats after a pass (Igisoro; `RULES I6`).
    Retreat {
        /// The enemy's front pit of the file.
        pit: Pit,
    },
    /// Which further enemy pits are taken (`RULES T8`).
    Bonus {
        /// How many must be named.
        least: u8,
        /// How many may be named, at least 1.
        most: u8,
    },
    /// Which single stones are taken (`RULES N4`).
    Strip {
        /// How many must be taken.
        least: u32,
        /// How many may be taken, at least 1.
        most: u32,
    },
    /// Nothing: the turn is complete.
    Nothing,
}

/// Tells what kind of lap a direction is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LapKind {
    /// The turn's first lap.
    Origin,
    /// A relay of the seeds just landed on.
    Relay,
    /// The sowing of captured seeds.
    Resow,
}

/// Answers a [`Need`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Begins the turn in this pit.
    Origin(Pit),
    /// Sows the lap counter-clockwise.
    CounterClockwise,
    /// Sows the lap clockwise.
    Clockwise,
    /// Goes on through the head.
    GoOn,
    /// Stops in the head.
    Stop,
    /// Captures.
    Capture,
    /// Passes the capture.
    Pass,
    /// Retreats (the enemy).
    Retreat,
    /// Does not retreat (the enemy).
    Stay,
    /// Takes these enemy pits; none waives the bonus.
    Bonus(Vec<Pit>),
    /// Takes so many stones from these enemy pits; none waives the strip.
    Strip(Vec<(Pit, u32)>),
}

/// Lists what is allowed at a [`Need`], looking as far ahead as `RULES R7` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The pits in which the turn may begin, in sowing order.
    Origins(Vec<Pit>),
    /// Some of [`Decision::CounterClockwise`], [`Decision::Clockwise`], [`Decision::GoOn`], [`Decision::Stop`],
    /// [`Decision::Capture`], [`Decision::Pass`], [`Decision::Retreat`] and [`Decision::Stay`].
    Ways(Vec<Decision>),
    /// From `least` to `most` of these pits.
    Bonus {
        /// The pits that can be taken, in the enemy's sowing order.
        pits: Vec<Pit>,
        /// How many must be named.
        least: u8,
        /// How many may be named.
        most: u8,
    },
    /// From `least` to `most` stones out of these pits.
    Strip {
        /// The enemy's occupied pits and their stones, in sowing order.
        pits: Vec<(Pit, u32)>,
        /// How many stones must be taken.
        least: u32,
        /// How many stones may be taken.
        most: u32,
    },
    /// Nothing: the turn is complete.
    Nothing,
}

/// Says why a turn cannot begin in a pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// The board has no such pit.
    #[error("`{pit}` is not on this board: columns go from 1 to {columns}")]
    OffBoard {
        /// The pit.
        pit: Pit,
        /// Columns of the board.
        columns: u8,
    },
    /// Bosh has no back row.
    #[error("`{pit}` is not on this board: Bosh has no back row")]
    NoBackRow {
        /// The pit.
        pit: Pit,
    },
    /// The pit is the enemy's.
    #[error("`{pit}` is {}'s pit, but {mover} is to move", .mover.other())]
    NotOwn {
        /// The pit.
        pit: Pit,
        /// The seat to move.
        mover: Seat,
    },
    /// The pit is empty.
    #[error("`{pit}` is empty")]
    Empty {
        /// The pit.
        pit: Pit,
    },
    /// The pit is closed.
    #[error("`{pit}` is closed in this round")]
    Closed {
        /// The pit.
        pit: Pit,
    },
    /// A single stone while a fuller pit is there, or at all.
    #[error("`{pit}` holds a single stone: {}", if *.fuller { "a turn begins in a pit with two or more while there is one" } else { "a turn begins in a pit with two or more" })]
    Single {
        /// The pit.
        pit: Pit,
        /// Whether singles may move once no pit holds two.
        fuller: bool,
    },
    /// A single step whose next pit is occupied.
    #[error("the stone of `{pit}` cannot step: the next pit, `{next}`, is occupied")]
    Blocked {
        /// The pit.
        pit: Pit,
        /// The next one.
        next: Pit,
    },
}

/// Says why bonus pits or stripped stones are not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GainError {
    /// The board has no such pit.
    #[error("`{pit}` is not on this board: columns go from 1 to {columns}")]
    OffBoard {
        /// The pit.
        pit: Pit,
        /// Columns of the board.
        columns: u8,
    },
    /// The pit is the mover's own.
    #[error("`{pit}` is {mover}'s own pit: only enemy pits can be taken")]
    Own {
        /// The pit.
        pit: Pit,
        /// The mover.
        mover: Seat,
    },
    /// The pit is empty.
    #[error("`{pit}` is empty")]
    Empty {
        /// The pit.
        pit: Pit,
    },
    /// The pit is a head, and heads are safe.
    #[error("`{pit}` is a head: with `bonus-heads=safe` its stones cannot be taken as bonus")]
    SafeHead {
        /// The pit.
        pit: Pit,
    },
    /// The pit is named twice.
    #[error("`{pit}` is named twice")]
    Twice {
        /// The pit.
        pit: Pit,
    },
    /// More pits than allowed.
    #[error("{found} bonus pits are named, but at most {most} can be taken")]
    TooManyPits {
        /// Pits named.
        found: usize,
        /// Pits allowed.
        most: u8,
    },
    /// Fewer pits than the rules ask.
    #[error("{} named, but {least} must be taken", counted(*.found as u64, "bonus pit"))]
    TooFewPits {
        /// Pits named.
        found: usize,
        /// Pits asked.
        least: u8,
    },
    /// More stones than the pit holds.
    #[error("{} taken from `{pit}`, which holds {held}", counted((*.found).into(), "stone"))]
    Overdrawn {
        /// The pit.
        pit: Pit,
        /// Stones named.
        found: u32,
        /// Stones there.
        held: u32,
    },
    /// More stones than the capture earned.
    #[error("{} stripped, but at most {most} can be", counted(*.found, "stone"))]
    TooManyStones {
        /// Stones named.
        found: u64,
        /// Stones allowed.
        most: u32,
    },
    /// Fewer stones than the rules ask.
    #[error("{} stripped, but {least} must be", counted(*.found, "stone"))]
    TooFewStones {
        /// Stones named.
        found: u64,
        /// Stones asked.
        least: u32,
    },
}

fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one} is") } else { format!("{count} {one}s are") }
}

/// Says why a decision was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// Something else is asked for. The turn is as it was.
    #[error("this decision is not asked for here")]
    NotAsked,
    /// The origin is not allowed. The turn is as it was.
    #[error(transparent)]
    Origin(OriginError),
    /// The bonus or the strip is not allowed. The turn is as it was.
    #[error(transparent)]
    Gain(GainError),
    /// The sowing never ends (`RULES R7`). The turn cannot go on.
    #[error("the sowing never ends: after {} the lap from `{pit}` would be sown again", crate::text::counted(*.laps, "lap"))]
    Endless {
        /// The pit of the lap that would repeat.
        pit: Pit,
        /// Laps sown in the turn so far.
        laps: u64,
    },
    /// The sowing was not decided within the work budget. The turn cannot go on.
    #[error("not decided after {}", crate::text::counted(*.laps, "lap"))]
    Undecided {
        /// Laps sown.
        laps: u64,
    },
}
