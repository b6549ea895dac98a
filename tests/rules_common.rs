//! The rules that the games have in common, R1 to R12, each from as bare a board as it can be shown on.

mod support;

use matombo::board::{Pit, Ring, Row, Seat};
use matombo::engine::{
    Decision, DecisionError, EndReason, Event, Game, LapKind, Match, Need, OriginError, Position, SetupError, State,
};
use pretty_assertions::assert_eq;
use support::{at, bare, begin, error, held, origins, pit, pits, play, refused, rules, setup, start, watch, ways, won};

#[test]
fn r1_south_moves_first_and_the_seats_alternate() {
    let turns = [
        (Game::Tsoro, "", "B20"),
        (Game::Nsolo, "", "B7 +0"),
        (Game::Igisoro, "setup=front", "A4"),
        (Game::Bosh, "", "A5"),
        (Game::Kimasai, "", "A2"),
    ];
    for (game, options, words) in turns {
        let mut game = start(game, options);
        assert_eq!(game.position().to_move(), Seat::South);
        play(&mut game, words);
        assert_eq!(game.position().to_move(), Seat::North);
    }
}

#[test]
fn r1_a_seat_sows_only_its_own_pits() {
    for game in Game::ALL {
        let game = start(game, "");
        let found = error(&game, "a1");
        let expected = OriginError::NotOwn { pit: pit("a1"), mover: Seat::South };
        assert_eq!(found, DecisionError::Origin(expected), "{}", game.rules().game());
    }
}

#[test]
fn r2_pits_are_named_from_their_owners_left() {
    // North's left is at South's right, so North's rows are named from right to left of the page.
    let game = at(Game::Tsoro, "columns=6 stones=free", "7,0,0,0,0,2/0,5,0,0,0,0/0,0,3,0,0,0/0,0,0,4,0,0 S 0,0");
    assert_eq!(held(game.position()), "B4=4 A3=3 b1=2 b6=7 a5=5");
    let bosh = at(Game::Bosh, "", "1,2,3,4,5/6,7,8,4,0 S 0,0 1S");
    assert_eq!(held(bosh.position()), "A1=6 A2=7 A3=8 A4=4 a1=5 a2=4 a3=3 a4=2 a5=1");
}

#[test]
fn r3_the_ring_goes_right_along_the_back_row_and_left_along_the_front_row() {
    let order = pits("B1 B2 B3 B4 B5 B6 A6 A5 A4 A3 A2 A1");
    assert_eq!(Ring::four_rows(6).pits(Seat::South).collect::<Vec<_>>(), order);
    let sown = |stones: &str, origin: &str| play(&mut bare(Game::Tsoro, "columns=6 heads=none", stones), origin).held;
    assert_eq!(sown("B1=3 b1=2", "B1"), "B2=1 B3=1 B4=1 b1=2");
    assert_eq!(sown("B5=3 b1=2", "B5"), "B6=1 A6=1 A5=1 b1=2");
    assert_eq!(sown("A2=3 b1=2", "A2"), "B1=1 B2=1 A1=1 b1=2");
    // Both seats see their own ring like this.
    assert_eq!(sown("B1=2 b5=3 N", "b5"), "B1=2 b6=1 a6=1 a5=1");
    assert_eq!(sown("B1=2 a2=3 N", "a2"), "B1=2 b1=1 b2=1 a1=1");
}

#[test]
fn r3_only_igisoro_asks_for_a_direction() {
    // The position that offers a clockwise lap in Igisoro (I7).
    let stones = "B1=2 A2=1 a7=1 b7=1 b1=2";
    let asked = begin(&bare(Game::Igisoro, "", stones), "B1").expect("a legal origin").need();
    assert_eq!(asked, Need::Direction { pit: pit("B1"), lap: LapKind::Origin });
    for (game, options) in [(Game::Tsoro, "columns=8"), (Game::Nsolo, "")] {
        let turn = begin(&bare(game, options, stones), "B1").expect("a legal origin");
        assert_eq!((turn.need(), turn.landing()), (Need::Nothing, Some(pit("B3"))));
    }
}

#[test]
fn r4_facing_pits() {
    let ring = Ring::four_rows(8);
    for (own, front, back) in [("A1", "a8", "b8"), ("A2", "a7", "b7"), ("A8", "a1", "b1"), ("a3", "A6", "B6")] {
        assert_eq!(ring.facing(pit(own), Row::Front), pit(front));
        assert_eq!(ring.facing(pit(own), Row::Back), pit(back));
    }
    // A capture from A5 on six columns takes a2 and b2.
    let mut game = bare(Game::Tsoro, "columns=6 bonus=0 heads=none", "B6=2 a2=1 b2=1 a3=1 a1=1 b1=1");
    assert_eq!(play(&mut game, "B6").held, "A6=1 A5=1 b1=1 a3=1 a1=1");
}

#[test]
fn r5_a_lap_that_goes_round_does_not_skip_its_origin() {
    let game = bare(Game::Tsoro, "columns=6 heads=none", "B1=13 b1=2");
    let (_, events) = watch(&game, "B1");
    let lap =
        Event::Lap { number: 1, from: pit("B1"), stones: 13, clockwise: false, landing: pit("B2"), occupied: true };
    let board = "B1=1 B2=2 B3=1 B4=1 B5=1 B6=1 A6=1 A5=1 A4=1 A3=1 A2=1 A1=1 b1=2";
    assert_eq!(events[1], (lap, board.to_owned()));
}

#[test]
fn r5_occupied_is_judged_before_the_last_stone_falls() {
    // Twelve stones on twelve pits: the last one falls into the origin, which is empty.
    let mut game = bare(Game::Tsoro, "columns=6 heads=none", "B1=12 b1=2");
    let played = play(&mut game, "B1");
    assert_eq!((played.turn.laps, played.turn.landing), (1, pit("B1")));
    assert_eq!(played.held, "B1=1 B2=1 B3=1 B4=1 B5=1 B6=1 A6=1 A5=1 A4=1 A3=1 A2=1 A1=1 b1=2");
    // Twenty-four: the first twelve have left one there.
    let (_, events) = watch(&bare(Game::Tsoro, "columns=6 heads=none", "B1=24 b1=2"), "B1");
    assert!(matches!(events[1].0, Event::Lap { occupied: true, landing, .. } if landing == pit("B1")));
}

#[test]
fn r6_a_lap_that_ends_in_an_occupied_pit_is_relayed_with_the_new_stone() {
    for (game, options) in [(Game::Tsoro, "columns=8 heads=none"), (Game::Nsolo, ""), (Game::Igisoro, "")] {
        let mut game = bare(game, options, "B1=2 B3=1 b1=2");
        let played = play(&mut game, "B1");
        assert_eq!((played.turn.laps, played.turn.landing), (2, pit("B5")));
        assert_eq!(played.held, "B2=1 B4=1 B5=1 b1=2");
    }
}

/// V10's ring on sixteen pits, from `B1` or from `A8` on: it comes back to its origin after 128 laps.
const ENDLESS_FROM_B1: &str = "B1=2 B3=1 B5=1 B7=1 A8=1 A6=1 A4=1 A2=2 A1=1";
const ENDLESS_FROM_A8: &str = "A8=2 A6=1 A4=1 A2=1 B1=1 B3=1 B5=1 B7=2 B8=1";

#[test]
fn r7_with_nothing_left_the_turn_is_illegal() {
    let game = bare(Game::Nsolo, "", &format!("{ENDLESS_FROM_B1} b1=2"));
    assert_eq!(error(&game, "B1"), DecisionError::Endless { pit: pit("B1"), laps: 128 });
    assert_eq!(game.turn().can_end_after(&Decision::Origin(pit("B1"))), Ok(Some(false)));
    // A2 lands on B1, which then holds three: B2, B3 (two) and so on; it is no part of that cycle.
    assert!(!origins(&game).contains("B1 "));
}

#[test]
fn r7_a_stop_in_a_head_is_left() {
    // V14: at the twelfth head the lap to come is the turn's first.
    let game = bare(Game::Tsoro, "columns=6", "B2=1 B4=2 B5=1 B6=2 A5=1 A3=1 A1=1 b1=2");
    let turn = begin(&game, &format!("B6{}", " /".repeat(11))).expect("twelve heads");
    assert_eq!(turn.need(), Need::Head { pit: pit("B6") });
    assert_eq!(ways(&turn), [Decision::Stop]);
}

/// Passes, stays and sows on counter-clockwise until that is no longer legal.
fn pass_all(game: &Match, origin: &str) -> (Vec<Decision>, Need, u64) {
    let mut turn = begin(game, origin).expect("a legal origin");
    loop {
        let legal = ways(&turn);
        let on = match turn.need() {
            Need::Capture { .. } => Decision::Pass,
            Need::Retreat { .. } => Decision::Stay,
            Need::Direction { .. } => Decision::CounterClockwise,
            need => panic!("{need:?}"),
        };
        if !legal.contains(&on) {
            return (legal, turn.need(), turn.laps());
        }
        turn.decide(&on, &mut ()).expect("legal");
    }
}

#[test]
fn r7_a_capture_is_left() {
    // The only file with both pits occupied faces A8, where the cycle begins and, after 128 laps, ends. Its three
    // seeds, sown after A8 on the board as it then is, end in A5, which is empty.
    let game = bare(Game::Igisoro, "reverse=none", &format!("{ENDLESS_FROM_A8} a1=2 b1=1 b8=2"));
    let (legal, need, laps) = pass_all(&game, "A8");
    assert_eq!(need, Need::Capture { landing: pit("A8"), pit: pit("a1") });
    assert_eq!((legal, laps), (vec![Decision::Capture], 128));
    let words = std::iter::repeat_n(" - =", 200).collect::<String>();
    assert_eq!(error(&game, &format!("A8{words}")), DecisionError::Endless { pit: pit("A8"), laps: 128 });
}

#[test]
fn r7_a_clockwise_lap_is_left() {
    // Back at B1 its two seeds can still go clockwise, to A2, and capture a7 and b7.
    let game = bare(Game::Igisoro, "", &format!("{ENDLESS_FROM_B1} a7=1 b7=1 b1=2"));
    let (legal, need, laps) = pass_all(&game, "B1");
    assert_eq!(need, Need::Direction { pit: pit("B1"), lap: LapKind::Relay });
    assert_eq!((legal, laps), (vec![Decision::Clockwise], 128));
}

#[test]
fn r7_a_retreat_is_illegal_where_nothing_would_end_the_turn() {
    // Once a1 is empty there is nothing to capture any more, and the ring is endless.
    let game = bare(Game::Igisoro, "reverse=none", &format!("{ENDLESS_FROM_A8} a1=2 b1=1 b8=2"));
    let mut turn = begin(&game, "A8").expect("a legal origin");
    assert_eq!(turn.need(), Need::Capture { landing: pit("A8"), pit: pit("a1") });
    turn.decide(&Decision::Pass, &mut ()).expect("may end by a later capture");
    assert_eq!(ways(&turn), [Decision::Stay]);
    assert!(matches!(turn.decide(&Decision::Retreat, &mut ()), Err(DecisionError::Endless { .. })));
}

#[test]
fn r8_a_seat_with_stones_but_no_move_loses() {
    let full: Vec<String> = Ring::four_rows(8).pits(Seat::South).map(|pit| format!("{pit}=1")).collect();
    let full = full.join(" ");
    for (game, options) in [(Game::Tsoro, "columns=8"), (Game::Nsolo, ""), (Game::Igisoro, "")] {
        let game = bare(game, options, &format!("{full} b1=2"));
        assert_eq!(game.state(), won(Seat::North, EndReason::NoMove));
    }
}

#[test]
fn r8_single_stones_do_not_come_in_for_origins_that_are_barred() {
    // The board of V10's cycle after its fifth lap, sown from the pit with three. A single could step from B2 to B3,
    // but a seat with a fuller pit moves no singles, endless or not.
    let stones = "B1=3 B2=1 B4=1 B6=1 A5=1 A3=1 A1=1";
    let game = bare(Game::Tsoro, "columns=6 heads=none", &format!("{stones} b1=2"));
    assert_eq!(game.state(), won(Seat::North, EndReason::NoMove));
    let waiting = bare(Game::Tsoro, "columns=6 heads=none", &format!("{stones} b1=2 N"));
    assert_eq!(waiting.state(), State::Turn);
}

#[test]
fn r9_no_position_resigns() {
    // A resignation is told by the record; on the board nothing shows it.
    assert_eq!(start(Game::Nsolo, "").outcome(), None);
}

#[test]
fn r10_captured_stones_leave_the_board_but_not_in_igisoro() {
    let mut game = bare(Game::Nsolo, "", "B7=2 a1=3 b3=1");
    play(&mut game, "B7 +0");
    assert_eq!(game.position().row_sum(Seat::South) + game.position().row_sum(Seat::North), 3);
    assert_eq!((game.position().taken().south, game.position().taken().north), (3, 0));

    let mut game = bare(Game::Igisoro, "", "B7=2 A8=1 a1=1 b1=2 b5=2");
    play(&mut game, "B7 x");
    assert_eq!(game.position().row_sum(Seat::South) + game.position().row_sum(Seat::North), 8);
    assert_eq!((game.position().taken().south, game.position().taken().north), (0, 0));
}

#[test]
fn r12_the_stones_must_make_the_games_total() {
    use SetupError::Total;
    let tsoro = |options: &str, line: &str| refused(Game::Tsoro, &format!("columns=6 {options}"), line);
    assert_eq!(tsoro("", "6*2/6*0/6*0/6*2 S 1,0"), Total { found: 25, expected: 24 });
    assert_eq!(tsoro("heads=right1", "6*2/6*0/6*0/6*2 S 0,0"), Total { found: 24, expected: 26 });
    assert_eq!(tsoro("heads=left1", "6*2/6*0/6*0/6*2 S 0,0"), Total { found: 24, expected: 26 });
    at(Game::Tsoro, "columns=6", "6*1/6*0/6*1/6*1 N 2,4");
    at(Game::Tsoro, "columns=6 heads=right1", "6*1/6*0/6*1/6*1 N 4,4");
    assert_eq!(refused(Game::Nsolo, "", "8*2/8*2/7*2,0/8*2 S 0,0"), Total { found: 62, expected: 60 });
    assert_eq!(refused(Game::Bosh, "", "5*4/5*4 S 0,1 1S"), Total { found: 41, expected: 40 });
    assert_eq!(refused(Game::Kimasai, "", "12*1/12*1/0,11*1/12*1 S 0,0"), Total { found: 47, expected: 46 });
    let igisoro = refused(Game::Igisoro, "", "8*4/8*0/7*4,3/8*0 S 0,0");
    assert_eq!(igisoro, SetupError::SeatTotal { seat: Seat::South, found: 31 });
    let igisoro = refused(Game::Igisoro, "", "7*4,5/8*0/8*4/8*0 S 0,0");
    assert_eq!(igisoro, SetupError::SeatTotal { seat: Seat::North, found: 33 });
}

#[test]
fn r12_igisoro_removes_no_seeds() {
    for options in ["", "stones=free"] {
        assert_eq!(refused(Game::Igisoro, options, "8*4/8*0/8*0/8*4 S 0,1"), SetupError::Taken);
    }
}

#[test]
fn r12_kimasai_has_at_most_one_stone_a_pit() {
    for options in ["", "stones=free"] {
        let found = refused(Game::Kimasai, options, "12*1/11*1,0/0,10*1,2/12*1 S 0,0");
        assert_eq!(found, SetupError::Crowded { pit: pit("A12"), found: 2 });
    }
}

#[test]
fn r12_free_positions_hold_any_number_of_stones() {
    for (game, line) in [
        (Game::Tsoro, "21*9/21*0/21*0/21*9 N 5,7"),
        (Game::Nsolo, "8*9/8*0/8*0/8*9 N 5,7"),
        (Game::Igisoro, "8*9/8*0/8*0/8*9 N 0,0"),
        (Game::Bosh, "5*9/5*9 N 5,7 3N"),
        (Game::Kimasai, "11*0,1/12*0/12*0/11*0,1 N 5,7"),
    ] {
        assert_eq!(at(game, "stones=free", line).position().to_string(), line);
        assert!(matches!(refused(game, "", line), SetupError::Total { .. } | SetupError::SeatTotal { .. }));
    }
}

#[test]
fn r12_a_position_needs_the_games_rows_and_pits() {
    let game = Game::Tsoro;
    assert_eq!(refused(game, "columns=6", "6*2/6*2 S 0,0"), SetupError::Rows { game, found: 2, expected: 4 });
    let game = Game::Bosh;
    assert_eq!(refused(game, "", "5*4/5*0/5*0/5*4 S 0,0 1S"), SetupError::Rows { game, found: 4, expected: 2 });
    let found = refused(Game::Tsoro, "columns=6", "6*2/6*0/7*0/6*2 S 0,0");
    assert_eq!(found, SetupError::Columns { row: 3, found: 7, expected: 6 });
    let game = Game::Nsolo;
    let found = refused(game, "", "8*2/0,7*2/7*2,-/8*2 S 0,0");
    assert_eq!(found, SetupError::ClosedPit { game, pit: pit("A8") });
    assert_eq!(refused(Game::Bosh, "", "5*4/5*4 S 0,0"), SetupError::NoRound);
    assert_eq!(refused(Game::Bosh, "", "5*-/5*4 S 20,0 1S"), SetupError::AllClosed { seat: Seat::North });
    let game = Game::Kimasai;
    assert_eq!(refused(game, "", "12*1/11*1,0/0,11*1/12*1 S 0,0 1S"), SetupError::Round { game });
    assert_eq!(refused(Game::Tsoro, "columns=6", "6*0/6*0/6*0/6*0 S 24,0"), SetupError::NoStones);
}

#[test]
fn r12_a_position_may_have_either_seat_to_move() {
    for line in ["6*2/6*0/6*0/6*2 S 0,0", "6*2/6*0/6*0/6*2 N 0,0"] {
        let game = at(Game::Tsoro, "columns=6", line);
        assert_eq!(game.position().to_string(), line);
        assert_eq!(Position::from_setup(&rules(Game::Tsoro, "columns=6"), &setup(line)).as_ref(), Ok(game.position()));
    }
}

#[test]
fn r12_a_position_is_tested_for_the_end() {
    assert_eq!(bare(Game::Tsoro, "", "B1=2").state(), won(Seat::South, EndReason::NoStones));
    assert_eq!(bare(Game::Kimasai, "", "b1=1 N").state(), won(Seat::North, EndReason::NoStones));
    assert_eq!(bare(Game::Igisoro, "", "B1=1 b1=2").state(), won(Seat::North, EndReason::NoMove));
}

#[test]
fn r12_a_position_counts_as_the_first_occurrence() {
    let line = "1,0,1,0,2,2*1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,2*1,2,0,1,0,1 S 0,0";
    let mut game = at(Game::Nsolo, "stones=free", line);
    for origin in ["B4", "b4", "B3"] {
        play(&mut game, origin);
        assert_eq!(game.state(), State::Turn);
    }
    play(&mut game, "b3");
    assert_eq!(game.position().to_string(), line);
    assert_eq!(game.outcome().map(|outcome| (outcome.winner, outcome.reason)), Some((None, EndReason::Repetition)));
}

#[test]
fn a_pit_beyond_the_board_is_no_origin() {
    let beyond = |game: &Match, name: &str| match error(game, name) {
        DecisionError::Origin(error) => error,
        other => panic!("{other:?}"),
    };
    let game = start(Game::Tsoro, "columns=6");
    assert_eq!(beyond(&game, "B7"), OriginError::OffBoard { pit: pit("B7"), columns: 6 });
    let bosh = start(Game::Bosh, "");
    assert_eq!(beyond(&bosh, "B5"), OriginError::NoBackRow { pit: pit("B5") });
    assert_eq!(beyond(&bosh, "A6"), OriginError::OffBoard { pit: pit("A6"), columns: 5 });
    assert_eq!(beyond(&bosh, "B6"), OriginError::OffBoard { pit: pit("B6"), columns: 5 });
    // A name that no text can have, but the type can.
    let nowhere = Pit::new(Seat::South, Row::Front, 0);
    for game in [&game, &bosh] {
        assert_eq!(game.position().stones(nowhere), 0);
        assert!(!game.position().is_closed(nowhere));
        assert!(matches!(
            game.turn().decide(&Decision::Origin(nowhere), &mut ()),
            Err(DecisionError::Origin(OriginError::OffBoard { .. }))
        ));
    }
}

#[test]
fn free_positions_never_overflow() {
    let huge = u32::MAX;
    for line in [format!("5*{huge}/5*{huge} S 0,0 1S"), format!("5*0/{huge},4*0 N 1,0 1S")] {
        let found = Match::from_setup(rules(Game::Bosh, "stones=free"), &setup(&line), 10);
        assert!(found.is_err(), "{line}");
    }
    // One less is the most there can be.
    let game = at(Game::Bosh, "stones=free", &format!("{},4*0/1,4*0 S 0,0 1S", huge - 1));
    assert_eq!(begin(&game, "A1").expect("a legal origin").landing(), Some(pit("A2")));
}
