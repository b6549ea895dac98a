//! The rules of Tsoro, T1 to T9, and its options, each from as bare a board as it can be shown on.

mod support;

use matombo::board::Seat;
use matombo::engine::{
    DecisionError, EndReason, Event, GainError, Game, Legal, Need, OriginError, Ruleset, State, Step,
};
use pretty_assertions::assert_eq;
use support::{Played, at, bare, begin, capture, error, origins, pit, pits, play, start, won};

const BARE: &str = "columns=6 heads=none bonus=0";

fn tsoro(options: &str, stones: &str) -> matombo::engine::Match {
    bare(Game::Tsoro, &format!("columns=6 {options}"), stones)
}

fn played(stones: &str, words: &str) -> Played {
    play(&mut bare(Game::Tsoro, BARE, stones), words)
}

fn need(options: &str, stones: &str, words: &str) -> Need {
    begin(&tsoro(options, stones), words).expect("legal").need()
}

fn refused(options: &str, stones: &str, words: &str) -> GainError {
    match error(&tsoro(options, stones), words) {
        DecisionError::Gain(error) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn t1_two_stones_in_every_back_pit() {
    for columns in 6..=21 {
        let game = start(Game::Tsoro, &format!("columns={columns}"));
        let line = format!("{columns}*2/{columns}*0/{columns}*0/{columns}*2 S 0,0");
        assert_eq!(game.position().to_string(), line);
        assert_eq!(game.rules().total_stones(), 4 * columns);
    }
    assert_eq!(start(Game::Tsoro, "").position().to_string(), "21*2/21*0/21*0/21*2 S 0,0");
    for columns in ["5", "22"] {
        assert!(Ruleset::parse(Game::Tsoro, &format!("columns={columns}")).is_err());
    }
}

#[test]
fn t1_t2_three_stones_in_the_only_head() {
    let line = |heads: &str| start(Game::Tsoro, &format!("heads={heads}")).position().to_string();
    assert_eq!(line("right1"), "3,20*2/21*0/21*0/20*2,3 S 0,0");
    assert_eq!(line("left1"), "20*2,3/21*0/21*0/3,20*2 S 0,0");
    assert_eq!(line("none"), "21*2/21*0/21*0/21*2 S 0,0");
    assert_eq!(start(Game::Tsoro, "heads=right1").rules().total_stones(), 86);
    assert_eq!(start(Game::Tsoro, "heads=left1").rules().total_stones(), 86);
}

#[test]
fn t2_the_heads_of_each_option() {
    // A lap that ends in a pit with one stone: a head asks, another pit relays its two stones into empty pits.
    let lands = [
        ("B1", "A2=2 B1=1", "A2"),
        ("B4", "B2=2 B4=1", "B2"),
        ("B5", "B3=2 B5=1", "B3"),
        ("B6", "B4=2 B6=1", "B4"),
        ("A6", "B5=2 A6=1", "B5"),
    ];
    for (option, heads) in [("right2", "B5 B6"), ("right1", "B6"), ("left1", "B1"), ("none", "")] {
        let heads = pits(heads);
        for (landing, stones, origin) in lands {
            let asked = need(&format!("heads={option}"), &format!("{stones} b1=2"), origin);
            let landing = pit(landing);
            let expected = if heads.contains(&landing) { Need::Head { pit: landing } } else { Need::Nothing };
            assert_eq!(asked, expected, "{option} {landing}");
        }
    }
}

#[test]
fn t2_each_seat_has_its_own_heads() {
    assert_eq!(need("", "B1=2 b3=2 b5=1 N", "b3"), Need::Head { pit: pit("b5") });
    assert_eq!(need("heads=left1", "B1=2 a2=2 b1=1 N", "a2"), Need::Head { pit: pit("b1") });
}

#[test]
fn t3_an_origin_holds_two_stones_or_more() {
    let game = tsoro("", "B1=2 B3=1 B5=3 A2=1 b1=2");
    assert_eq!(origins(&game), "B1 B5");
    let single = OriginError::Single { pit: pit("B3"), fuller: true };
    assert_eq!(error(&game, "B3"), DecisionError::Origin(single));
    assert_eq!(error(&game, "B2"), DecisionError::Origin(OriginError::Empty { pit: pit("B2") }));
}

#[test]
fn t3_heads_are_origins_too() {
    assert_eq!(origins(&tsoro("", "B5=2 B6=2 b1=2")), "B5 B6");
}

#[test]
fn t3_a_single_stone_steps_if_there_is_nothing_fuller_and_the_next_pit_is_empty() {
    let game = tsoro("", "B1=1 B2=1 B5=1 A1=1 b1=2");
    assert_eq!(origins(&game), "B2 B5");
    let blocked = OriginError::Blocked { pit: pit("A1"), next: pit("B1") };
    assert_eq!(error(&game, "A1"), DecisionError::Origin(blocked));
    assert_eq!(play(&mut game.clone(), "B2").held, "B1=1 B3=1 B5=1 A1=1 b1=2");
    assert_eq!(play(&mut game.clone(), "B5").held, "B1=1 B2=1 B6=1 A1=1 b1=2");
}

#[test]
fn t4_an_occupied_pit_that_is_no_head_is_relayed() {
    let played = played("B1=2 B3=1 b1=2", "B1");
    assert_eq!((played.held.as_str(), played.turn.laps), ("B2=1 B4=1 B5=1 b1=2", 2));
    assert_eq!(played.turn.steps, []);
}

#[test]
fn t5_going_on_relays_the_head() {
    let played = play(&mut tsoro("", "B3=2 B5=1 b1=2"), "B3 /");
    assert_eq!((played.held.as_str(), played.turn.landing), ("B4=1 B6=1 A6=1 b1=2", pit("A6")));
    assert_eq!(played.turn.steps, [Step::GoOn { pit: pit("B5") }]);
}

#[test]
fn t5_stopping_ends_the_turn_without_a_capture() {
    let played = play(&mut tsoro("", "B3=2 B5=1 a1=2 b1=2"), "B3 .");
    assert_eq!((played.held.as_str(), played.turn.landing), ("B4=1 B5=2 b1=2 a1=2", pit("B5")));
    assert_eq!(played.turn.steps, [Step::Stop { pit: pit("B5") }]);
    assert_eq!(played.turn.captured, 0);
}

#[test]
fn t5_holds_at_the_end_of_every_lap() {
    let game = tsoro("", "B3=2 B5=12 b1=2");
    // B5 gets its thirteenth: twelve go round to B5 itself, the last falls into B6, where one has fallen before.
    let turn = begin(&game, "B3 /").expect("legal");
    assert_eq!(turn.need(), Need::Head { pit: pit("B6") });
    assert_eq!(turn.laps(), 2);
}

#[test]
fn t5_holds_for_the_head_the_turn_began_in() {
    // B5's two end in A6, which then holds 22: twelve round the ring and ten more, to B5 again.
    let game = tsoro("", "B5=2 A6=21 b1=2");
    assert_eq!(begin(&game, "B5").expect("legal").need(), Need::Head { pit: pit("B5") });
    let played = play(&mut game.clone(), "B5 .");
    assert_eq!(played.held, "B1=2 B2=2 B3=2 B4=2 B5=2 B6=2 A6=1 A5=2 A4=2 A3=2 A2=2 A1=2 b1=2");
}

#[test]
fn t6_an_empty_pit_ends_the_turn_head_or_not() {
    for (stones, origin, landing) in
        [("B3=2", "B3", "B5"), ("B4=2", "B4", "B6"), ("B1=2", "B1", "B3"), ("B6=2", "B6", "A5")]
    {
        let played = play(&mut tsoro("", &format!("{stones} b1=2")), origin);
        assert_eq!((played.turn.landing, played.turn.laps), (pit(landing), 1));
        assert_eq!(played.turn.steps, []);
    }
}

#[test]
fn t7_the_file_is_captured() {
    let played = played("B5=2 a1=3 b1=2 b3=2", "B5");
    assert_eq!(played.held, "B6=1 A6=1 b3=2");
    assert_eq!(played.turn.steps, [capture("a1", 5)]);
    assert_eq!(played.turn.captured, 5);
    assert!(played.events.contains(&Event::Capture { pit: pit("a1"), with: Some(pit("b1")), stones: 5 }));
}

#[test]
fn t7_an_empty_back_pit_is_no_hindrance() {
    let played = played("B5=2 a1=3 b3=2", "B5");
    assert_eq!(played.held, "B6=1 A6=1 b3=2");
    assert!(played.events.contains(&Event::Capture { pit: pit("a1"), with: None, stones: 3 }));
}

#[test]
fn t7_back_stones_are_not_taken_alone() {
    let played = played("B5=2 b1=2 b3=2", "B5");
    assert_eq!((played.held.as_str(), played.turn.captured), ("B6=1 A6=1 b1=2 b3=2", 0));
}

#[test]
fn t7_a_landing_in_the_back_row_captures_nothing() {
    let played = played("B1=2 a3=1 a4=1 b3=1 b4=1", "B1");
    assert_eq!(played.held, "B2=1 B3=1 b3=1 b4=1 a4=1 a3=1");
}

#[test]
fn t7_a_landing_in_an_occupied_front_pit_captures_nothing() {
    let played = played("B5=2 A6=1 a1=3 b3=2", "B5");
    assert_eq!((played.held.as_str(), played.turn.captured), ("B6=1 A5=1 A4=1 b3=2 a1=3", 0));
}

#[test]
fn t7_a_single_stones_step_captures() {
    let played = played("B6=1 a1=1 b1=1 b3=2", "B6");
    assert_eq!((played.held.as_str(), played.turn.captured), ("A6=1 b3=2", 2));
}

#[test]
fn t7_north_captures_alike() {
    let played = played("A1=2 B1=1 B3=2 a5=2 N", "a5");
    // a5's two end in a3, which faces A4.
    assert_eq!((played.held.as_str(), played.turn.captured), ("B1=1 B3=2 A1=2 a4=1 a3=1", 0));
    let played = self::played("A1=2 B1=1 B3=2 b5=2 N", "b5");
    assert_eq!((played.held.as_str(), played.turn.captured), ("B3=2 b6=1 a6=1", 3));
}

/// A capture of one stone, and six further occupied pits.
const PREY: &str = "B5=2 a1=1 b2=1 b3=2 b4=1 b5=1 b6=1 a6=1";

#[test]
fn t8_a_capture_earns_as_many_bonus_pits_as_the_option_says() {
    assert_eq!(need("heads=none", PREY, "B5"), Need::Bonus { least: 0, most: 2 });
    assert_eq!(need("heads=none bonus=0", PREY, "B5"), Need::Nothing);
    for bonus in 1..=5 {
        assert_eq!(need(&format!("heads=none bonus={bonus}"), PREY, "B5"), Need::Bonus { least: 0, most: bonus });
    }
    assert!(Ruleset::parse(Game::Tsoro, "bonus=6").is_err());
}

#[test]
fn t8_whole_pits_anywhere_on_the_enemys_side() {
    let mut game = tsoro("heads=none", PREY);
    let Legal::Bonus { pits: found, .. } = begin(&game, "B5").expect("legal").legal().expect("decided") else {
        panic!()
    };
    assert_eq!(found, pits("b2 b3 b4 b5 b6 a6"));
    let played = play(&mut game, "B5 +a6,b3");
    assert_eq!(played.held, "B6=1 A6=1 b2=1 b4=1 b5=1 b6=1");
    let bonus = Step::Bonus { pits: vec![(pit("b3"), 2), (pit("a6"), 1)] };
    assert_eq!(played.turn.steps, [capture("a1", 1), bonus]);
    assert_eq!((played.turn.captured, game.position().taken().south), (4, 4));
}

#[test]
fn t8_bonus_duty_may_allows_fewer_or_none() {
    let played = play(&mut tsoro("heads=none", PREY), "B5 +b4");
    assert_eq!(played.held, "B6=1 A6=1 b2=1 b3=2 b5=1 b6=1 a6=1");
    let played = play(&mut tsoro("heads=none", PREY), "B5 +0");
    assert_eq!(played.held, "B6=1 A6=1 b2=1 b3=2 b4=1 b5=1 b6=1 a6=1");
    assert!(played.events.contains(&Event::Waive));
    assert_eq!(played.turn.steps, [capture("a1", 1), Step::Bonus { pits: Vec::new() }]);
}

#[test]
fn t8_bonus_duty_must_takes_as_many_as_possible() {
    let options = "heads=none bonus=3 bonus-duty=must";
    assert_eq!(need(options, PREY, "B5"), Need::Bonus { least: 3, most: 3 });
    assert_eq!(refused(options, PREY, "B5 +b2,b3"), GainError::TooFewPits { found: 2, least: 3 });
    assert_eq!(refused(options, PREY, "B5 +0"), GainError::TooFewPits { found: 0, least: 3 });
    assert_eq!(need(options, PREY, "B5 +b2,b3,b4"), Need::Nothing);
    assert_eq!(need(options, "B5=2 a1=1 b2=1 b3=2", "B5"), Need::Bonus { least: 2, most: 2 });
}

#[test]
fn t8_bonus_heads_open_lets_heads_be_taken() {
    assert_eq!(need("bonus=5", PREY, "B5 +b5,b6"), Need::Nothing);
}

#[test]
fn t8_bonus_heads_safe_keeps_them() {
    for (heads, taken, free) in
        [("right2", "b5", "b2 b3 b4 a6"), ("right1", "b6", "b2 b3 b4 b5 a6"), ("none", "", "b2 b3 b4 b5 b6 a6")]
    {
        let options = format!("bonus=5 bonus-heads=safe heads={heads}");
        let game = tsoro(&options, PREY);
        let turn = begin(&game, "B5").expect("legal");
        let most = pits(free).len().min(5) as u8;
        assert_eq!(turn.legal(), Ok(Legal::Bonus { pits: pits(free), least: 0, most }));
        if !taken.is_empty() {
            assert_eq!(refused(&options, PREY, &format!("B5 +{taken}")), GainError::SafeHead { pit: pit(taken) });
        }
    }
    // As many as possible, too, are only those outside the heads.
    let must = "bonus=5 bonus-heads=safe bonus-duty=must";
    assert_eq!(need(must, PREY, "B5"), Need::Bonus { least: 4, most: 4 });
    assert_eq!(need("bonus-heads=safe", "B5=2 a1=1 b6=2", "B5"), Need::Nothing);
}

#[test]
fn t8_the_capture_itself_takes_a_safe_head() {
    // A1 faces a6, and behind it lies the head b6.
    let played = play(&mut tsoro("bonus-heads=safe", "A3=2 a6=1 b6=4 b3=2"), "A3 +0");
    assert_eq!((played.held.as_str(), played.turn.captured), ("A2=1 A1=1 b3=2", 5));
}

#[test]
fn t8_what_is_no_bonus_pit() {
    let refused = |words: &str| refused("heads=none", PREY, words);
    assert_eq!(refused("B5 +b1"), GainError::Empty { pit: pit("b1") });
    assert_eq!(refused("B5 +a1"), GainError::Empty { pit: pit("a1") });
    assert_eq!(refused("B5 +A6"), GainError::Own { pit: pit("A6"), mover: Seat::South });
    assert_eq!(refused("B5 +b7"), GainError::OffBoard { pit: pit("b7"), columns: 6 });
    assert_eq!(refused("B5 +b3,b3"), GainError::Twice { pit: pit("b3") });
    assert_eq!(refused("B5 +b2,b3,b4"), GainError::TooManyPits { found: 3, most: 2 });
}

#[test]
fn t8_a_refused_bonus_leaves_the_turn_as_it_was() {
    let game = tsoro("heads=none", PREY);
    let mut turn = begin(&game, "B5").expect("legal");
    let before = turn.position().clone();
    let bad = matombo::engine::Decision::Bonus(pits("b3 b1"));
    assert!(turn.decide(&bad, &mut ()).is_err());
    assert_eq!((turn.position(), turn.need()), (&before, Need::Bonus { least: 0, most: 2 }));
}

#[test]
fn t8_without_a_capture_there_is_no_bonus() {
    assert_eq!(need("heads=none", "B1=2 b3=2 a6=1", "B1"), Need::Nothing);
}

#[test]
fn t9_a_capture_of_the_last_stones_ends_the_game_at_once() {
    let mut game = tsoro("", "B5=2 a1=3 b1=2");
    let played = play(&mut game, "B5");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(played.turn.steps, [capture("a1", 5)]);
    let mut game = tsoro("", "B5=2 a1=3 b3=2");
    play(&mut game, "B5 +b3");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoStones));
}

#[test]
fn t9_a_seat_without_stones_has_lost_whoever_is_to_move() {
    assert_eq!(tsoro("", "B1=2 S").state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(tsoro("", "B1=2 N").state(), won(Seat::South, EndReason::NoStones));
}

#[test]
fn t9_a_seat_to_move_without_a_legal_move_loses() {
    let mut game = tsoro("", "B1=2 b1=1 b2=1 b3=1 b4=1 b5=1 b6=1 a1=1 a2=1 a3=1 a4=1 a5=1 a6=1");
    play(&mut game, "B1");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

#[test]
fn t9_a_repeated_position_is_no_draw() {
    // Two forced turns a seat, of eight laps each, bring all stones back.
    let line = "1,0,1,0,2,2*1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,2*1,2,0,1,0,1 S 0,0";
    let mut game = at(Game::Tsoro, "columns=8 heads=none stones=free", line);
    for _ in 0..4 {
        for origin in ["B4", "b4", "B3", "b3"] {
            play(&mut game, origin);
            assert_eq!(game.state(), State::Turn);
        }
        assert_eq!(game.position().to_string(), line);
    }
}
