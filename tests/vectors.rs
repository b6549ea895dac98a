//! The test vectors V1 to V15 of `notation/rulings/`, but V13, which is in `perft.rs`.

mod support;

use matombo::board::{Pit, Row, Seat};
use matombo::engine::{DEFAULT_MAX_LAPS, Decision, DecisionError, Event, Game, Match, Need, Position, Step, Undecided};
use support::{at, bare, bare_with_laps, begin, capture, error, held, origins, pit, play, rules, start, watch, ways};

/// Writes South's stones for [`bare`] from a list in sowing order, `B1` first.
fn in_ring_order(game: Game, options: &str, stones: &[u32]) -> String {
    let ring = rules(game, options).ring();
    assert_eq!(ring.pits_a_seat(), stones.len());
    let words: Vec<String> =
        ring.pits(Seat::South).zip(stones).map(|(pit, stones)| format!("{pit}={stones}")).collect();
    words.join(" ")
}

/// Writes the page's four rows as `Position` writes its line, without runs.
fn page(position: &Position) -> String {
    let row = |(seat, row)| {
        let pits = position.ring().page_row(seat, row);
        pits.map(|pit| position.stones(pit).to_string()).collect::<Vec<_>>().join(" ")
    };
    position.ring().page_rows().map(row).collect::<Vec<_>>().join(" / ")
}

fn line(page: &str) -> String {
    format!("{} S 0,0", page.replace(" / ", "/").replace(' ', ","))
}

#[test]
fn v1_starting_totals() {
    for (game, options, total) in [
        (Game::Tsoro, "", 84),
        (Game::Nsolo, "columns=36", 284),
        (Game::Igisoro, "", 64),
        (Game::Bosh, "", 40),
        (Game::Kimasai, "", 46),
    ] {
        let game = start(game, options);
        let position = game.position();
        assert_eq!(position.row_sum(Seat::South) + position.row_sum(Seat::North), total);
        assert_eq!(position.row_sum(Seat::South), position.row_sum(Seat::North));
        assert_eq!(game.rules().total_stones(), total as u32);
    }
}

#[test]
fn v2_twenty_nine_stones_from_b1_end_in_a3() {
    let game = bare(Game::Tsoro, "columns=8 heads=none", "B1=29 b1=2");
    let (_, events) = watch(&game, "B1");
    let (lap, board) = &events[1];
    let expected =
        Event::Lap { number: 1, from: pit("B1"), stones: 29, clockwise: false, landing: pit("A3"), occupied: true };
    assert_eq!(*lap, expected);
    // 29 = 16 + 13: one in every pit, and a second in the thirteen after B1.
    let south = "B1=1 B2=2 B3=2 B4=2 B5=2 B6=2 B7=2 B8=2 A8=2 A7=2 A6=2 A5=2 A4=2 A3=2 A2=1 A1=1";
    assert_eq!(*board, format!("{south} b1=2"));
}

#[test]
fn v3_matthews_set_up_after_tracey() {
    let before = "2 2 2 2 2 2 2 0 / 2 2 2 2 2 2 1 0 / 0 1 2 2 2 2 2 2 / 0 2 2 2 2 2 2 2";
    let mut game = at(Game::Tsoro, "columns=8 bonus=5 stones=free", &line(before));
    let turn = begin(&game, "A3").expect("a legal origin");
    assert_eq!(turn.need(), Need::Bonus { least: 0, most: 5 });
    let played = play(&mut game, "A3 +0");
    assert_eq!(played.turn.steps[0], capture("a8", 4));
    assert_eq!(played.turn.landing, pit("A1"));
    assert_eq!(played.turn.captured, 4);
    let after = "0 2 2 2 2 2 2 0 / 0 2 2 2 2 2 1 0 / 1 2 0 2 2 2 2 2 / 0 2 2 2 2 2 2 2";
    assert_eq!(page(game.position()), after);
}

#[test]
fn v4_first_moves_of_tsoro() {
    let game = start(Game::Tsoro, "");
    let first_landing = |origin: &str| {
        let (_, events) = watch(&game, origin);
        match events[1].0 {
            Event::Lap { landing, .. } => landing.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(first_landing("B18"), "B20");
    assert_eq!(first_landing("B19"), "B21");
    assert_eq!(first_landing("B20"), "A21");
    assert_eq!(first_landing("B21"), "A20");
    // However often a head is gone on through, no first move captures: North's front row is empty.
    for column in 1..=21 {
        let mut turn = game.turn();
        let mut decision = Decision::Origin(Pit::new(Seat::South, Row::Back, column));
        loop {
            assert!(turn.can_end_after(&decision).expect("decided").expect("a legal decision"));
            turn.decide(&decision, &mut ()).expect("a legal decision");
            assert!(!turn.steps().iter().any(|step| matches!(step, Step::Capture { .. })));
            match turn.need() {
                Need::Head { .. } => decision = Decision::GoOn,
                need => break assert_eq!(need, Need::Nothing),
            }
        }
    }
}

#[test]
fn v5_a_capture_and_strip_at_the_start_of_nsolo() {
    let game = start(Game::Nsolo, "");
    let turn = begin(&game, "B7").expect("a legal origin");
    assert_eq!(turn.landing(), Some(pit("A8")));
    assert_eq!(turn.steps(), [capture("a1", 2)]);
    assert_eq!(turn.need(), Need::Strip { least: 0, most: 2 });
}

#[test]
fn v6_the_encyclopedias_sample_move() {
    let mut game = start(Game::Igisoro, "setup=front");
    let played = play(&mut game, "A4");
    assert_eq!(played.turn.landing, pit("B1"));
    assert_eq!(page(game.position()), "0 0 0 0 0 0 0 0 / 4 4 4 4 4 4 4 4 / 5 5 5 0 4 4 4 4 / 1 0 0 0 0 0 0 0");
}

#[test]
fn v7_captured_seeds_are_sown_again() {
    let before = "0 0 0 0 2 3 0 0 / 3 5 0 0 0 2 0 0 / 2 0 0 1 1 1 0 1 / 4 0 0 0 0 3 0 0";
    for (resow, after) in [
        ("turn", "0 0 0 0 2 0 0 0 / 3 5 0 0 0 0 0 0 / 2 0 1 2 2 0 2 1 / 4 0 0 0 0 0 2 2"),
        ("lap", "0 0 0 0 2 0 0 0 / 3 5 0 0 0 0 0 0 / 2 0 1 2 2 3 2 0 / 4 0 0 0 0 0 1 1"),
    ] {
        let mut game = at(Game::Igisoro, &format!("resow={resow} stones=free"), &line(before));
        let played = play(&mut game, "B6 x");
        assert_eq!(page(game.position()), after, "{resow}");
        assert_eq!(played.turn.steps, [capture("a3", 5)]);
        assert_eq!(played.turn.landing, pit("A3"));
        let landings: Vec<Pit> = played
            .events
            .iter()
            .filter_map(|event| if let Event::Lap { landing, .. } = event { Some(*landing) } else { None })
            .collect();
        assert_eq!(landings[..2], [pit("A8"), pit("A6")]);
    }
}

#[test]
fn v8_marins_example() {
    let mut game = start(Game::Bosh, "");
    let played = play(&mut game, "A5");
    assert_eq!(page(game.position()), "0 5 5 5 0 / 5 5 5 5 0");
    assert_eq!(held(game.position()), "A1=5 A2=5 A3=5 A4=5 a2=5 a3=5 a4=5");
    assert_eq!((game.position().taken().south, game.position().taken().north), (5, 0));
    assert_eq!(played.turn.steps, [capture("a1", 5)]);
    assert_eq!(played.turn.laps, 2);
    for origin in ["A1", "A2", "A3", "A4"] {
        let played = play(&mut start(Game::Bosh, ""), origin);
        let [Step::Capture { pit, stones: 5, .. }] = played.turn.steps[..] else { panic!("{:?}", played.turn) };
        assert_eq!(pit.seat, Seat::South, "{origin}");
    }
}

#[test]
fn v9_the_first_move_of_kimasai_is_forced() {
    let mut game = start(Game::Kimasai, "");
    assert_eq!(origins(&game), "A2");
    let played = play(&mut game, "A2");
    assert_eq!(played.turn.landing, pit("A1"));
    assert_eq!(played.turn.steps, [capture("a12", 2)]);
    assert_eq!(game.position().to_string(), "0,11*1/0,10*1,0/1,0,10*1/12*1 N 2,0");
}

/// `2`, then `0 1` repeated, then `0 2 1`.
fn endless_ring(length: usize) -> Vec<u32> {
    let mut ring = vec![2];
    while ring.len() < length - 3 {
        ring.extend([0, 1]);
    }
    ring.extend([0, 2, 1]);
    ring
}

#[test]
fn v10_rings_that_never_end() {
    assert_eq!(endless_ring(8), [2, 0, 1, 0, 1, 0, 2, 1]);
    for columns in 6..=21_u8 {
        let length = 2 * usize::from(columns);
        let ring = endless_ring(length);
        assert_eq!(ring.len(), length);
        assert_eq!(ring.iter().sum::<u32>() as usize, length / 2 + 3);
        let options = format!("columns={columns} heads=none");
        for turned in [0, 1, length / 2, length - 1] {
            let mut stones = ring.clone();
            stones.rotate_right(turned);
            let words = format!("{} b1=2", in_ring_order(Game::Tsoro, &options, &stones));
            let game = bare(Game::Tsoro, &options, &words);
            let origin = game.position().ring().pit(Seat::South, turned);
            let found = error(&game, &origin.to_string());
            let laps = (length * length / 2) as u64;
            assert_eq!(found, DecisionError::Endless { pit: origin, laps }, "{options} {turned}");
            assert_eq!(game.turn().can_end_after(&Decision::Origin(origin)), Ok(Some(false)));
        }
    }
}

#[test]
fn v10_a_round_of_bosh_that_never_ends() {
    let stones = "A1=3 A2=2 A3=1 A4=0 A5=1 a1=0 a2=1 a3=0 a4=1 a5=1";
    let game = bare(Game::Bosh, "", &format!("{stones} N"));
    assert_eq!(error(&game, "a5"), DecisionError::Endless { pit: pit("a5"), laps: 45 });
    assert_eq!(origins(&game), "a2 a4");
    assert_eq!(origins(&bare(Game::Bosh, "", stones)), "A1 A2 A3 A5");
}

#[test]
fn v11_laps_published_for_hus() {
    let page = "0 0 0 0 0 0 0 2 / 0 0 0 0 0 0 0 0 / 0 8 0 1 0 1 0 1 / 2 3 4 1 2 2 1 4";
    let game = at(Game::Nsolo, "stones=free", &line(page));
    assert_eq!(error(&game, "B5"), DecisionError::Endless { pit: pit("B5"), laps: 434 });
    for (origin, laps) in [("B3", 56), ("B1", 5), ("B2", 5), ("B6", 4), ("B8", 1), ("A2", 5)] {
        let turn = begin(&game, origin).expect("a legal origin");
        assert_eq!(turn.need(), Need::Nothing);
        assert_eq!(turn.laps(), laps, "{origin}");
    }
    assert_eq!(begin(&game, "B3").expect("a legal origin").landing(), Some(pit("A1")));
    assert_eq!(origins(&game), "B1 B2 B3 B6 B8 A2");
}

fn v12(max_laps: u64) -> Match {
    let page = "0 0 0 0 2 0 0 0 / 0 0 0 1 0 0 1 1 / 4 2 6 0 3 0 1 2 / 7 8 1 2 4 3 0 16";
    let line = line(page);
    Match::from_setup(rules(Game::Igisoro, "stones=free"), &support::setup(&line), max_laps).expect("a start")
}

#[test]
fn v12_is_the_published_position() {
    let game = v12(DEFAULT_MAX_LAPS);
    let order = |seat: Seat| -> Vec<u32> {
        let front = (1..=8).rev().map(|column| Pit::new(seat, Row::Front, column));
        let back = (1..=8).map(|column| Pit::new(seat, Row::Back, column));
        front.chain(back).map(|pit| game.position().stones(pit)).collect()
    };
    assert_eq!(order(Seat::South), [2, 1, 0, 3, 0, 6, 2, 4, 7, 8, 1, 2, 4, 3, 0, 16]);
    assert_eq!(order(Seat::North), [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 2, 0, 0, 0, 0]);
}

#[test]
fn v12_is_undecided_within_the_default_budget() {
    let game = v12(DEFAULT_MAX_LAPS);
    assert_eq!(error(&game, "B4"), DecisionError::Undecided { laps: DEFAULT_MAX_LAPS });
    let asked = game.turn().can_end_after(&Decision::Origin(pit("B4")));
    assert_eq!(asked, Err(Undecided { laps: DEFAULT_MAX_LAPS }));
}

#[test]
fn v12_never_ends_after_76_737_600_laps() {
    let game = v12(DEFAULT_MAX_LAPS).with_max_laps(100_000_000);
    assert_eq!(error(&game, "B4"), DecisionError::Endless { pit: pit("B4"), laps: 76_737_600 });
}

#[test]
fn v14_going_on_at_all_twelve_heads_is_illegal() {
    let ring = [2, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0];
    let stones = format!("{} b1=2", in_ring_order(Game::Tsoro, "columns=6", &ring));
    let game = bare(Game::Tsoro, "columns=6", &stones);
    for landing in 1..=12 {
        let words = format!("B3{}", " /".repeat(landing - 1));
        let turn = begin(&game, &words).expect("twelve head landings");
        assert!(matches!(turn.need(), Need::Head { .. }), "{landing}");
        let expected: &[Decision] = if landing < 12 { &[Decision::GoOn, Decision::Stop] } else { &[Decision::Stop] };
        assert_eq!(ways(&turn), expected, "{landing}");
        play(&mut game.clone(), &format!("{words} ."));
    }
    assert!(matches!(error(&game, &format!("B3{}", " /".repeat(12))), DecisionError::Endless { .. }));
}

#[test]
fn v14_a_stop_may_leave_the_board_as_it_was() {
    let ring = [0, 1, 0, 2, 1, 2, 0, 1, 0, 1, 0, 1];
    let stones = format!("{} b1=2", in_ring_order(Game::Tsoro, "columns=6", &ring));
    let mut game = bare(Game::Tsoro, "columns=6", &stones);
    let before = held(game.position());
    let words = format!("B6{}", " /".repeat(11));
    let turn = begin(&game, &words).expect("twelve head landings");
    assert_eq!((turn.need(), turn.laps()), (Need::Head { pit: pit("B6") }, 72));
    assert_eq!(held(turn.position()), before);
    assert_eq!(ways(&turn), [Decision::Stop]);
    let again = error(&game, &format!("{words} /"));
    assert_eq!(again, DecisionError::Endless { pit: pit("B6"), laps: 72 });
    assert_eq!(play(&mut game, &format!("{words} .")).held, before);
}

#[test]
fn v15_a_clockwise_relay() {
    let before = "0 0 0 0 2 0 0 0 / 1 1 0 0 6 0 4 5 / 0 2 0 0 0 4 0 0 / 1 0 0 3 2 0 0 0";
    for (resow, words, after) in [
        ("turn", "A6 ~", "0 0 0 0 0 0 0 0 / 1 1 0 0 0 0 4 5 / 1 1 3 3 3 0 0 0 / 2 1 1 3 2 0 0 0"),
        ("lap", "A6 ~", "0 0 0 0 0 0 0 0 / 1 1 0 0 0 0 4 5 / 1 0 2 2 2 0 0 0 / 2 1 1 4 3 1 1 0"),
        ("turn", "A6 >", "0 0 0 0 2 0 0 0 / 1 1 0 0 6 0 4 5 / 1 0 1 1 1 0 0 0 / 2 1 0 3 2 0 0 0"),
    ] {
        let mut game = at(Game::Igisoro, &format!("resow={resow} stones=free"), &line(before));
        let played = play(&mut game, words);
        assert_eq!(page(game.position()), after, "{resow} {words}");
        if words == "A6 ~" {
            assert_eq!(played.turn.steps, [Step::Reverse { pit: pit("A2") }, capture("a4", 8)]);
        } else {
            assert_eq!(played.turn.steps, []);
        }
    }
}

#[test]
fn the_budget_is_the_number_of_laps_that_may_be_sown() {
    // V11's 56 laps.
    let stones = "A2=8 A4=1 A6=1 A8=1 B1=2 B2=3 B3=4 B4=1 B5=2 B6=2 B7=1 B8=4 b1=2";
    assert!(begin(&bare_with_laps(Game::Nsolo, "", stones, 56), "B3").is_ok());
    assert_eq!(error(&bare_with_laps(Game::Nsolo, "", stones, 55), "B3"), DecisionError::Undecided { laps: 55 });
}
