use super::Termination;
use crate::board::{Pit, Row, Seat};
use crate::diagnostic::Code;
use crate::engine::{GainError, Game, OriginError, Outcome, PitSet, RefillError, RulesetError, SetupError};
use crate::notation::{GameResult, WrittenStep};

/// Names what a capture earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GainKind {
    /// Whole pits.
    Bonus,
    /// Single stones.
    Strip,
}

impl std::fmt::Display for GainKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Bonus => "bonus",
            Self::Strip => "strip",
        })
    }
}

/// The ways a readable record can contradict the rules. `Display` gives the message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// No `Game` tag.
    #[error("the record has no `Game` tag")]
    MissingGame,
    /// A game nobody knows.
    #[error("unknown game `{}`: the games are Tsoro, Nsolo, Igisoro, Bosh and Kimasai", crate::text::quoted(.name))]
    UnknownGame {
        /// The tag's value.
        name: String,
    },
    /// Rules that name no ruleset.
    #[error(transparent)]
    Rules(RulesetError),
    /// A version nobody knows.
    #[error("unknown format `{}`: this program knows format 1", crate::text::quoted(.format))]
    UnknownFormat {
        /// The tag's value.
        format: String,
    },
    /// A date that no calendar has, or no date at all.
    #[error("`{}` is no date: dates are written `2026-11-30`, `2026-11`, `2026` or `?`", crate::text::quoted(.date))]
    BadDate {
        /// The tag's value.
        date: String,
    },
    /// An option that does nothing with these rules.
    #[error("option `{option}` has no effect with `{by}`")]
    IdleOption {
        /// The option.
        option: &'static str,
        /// What makes it idle.
        by: &'static str,
    },
    /// A `Result` tag that is no result.
    #[error("`{}` is no result: results are `1-0`, `0-1`, `1/2-1/2` and `*`", crate::text::quoted(.result))]
    BadResultTag {
        /// The tag's value.
        result: String,
    },
    /// A termination nobody knows.
    #[error(
        "unknown termination `{}`: terminations are `normal`, `resignation`, `time forfeit`, `rules infraction`, \
         `adjudication`, `agreement`, `abandoned` and `unterminated`",
        crate::text::quoted(.termination)
    )]
    BadTermination {
        /// The tag's value.
        termination: String,
    },
    /// A position line that cannot be read.
    #[error("{0}")]
    BadPosition(String),
    /// A position the game cannot be in.
    #[error(transparent)]
    ImpossiblePosition(SetupError),
    /// Igisoro: a named set-up with another position, or a custom one without.
    #[error("{0}")]
    SetupConflict(String),

    /// An origin that is not allowed.
    #[error(transparent)]
    Origin(OriginError),
    /// A step of another game.
    #[error("{step} is no step of {game}")]
    ForeignStep {
        /// The step in words.
        step: &'static str,
        /// The record's game.
        game: Game,
    },
    /// A pit beyond the board.
    #[error("`{pit}` is not on this board: {}", board_bounds(*.pit, *.columns, *.back_row))]
    OffBoard {
        /// The pit.
        pit: Pit,
        /// Columns of the board.
        columns: u8,
        /// Whether the board has back rows.
        back_row: bool,
    },
    /// A pit of the wrong seat, or of the wrong row.
    #[error("`{pit}` is {}'s pit: {wanted}", .pit.seat)]
    WrongCase {
        /// The pit.
        pit: Pit,
        /// What is wanted.
        wanted: &'static str,
    },
    /// A missing head decision.
    #[error("a lap ends in the head `{pit}`: write `/{pit}` to go on or `.{pit}` to stop")]
    HeadUndecided {
        /// The head.
        pit: Pit,
    },
    /// A head decision elsewhere.
    #[error("the lap ends in the head `{pit}`, not in `{found}`")]
    WrongHead {
        /// Where the lap ends.
        pit: Pit,
        /// What is written.
        found: Pit,
    },
    /// A head decision where no lap ends in an occupied head.
    #[error("{}", no_head(*.found, *.landing))]
    NoHead {
        /// What is written.
        found: Pit,
        /// Where the sowing ends.
        landing: Pit,
    },
    /// A counter-clockwise relay where there is no choice of direction.
    #[error(
        "`/{found}` says that the lap from `{found}` goes counter-clockwise, but here none could go clockwise from there"
    )]
    NoDirection {
        /// What is written.
        found: Pit,
    },
    /// A capture neither made nor passed.
    #[error(
        "a lap ends in `{landing}` and could capture `{pit}`: write `x{pit}` to capture, `-{pit}` to pass, or \
         `-{pit}^` if the enemy then retreats"
    )]
    CaptureUndecided {
        /// The own front pit.
        landing: Pit,
        /// The enemy's front pit.
        pit: Pit,
    },
    /// A forced capture that is not written.
    #[error("the clockwise lap captures `{pit}`: write `x{pit}`")]
    ForcedCaptureMissing {
        /// The enemy's front pit.
        pit: Pit,
    },
    /// A capture where there is none.
    #[error("nothing is captured: the sowing ends in `{landing}`, {reason}")]
    NoCapture {
        /// Where the sowing ends.
        landing: Pit,
        /// Why that captures nothing.
        reason: String,
    },
    /// Another pit is captured.
    #[error("the capture takes `{pit}`, not `{found}`")]
    WrongCapture {
        /// What is captured.
        pit: Pit,
        /// What is written.
        found: Pit,
    },
    /// Another pit is passed.
    #[error("the capture to pass is that of `{pit}`, not of `{found}`")]
    WrongPass {
        /// What could be captured.
        pit: Pit,
        /// What is written.
        found: Pit,
    },
    /// A pass where there is no capture.
    #[error("there is no capture to pass: the sowing ends in `{landing}`")]
    NoPass {
        /// Where the sowing ends.
        landing: Pit,
    },
    /// A clockwise lap that is not allowed.
    #[error("the lap from `{pit}` cannot go clockwise: {reason}")]
    NotClockwise {
        /// The pit.
        pit: Pit,
        /// Why not.
        reason: String,
    },
    /// A step after the turn's end.
    #[error("the turn is over before this: {reason}")]
    StepAfterEnd {
        /// What ended it.
        reason: String,
    },
    /// A wrong count behind a capture or a bonus pit.
    #[error("{} written, but {actual} {} taken", counted(*.found), if *.actual == 1 { "is" } else { "are" })]
    WrongCount {
        /// What is written.
        found: u32,
        /// What is taken.
        actual: u32,
    },
    /// A wrong landing check.
    #[error("the last stone falls in `{landing}`, not in `{found}`")]
    WrongLanding {
        /// Where it falls.
        landing: Pit,
        /// What is written.
        found: Pit,
    },
    /// A `#` where the game goes on.
    #[error("`#` says that the turn ended the game, but it goes on")]
    WrongEndMark,

    /// A missing `+`.
    #[error("the capture earns a {kind} of {}: write it{}", gain_size(*.kind, *.most, *.waivable), if *.waivable { ", or `+0` to waive it" } else { "" })]
    GainMissing {
        /// What is earned.
        kind: GainKind,
        /// How many pits, or stones.
        most: u32,
        /// Whether it may be waived.
        waivable: bool,
    },
    /// A `+` where nothing can be taken.
    #[error("there is no bonus or strip here: {reason}")]
    NothingToGain {
        /// Why.
        reason: &'static str,
    },
    /// A gain that is not allowed.
    #[error(transparent)]
    Gain(GainError),
    /// A strip without a count.
    #[error("a strip says how many stones: write {}", strip_counts(*.pit, *.least, *.most))]
    CountMissing {
        /// The pit.
        pit: Pit,
        /// How many of its stones must be taken.
        least: u32,
        /// How many may be taken.
        most: u32,
    },
    /// A step behind the `+`.
    #[error("`+` is the last step of a turn: nothing but `=pit` and `#` may follow")]
    GainNotLast,

    /// A refill that is not due.
    #[error("no refill is due: {reason}")]
    RefillNotDue {
        /// Why.
        reason: &'static str,
    },
    /// A refill that the rules contradict.
    #[error("the refill is `{due}`, not `{found}`")]
    WrongRefill {
        /// What the rules fill.
        due: String,
        /// What is written.
        found: String,
    },
    /// A refill with the wrong number of pits.
    #[error(transparent)]
    Refill(RefillError),
    /// A turn before the players' choice of pits.
    #[error("the turn before ended a round: the pits to fill must be named, such as `@A{}/a{}`", first(*.south), first(*.north))]
    RefillMissing {
        /// Pits South fills.
        south: u8,
        /// Pits North fills.
        north: u8,
    },
    /// A turn from a start whose round is over, before any choice of pits.
    #[error(
        "the round of the start position is over, and a record has no place for its refill: give the position after it"
    )]
    StartNeedsRefill,
    /// A wrong reserve behind a refill.
    #[error("{seat} keeps {actual} stone{} in reserve, not {found}", if *.actual == 1 { "" } else { "s" })]
    WrongReserve {
        /// The seat.
        seat: Seat,
        /// What stays.
        actual: u32,
        /// What is written.
        found: u32,
    },

    /// An endless sowing.
    #[error("the sowing never ends: after {} the lap from `{pit}` would be sown again", crate::text::counted(*.laps, "lap"))]
    Endless {
        /// The pit of the lap that would repeat.
        pit: Pit,
        /// Laps sown.
        laps: u64,
    },
    /// The work budget ran out.
    #[error("the sowing was not decided after {}: whether it ends is not known", crate::text::counted(*.laps, "lap"))]
    Undecided {
        /// Laps sown.
        laps: u64,
    },

    /// A turn after the end.
    #[error("the game is over: {outcome}")]
    TurnAfterEnd {
        /// How it ended.
        outcome: Outcome,
    },
    /// A result the position contradicts.
    #[error("result `{found}` contradicts the position: {outcome}")]
    WrongResult {
        /// What is written.
        found: GameResult,
        /// What the position says.
        outcome: Outcome,
    },
    /// A draw in a game without draws.
    #[error("{game} has no draws: result `{found}` is not possible")]
    NoDraws {
        /// The game.
        game: Game,
        /// What is written.
        found: GameResult,
    },
    /// Tag and movetext differ.
    #[error("the `Result` tag says `{tag}`, the movetext ends in `{found}`")]
    ResultTagDiffers {
        /// The tag.
        tag: GameResult,
        /// The movetext's result.
        found: GameResult,
    },
    /// A termination that contradicts the result or the position.
    #[error("termination `{termination}` {reason}")]
    WrongTermination {
        /// The termination.
        termination: Termination,
        /// What it contradicts.
        reason: String,
    },
    /// A result without a termination.
    #[error("the position is undecided and nothing says how the result `{result}` came about")]
    NoTermination {
        /// The result.
        result: GameResult,
    },
    /// A wrong move number.
    #[error("this is move `{due}`, not `{found}`")]
    WrongNumber {
        /// The number due.
        due: String,
        /// What is written.
        found: String,
    },
}

impl Fault {
    /// Returns the code under which the fault is reported.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::MissingGame => Code::MissingGame,
            Self::UnknownGame { .. } => Code::UnknownGame,
            Self::Rules(_) => Code::BadRules,
            Self::UnknownFormat { .. } => Code::UnknownFormat,
            Self::BadDate { .. } => Code::BadDate,
            Self::IdleOption { .. } => Code::IdleOption,
            Self::BadResultTag { .. } => Code::BadResultTag,
            Self::BadTermination { .. } => Code::BadTermination,
            Self::BadPosition(_) => Code::BadPosition,
            Self::ImpossiblePosition(_) => Code::ImpossiblePosition,
            Self::SetupConflict(_) => Code::SetupConflict,
            Self::Origin(error) => match error {
                OriginError::NotOwn { .. } => Code::WrongSeat,
                OriginError::OffBoard { .. } | OriginError::NoBackRow { .. } => Code::OffBoard,
                OriginError::Empty { .. } => Code::EmptyPit,
                OriginError::Closed { .. } => Code::ClosedPit,
                OriginError::Single { .. } => Code::SingleStone,
                OriginError::Blocked { .. } => Code::BlockedStep,
            },
            Self::ForeignStep { .. } => Code::ForeignStep,
            Self::OffBoard { .. } => Code::OffBoard,
            Self::WrongCase { .. } => Code::WrongCase,
            Self::HeadUndecided { .. } => Code::HeadUndecided,
            Self::WrongHead { .. } | Self::NoHead { .. } | Self::NoDirection { .. } => Code::NoHead,
            Self::CaptureUndecided { .. } | Self::ForcedCaptureMissing { .. } => Code::CaptureUndecided,
            Self::NoCapture { .. } => Code::NoCapture,
            Self::WrongCapture { .. } => Code::WrongCapture,
            Self::WrongPass { .. } | Self::NoPass { .. } => Code::NoPass,
            Self::NotClockwise { .. } => Code::NotClockwise,
            Self::StepAfterEnd { .. } => Code::StepAfterEnd,
            Self::WrongCount { .. } => Code::WrongCount,
            Self::WrongLanding { .. } => Code::WrongLanding,
            Self::WrongEndMark => Code::WrongEndMark,
            Self::GainMissing { .. } => Code::GainMissing,
            Self::NothingToGain { .. } => Code::NothingToGain,
            Self::Gain(error) => match error {
                GainError::OffBoard { .. } => Code::OffBoard,
                GainError::Own { .. } => Code::WrongCase,
                GainError::Empty { .. } | GainError::SafeHead { .. } => Code::BadGain,
                GainError::Twice { .. } => Code::PitTwice,
                GainError::TooManyPits { .. } | GainError::TooManyStones { .. } | GainError::Overdrawn { .. } => {
                    Code::TooMuchGain
                }
                GainError::TooFewPits { .. } | GainError::TooFewStones { .. } => Code::TooLittleGain,
            },
            Self::CountMissing { .. } => Code::CountMissing,
            Self::GainNotLast => Code::GainNotLast,
            Self::RefillNotDue { .. } => Code::RefillNotDue,
            Self::WrongRefill { .. } | Self::Refill(_) => Code::WrongRefill,
            Self::RefillMissing { .. } | Self::StartNeedsRefill => Code::RefillMissing,
            Self::WrongReserve { .. } => Code::WrongReserve,
            Self::Endless { .. } => Code::EndlessSowing,
            Self::Undecided { .. } => Code::Undecided,
            Self::TurnAfterEnd { .. } => Code::TurnAfterEnd,
            Self::WrongResult { .. } | Self::NoDraws { .. } => Code::WrongResult,
            Self::ResultTagDiffers { .. } => Code::ResultTagDiffers,
            Self::WrongTermination { .. } => Code::WrongTermination,
            Self::NoTermination { .. } => Code::NoTermination,
            Self::WrongNumber { .. } => Code::WrongNumber,
        }
    }
}

/// Says which pits a board has, as far as one that it lacks asks for it.
fn board_bounds(pit: Pit, columns: u8, back_row: bool) -> String {
    let bounds = format!("columns go from 1 to {columns}");
    match (back_row, pit.row) {
        (true, _) | (false, Row::Front) => bounds,
        (false, Row::Back) if pit.column <= columns => "there is no back row".to_owned(),
        (false, Row::Back) => format!("{bounds}, and there is no back row"),
    }
}

/// Says why there is no choice in a pit that is named as a head.
fn no_head(found: Pit, landing: Pit) -> String {
    if found == landing {
        // An empty pit ends the sowing, head or not (`RULES T6`).
        return format!(
            "there is no choice in `{found}`: it was empty when the last stone fell there, so the turn ends"
        );
    }
    format!("no lap ends in `{found}` with a choice to make: the sowing ends in `{landing}`")
}

/// Says how a strip may be written at a pit.
fn strip_counts(pit: Pit, least: u32, most: u32) -> String {
    match most.saturating_sub(least) {
        0 => format!("`{pit}:{most}`"),
        1 => format!("`{pit}:{least}` or `{pit}:{most}`"),
        _ => format!("`{pit}:n`, with a number from {least} to {most} for `n`"),
    }
}

/// Says how many stones are written.
fn counted(stones: u32) -> String {
    if stones == 1 { "1 stone is".to_owned() } else { format!("{stones} stones are") }
}

/// Says how much a capture earns.
fn gain_size(kind: GainKind, most: u32, waivable: bool) -> String {
    let bound = if waivable { "up to " } else { "" };
    let unit = match kind {
        GainKind::Bonus => "pit",
        GainKind::Strip => "stone",
    };
    format!("{bound}{most} {unit}{}", if most == 1 { "" } else { "s" })
}

/// Names the first pits of a row, as a refill does.
fn first(pits: u8) -> PitSet {
    PitSet::new(1..=pits)
}

/// Names a step in words, for messages.
pub(super) const fn step_words(step: &WrittenStep) -> &'static str {
    match step {
        WrittenStep::GoOn(_) => "`/` (going on)",
        WrittenStep::Stop(_) => "`.` (stopping in a head)",
        WrittenStep::Capture { .. } => "`x` (a capture)",
        WrittenStep::Pass { .. } => "`-` (passing a capture)",
        WrittenStep::Reverse(_) => "`~` (relaying clockwise)",
        WrittenStep::Waive => "`+0` (waiving)",
        WrittenStep::Gain(_) => "`+` (a bonus or strip)",
    }
}
