use std::ops::AddAssign;

use crate::board::BySeat;
use crate::engine::{Game, Step, Turn};
use crate::record::Judged;

/// Counts what was decided and captured in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The turns.
    pub turns: u64,
    /// The laps sown.
    pub laps: u64,
    /// The captures, bonus and strip not counted.
    pub captures: u64,
    /// The stones captured, bonus and strip included.
    pub captured: u64,
    /// The captures that a clockwise lap made (`RULES I7`).
    pub clockwise_captures: u64,
    /// The times that a bonus was taken (`RULES T8, N5`).
    pub bonuses: u64,
    /// The pits taken as bonus.
    pub bonus_pits: u64,
    /// The times that a bonus was waived.
    pub waived_bonuses: u64,
    /// The times that stones were stripped (`RULES N4`).
    pub strips: u64,
    /// The pits that they were stripped from.
    pub strip_pits: u64,
    /// The stones stripped.
    pub stripped: u64,
    /// The times that a strip was waived.
    pub waived_strips: u64,
    /// The occupied heads that a turn stopped in (`RULES T5`).
    pub head_stops: u64,
    /// The occupied heads that a turn went on through.
    pub go_ons: u64,
    /// The captures passed (`RULES I6`).
    pub passes: u64,
    /// The retreats that answered them.
    pub retreats: u64,
}

impl Counts {
    /// Counts one turn of a game.
    #[must_use]
    pub fn of(game: Game, turn: &Turn) -> Self {
        let mut counts = Self {
            turns: 1,
            laps: turn.laps,
            captured: turn.captured,
            // A lap may go clockwise only to capture, so each that does has made one.
            clockwise_captures: u64::from(turn.clockwise),
            ..Self::default()
        };
        for step in &turn.steps {
            counts.add(game, step);
        }
        counts
    }

    fn add(&mut self, game: Game, step: &Step) {
        match step {
            // In Igisoro the step says how a relay goes on, and there are no heads.
            Step::GoOn { .. } => self.go_ons += u64::from(game != Game::Igisoro),
            Step::Stop { .. } => self.head_stops += 1,
            Step::Reverse { .. } => self.clockwise_captures += 1,
            Step::Capture { clockwise, .. } => {
                self.captures += 1;
                self.clockwise_captures += u64::from(*clockwise);
            }
            Step::Pass { retreat, .. } => {
                self.passes += 1;
                self.retreats += u64::from(*retreat);
            }
            Step::Bonus { pits } if pits.is_empty() => self.waived_bonuses += 1,
            Step::Bonus { pits } => {
                self.bonuses += 1;
                self.bonus_pits += pits.len() as u64;
            }
            Step::Strip { pits } if pits.is_empty() => self.waived_strips += 1,
            Step::Strip { pits } => {
                self.strips += 1;
                self.strip_pits += pits.len() as u64;
                self.stripped += pits.iter().map(|(_, stones)| u64::from(*stones)).sum::<u64>();
            }
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.turns += other.turns;
        self.laps += other.laps;
        self.captures += other.captures;
        self.captured += other.captured;
        self.clockwise_captures += other.clockwise_captures;
        self.bonuses += other.bonuses;
        self.bonus_pits += other.bonus_pits;
        self.waived_bonuses += other.waived_bonuses;
        self.strips += other.strips;
        self.strip_pits += other.strip_pits;
        self.stripped += other.stripped;
        self.waived_strips += other.waived_strips;
        self.head_stops += other.head_stops;
        self.go_ons += other.go_ons;
        self.passes += other.passes;
        self.retreats += other.retreats;
    }
}

/// Holds what the main line of a record amounts to.
///
/// ```
/// use matombo::archive::Facts;
/// use matombo::notation::read_text;
/// use matombo::record::{Judge, Keep};
/// let text = "[Game \"Tsoro\"]\n\n1. B18.B20 b18/b20 *\n";
/// let judged = Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
/// let facts = Facts::of(&judged);
/// assert_eq!((facts.by_seat.south.head_stops, facts.by_seat.north.go_ons), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The rounds begun, the first included; `None` in games without rounds.
    pub rounds: Option<u32>,
    /// What each seat did, as far as its turns could be judged.
    pub by_seat: BySeat<Counts>,
}

impl Facts {
    /// Counts a record, which must be judged with [`Keep::Turns`](crate::record::Keep::Turns) or more.
    #[must_use]
    pub fn of(judged: &Judged) -> Self {
        let mut facts = Self::default();
        let Some(header) = &judged.header else { return facts };
        let game = header.rules.game();
        let mut rounds = 1;
        for ply in &judged.turns {
            let Some(turn) = &ply.turn else { break };
            facts.by_seat[turn.seat] += Counts::of(game, turn);
            rounds += u32::from(ply.refill.is_some());
        }
        facts.rounds = (game == Game::Bosh).then_some(rounds);
        facts
    }

    /// Returns what both seats did.
    #[must_use]
    pub fn both(&self) -> Counts {
        let mut both = self.by_seat.south;
        both += self.by_seat.north;
        both
    }
}
