use crate::board::{Row, Seat};
use crate::engine::{Game, Position, Ruleset};

/// Tells every pit of a board in words, a row a sentence, from the top of the page.
pub(super) fn board_in_words(position: &Position) -> String {
    let ring = position.ring();
    let rows = ring.page_rows().map(|(seat, row)| {
        let pits: Vec<_> = ring.page_row(seat, row).collect();
        let stones = pits.iter().map(|pit| match position.stones(*pit) {
            _ if position.is_closed(*pit) => "closed".to_owned(),
            stones => stones.to_string(),
        });
        let stones: Vec<String> = stones.collect();
        let ends = match (pits.first(), pits.last()) {
            (Some(first), Some(last)) => format!("{first} to {last}"),
            _ => String::new(),
        };
        format!("{seat}'s {}, {ends}: {}.", row_name(ring.rows_a_seat(), row), stones.join(" "))
    });
    rows.collect::<Vec<_>>().join(" ")
}

const fn row_name(rows: u8, row: Row) -> &'static str {
    match (rows, row) {
        (1, _) => "row",
        (_, Row::Front) => "front row",
        (_, Row::Back) => "back row",
    }
}

/// Tells what a seat has on the board and beside it.
pub(in crate::render) fn holdings(position: &Position, rules: &Ruleset, seat: Seat) -> String {
    let board = format!("{} on the board", position.row_sum(seat));
    match rules.game() {
        Game::Igisoro => board,
        Game::Bosh => format!("{board}, {} in reserve", position.taken()[seat]),
        Game::Tsoro | Game::Nsolo | Game::Kimasai => format!("{board}, {} taken", position.taken()[seat]),
    }
}
