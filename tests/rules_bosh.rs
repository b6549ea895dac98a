//! The rules of Bosh, B1 to B9, and its options, each from as bare a board as it can be shown on.

mod support;

use matombo::board::{BySeat, Ring, Round, Seat};
use matombo::engine::{
    DecisionError, EndReason, Event, Game, Match, OriginError, PitSet, Refill, RefillError, RoundEnd, RoundEndReason,
    State,
};
use pretty_assertions::assert_eq;
use support::{at, bare, capture, error, held, origins, pit, pits, play, start, won};

fn bosh(stones: &str) -> Match {
    bare(Game::Bosh, "", stones)
}

/// The position after a start that is already the end of a round.
fn after(options: &str, line: &str) -> String {
    at(Game::Bosh, options, line).position().to_string()
}

#[test]
fn b1_four_stones_a_pit_and_one_shared_ring() {
    let game = start(Game::Bosh, "");
    assert_eq!(game.position().to_string(), "5*4/5*4 S 0,0 1S");
    let ring = Ring::two_rows(5);
    let order: Vec<_> = Seat::BOTH.into_iter().flat_map(|seat| ring.pits(seat)).collect();
    assert_eq!(order, pits("A1 A2 A3 A4 A5 a1 a2 a3 a4 a5"));
    assert_eq!(play(&mut bosh("A5=2 a5=2"), "A5").held, "a1=1 a2=1 a5=2");
    assert_eq!(play(&mut bosh("A4=2 a5=2 N"), "a5").held, "A1=1 A2=1");
}

#[test]
fn b2_any_own_occupied_pit_single_stones_too() {
    let game = bosh("A1=1 A3=2 a2=1");
    assert_eq!(origins(&game), "A1 A3");
    assert_eq!(error(&game, "A2"), DecisionError::Origin(OriginError::Empty { pit: pit("A2") }));
    assert_eq!(play(&mut bosh("A1=1 a5=1"), "A1").held, "A2=1 a5=1");
}

#[test]
fn b3_the_next_pit_is_lifted_whoever_owns_it() {
    // A5 ends in a1; a2's two end in a4; a5's one ends in A1; A2 is empty.
    let played = play(&mut bosh("A5=1 a2=2 a5=1 A4=1"), "A5");
    assert_eq!((played.held.as_str(), played.turn.laps), ("A1=1 A4=1 a1=1 a3=1 a4=1", 3));
    assert_eq!(played.turn.landing, pit("A1"));
}

#[test]
fn b3_the_landing_pit_itself_is_not_relayed() {
    assert_eq!(play(&mut bosh("A1=1 A2=1 a5=1"), "A1").held, "A2=2 a5=1");
}

#[test]
fn b4_the_pit_beyond_the_empty_one_is_captured() {
    let mut game = bosh("A4=1 a2=3 a5=1");
    let played = play(&mut game, "A4");
    assert_eq!(played.held, "A5=1 a5=1");
    assert_eq!(played.turn.steps, [capture("a2", 3)]);
    assert_eq!(game.position().taken(), BySeat::new(3, 0));
}

#[test]
fn b4_the_movers_own_stones_too() {
    let mut game = bosh("A1=1 A4=2 a1=1");
    let played = play(&mut game, "A1");
    assert_eq!(played.held, "A2=1 a1=1");
    assert_eq!(played.turn.steps, [capture("A4", 2)]);
    assert_eq!(game.position().taken(), BySeat::new(2, 0));
}

#[test]
fn b4_two_empty_pits_capture_nothing() {
    let played = play(&mut bosh("A1=1 A5=2 a1=1"), "A1");
    assert_eq!((played.held.as_str(), played.turn.captured), ("A2=1 A5=2 a1=1", 0));
}

#[test]
fn b4_there_is_one_capture_a_turn() {
    // Beyond the captured a1 lie an empty a2 and three in a3.
    let played = play(&mut bosh("A3=1 a1=2 a3=3"), "A3");
    assert_eq!(played.held, "A4=1 a3=3");
    assert_eq!(played.turn.captured, 2);
}

#[test]
fn b5_closed_pits_are_skipped_in_sowing() {
    let played = play(&mut bosh("A1=2 A2=- A4=- a1=1 a4=1"), "A1");
    // A3, A5; next a1's one falls into a2; a3 is empty, beyond it lies a4.
    assert_eq!((played.held.as_str(), played.turn.captured), ("A3=1 A5=1 a2=1", 1));
}

#[test]
fn b5_closed_pits_are_skipped_as_next_and_beyond() {
    // A2's next is A4: its two end in a1, whose next a2 falls into a3.
    let played = play(&mut bosh("A1=1 A3=- A4=2 a2=1"), "A1");
    assert_eq!((played.held.as_str(), played.turn.laps), ("A2=1 A5=1 a1=1 a3=1", 3));
    // A2's next is A3, beyond it lies A5.
    let played = play(&mut bosh("A1=1 A4=- A5=2 a1=1"), "A1");
    assert_eq!(played.turn.steps, [capture("A5", 2)]);
}

#[test]
fn b5_a_closed_pit_is_no_origin() {
    let closed = OriginError::Closed { pit: pit("A2") };
    assert_eq!(error(&bosh("A1=1 A2=- a1=1"), "A2"), DecisionError::Origin(closed));
}

#[test]
fn b6_a_seat_to_move_without_stones_forfeits_the_board() {
    let mut game = at(Game::Bosh, "", "4*0,1/4*0,1 S 19,19 1S");
    let played = play(&mut game, "A5");
    // South's last stone has gone across, but it is North's turn.
    assert_eq!(played.held, "a1=2");
    // North's a1 goes to a2, a3; South then has nothing and forfeits both.
    let played = play(&mut game, "a1");
    let end = RoundEnd { round: 1, reason: RoundEndReason::Forfeit(Seat::South), gained: BySeat::new(0, 2) };
    assert_eq!(played.aftermath.round_end, Some(end));
    // 19 and 21: four and five pits; North begins the second round.
    assert_eq!(game.position().to_string(), "5*4/4*4,- N 3,1 2N");
    let refill = Refill { pits: BySeat::new(PitSet::new(1..=4), PitSet::new(1..=5)), reserve: BySeat::new(3, 1) };
    assert_eq!(played.aftermath.refill, Some(refill));
    let tail = &played.events[played.events.len() - 2..];
    assert_eq!(tail, [Event::RoundEnd(end), Event::Refill(refill)]);
}

/// Six turns that capture nothing and bring the board back.
const CYCLE: &str = "2*0,3,2*0/2*1,2*0,2 S 17,16 1S";
const CYCLE_TURNS: [&str; 6] = ["A5", "a4", "A2", "a5", "A4", "a2"];

#[test]
fn b6_a_round_stalls_at_the_occurrence_the_option_names() {
    for (options, rounds) in [("", 2), ("stall=3", 2), ("stall=2", 1)] {
        let mut game = at(Game::Bosh, options, CYCLE);
        for round in 1..=rounds {
            for (index, origin) in CYCLE_TURNS.into_iter().enumerate() {
                let played = play(&mut game, origin);
                assert_eq!(played.turn.captured, 0);
                let last = round == rounds && index == 5;
                let end = RoundEnd { round: 1, reason: RoundEndReason::Stall, gained: BySeat::new(4, 3) };
                assert_eq!(played.aftermath.round_end, last.then_some(end), "{options} {round} {origin}");
            }
        }
        // Each seat takes its own row: 21 and 19.
        assert_eq!(game.position().to_string(), "-,4*4/5*4 N 1,3 2N");
    }
}

#[test]
fn b6_stall_off_goes_on() {
    let mut game = at(Game::Bosh, "stall=off", CYCLE);
    for _ in 0..4 {
        for origin in CYCLE_TURNS {
            assert_eq!(play(&mut game, origin).aftermath.round_end, None);
        }
        assert_eq!(game.position().to_string(), CYCLE);
    }
}

#[test]
fn b6_a_seat_with_stones_but_no_legal_origin_ends_the_round() {
    // Open are A1, A2 and a1. A1's stone goes to A2, a1's to A1, A2's to a1, and so on for ever.
    for options in ["", "stall=off"] {
        assert_eq!(after(options, "4*-,1/1,0,3*- S 19,19 1S"), "5*4/5*4 N 0,0 2N");
        // Each seat takes its own row: 22 and 18.
        assert_eq!(after(options, "4*-,1/1,0,3*- S 21,17 1S"), "-,4*4/5*4 N 2,2 2N");
    }
}

#[test]
fn b7_as_many_pits_as_the_supply_fills() {
    // North forfeits South's four: 21 and 19.
    assert_eq!(after("", "5*0/4,4*0 N 17,19 1S"), "-,4*4/5*4 N 1,3 2N");
    // Never more than five.
    assert_eq!(after("", "5*0/4,4*0 N 24,12 1S"), "2*-,3*4/5*4 N 8,0 2N");
    assert_eq!(after("", "5*0/4,4*0 N 32,4 1S"), "4*-,4/5*4 N 16,0 2N");
}

#[test]
fn b7_fill_left_and_right() {
    let line = "5*0/4,4*0 N 13,23 1S";
    assert_eq!(after("fill=left", line), "5*4/4*4,- N 1,3 2N");
    assert_eq!(after("fill=right", line), "5*4/-,4*4 N 1,3 2N");
    let line = "5*0/4,4*0 N 24,12 1S";
    assert_eq!(after("fill=left", line), "2*-,3*4/5*4 N 8,0 2N");
    assert_eq!(after("fill=right", line), "3*4,2*-/5*4 N 8,0 2N");
}

#[test]
fn b7_fill_choice_is_the_players() {
    let mut game = at(Game::Bosh, "fill=choice", "5*0/4,4*0 N 17,19 1S");
    assert_eq!(game.state(), State::Refill { pits: BySeat::new(5, 4) });
    assert_eq!(game.position().to_string(), "5*-/5*- N 21,19 2N");
    let five = PitSet::new(1..=5);
    let wrong = game.refill(BySeat::new(five, PitSet::new([1, 2])), &mut ());
    assert_eq!(wrong, Err(RefillError::Count { seat: Seat::North, found: 2, due: 4 }));
    let wrong = game.refill(BySeat::new(PitSet::new([1, 2, 3, 4]), PitSet::new([1, 2, 4, 5])), &mut ());
    assert_eq!(wrong, Err(RefillError::Count { seat: Seat::South, found: 4, due: 5 }));
    let chosen = BySeat::new(five, PitSet::new([1, 2, 4, 5]));
    let refill = game.refill(chosen, &mut ()).expect("as many as are due");
    assert_eq!(refill.to_string(), "@A1-5/a1-2,4-5");
    assert_eq!(game.position().to_string(), "2*4,-,2*4/5*4 N 1,3 2N");
    assert_eq!(game.state(), State::Turn);
    assert_eq!(game.refill(chosen, &mut ()), Err(RefillError::NotDue));
}

#[test]
fn b7_the_reserve_counts_in_later_rounds_and_closed_pits_reopen() {
    assert_eq!(after("", "2*-,3*0/4,4*0 N 16,20 3N"), "5*4/5*4 S 0,0 4S");
}

#[test]
fn b8_who_begins_the_next_round() {
    // South's supply is the larger: 21 to 19.
    let starter = |options: &str, round: &str| {
        let game = at(Game::Bosh, options, &format!("5*0/4,4*0 N 17,19 {round}"));
        let position = game.position();
        assert_eq!(position.round().map(|round| round.starter), Some(position.to_move()));
        position.round()
    };
    let south = |number| Some(Round { number, starter: Seat::South });
    let north = |number| Some(Round { number, starter: Seat::North });
    assert_eq!((starter("", "1S"), starter("", "4N")), (north(2), south(5)));
    assert_eq!((starter("starter=alternate", "1S"), starter("starter=alternate", "4N")), (north(2), south(5)));
    assert_eq!((starter("starter=loser", "1S"), starter("starter=loser", "4N")), (north(2), north(5)));
    assert_eq!((starter("starter=winner", "1S"), starter("starter=winner", "4N")), (south(2), south(5)));
}

#[test]
fn b8_equal_supplies_alternate() {
    for options in ["starter=alternate", "starter=loser", "starter=winner"] {
        assert_eq!(after(options, "5*0/4,4*0 N 16,20 1S"), "5*4/5*4 N 0,0 2N");
        assert_eq!(after(options, "5*0/4,4*0 N 16,20 2N"), "5*4/5*4 S 0,0 3S");
    }
}

#[test]
fn b9_a_seat_that_can_fill_no_pit_has_lost_the_match() {
    let game = at(Game::Bosh, "", "5*0/4,4*0 N 33,3 1S");
    assert_eq!(game.state(), won(Seat::South, EndReason::NoRefill));
    // Nothing is refilled, and round, starter and seat to move stay.
    assert_eq!(game.position().to_string(), "5*0/5*0 N 37,3 1S");
    assert_eq!(held(game.position()), "");
}

#[test]
fn b9_the_pits_closed_last_stay_closed() {
    for options in ["", "fill=choice"] {
        assert_eq!(after(options, "3*-,2*0/4,4*0 N 33,3 4N"), "3*-,2*0/5*0 N 37,3 4N");
    }
}

#[test]
fn b9_four_stones_are_enough() {
    assert_eq!(at(Game::Bosh, "", "5*0/4,4*0 N 32,4 1S").state(), State::Turn);
}

#[test]
fn b9_the_match_is_told_with_the_turn_that_ended_it() {
    let mut game = at(Game::Bosh, "", "4*0,1/4*0,1 S 2,36 1S");
    play(&mut game, "A5");
    let played = play(&mut game, "a1");
    assert_eq!(game.state(), won(Seat::North, EndReason::NoRefill));
    assert_eq!(played.aftermath.refill, None);
    assert!(matches!(played.events[played.events.len() - 2..], [Event::RoundEnd(_), Event::GameEnd(_)]));
    assert_eq!(game.position().to_string(), "5*0/5*0 S 2,38 1S");
}
