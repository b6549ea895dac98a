//! The rules of Nsolo, N1 to N6, and its options, each from as bare a board as it can be shown on.

mod support;

use matombo::board::Seat;
use matombo::engine::{
    DecisionError, EndReason, Event, GainError, Game, Legal, Match, Need, OriginError, Outcome, Ruleset, State, Step,
};
use pretty_assertions::assert_eq;
use support::{at, bare, begin, capture, error, origins, pit, pits, play, rules, start, won};

fn nsolo(options: &str, stones: &str) -> Match {
    bare(Game::Nsolo, options, stones)
}

fn need(options: &str, stones: &str, words: &str) -> Need {
    begin(&nsolo(options, stones), words).expect("legal").need()
}

fn refused(options: &str, words: &str) -> GainError {
    match error(&nsolo(options, PREY), words) {
        DecisionError::Gain(error) => error,
        other => panic!("{other:?}"),
    }
}

/// B7's two end in A8, which faces a1.
const PREY: &str = "B7=2 a1=3 b1=4 b3=1 a5=2";

#[test]
fn n1_two_stones_in_every_pit_but_the_rightmost_front_pits() {
    assert_eq!(start(Game::Nsolo, "").position().to_string(), "8*2/0,7*2/7*2,0/8*2 S 0,0");
    for (columns, total) in [(8, 60), (10, 76), (12, 92), (20, 156), (36, 284)] {
        let game = start(Game::Nsolo, &format!("columns={columns}"));
        let inner = columns - 1;
        let line = format!("{columns}*2/0,{inner}*2/{inner}*2,0/{columns}*2 S 0,0");
        assert_eq!(game.position().to_string(), line);
        assert_eq!(game.rules().total_stones(), total);
    }
    for columns in 8..=36 {
        let game = start(Game::Nsolo, &format!("columns={columns}"));
        assert_eq!(game.position().row_sum(Seat::North), 4 * columns - 2);
    }
    for columns in ["7", "37", "08"] {
        assert!(Ruleset::parse(Game::Nsolo, &format!("columns={columns}")).is_err());
    }
}

#[test]
fn n2_origins_are_those_of_tsoro() {
    let game = nsolo("", "B1=2 B3=1 A2=3 b1=2");
    assert_eq!(origins(&game), "B1 A2");
    let single = OriginError::Single { pit: pit("B3"), fuller: true };
    assert_eq!(error(&game, "B3"), DecisionError::Origin(single));
    let game = nsolo("", "B1=1 B2=1 A1=1 b1=2");
    assert_eq!(origins(&game), "B2");
    let blocked = OriginError::Blocked { pit: pit("A1"), next: pit("B1") };
    assert_eq!(error(&game, "A1"), DecisionError::Origin(blocked));
}

#[test]
fn n2_every_occupied_pit_is_relayed() {
    // B8 would be a head in Tsoro.
    let played = play(&mut nsolo("", "B6=2 B8=1 b3=2"), "B6");
    assert_eq!((played.held.as_str(), played.turn.laps), ("B7=1 A8=1 A7=1 b3=2", 2));
}

#[test]
fn n2_an_empty_pit_ends_the_turn() {
    let played = play(&mut nsolo("", "B6=2 b3=2"), "B6");
    assert_eq!((played.held.as_str(), played.turn.landing), ("B7=1 B8=1 b3=2", pit("B8")));
}

#[test]
fn n3_only_the_facing_front_pit_is_captured() {
    let mut game = nsolo("", PREY);
    let played = play(&mut game, "B7 +0");
    assert_eq!(played.held, "B8=1 A8=1 b1=4 b3=1 a5=2");
    assert_eq!(played.turn.steps[0], capture("a1", 3));
    assert!(played.events.contains(&Event::Capture { pit: pit("a1"), with: None, stones: 3 }));
    assert_eq!(game.position().taken().south, 3);
}

#[test]
fn n3_there_is_no_capture_without_stones_in_the_facing_front_pit_or_from_the_back_row() {
    assert_eq!(play(&mut nsolo("", "B7=2 b1=4"), "B7").held, "B8=1 A8=1 b1=4");
    assert_eq!(play(&mut nsolo("", "B1=2 a6=2 b6=2"), "B1").held, "B2=1 B3=1 b6=2 a6=2");
}

#[test]
fn n3_a_single_stones_step_captures() {
    assert_eq!(play(&mut nsolo("", "B8=1 a1=1 b3=1"), "B8 +0").held, "A8=1 b3=1");
}

#[test]
fn n4_as_many_stones_again_may_be_stripped_from_any_mix_of_pits() {
    let mut game = nsolo("", PREY);
    let turn = begin(&game, "B7").expect("legal");
    assert_eq!(turn.need(), Need::Strip { least: 0, most: 3 });
    let prey = vec![(pit("b1"), 4), (pit("b3"), 1), (pit("a5"), 2)];
    assert_eq!(turn.legal(), Ok(Legal::Strip { pits: prey, least: 0, most: 3 }));
    let played = play(&mut game, "B7 +a5:1,b1:2");
    assert_eq!(played.held, "B8=1 A8=1 b1=2 b3=1 a5=1");
    let strip = Step::Strip { pits: vec![(pit("b1"), 2), (pit("a5"), 1)] };
    assert_eq!(played.turn.steps, [capture("a1", 3), strip]);
    assert_eq!((played.turn.captured, game.position().taken().south), (6, 6));
}

#[test]
fn n4_strip_duty_may_allows_fewer_or_none() {
    assert_eq!(play(&mut nsolo("", PREY), "B7 +b3:1").held, "B8=1 A8=1 b1=4 a5=2");
    let played = play(&mut nsolo("", PREY), "B7 +0");
    assert!(played.events.contains(&Event::Waive));
    assert_eq!(played.turn.steps[1], Step::Strip { pits: Vec::new() });
}

#[test]
fn n4_strip_duty_must_takes_exactly_as_many() {
    let must = "strip-duty=must";
    assert_eq!(need(must, PREY, "B7"), Need::Strip { least: 3, most: 3 });
    assert_eq!(refused(must, "B7 +b1:2"), GainError::TooFewStones { found: 2, least: 3 });
    assert_eq!(refused(must, "B7 +0"), GainError::TooFewStones { found: 0, least: 3 });
    assert_eq!(need(must, PREY, "B7 +b1:2,b3:1"), Need::Nothing);
}

#[test]
fn n4_if_fewer_are_left_all_of_them() {
    let few = "B7=2 a1=3 b3=2";
    assert_eq!(need("", few, "B7"), Need::Strip { least: 0, most: 2 });
    assert_eq!(need("strip-duty=must", few, "B7"), Need::Strip { least: 2, most: 2 });
}

#[test]
fn n4_what_is_no_strip() {
    assert_eq!(refused("", "B7 +b1:4"), GainError::TooManyStones { found: 4, most: 3 });
    assert_eq!(refused("", "B7 +b3:2"), GainError::Overdrawn { pit: pit("b3"), found: 2, held: 1 });
    assert_eq!(refused("", "B7 +b1:1,b1:1"), GainError::Twice { pit: pit("b1") });
    assert_eq!(refused("", "B7 +a1:1"), GainError::Empty { pit: pit("a1") });
    assert_eq!(refused("", "B7 +A8:1"), GainError::Own { pit: pit("A8"), mover: Seat::South });
    assert_eq!(refused("", "B7 +b9:1"), GainError::OffBoard { pit: pit("b9"), columns: 8 });
    // Bonus pits are not what is asked for.
    assert_eq!(error(&nsolo("", PREY), "B7 +b3"), DecisionError::NotAsked);
}

#[test]
fn n5_capture_file_takes_the_file_and_a_further_pit() {
    let mut game = nsolo("capture=file", PREY);
    assert_eq!(begin(&game, "B7").expect("legal").need(), Need::Bonus { least: 0, most: 1 });
    let played = play(&mut game, "B7 +a5");
    assert_eq!(played.held, "B8=1 A8=1 b3=1");
    assert_eq!(played.turn.steps, [capture("a1", 7), Step::Bonus { pits: vec![(pit("a5"), 2)] }]);
    assert_eq!(play(&mut nsolo("capture=file", PREY), "B7 +0").held, "B8=1 A8=1 b3=1 a5=2");
    assert_eq!(refused("capture=file", "B7 +b3,a5"), GainError::TooManyPits { found: 2, most: 1 });
}

#[test]
fn n5_capture_file_takes_a_front_pit_alone_but_no_back_pit_alone() {
    assert_eq!(play(&mut nsolo("capture=file", "B7=2 a1=3 b3=1"), "B7 +0").held, "B8=1 A8=1 b3=1");
    assert_eq!(play(&mut nsolo("capture=file", "B7=2 b1=3 b3=1"), "B7").held, "B8=1 A8=1 b1=3 b3=1");
}

#[test]
fn n5_the_further_pit_is_asked_for_only_if_one_is_left() {
    let mut game = nsolo("capture=file bonus-duty=must", "B7=2 a1=3 b1=1");
    play(&mut game, "B7");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
}

#[test]
fn n5_bonus_duty_applies_with_file_and_strip_duty_with_strip() {
    assert_eq!(need("capture=file bonus-duty=must", PREY, "B7"), Need::Bonus { least: 1, most: 1 });
    assert_eq!(refused("capture=file bonus-duty=must", "B7 +0"), GainError::TooFewPits { found: 0, least: 1 });
    assert_eq!(need("capture=file strip-duty=must", PREY, "B7"), Need::Bonus { least: 0, most: 1 });
    assert_eq!(need("capture=strip bonus-duty=must", PREY, "B7"), Need::Strip { least: 0, most: 3 });
    let idle = |options: &str| rules(Game::Nsolo, options).idle_settings().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(idle("capture=file strip-duty=must"), ["strip-duty"]);
    assert_eq!(idle("bonus-duty=must"), ["bonus-duty"]);
    assert_eq!(idle("capture=file bonus-duty=must"), [""; 0]);
}

#[test]
fn n6_a_seat_without_stones_has_lost_whoever_is_to_move() {
    assert_eq!(nsolo("", "B1=2 S").state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(nsolo("", "B1=2 N").state(), won(Seat::South, EndReason::NoStones));
    let mut game = nsolo("", "B7=2 a1=3 b3=2");
    play(&mut game, "B7 +b3:2");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
    let mut game = nsolo("", "B7=2 a1=3");
    play(&mut game, "B7");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
}

#[test]
fn n6_a_seat_to_move_without_a_legal_move_loses() {
    let full: Vec<String> =
        pits("b1 b2 b3 b4 b5 b6 b7 b8 a1 a2 a3 a4 a5 a6 a7 a8").iter().map(|pit| format!("{pit}=1")).collect();
    let mut game = nsolo("", &format!("B1=2 {}", full.join(" ")));
    play(&mut game, "B1");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

/// Each seat's two turns, of eight laps each and forced, bring its stones back.
const CYCLE: &str = "1,0,1,0,2,1,1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,1,1,2,0,1,0,1 S 0,0";

#[test]
fn n6_the_same_board_with_the_same_seat_to_move_is_a_draw() {
    for (options, rounds) in [("", 1), ("repetition=2", 1), ("repetition=3", 2)] {
        let mut game = at(Game::Nsolo, &format!("{options} stones=free"), CYCLE);
        for round in 1..=rounds {
            for origin in ["B4", "b4", "B3", "b3"] {
                assert_eq!(game.state(), State::Turn, "{options} {round} {origin}");
                assert_eq!(origins(&game), origin);
                let played = play(&mut game, origin);
                assert_eq!((played.turn.laps, played.turn.landing), (8, pit(origin)));
            }
        }
        assert_eq!(game.state(), State::Over(Outcome { winner: None, reason: EndReason::Repetition }), "{options}");
    }
}

#[test]
fn n6_repetition_off_never_draws() {
    let mut game = at(Game::Nsolo, "repetition=off stones=free", CYCLE);
    for _ in 0..4 {
        for origin in ["B4", "b4", "B3", "b3"] {
            play(&mut game, origin);
            assert_eq!(game.state(), State::Turn);
        }
    }
}

#[test]
fn n6_the_same_board_with_the_other_seat_to_move_is_no_repetition() {
    // Both seats' stones stand alike, and after South's and North's first turn alike again, but never with the other
    // seat to move on the same board.
    let mut game = at(Game::Nsolo, "stones=free", CYCLE);
    play(&mut game, "B4");
    play(&mut game, "b4");
    assert_eq!(game.state(), State::Turn);
}
