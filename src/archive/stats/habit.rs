use super::rate::Rate;
use crate::archive::Counts;
use crate::engine::Game;

/// A line of the table that sets the seats side by side.
pub(super) struct Habit {
    pub(super) label: &'static str,
    /// The games that it can come up in.
    games: &'static [Game],
    pub(super) of: fn(&Counts) -> Figure,
}

/// What stands in a cell of that table.
pub(super) enum Figure {
    Count(u64),
    Rate(Rate),
}

impl Habit {
    /// Returns whether the line says something of a game.
    pub(super) fn applies(&self, game: Game, both: &Counts) -> bool {
        let said = match (self.of)(both) {
            Figure::Count(_) => true,
            Figure::Rate(rate) => rate.is_known(),
        };
        said && self.games.contains(&game)
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Rate(rate) => rate.fmt(f),
        }
    }
}

const fn percent(part: u64, whole: u64) -> Figure {
    Figure::Rate(Rate::Percent(part, whole))
}

const fn mean(sum: u64, count: u64) -> Figure {
    Figure::Rate(Rate::Mean(sum, count))
}

const RELAYS: &[Game] = &[Game::Tsoro, Game::Nsolo, Game::Igisoro, Game::Bosh];
const TSORO: &[Game] = &[Game::Tsoro];
const NSOLO: &[Game] = &[Game::Nsolo];
const WITH_BONUS: &[Game] = &[Game::Tsoro, Game::Nsolo];
const IGISORO: &[Game] = &[Game::Igisoro];

/// All lines, in their order.
pub(super) const HABITS: [Habit; 15] = [
    Habit { label: "turns", games: &Game::ALL, of: |c| Figure::Count(c.turns) },
    Habit { label: "laps a turn", games: RELAYS, of: |c| mean(c.laps, c.turns) },
    Habit { label: "captures", games: &Game::ALL, of: |c| Figure::Count(c.captures) },
    Habit { label: "captures a turn", games: &Game::ALL, of: |c| mean(c.captures, c.turns) },
    Habit { label: "stones captured", games: &Game::ALL, of: |c| Figure::Count(c.captured) },
    Habit { label: "stones a turn", games: &Game::ALL, of: |c| mean(c.captured, c.turns) },
    Habit { label: "heads: stops", games: TSORO, of: |c| percent(c.head_stops, c.head_stops + c.go_ons) },
    Habit { label: "bonus: pits", games: WITH_BONUS, of: |c| mean(c.bonus_pits, c.bonuses) },
    Habit {
        label: "bonus: waived",
        games: WITH_BONUS,
        of: |c| percent(c.waived_bonuses, c.waived_bonuses + c.bonuses),
    },
    Habit { label: "strip: stones", games: NSOLO, of: |c| mean(c.stripped, c.strips) },
    Habit { label: "strip: pits", games: NSOLO, of: |c| mean(c.strip_pits, c.strips) },
    Habit { label: "strip: waived", games: NSOLO, of: |c| percent(c.waived_strips, c.waived_strips + c.strips) },
    Habit { label: "captures: passed", games: IGISORO, of: |c| percent(c.passes, c.passes + c.captures) },
    Habit { label: "passes: retreats", games: IGISORO, of: |c| percent(c.retreats, c.passes) },
    Habit { label: "captures: clockwise", games: IGISORO, of: |c| percent(c.clockwise_captures, c.captures) },
];
