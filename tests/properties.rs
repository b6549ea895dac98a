//! What must hold in any play of any game with any options.

mod support;

use std::collections::HashMap;

use matombo::board::{BySeat, Pit, Seat};
use matombo::engine::{
    Decision, Event, Game, Legal, Match, Need, PitSet, Position, Resow, RoundEndReason, Ruleset, State, TurnInProgress,
};
use support::{Random, random_options, random_setup, rules, setup, ways};

/// A smaller work budget than the default: a case that needs more is left out.
const MAX_LAPS: u64 = 200_000;

/// Starts games of every kind: by the rules, and from composed positions.
fn matches(seed: u64, games: usize, positions: usize) -> Vec<Match> {
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    for game in Game::ALL {
        for _ in 0..games {
            let options = random_options(game, &mut random, true);
            all.push(Match::start(rules(game, &options)).expect("a start").with_max_laps(MAX_LAPS));
        }
        for _ in 0..positions {
            let rules = rules(game, &format!("{} stones=free", random_options(game, &mut random, true)));
            let setup = random_setup(&rules, &mut random);
            all.extend(Match::from_setup(rules, &setup, MAX_LAPS));
        }
    }
    all
}

fn random_sets(due: BySeat<u8>, random: &mut Random) -> BySeat<PitSet> {
    due.map(|count| {
        let mut columns = vec![1, 2, 3, 4, 5];
        while columns.len() > usize::from(count) {
            columns.remove(random.below(columns.len()));
        }
        PitSet::new(columns)
    })
}

/// Chooses a legal decision. `None`: not decided within the budget, as when one seat of Igisoro holds nearly all seeds.
fn choose(turn: &TurnInProgress, random: &mut Random) -> Option<Decision> {
    Some(match turn.legal().ok()? {
        Legal::Origins(pits) => Decision::Origin(*random.pick(&pits)),
        Legal::Ways(ways) => random.pick(&ways).clone(),
        Legal::Bonus { mut pits, least, most } => {
            let count = usize::from(least) + random.below(usize::from(most - least) + 1);
            while pits.len() > count {
                pits.remove(random.below(pits.len()));
            }
            Decision::Bonus(pits)
        }
        Legal::Strip { pits, least, most } => {
            let mut left = least + random.below((most - least) as usize + 1) as u32;
            let mut strip = Vec::new();
            for (pit, held) in pits {
                let stones = held.min(left);
                left -= stones;
                strip.push((pit, stones));
            }
            Decision::Strip(strip)
        }
        Legal::Nothing => unreachable!("the turn is not complete"),
    })
}

fn total(position: &Position) -> u64 {
    let taken = position.taken();
    position.row_sum(Seat::South) + position.row_sum(Seat::North) + u64::from(taken.south) + u64::from(taken.north)
}

/// A board that knows nothing but the events.
struct Replay {
    rules: Ruleset,
    ring: Vec<Pit>,
    stones: HashMap<Pit, u32>,
    taken: BySeat<u32>,
    mover: Seat,
    hand: u32,
    origin: Option<Pit>,
    last_from: Option<Pit>,
    landing: Option<Pit>,
    laps: u64,
    captured: u64,
}

impl Replay {
    fn new(game: &Match) -> Self {
        let position = game.position();
        let mover = position.to_move();
        let seats: &[Seat] = if game.rules().game() == Game::Bosh { &Seat::BOTH } else { &[mover] };
        let all = Seat::BOTH.into_iter().flat_map(|seat| position.ring().pits(seat));
        Self {
            rules: *game.rules(),
            ring: seats
                .iter()
                .flat_map(|seat| position.ring().pits(*seat))
                .filter(|pit| !position.is_closed(*pit))
                .collect(),
            stones: all.map(|pit| (pit, position.stones(pit))).collect(),
            taken: position.taken(),
            mover,
            hand: 0,
            origin: None,
            last_from: None,
            landing: None,
            laps: 0,
            captured: 0,
        }
    }

    fn take(&mut self, pit: Pit) -> u32 {
        self.stones.insert(pit, 0).expect("a pit of the board")
    }

    fn remove(&mut self, pit: Pit, stones: u32) {
        *self.stones.get_mut(&pit).expect("a pit of the board") -= stones;
        self.taken[self.mover] += stones;
        self.captured += u64::from(stones);
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Lift { pit, stones } => {
                assert_eq!(self.hand, 0, "a lift follows a lap");
                self.hand = self.take(pit);
                assert_eq!(self.hand, stones);
                assert!(stones > 0);
                match self.origin {
                    None => self.origin = Some(pit),
                    Some(_) if self.rules.game() == Game::Bosh => {
                        let next = self.ring.iter().position(|other| Some(*other) == self.landing).unwrap() + 1;
                        assert_eq!(pit, self.ring[next % self.ring.len()]);
                    }
                    Some(_) => assert_eq!(Some(pit), self.landing, "a relay lifts where the lap ended"),
                }
            }
            Event::Lap { number, from, stones, clockwise, landing, occupied } => {
                assert_eq!(self.hand, stones, "what was lifted or captured is sown");
                self.hand = 0;
                self.laps += 1;
                assert_eq!(number, self.laps);
                let length = self.ring.len();
                let mut place = self.ring.iter().position(|pit| *pit == from).expect("a pit of the ring");
                let mut before = 0;
                for _ in 0..stones {
                    place = (place + if clockwise { length - 1 } else { 1 }) % length;
                    let held = self.stones.get_mut(&self.ring[place]).expect("a pit of the board");
                    before = *held;
                    *held += 1;
                }
                assert_eq!((self.ring[place], before > 0), (landing, occupied));
                self.landing = Some(landing);
                self.last_from = Some(from);
            }
            Event::Capture { pit, with, stones } => {
                let igisoro = self.rules.game() == Game::Igisoro;
                let mut sum = 0;
                for pit in [Some(pit), with].into_iter().flatten() {
                    let held = self.stones[&pit];
                    assert!(held > 0);
                    sum += held;
                    if igisoro {
                        self.captured += u64::from(self.take(pit));
                    } else {
                        self.remove(pit, held);
                    }
                }
                assert_eq!(sum, stones);
                if igisoro {
                    self.hand = stones;
                }
            }
            Event::Bonus { pit, stones } => {
                assert_eq!(self.stones[&pit], stones);
                self.remove(pit, stones);
            }
            Event::Strip { pit, stones } => self.remove(pit, stones),
            Event::Retreat { pit, to, stones } => {
                assert_eq!(self.take(pit), stones);
                *self.stones.get_mut(&to).expect("a pit of the board") += stones;
            }
            Event::GoOn { pit } | Event::Stop { pit } => assert_eq!(self.landing, Some(pit)),
            Event::Reverse { pit } => assert!(self.landing.is_none_or(|landing| landing == pit)),
            Event::Waive | Event::Pass { .. } => {}
            Event::RoundEnd(end) => {
                let sums = BySeat::from_fn(|seat| -> u32 {
                    self.stones.iter().filter(|(pit, _)| pit.seat == seat).map(|(_, stones)| *stones).sum()
                });
                let gained = match end.reason {
                    RoundEndReason::Forfeit(Seat::South) => BySeat::new(0, sums.south + sums.north),
                    RoundEndReason::Forfeit(Seat::North) => BySeat::new(sums.south + sums.north, 0),
                    _ => sums,
                };
                assert_eq!(end.gained, gained);
                self.taken.south += gained.south;
                self.taken.north += gained.north;
                self.stones.values_mut().for_each(|stones| *stones = 0);
            }
            Event::Refill(refill) => {
                for seat in Seat::BOTH {
                    for column in refill.pits[seat].columns() {
                        self.stones.insert(Pit::new(seat, matombo::board::Row::Front, column), 4);
                        self.taken[seat] -= 4;
                    }
                }
                assert_eq!(self.taken, refill.reserve);
            }
            Event::GameEnd(_) => {}
        }
    }

    /// Compares with the position right after the event. While stones are in hand they lie nowhere.
    fn check(&self, position: &Position) {
        for (pit, stones) in &self.stones {
            assert_eq!(position.stones(*pit), *stones, "{pit}");
        }
        assert_eq!(position.taken(), self.taken);
    }
}

#[test]
fn events_tell_all_that_happens_and_no_stone_is_lost() {
    let mut random = Random::new(1);
    let mut resown = 0;
    'games: for mut game in matches(1, 25, 60) {
        let stones = total(game.position());
        for _ in 0..60 {
            if let State::Refill { pits } = game.state() {
                game.refill(random_sets(pits, &mut random), &mut ()).expect("as many as are due");
                assert_eq!(total(game.position()), stones);
            }
            if game.state() != State::Turn {
                break;
            }
            let mut replay = Replay::new(&game);
            let mut observer = |event: Event, position: &Position| {
                replay.apply(event);
                replay.check(position);
                if !matches!(event, Event::RoundEnd(_) | Event::Refill(_) | Event::GameEnd(_)) {
                    assert_eq!(total(position) + u64::from(replay.hand), stones, "R11");
                }
            };
            let mut turn = game.turn();
            while turn.need() != Need::Nothing {
                let Some(decision) = choose(&turn, &mut random) else { continue 'games };
                turn.decide(&decision, &mut observer).expect("a legal decision");
            }
            let steps = turn.steps().to_vec();
            let Ok((turn, _)) = game.finish(turn, &mut observer) else { continue 'games };
            assert_eq!(turn.steps, steps);
            assert_eq!(Some(turn.origin), replay.origin);
            assert_eq!(Some(turn.landing), replay.landing);
            assert_eq!((turn.laps, turn.captured), (replay.laps, replay.captured));
            replay.check(game.position());
            assert_eq!(total(game.position()), stones, "R11");
            resown += usize::from(game.rules().resow() == Resow::Lap && turn.captured > 0);
        }
    }
    assert!(resown > 0);
}

/// Whether an unlisted decision leads nowhere: it is refused, or every way on ends in an endless sowing.
fn leads_nowhere(turn: &TurnInProgress, decision: &Decision) -> bool {
    let mut next = turn.clone();
    match next.decide(decision, &mut ()) {
        Err(_) => true,
        Ok(()) if matches!(next.need(), Need::Direction { .. } | Need::Capture { .. } | Need::Retreat { .. }) => {
            ways(&next).is_empty()
        }
        Ok(()) => false,
    }
}

#[test]
fn what_is_not_listed_leads_nowhere() {
    let all_ways = [
        Decision::CounterClockwise,
        Decision::Clockwise,
        Decision::GoOn,
        Decision::Stop,
        Decision::Capture,
        Decision::Pass,
        Decision::Retreat,
        Decision::Stay,
        Decision::Bonus(Vec::new()),
        Decision::Strip(Vec::new()),
    ];
    let mut random = Random::new(2);
    'games: for mut game in matches(2, 6, 80) {
        for _ in 0..15 {
            if game.state() != State::Turn {
                break;
            }
            let mut turn = game.turn();
            while turn.need() != Need::Nothing {
                let Ok(legal) = turn.legal() else { continue 'games };
                let listed = |decision: &Decision| match (&legal, decision) {
                    (Legal::Origins(pits), Decision::Origin(pit)) => pits.contains(pit),
                    (Legal::Ways(ways), way) => ways.contains(way),
                    (Legal::Bonus { least, .. }, Decision::Bonus(pits)) => *least == 0 && pits.is_empty(),
                    (Legal::Strip { least, .. }, Decision::Strip(pits)) => *least == 0 && pits.is_empty(),
                    _ => false,
                };
                let pits = Seat::BOTH.into_iter().flat_map(|seat| turn.position().ring().pits(seat));
                for decision in pits.map(Decision::Origin).chain(all_ways.clone()) {
                    if listed(&decision) {
                        assert_eq!(turn.can_end_after(&decision), Ok(Some(true)), "{:?} {decision:?}", game.position());
                    } else {
                        assert_ne!(turn.can_end_after(&decision), Ok(Some(true)), "{:?} {decision:?}", game.position());
                        assert!(leads_nowhere(&turn, &decision), "{:?} {decision:?}", game.position());
                    }
                }
                let Some(decision) = choose(&turn, &mut random) else { continue 'games };
                turn.decide(&decision, &mut ()).expect("a listed decision is accepted");
            }
            if game.finish(turn, &mut ()).is_err() {
                break;
            }
        }
    }
}

#[test]
fn bonus_and_strip_are_bounded_as_listed() {
    let mut random = Random::new(3);
    let mut met = 0;
    'games: for mut game in matches(3, 8, 40) {
        for _ in 0..15 {
            if game.state() != State::Turn {
                break;
            }
            let mut turn = game.turn();
            while turn.need() != Need::Nothing {
                match turn.legal().unwrap_or(Legal::Nothing) {
                    Legal::Bonus { pits, least, most } => {
                        met += 1;
                        for count in 0..=pits.len() {
                            let bonus = Decision::Bonus(pits[..count].to_vec());
                            let listed = (usize::from(least)..=usize::from(most)).contains(&count);
                            assert_eq!(turn.can_end_after(&bonus), Ok(listed.then_some(true)));
                        }
                    }
                    Legal::Strip { pits, least, most } => {
                        met += 1;
                        let held: u32 = pits.iter().map(|(_, stones)| stones).sum();
                        for count in 0..=held {
                            let mut left = count;
                            let mut strip = Vec::new();
                            for (pit, stones) in &pits {
                                strip.push((*pit, left.min(*stones)));
                                left -= left.min(*stones);
                            }
                            let listed = (least..=most).contains(&count);
                            assert_eq!(turn.can_end_after(&Decision::Strip(strip)), Ok(listed.then_some(true)));
                        }
                    }
                    _ => {}
                }
                let Some(decision) = choose(&turn, &mut random) else { continue 'games };
                turn.decide(&decision, &mut ()).expect("a listed decision is accepted");
            }
            if game.finish(turn, &mut ()).is_err() {
                break;
            }
        }
    }
    assert!(met > 50);
}

/// Plays a turn, or a refill. Returns false once the match is over.
fn step(game: &mut Match, random: &mut Random) -> bool {
    match game.state() {
        State::Over(_) => false,
        State::Refill { pits } => game.refill(random_sets(pits, random), &mut ()).is_ok(),
        State::Turn => {
            let mut turn = game.turn();
            while turn.need() != Need::Nothing {
                let Some(decision) = choose(&turn, random) else { return false };
                turn.decide(&decision, &mut ()).expect("a legal decision");
            }
            game.finish(turn, &mut ()).is_ok()
        }
    }
}

#[test]
fn rewind_and_resume_restore_exactly() {
    // Small cycles, so that repetition counts must be restored too.
    let cycle = "1,0,1,0,2,2*1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,2*1,2,0,1,0,1 S 0,0";
    let stall = "2*0,3,2*0/2*1,2*0,2 S 17,16 1S";
    let given =
        |game, options: &str, line| Match::from_setup(rules(game, options), &setup(line), MAX_LAPS).expect("a start");
    let mut all = matches(4, 12, 6);
    all.extend(["2", "3"].map(|times| given(Game::Nsolo, &format!("repetition={times} stones=free"), cycle)));
    all.extend(["2", "3"].map(|times| given(Game::Bosh, &format!("stall={times}"), stall)));
    let mut random = Random::new(4);
    for mut game in all {
        for _ in 0..12 {
            // A line played with a given seed, left and come back to, must go on as if never left.
            let seed = random.next();
            let untouched = |mut game: Match| {
                let mut random = Random::new(seed);
                let mut line = Vec::new();
                while line.len() < 30 && step(&mut game, &mut random) {
                    line.push((game.position().clone(), game.state()));
                }
                line
            };
            let expected = untouched(game.clone());
            let before = (game.position().clone(), game.state());
            let start = game.checkpoint();
            for _ in 0..random.below(6) {
                step(&mut game, &mut random);
            }
            let there = (game.position().clone(), game.state());
            let expected_there = untouched(game.clone());
            let left = game.rewind(&start);
            assert_eq!((game.position().clone(), game.state()), before);
            assert_eq!(untouched(game.clone()), expected);
            for _ in 0..random.below(6) {
                step(&mut game, &mut random);
            }
            game.resume(left);
            assert_eq!((game.position().clone(), game.state()), there);
            assert_eq!(untouched(game.clone()), expected_there);
            let _ = game.rewind(&start);
            assert_eq!((game.position().clone(), game.state()), before);
            assert_eq!(untouched(game.clone()), expected);
            if !step(&mut game, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn after_any_refill_of_bosh_the_seat_to_move_has_a_legal_origin() {
    let mut tried = 0;
    let sets = |count: u32| {
        let bits = (0..32_u8).filter(move |bits| bits.count_ones() == count);
        bits.map(|bits| PitSet::new((1..=5).filter(move |column| bits & (1 << (column - 1)) != 0)))
    };
    for south in 4..=36_u32 {
        // North is to move without stones: the round has ended, and both supplies lie in reserve.
        for round in ["1S", "1N"] {
            let line = format!("5*0/5*0 N {south},{} {round}", 40 - south);
            let rules = rules(Game::Bosh, "fill=choice");
            let mut game = Match::from_setup(rules, &setup(&line), MAX_LAPS).expect("a start");
            let State::Refill { pits } = game.state() else { panic!("{line}") };
            let due = BySeat::new((south / 4).min(5), ((40 - south) / 4).min(5));
            assert_eq!(pits, due.map(|count| count as u8));
            let before = game.checkpoint();
            for south in sets(due.south) {
                for north in sets(due.north) {
                    game.refill(BySeat::new(south, north), &mut ()).expect("as many as are due");
                    let Ok(Legal::Origins(origins)) = game.turn().legal() else { panic!("undecided") };
                    assert!(!origins.is_empty(), "{}", game.position());
                    // The same position, given: the round goes on.
                    let given = Match::from_setup(*game.rules(), &game.position().to_setup(), MAX_LAPS);
                    assert_eq!(given.expect("a start").position(), game.position());
                    tried += 1;
                    let _ = game.rewind(&before);
                }
            }
        }
    }
    assert!(tried > 400, "{tried}");
}

#[test]
fn with_fewer_stones_than_a_match_has_a_refill_leaves_a_legal_origin_too() {
    // Only composed positions can leave both seats less than five pits.
    for south in 1..=5 {
        for north in 1..=5 {
            let line = format!("5*0/5*0 N {},{} 1S", 4 * south, 4 * north);
            let rules = rules(Game::Bosh, "stones=free");
            let game = Match::from_setup(rules, &setup(&line), MAX_LAPS).expect("a start");
            assert_eq!(game.state(), State::Turn);
            let Ok(Legal::Origins(origins)) = game.turn().legal() else { panic!("undecided") };
            assert_eq!(origins.len(), if game.position().to_move() == Seat::South { south } else { north });
        }
    }
}
