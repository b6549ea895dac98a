use std::fmt;

use crate::board::Seat;

/// Says how a game (in Bosh, the match) was decided on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won, or `None` for a draw.
    pub winner: Option<Seat>,
    /// What decided it.
    pub reason: EndReason,
}

/// Tells what decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The loser has no stones (`RULES T9, N6, K4`).
    NoStones,
    /// The loser is to move and has no legal move (`RULES R8`).
    NoMove,
    /// The position came up again (`RULES N6, K4`).
    Repetition,
    /// The loser can fill no pit (`RULES B9`).
    NoRefill,
}

impl Outcome {
    pub(super) const fn lost_by(loser: Seat, reason: EndReason) -> Self {
        Self { winner: Some(loser.other()), reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else {
            return f.write_str("it is drawn, the position came up again");
        };
        let loser = winner.other();
        match self.reason {
            EndReason::NoStones => write!(f, "{winner} has won, {loser} has no stones"),
            EndReason::NoMove => write!(f, "{winner} has won, {loser} has no legal move"),
            EndReason::NoRefill => write!(f, "{winner} has won the match, {loser} cannot fill a pit"),
            EndReason::Repetition => write!(f, "{winner} has won"),
        }
    }
}
