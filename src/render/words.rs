//! Events in English: a sentence for each, and the phrases they are made of.
//!
//! Full sentences begin with a capital and end in a full stop; phrases do neither.

use std::fmt::Display;

use super::Next;
use crate::board::{Pit, Row, Seat};
use crate::engine::{
    EndReason, Event, Game, NsoloCapture, Outcome, Position, Refill, RoundEnd, RoundEndReason, Ruleset,
};

/// Tells an event in a sentence. `position` is the position right after it.
///
/// ```
/// use matombo::board::Seat;
/// use matombo::engine::{Event, Game, Position, Ruleset};
/// use matombo::render::words;
/// let rules = Ruleset::new(Game::Tsoro);
/// let start = Position::start(&rules)?;
/// let lift = Event::Lift { pit: "b4".parse()?, stones: 1 };
/// assert_eq!(words::event(&lift, Seat::North, &rules, &start), "North lifts 1 stone from b4.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn event(event: &Event, mover: Seat, rules: &Ruleset, position: &Position) -> String {
    match *event {
        Event::Lift { pit, stones: lifted } => format!("{mover} lifts {} from {pit}.", stones(lifted)),
        Event::Lap { from, stones: sown, clockwise, landing, occupied, .. } => {
            let way = if clockwise { " clockwise" } else { "" };
            let end = lap_end(rules.game(), landing, occupied);
            format!("{mover} sows {}{way}, starting next to {from}, and ends {end}.", stones(sown))
        }
        Event::GoOn { pit } => format!("{mover} goes on through the head {pit}."),
        Event::Stop { pit } => format!("{mover} stops in the head {pit}."),
        Event::Reverse { pit } => format!("{mover} sows the stones of {pit} clockwise."),
        Event::Capture { pit, with, stones } => format!("{mover} {}.", captures(pit, with, stones)),
        Event::Bonus { pit, stones: taken } => format!("{mover} takes {} from {pit} as bonus.", stones(taken)),
        Event::Strip { pit, stones: taken } => format!("{mover} strips {} from {pit}.", stones(taken)),
        Event::Waive => format!("{mover} {}.", waives(rules)),
        Event::Pass { pit } => format!("{mover} {}.", passes(pit)),
        Event::Retreat { pit, to, stones } => retreats(mover.other(), pit, to, stones),
        Event::RoundEnd(end) => round_end(&end),
        Event::Refill(refill) => refilled(&refill, position),
        Event::GameEnd(outcome) => game_end(&outcome),
    }
}

/// Counts stones: `1 stone`, `4 stones`.
#[must_use]
pub fn stones(number: impl Into<u64>) -> String {
    counted(number.into(), "stone", "stones")
}

/// Counts laps: `1 lap`, `4 laps`.
#[must_use]
pub fn laps(number: u64) -> String {
    counted(number, "lap", "laps")
}

/// Counts things with the noun that fits the number.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Joins things: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list(things: impl IntoIterator<Item = impl Display>) -> String {
    let mut things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match (things.pop(), things.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", things.join(", ")),
    }
}

/// Joins pits, three or more neighbours of a row as `a1 to a4`.
#[must_use]
pub fn pits_in_runs(pits: impl IntoIterator<Item = Pit>) -> String {
    let pits: Vec<Pit> = pits.into_iter().collect();
    let next = |pit: Pit| Pit { column: pit.column + 1, ..pit };
    let runs = pits.chunk_by(|pit, after| *after == next(*pit)).flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{first} to {last}")],
        few => few.iter().map(Pit::to_string).collect(),
    });
    list(runs)
}

/// Returns where a lap ended: `in the empty pit a2`; in Bosh, where that does not matter, `in a2`.
#[must_use]
pub fn lap_end(game: Game, landing: Pit, occupied: bool) -> String {
    match (game, occupied) {
        (Game::Bosh, _) => format!("in {landing}"),
        (_, true) => format!("in the occupied pit {landing}"),
        (_, false) => format!("in the empty pit {landing}"),
    }
}

/// Returns the phrase for a capture: `captures 4 stones from a7 and b7`.
#[must_use]
pub fn captures(pit: Pit, with: Option<Pit>, taken: u32) -> String {
    format!("captures {} from {}", stones(taken), list([Some(pit), with].into_iter().flatten()))
}

/// Returns the phrase for bonus pits: `takes b3 (2) and b9 (5) as bonus`.
#[must_use]
pub fn takes_bonus(pits: &[(Pit, u32)]) -> String {
    format!("takes {} as bonus", list(pits.iter().map(|(pit, stones)| format!("{pit} ({stones})"))))
}

/// Returns the phrase for a strip: `strips 1 stone from b2 and 2 from a6`.
#[must_use]
pub fn strips(pits: &[(Pit, u32)]) -> String {
    let each = pits.iter().enumerate().map(|(index, (pit, taken))| match index {
        0 => format!("{} from {pit}", stones(*taken)),
        _ => format!("{taken} from {pit}"),
    });
    format!("strips {}", list(each))
}

/// Returns the phrase for taking nothing where something could be taken.
#[must_use]
pub fn waives(rules: &Ruleset) -> &'static str {
    if rules.game() == Game::Nsolo && rules.nsolo_capture() == NsoloCapture::Strip {
        "waives the strip"
    } else {
        "waives the bonus"
    }
}

/// Returns the phrase for a pass of the capture named by the enemy's front pit.
#[must_use]
pub fn passes(pit: Pit) -> String {
    let with = Pit { row: Row::Back, ..pit };
    format!("passes the capture of {pit} and {with} (\"ndahise\")")
}

/// Tells a retreat in a sentence.
#[must_use]
pub fn retreats(seat: Seat, pit: Pit, to: Pit, moved: u32) -> String {
    let go = if moved == 1 { "goes" } else { "go" };
    format!("{seat} retreats (\"ndakubye\"): {} {go} from {pit} to {to}.", stones(moved))
}

/// Tells in a sentence how a round of Bosh ended and what came of it.
#[must_use]
pub fn round_end(end: &RoundEnd) -> String {
    let RoundEnd { round, reason, gained } = *end;
    let rows =
        || format!("each seat keeps its own row, South {} and North {}", stones(gained.south), stones(gained.north));
    match reason {
        RoundEndReason::Forfeit(seat) => {
            let winner = seat.other();
            let what = match gained[winner] {
                0 => "there are no stones left to take".to_owned(),
                1 => format!("{winner} takes the last stone on the board"),
                stones => format!("{winner} takes the {stones} stones on the board"),
            };
            format!("{seat} has no stones to move, so round {round} ends and {what}.")
        }
        RoundEndReason::Stall => {
            format!("The position has come up again too often, so round {round} ends: {}.", rows())
        }
        RoundEndReason::NoOrigin(seat) => {
            format!("{seat} has stones but no legal move, so round {round} ends: {}.", rows())
        }
    }
}

/// Tells in sentences what was filled for the next round of Bosh, what stays closed and who begins.
#[must_use]
pub fn refilled(refill: &Refill, position: &Position) -> String {
    let fills = Seat::BOTH.map(|seat| {
        let pits = refill.pits[seat].columns().map(|column| Pit::new(seat, Row::Front, column));
        format!("{seat} fills {} and keeps {} in reserve", pits_in_runs(pits), stones(refill.reserve[seat]))
    });
    let round = position.round().map_or(1, |round| round.number);
    let closed: Vec<Pit> = Seat::BOTH
        .into_iter()
        .flat_map(|seat| position.ring().pits(seat))
        .filter(|pit| position.is_closed(*pit))
        .collect();
    let closed = match closed.len() {
        0 => String::new(),
        1 => format!(" {} stays closed.", closed[0]),
        _ => format!(" {} stay closed.", pits_in_runs(closed)),
    };
    format!("For round {round} {}; {}.{closed} {} begins.", fills[0], fills[1], position.to_move())
}

/// Tells in a sentence who has won and why.
#[must_use]
pub fn game_end(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return "The game is drawn: the same position has come up again with the same seat to move.".to_owned();
    };
    let loser = winner.other();
    match outcome.reason {
        EndReason::NoStones => format!("{winner} has won: {loser} has no stones left."),
        EndReason::NoMove => format!("{winner} has won: {loser} has no legal move."),
        EndReason::NoRefill => format!("{winner} has won the match: {loser} cannot fill a single pit."),
        EndReason::Repetition => format!("{winner} has won."),
    }
}

/// Tells how things stand: the stones on the board and beside it, and who is to move.
#[must_use]
pub fn standing(position: &Position, rules: &Ruleset, next: Next) -> String {
    let sums = Seat::BOTH.map(|seat| position.row_sum(seat));
    let taken = position.taken();
    let mut words = String::new();
    if let Some(round) = position.round() {
        words += &format!("Round {}, begun by {}. ", round.number, round.starter);
    }
    words += &format!("On the board: South {}, North {}.", sums[0], sums[1]);
    match rules.game() {
        Game::Igisoro => {}
        Game::Bosh => words += &format!(" In reserve: South {}, North {}.", taken.south, taken.north),
        _ => words += &format!(" Taken: South {}, North {}.", taken.south, taken.north),
    }
    words += &match next {
        Next::Turn => format!(" {} is to move.", position.to_move()),
        Next::Refill => " The pits of the round are still to be chosen.".to_owned(),
        Next::Nothing if rules.game() == Game::Bosh => " The match is over.".to_owned(),
        Next::Nothing => " The game is over.".to_owned(),
    };
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BySeat;

    fn pit(name: &str) -> Pit {
        name.parse().unwrap()
    }

    fn told(game: Game, happened: Event) -> String {
        let rules = Ruleset::new(game);
        event(&happened, Seat::South, &rules, &Position::start(&rules).unwrap())
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(stones(1_u32), "1 stone");
        assert_eq!(stones(0_u32), "0 stones");
        assert_eq!(laps(2), "2 laps");
    }

    #[test]
    fn three_neighbours_are_a_run() {
        let runs = |names: &str| pits_in_runs(names.split(' ').map(pit));
        assert_eq!(runs("a1 a2 a3 a4"), "a1 to a4");
        assert_eq!(runs("A1 A2 A4 a4 a5"), "A1, A2, A4, a4 and a5");
        assert_eq!(runs("A5 a1 a2 a3"), "A5 and a1 to a3");
    }

    #[test]
    fn every_event_has_its_sentence() {
        let lap =
            Event::Lap { number: 1, from: pit("B1"), stones: 3, clockwise: false, landing: pit("B4"), occupied: false };
        assert_eq!(told(Game::Tsoro, lap), "South sows 3 stones, starting next to B1, and ends in the empty pit B4.");
        assert_eq!(told(Game::Bosh, lap), "South sows 3 stones, starting next to B1, and ends in B4.");
        assert_eq!(told(Game::Tsoro, Event::GoOn { pit: pit("B20") }), "South goes on through the head B20.");
        assert_eq!(told(Game::Tsoro, Event::Stop { pit: pit("B20") }), "South stops in the head B20.");
        assert_eq!(told(Game::Igisoro, Event::Reverse { pit: pit("A2") }), "South sows the stones of A2 clockwise.");
        let capture = Event::Capture { pit: pit("a3"), with: Some(pit("b3")), stones: 5 };
        assert_eq!(told(Game::Igisoro, capture), "South captures 5 stones from a3 and b3.");
        let bonus = Event::Bonus { pit: pit("b3"), stones: 1 };
        assert_eq!(told(Game::Tsoro, bonus), "South takes 1 stone from b3 as bonus.");
        let strip = Event::Strip { pit: pit("b3"), stones: 2 };
        assert_eq!(told(Game::Nsolo, strip), "South strips 2 stones from b3.");
        assert_eq!(told(Game::Tsoro, Event::Waive), "South waives the bonus.");
        assert_eq!(told(Game::Nsolo, Event::Waive), "South waives the strip.");
        assert_eq!(
            told(Game::Igisoro, Event::Pass { pit: pit("a3") }),
            "South passes the capture of a3 and b3 (\"ndahise\")."
        );
        assert_eq!(
            told(Game::Igisoro, Event::Retreat { pit: pit("a3"), to: pit("b3"), stones: 1 }),
            "North retreats (\"ndakubye\"): 1 stone goes from a3 to b3."
        );
    }

    #[test]
    fn a_round_ends_in_three_ways() {
        let end = |reason, south, north| round_end(&RoundEnd { round: 2, reason, gained: BySeat::new(south, north) });
        assert_eq!(
            end(RoundEndReason::Forfeit(Seat::North), 12, 0),
            "North has no stones to move, so round 2 ends and South takes the 12 stones on the board."
        );
        assert_eq!(
            end(RoundEndReason::Stall, 1, 3),
            "The position has come up again too often, so round 2 ends: each seat keeps its own row, South 1 stone and \
             North 3 stones."
        );
        assert_eq!(
            end(RoundEndReason::NoOrigin(Seat::South), 1, 0),
            "South has stones but no legal move, so round 2 ends: each seat keeps its own row, South 1 stone and \
             North 0 stones."
        );
    }

    #[test]
    fn every_end_of_a_game_is_told() {
        let end = |winner, reason| game_end(&Outcome { winner, reason });
        assert_eq!(end(Some(Seat::South), EndReason::NoStones), "South has won: North has no stones left.");
        assert_eq!(end(Some(Seat::North), EndReason::NoMove), "North has won: South has no legal move.");
        assert_eq!(
            end(Some(Seat::South), EndReason::NoRefill),
            "South has won the match: North cannot fill a single pit."
        );
        assert_eq!(
            end(None, EndReason::Repetition),
            "The game is drawn: the same position has come up again with the same seat to move."
        );
    }
}
