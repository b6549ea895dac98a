//! The rules of Bao la Kimasai, K1 to K4, and its option, each from as bare a board as it can be shown on.

mod support;

use matombo::board::{Ring, Seat};
use matombo::engine::{DecisionError, EndReason, Event, Game, Match, OriginError, Ruleset, random_turn};
use pretty_assertions::assert_eq;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use support::{Played, bare, capture, error, origins, pit, play, start, won};

fn kimasai(stones: &str) -> Match {
    bare(Game::Kimasai, "", stones)
}

fn played(stones: &str, words: &str) -> Played {
    play(&mut kimasai(stones), words)
}

#[test]
fn k1_one_stone_in_every_pit_but_the_leftmost_front_pits() {
    let game = start(Game::Kimasai, "");
    assert_eq!(game.position().to_string(), "12*1/11*1,0/0,11*1/12*1 S 0,0");
    assert_eq!(game.rules().total_stones(), 46);
}

#[test]
fn k2_a_stone_steps_to_the_next_pit_of_the_ring() {
    assert_eq!(played("B3=1 b1=1", "B3").held, "B4=1 b1=1");
    assert_eq!(played("B12=1 b1=1", "B12").held, "A12=1 b1=1");
    assert_eq!(played("A7=1 b1=1", "A7").held, "A6=1 b1=1");
    assert_eq!(played("A1=1 b1=1", "A1").held, "B1=1 b1=1");
    assert_eq!(played("B1=1 b12=1 N", "b12").held, "B1=1 a12=1");
}

#[test]
fn k2_only_into_an_empty_pit() {
    let game = kimasai("B3=1 B4=1 A1=1 B1=1 b1=1");
    assert_eq!(origins(&game), "B1 B4");
    let blocked = OriginError::Blocked { pit: pit("B3"), next: pit("B4") };
    assert_eq!(error(&game, "B3"), DecisionError::Origin(blocked));
    let blocked = OriginError::Blocked { pit: pit("A1"), next: pit("B1") };
    assert_eq!(error(&game, "A1"), DecisionError::Origin(blocked));
    assert_eq!(error(&game, "B5"), DecisionError::Origin(OriginError::Empty { pit: pit("B5") }));
}

#[test]
fn k3_the_file_is_captured() {
    // A12 faces a1.
    let played = played("B12=1 a1=1 b1=1 b5=1", "B12");
    assert_eq!(played.held, "A12=1 b5=1");
    assert_eq!(played.turn.steps, [capture("a1", 2)]);
    assert!(played.events.contains(&Event::Capture { pit: pit("a1"), with: Some(pit("b1")), stones: 2 }));
}

#[test]
fn k3_the_front_stone_alone_but_never_the_back_stone_alone() {
    assert_eq!(played("B12=1 a1=1 b5=1", "B12").held, "A12=1 b5=1");
    assert_eq!(played("B12=1 b1=1 b5=1", "B12").held, "A12=1 b1=1 b5=1");
}

#[test]
fn k3_a_step_within_the_back_row_captures_nothing() {
    assert_eq!(played("B3=1 a9=1 a10=1 b9=1 b10=1", "B3").held, "B4=1 b9=1 b10=1 a10=1 a9=1");
    assert_eq!(played("A1=1 a12=1 b12=1", "A1").held, "B1=1 b12=1 a12=1");
}

#[test]
fn k3_there_is_no_bonus() {
    let mut game = kimasai("B12=1 a1=1 b5=1 b6=1");
    assert_eq!(play(&mut game, "B12").turn.steps, [capture("a1", 1)]);
    assert_eq!(game.position().taken().south, 1);
}

#[test]
fn k4_a_seat_without_stones_has_lost_whoever_is_to_move() {
    let mut game = kimasai("B12=1 a1=1 b1=1");
    play(&mut game, "B12");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(kimasai("B1=1 S").state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(kimasai("B1=1 N").state(), won(Seat::South, EndReason::NoStones));
}

#[test]
fn k4_a_seat_to_move_without_a_legal_move_loses() {
    let full: Vec<String> = Ring::four_rows(12).pits(Seat::North).map(|pit| format!("{pit}=1")).collect();
    let mut game = kimasai(&format!("B1=1 {}", full.join(" ")));
    play(&mut game, "B1");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

#[test]
fn k4_the_option_names_the_occurrence() {
    let repetition = |options| Ruleset::parse(Game::Kimasai, options).expect("valid").repetition();
    assert_eq!(repetition(""), Some(2));
    assert_eq!(repetition("repetition=2"), Some(2));
    assert_eq!(repetition("repetition=3"), Some(3));
    assert_eq!(repetition("repetition=off"), None);
}

/// No position can come twice, so the draw of K4 never happens: to come back, each seat's stones must cross every
/// edge of its ring equally often. While both seats have a stone in front, the sum of the two places grows by one a
/// step and cannot leave the front rows without passing through facing pits, which is a capture. So only one seat at
/// a time has stones in front; that takes it at least twelve steps a round of the ring, between which the other makes
/// as many steps in its back row, which has only eleven edges.
#[test]
fn k4_no_position_comes_twice() {
    for seed in 0..30 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = start(Game::Kimasai, "repetition=off");
        let mut seen = std::collections::HashSet::new();
        while random_turn(&mut game, &mut random, &mut ()).expect("decided").is_some() {
            assert!(seen.insert(game.position().to_string()));
        }
        assert!(game.outcome().is_some_and(|outcome| outcome.winner.is_some()));
    }
}
