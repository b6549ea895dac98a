//! The rules of Igisoro, I1 to I9, and its options, each from as bare a board as it can be shown on.

mod support;

use matombo::board::{Row, Seat};
use matombo::engine::{
    Decision, DecisionError, EndReason, Event, Game, LapKind, Match, Need, OriginError, SetupError, State, Step,
};
use pretty_assertions::assert_eq;
use support::{at, bare, begin, capture, error, origins, pit, play, rules, start, watch, ways, won};

fn igisoro(options: &str, stones: &str) -> Match {
    bare(Game::Igisoro, options, stones)
}

fn need(options: &str, stones: &str, words: &str) -> Need {
    begin(&igisoro(options, stones), words).expect("legal").need()
}

fn direction(name: &str, lap: LapKind) -> Need {
    Need::Direction { pit: pit(name), lap }
}

#[test]
fn i1_four_seeds_in_every_back_or_front_pit() {
    assert_eq!(start(Game::Igisoro, "").position().to_string(), "8*4/8*0/8*0/8*4 S 0,0");
    assert_eq!(start(Game::Igisoro, "setup=back").position().to_string(), "8*4/8*0/8*0/8*4 S 0,0");
    assert_eq!(start(Game::Igisoro, "setup=front").position().to_string(), "8*0/8*4/8*4/8*0 S 0,0");
}

#[test]
fn i1_a_custom_setup_needs_a_position() {
    let found = Match::start(rules(Game::Igisoro, "setup=custom")).map(|_| ());
    assert_eq!(found, Err(SetupError::NoPosition));
    let line = "8*2/8*2/0,2*16,5*0/8*0 N 0,0";
    assert_eq!(at(Game::Igisoro, "setup=custom", line).position().to_string(), line);
}

#[test]
fn i2_an_origin_holds_two_seeds_or_more() {
    let game = igisoro("", "B1=2 B4=1 A3=5 b1=2");
    assert_eq!(origins(&game), "B1 A3");
    let single = OriginError::Single { pit: pit("B4"), fuller: false };
    assert_eq!(error(&game, "B4"), DecisionError::Origin(single));
    // Not even if there is nothing else.
    assert_eq!(igisoro("singles=no", "B4=1 b1=2").state(), won(Seat::North, EndReason::NoMove));
}

#[test]
fn i2_singles_yes_lets_any_occupied_pit_begin() {
    let game = igisoro("singles=yes", "B2=1 B3=1 A4=3 b1=2");
    assert_eq!(origins(&game), "B2 B3 A4");
    // Whatever the next pit holds: B3's one becomes two, which end in B5.
    assert_eq!(play(&mut game.clone(), "B2").held, "B4=1 B5=1 A4=3 b1=2");
    assert_eq!(play(&mut game.clone(), "B3").held, "B2=1 B4=1 A4=3 b1=2");
}

#[test]
fn i3_an_empty_pit_ends_the_turn() {
    assert_eq!(play(&mut igisoro("", "B3=2 b1=2"), "B3").held, "B4=1 B5=1 b1=2");
    // Also in front of an occupied file.
    let played = play(&mut igisoro("", "B7=2 a1=1 b1=2"), "B7");
    assert_eq!((played.held.as_str(), played.turn.captured), ("B8=1 A8=1 b1=2 a1=1", 0));
}

/// B7's two end in A8, which holds one and faces a1 and b1.
const CHOICE: &str = "B7=2 A8=1 a1=1 b1=2 b5=2";

#[test]
fn i4_an_occupied_front_pit_that_faces_two_occupied_pits_gives_a_choice() {
    let turn = begin(&igisoro("", CHOICE), "B7").expect("legal");
    assert_eq!(turn.need(), Need::Capture { landing: pit("A8"), pit: pit("a1") });
    assert_eq!(ways(&turn), [Decision::Capture, Decision::Pass]);
}

#[test]
fn i4_both_facing_pits_must_be_occupied() {
    for (stones, held) in
        [("B7=2 A8=1 a1=1 b5=2", "B8=1 A7=1 A6=1 b5=2 a1=1"), ("B7=2 A8=1 b1=2 b5=2", "B8=1 A7=1 A6=1 b1=2 b5=2")]
    {
        assert_eq!(play(&mut igisoro("", stones), "B7").held, held);
    }
}

#[test]
fn i4_a_landing_in_the_back_row_gives_no_choice() {
    // B7 would face a2 if it lay in front.
    assert_eq!(play(&mut igisoro("", "B5=2 B7=1 a2=1 b2=1"), "B5").held, "B6=1 B8=1 A8=1 b2=1 a2=1");
}

#[test]
fn i5_captured_seeds_are_sown_after_the_origin() {
    let mut game = igisoro("", CHOICE);
    let played = play(&mut game, "B7 x");
    // The seeds of the landing pit stay: 1 + 1, and one of the three captured.
    assert_eq!(played.held, "B8=2 A8=3 A7=1 b5=2");
    assert_eq!(played.turn.steps, [capture("a1", 3)]);
    assert_eq!((played.turn.laps, played.turn.captured), (2, 3));
    assert!(played.events.contains(&Event::Capture { pit: pit("a1"), with: Some(pit("b1")), stones: 3 }));
}

/// B5's two end in B7, whose two end in A8.
const TWO_LAPS: &str = "B5=2 B7=1 A8=1 a1=1 b1=2 b5=2";

#[test]
fn i5_resow_turn_sows_after_the_pit_the_turn_began_in() {
    // B6 and B7 get one, the third seed is B8's second; these two end in A7.
    assert_eq!(play(&mut igisoro("resow=turn", TWO_LAPS), "B5 x").held, "B6=2 B7=1 A8=3 A7=1 b5=2");
}

#[test]
fn i5_resow_lap_sows_after_the_pit_of_the_capturing_lap() {
    assert_eq!(play(&mut igisoro("resow=lap", TWO_LAPS), "B5 x").held, "B6=1 B8=2 A8=3 A7=1 b5=2");
}

#[test]
fn i5_resow_lap_counts_a_resowing_from_the_pit_it_starts_after() {
    // The three captured seeds end in A7, which faces a2 and b2: the two captured there are sown after B7 again. The
    // second is A8's fourth; these four end in A4.
    let mut game = igisoro("resow=lap", &format!("{TWO_LAPS} A7=1 a2=1 b2=1"));
    let played = play(&mut game, "B5 x x");
    assert_eq!(played.held, "B6=1 B8=3 A7=3 A6=1 A5=1 A4=1 b5=2");
    assert_eq!(played.turn.steps, [capture("a1", 3), capture("a2", 2)]);
}

#[test]
fn i5_the_rules_of_landing_apply_to_the_resown_seeds() {
    // I6: A7 holds one and faces nothing, so its two are relayed to A5.
    let played = play(&mut igisoro("", "B7=2 A8=1 A7=1 a1=1 b1=2 b5=2"), "B7 x");
    assert_eq!(played.held, "B8=2 A8=3 A6=1 A5=1 b5=2");
    // I4: with a2 and b2 occupied it gives a choice.
    let asked = need("", "B7=2 A8=1 A7=1 a1=1 b1=2 b5=2 a2=1 b2=1", "B7 x");
    assert_eq!(asked, Need::Capture { landing: pit("A7"), pit: pit("a2") });
}

#[test]
fn i6_with_nothing_to_capture_the_seeds_are_relayed() {
    assert_eq!(play(&mut igisoro("", "B1=2 B3=1 b1=2"), "B1").held, "B2=1 B4=1 B5=1 b1=2");
}

#[test]
fn i6_after_a_pass_the_seeds_are_relayed() {
    let played = play(&mut igisoro("", CHOICE), "B7 - =");
    assert_eq!(played.held, "B8=1 A7=1 A6=1 b1=2 b5=2 a1=1");
    assert_eq!(played.turn.steps, [Step::Pass { pit: pit("a1"), retreat: false }]);
}

#[test]
fn i6_the_enemy_may_retreat_before_the_relay() {
    assert_eq!(need("", CHOICE, "B7 -"), Need::Retreat { pit: pit("a1") });
    let played = play(&mut igisoro("", CHOICE), "B7 - ^");
    assert_eq!(played.held, "B8=1 A7=1 A6=1 b1=3 b5=2");
    assert_eq!(played.turn.steps, [Step::Pass { pit: pit("a1"), retreat: true }]);
    let tail: Vec<_> = played.events[2..5].to_vec();
    let retreat = Event::Retreat { pit: pit("a1"), to: pit("b1"), stones: 1 };
    assert_eq!(tail, [Event::Pass { pit: pit("a1") }, retreat, Event::Lift { pit: pit("A8"), stones: 2 }]);
}

/// For each reverse pit a position in which its lap, sown clockwise, captures; the origin holds two or more.
const CLOCKWISE: [(&str, &str); 4] = [
    ("B1", "B1=2 A2=1 a7=1 b7=1 b3=2"),
    ("B8", "B8=8 A1=1 a8=1 b8=1 b3=2"),
    ("A2", "A2=2 A4=1 a5=1 b5=1 b3=2"),
    // Sixteen go round, the seventeenth is A8's second.
    ("A7", "A7=17 a1=1 b1=1 b3=2"),
];

#[test]
fn i7_the_four_reverse_pits() {
    for (origin, stones) in CLOCKWISE {
        let turn = begin(&igisoro("", stones), origin).expect("legal");
        assert_eq!(turn.need(), direction(origin, LapKind::Origin));
        assert!(ways(&turn).contains(&Decision::Clockwise));
        assert_eq!(turn.laps(), 0);
    }
    let single = need("singles=yes", "A7=1 A8=1 a1=1 b1=1 b3=2", "A7");
    assert_eq!(single, direction("A7", LapKind::Origin));
}

#[test]
fn i7_reverse_none_sows_no_lap_clockwise() {
    for (origin, stones) in CLOCKWISE {
        let (_, events) = watch(&igisoro("reverse=none", stones), origin);
        assert!(matches!(events[1].0, Event::Lap { clockwise: false, .. }));
    }
}

#[test]
fn i7_no_other_pit_sows_clockwise() {
    // Two seeds in each pit; where they would fall clockwise stones lie, and North's files are all occupied.
    let ring = igisoro("", "B1=2 b1=2").position().ring();
    let own: Vec<_> = ring.pits(Seat::South).collect();
    let north: Vec<String> = ring.pits(Seat::North).map(|pit| format!("{pit}=1")).collect();
    for (place, origin) in own.iter().enumerate() {
        let target = own[(place + 14) % 16];
        let stones = format!("{origin}=2 {target}=1 {}", north.join(" "));
        let turn = begin(&igisoro("", &stones), &origin.to_string()).expect("legal");
        let ear = ["B1", "B8", "A2", "A7"].contains(&origin.to_string().as_str());
        let expected = ear && target.row == Row::Front;
        assert_eq!(matches!(turn.need(), Need::Direction { .. }), expected, "{origin}");
    }
}

#[test]
fn i7_its_own_last_seed_must_make_a_capture_possible() {
    for (stones, why) in [
        ("B1=2 a7=1 b7=1 b3=2", "A2 is empty"),
        ("B1=2 A2=1 a7=1 b3=2", "b7 is empty"),
        ("B1=2 A2=1 b7=1 b3=2", "a7 is empty"),
        ("B1=3 A2=1 a7=1 b7=1 b3=2", "the last seed would fall into A3"),
    ] {
        let (_, events) = watch(&igisoro("", stones), "B1");
        assert!(matches!(events[1].0, Event::Lap { clockwise: false, .. }), "{why}");
    }
}

#[test]
fn i7_the_capture_is_then_made_and_the_resowing_decided_anew() {
    let played = play(&mut igisoro("", CLOCKWISE[0].1), "B1 ~");
    // The two captured could only go clockwise again if a7 and b7 still held seeds.
    assert_eq!(played.held, "B2=1 B3=1 A2=2 A1=1 b3=2");
    assert_eq!(played.turn.steps, [capture("a7", 2)]);
    assert!(played.turn.clockwise);
}

#[test]
fn i7_counter_clockwise_remains_possible() {
    let played = play(&mut igisoro("", CLOCKWISE[0].1), "B1 >");
    assert_eq!(played.held, "B2=1 B3=1 A2=1 b3=2 b7=1 a7=1");
    assert!(!played.turn.clockwise);
}

#[test]
fn i7_a_resowing_may_go_clockwise() {
    let stones = "B1=8 A8=1 A2=1 a1=1 b1=1 a7=1 b7=2 b3=2";
    let game = igisoro("", stones);
    assert_eq!(begin(&game, "B1 > x").expect("legal").need(), direction("B1", LapKind::Resow));
    // Clockwise the first seed falls in the pit before B1. The three captured go to B4, are relayed to B6, B8, A7.
    let played = play(&mut game.clone(), "B1 > x ~");
    assert_eq!(played.held, "B2=2 B3=2 B5=2 B7=2 A8=3 A7=1 A2=2 A1=1 b3=2");
    let first = Step::Capture { pit: pit("a1"), stones: 2, clockwise: true };
    assert_eq!(played.turn.steps, [first, capture("a7", 3)]);
    assert!(!played.turn.clockwise);
}

#[test]
fn i7_north_reverses_at_its_own_four_pits() {
    assert_eq!(need("", "b1=2 a2=1 A7=1 B7=1 B3=2 N", "b1"), direction("b1", LapKind::Origin));
}

/// A5's three end in A2, which faces a7 and b7; clockwise A2's two end in A4, which faces a5 and b5.
const THREE_WAYS: &str = "A5=3 A2=1 a7=1 b7=1 a5=1 b5=2 b1=2";

#[test]
fn i8_capture() {
    let game = igisoro("", THREE_WAYS);
    let turn = begin(&game, "A5").expect("legal");
    assert_eq!(turn.need(), Need::Capture { landing: pit("A2"), pit: pit("a7") });
    // Two from A5: A3's second; these two end in A1.
    assert_eq!(play(&mut game.clone(), "A5 x").held, "A4=2 A2=3 A1=1 b1=2 b5=2 a5=1");
}

#[test]
fn i8_pass_and_relay() {
    let game = igisoro("", THREE_WAYS);
    assert_eq!(begin(&game, "A5 - =").expect("legal").need(), direction("A2", LapKind::Relay));
    assert_eq!(play(&mut game.clone(), "A5 - = >").held, "B1=1 A4=1 A3=1 A1=1 b1=2 b5=2 b7=1 a7=1 a5=1");
}

#[test]
fn i8_pass_and_relay_clockwise() {
    let played = play(&mut igisoro("", THREE_WAYS), "A5 - = ~");
    assert_eq!(played.held, "A4=3 A3=3 A2=1 b1=2 b7=1 a7=1");
    let pass = Step::Pass { pit: pit("a7"), retreat: false };
    assert_eq!(played.turn.steps, [pass, Step::Reverse { pit: pit("A2") }, capture("a5", 3)]);
}

#[test]
fn i8_the_direction_is_judged_after_the_enemys_answer() {
    // A2's thirty-two would go round twice and end in A2 itself, facing a7 and b7.
    let game = igisoro("", "A4=2 A2=31 a7=1 b7=1 b1=2");
    assert_eq!(begin(&game, "A4 - =").expect("legal").need(), direction("A2", LapKind::Relay));
    let (_, events) = watch(&game, "A4 - ^");
    let lap = events.iter().map(|(event, _)| *event).nth(5);
    assert!(matches!(lap, Some(Event::Lap { stones: 32, clockwise: false, .. })), "{lap:?}");
}

#[test]
fn i9_a_seat_to_move_without_a_legal_move_loses() {
    let mut game = igisoro("", "B1=2 b1=1 b4=1");
    play(&mut game, "B1");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

#[test]
fn i9_a_capture_of_the_last_seeds_is_still_sown_out() {
    let mut game = igisoro("", "B7=2 A8=1 a1=1 b1=2");
    assert_eq!(play(&mut game, "B7 x").held, "B8=2 A8=3 A7=1");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

#[test]
fn i9_a_seat_without_seeds_that_is_not_to_move_has_not_lost_yet() {
    let mut game = igisoro("", "B3=2");
    assert_eq!(game.state(), State::Turn);
    play(&mut game, "B3");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoMove));
}

#[test]
fn i9_a_repeated_position_is_no_draw() {
    // Two turns of eight laps each bring a seat's stones back. North passes a capture on either turn.
    let line = "1,0,1,0,2,2*1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,2*1,2,0,1,0,1 S 0,0";
    let mut game = at(Game::Igisoro, "reverse=none stones=free", line);
    for _ in 0..4 {
        for words in ["B4", "b4 - =", "B3", "b3 - ="] {
            play(&mut game, words);
            assert_eq!(game.state(), State::Turn);
        }
        assert_eq!(game.position().to_string(), line);
    }
}
