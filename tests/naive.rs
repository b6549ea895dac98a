//! Random play of every game with every option, in which the engine and a naive second implementation must agree on
//! everything that can be seen.

#[path = "naive/game.rs"]
mod naive;
mod support;

use matombo::board::{BySeat, Cell, Pit, Row, Seat, Setup};
use matombo::engine::{
    DEFAULT_MAX_LAPS, Decision, DecisionError, EndReason, Game, Legal, Match, Need, PitSet, Position, Ruleset, State,
};
use naive::{Ask, Board, Choice, Hole, Kind, Play, Run, TooLong, Waits};
use support::{Random, random_options, random_setup};

/// Laps the naive side may sow for one question; beyond that the game is dropped.
const FUEL: u64 = 100_000;

fn kind(game: Game) -> Kind {
    match game {
        Game::Tsoro => Kind::Tsoro,
        Game::Nsolo => Kind::Nsolo,
        Game::Igisoro => Kind::Igisoro,
        Game::Bosh => Kind::Bosh,
        Game::Kimasai => Kind::Kimasai,
    }
}

fn seat(index: usize) -> Seat {
    Seat::BOTH[index]
}

fn index(seat: Seat) -> usize {
    usize::from(seat == Seat::North)
}

fn pit(hole: Hole) -> Pit {
    Pit::new(seat(hole.0), if hole.1 == 'A' { Row::Front } else { Row::Back }, hole.2 as u8)
}

fn hole(pit: Pit) -> Hole {
    Hole(index(pit.seat), if pit.row == Row::Front { 'A' } else { 'B' }, pit.column.into())
}

fn naive_rules(rules: &Ruleset) -> naive::Rules {
    let options = rules.settings().map(|(spec, setting)| (spec.name.to_owned(), setting.to_string())).collect();
    naive::Rules { kind: kind(rules.game()), options }
}

fn naive_board(rules: &naive::Rules, position: &Position) -> Board {
    let mut board = Board::empty(rules);
    for seat in [0, 1] {
        for hole in board.holes(seat) {
            let closed = position.is_closed(pit(hole));
            *board.cell(hole) = (!closed).then_some(position.stones(pit(hole)));
        }
    }
    board
}

/// Both sides of one game.
struct Pair {
    engine: Match,
    naive: Play,
    /// What was played, to tell where they differ.
    log: String,
    /// The origin to play if it is legal.
    prefer: Option<Hole>,
}

#[derive(Debug, Default)]
struct Counts {
    turns: usize,
    dropped: usize,
    barred: usize,
    refused_ways: usize,
    draws: usize,
    stalls: usize,
    directions: usize,
    retreats: usize,
}

impl Pair {
    fn start(rules: Ruleset, setup: &Setup) -> Result<Option<Self>, TooLong> {
        let Ok(position) = Position::from_setup(&rules, setup) else { return Ok(None) };
        let naive_rules = naive_rules(&rules);
        let board = naive_board(&naive_rules, &position);
        let taken = [setup.taken.south, setup.taken.north];
        let round = setup.round.map_or((0, 0), |round| (round.number, index(round.starter)));
        let naive = Play::new(naive_rules, board, index(setup.to_move), taken, round, &mut FUEL.clone())?;
        let engine = Match::from_setup(rules, setup, DEFAULT_MAX_LAPS).expect("decided where the naive side is");
        let log = format!("{} [{rules}] {position}", rules.game());
        let pair = Self { engine, naive, log, prefer: None };
        pair.compare();
        Ok(Some(pair))
    }

    fn compare(&self) {
        let (position, naive) = (self.engine.position(), &self.naive);
        let log = &self.log;
        assert_eq!(naive_board(&naive.rules, position), naive.board, "{log}\n{position}");
        assert_eq!([position.taken().south, position.taken().north], naive.taken, "{log}");
        assert_eq!(index(position.to_move()), naive.to_move, "{log}");
        if let Some(round) = position.round() {
            assert_eq!((round.number, index(round.starter)), naive.round, "{log}");
        }
        let waits = match self.engine.state() {
            State::Turn => Waits::Turn,
            State::Refill { pits } => Waits::Refill([pits.south.into(), pits.north.into()]),
            State::Over(outcome) => Waits::Over(
                outcome.winner.map(index),
                match outcome.reason {
                    EndReason::NoStones => "no stones",
                    EndReason::NoMove => "no move",
                    EndReason::Repetition => "repetition",
                    EndReason::NoRefill => "no refill",
                },
            ),
        };
        assert_eq!(waits, naive.waits, "{log}");
    }

    /// Plays one turn or refill on both sides. Returns whether the game goes on.
    fn step(&mut self, random: &mut Random, counts: &mut Counts) -> Result<bool, TooLong> {
        match self.naive.waits.clone() {
            Waits::Over(winner, _) => {
                counts.draws += usize::from(winner.is_none());
                return Ok(false);
            }
            Waits::Refill(due) => self.refill(due, random),
            Waits::Turn => self.turn(random, counts)?,
        }
        self.compare();
        Ok(true)
    }

    fn refill(&mut self, due: [usize; 2], random: &mut Random) {
        let mut choose = |count: usize| -> Vec<usize> {
            let mut columns: Vec<usize> = (1..=5).collect();
            while columns.len() > count {
                columns.remove(random.below(columns.len()));
            }
            columns
        };
        let chosen = due.map(&mut choose);
        let set = |columns: &[usize]| PitSet::new(columns.iter().map(|column| *column as u8));
        let sets = BySeat::new(set(&chosen[0]), set(&chosen[1]));
        self.engine.refill(sets, &mut ()).expect("as many as are due");
        self.log += &format!(" @{chosen:?}");
        self.naive.refill(chosen);
    }

    fn turn(&mut self, random: &mut Random, counts: &mut Counts) -> Result<(), TooLong> {
        let mover = self.naive.to_move;
        let mut turn = self.engine.turn();
        assert_eq!(turn.need(), Need::Origin);
        let legal = naive::origins(&self.naive.rules, &self.naive.board, mover, &mut FUEL.clone())?;
        let expected: Vec<Pit> = legal.iter().copied().map(pit).collect();
        let Ok(Legal::Origins(found)) = turn.legal() else { panic!("{}", self.log) };
        assert_eq!(found, expected, "{}", self.log);
        counts.barred += turn
            .position()
            .ring()
            .pits(seat(mover))
            .filter(|pit| turn.check_origin(*pit).is_ok() && !found.contains(pit))
            .count();
        let origin = self.prefer.take().filter(|hole| legal.contains(hole)).unwrap_or_else(|| *random.pick(&legal));
        turn.decide(&Decision::Origin(pit(origin)), &mut ()).expect("a legal origin");
        self.log += &format!(" {}", pit(origin));
        let mut choices = Vec::new();
        let done = loop {
            let mut fuel = FUEL;
            match naive::run(&self.naive.rules, &self.naive.board, origin, &choices, &mut fuel)? {
                Run::Done(done) => break done,
                Run::Endless => panic!("endless on the naive side only: {}", self.log),
                Run::Ask(ask) => {
                    let (decision, choice) = self.choose(&turn, &ask, origin, &mut choices, random, counts)?;
                    self.log += &format!(" {choice:?}");
                    if let Err(error) = turn.decide(&decision, &mut ()) {
                        panic!("{error}: {}", self.log);
                    }
                    choices.push(choice);
                }
            }
        };
        assert_eq!(turn.need(), Need::Nothing, "{}", self.log);
        let (turn, aftermath) = self.engine.finish(turn, &mut ()).map_err(|_| TooLong)?;
        assert_eq!(turn.seat, seat(mover));
        assert_eq!(turn.origin, pit(origin));
        assert_eq!(turn.laps, done.laps, "{}", self.log);
        assert_eq!(turn.landing, pit(done.landing), "{}", self.log);
        assert_eq!(turn.captured, u64::from(done.captured), "{}", self.log);
        let refills = self.naive.refills;
        self.naive.finish(done, &mut FUEL.clone())?;
        assert_eq!(usize::from(aftermath.refill.is_some()), self.naive.refills - refills, "{}", self.log);
        counts.stalls +=
            usize::from(aftermath.round_end.is_some_and(|end| end.reason == matombo::engine::RoundEndReason::Stall));
        counts.turns += 1;
        Ok(())
    }

    /// Compares what is asked and what is legal, and chooses.
    fn choose(
        &self,
        turn: &matombo::engine::TurnInProgress,
        ask: &Ask,
        origin: Hole,
        choices: &mut Vec<Choice>,
        random: &mut Random,
        counts: &mut Counts,
    ) -> Result<(Decision, Choice), TooLong> {
        let log = &self.log;
        let legal = turn.legal().expect("decided where the naive side is");
        match (turn.need(), ask) {
            (Need::Direction { pit: at, .. }, Ask::Direction(from)) => {
                assert_eq!(at, pit(*from), "{log}");
                counts.directions += 1;
            }
            (Need::Head { pit: at }, Ask::Head(head)) => assert_eq!(at, pit(*head), "{log}"),
            (Need::Capture { pit: at, .. }, Ask::Capture(prey)) => assert_eq!(at, pit(*prey), "{log}"),
            (Need::Retreat { pit: at }, Ask::Retreat(prey)) => {
                assert_eq!(at, pit(*prey), "{log}");
                counts.retreats += 1;
            }
            (Need::Bonus { .. }, Ask::Bonus { pits, least, most }) => {
                let expected = Legal::Bonus {
                    pits: pits.iter().copied().map(pit).collect(),
                    least: *least as u8,
                    most: *most as u8,
                };
                assert_eq!(legal, expected, "{log}");
                let count = least + random.below(most - least + 1);
                let mut left = pits.clone();
                let chosen: Vec<Hole> = (0..count).map(|_| left.remove(random.below(left.len()))).collect();
                return Ok((Decision::Bonus(chosen.iter().copied().map(pit).collect()), Choice::Bonus(chosen)));
            }
            (Need::Strip { .. }, Ask::Strip { pits, least, most }) => {
                let expected = Legal::Strip {
                    pits: pits.iter().map(|(hole, stones)| (pit(*hole), *stones)).collect(),
                    least: *least,
                    most: *most,
                };
                assert_eq!(legal, expected, "{log}");
                let count = least + random.below((most - least + 1) as usize) as u32;
                let mut single: Vec<Hole> =
                    pits.iter().flat_map(|(hole, stones)| vec![*hole; *stones as usize]).collect();
                let mut chosen: Vec<(Hole, u32)> = Vec::new();
                for _ in 0..count {
                    let hole = single.remove(random.below(single.len()));
                    match chosen.iter_mut().find(|(other, _)| *other == hole) {
                        Some((_, stones)) => *stones += 1,
                        None => chosen.push((hole, 1)),
                    }
                }
                let strip = chosen.iter().map(|(hole, stones)| (pit(*hole), *stones)).collect();
                return Ok((Decision::Strip(strip), Choice::Strip(chosen)));
            }
            (need, ask) => panic!("{need:?} but {ask:?}: {log}"),
        }
        let mut ways = Vec::new();
        let mut fuel = FUEL;
        for way in ask.ways() {
            choices.push(way.clone());
            let can = naive::can_end(&self.naive.rules, &self.naive.board, origin, choices, &mut fuel);
            choices.pop();
            if can? {
                ways.push(way);
            } else {
                counts.refused_ways += 1;
            }
        }
        let decisions: Vec<Decision> = ways.iter().map(decision).collect();
        assert_eq!(legal, Legal::Ways(decisions.clone()), "{log}");
        let chosen = random.below(ways.len());
        Ok((decisions[chosen].clone(), ways[chosen].clone()))
    }
}

fn decision(choice: &Choice) -> Decision {
    match choice {
        Choice::CounterClockwise => Decision::CounterClockwise,
        Choice::Clockwise => Decision::Clockwise,
        Choice::GoOn => Decision::GoOn,
        Choice::Stop => Decision::Stop,
        Choice::Capture => Decision::Capture,
        Choice::Pass => Decision::Pass,
        Choice::Retreat => Decision::Retreat,
        Choice::Stay => Decision::Stay,
        Choice::Bonus(_) | Choice::Strip(_) => unreachable!("built where it is chosen"),
    }
}

fn rules(game: Game, options: &str) -> Ruleset {
    Ruleset::parse(game, options).expect("valid options")
}

fn follow(pair: Result<Option<Pair>, TooLong>, most: usize, random: &mut Random, counts: &mut Counts) {
    let mut pair = match pair {
        Ok(Some(pair)) => pair,
        Ok(None) => return,
        Err(TooLong) => {
            counts.dropped += 1;
            return;
        }
    };
    for _ in 0..most {
        match pair.step(random, counts) {
            Ok(true) => {}
            Ok(false) => return,
            Err(TooLong) => {
                counts.dropped += 1;
                return;
            }
        }
    }
}

/// Plays games from the start, and then composed positions. Everything is fixed by the seed.
fn agree(game: Game, games: usize, positions: usize, most: usize) -> Counts {
    let mut random = Random::new(0x6d61_746f_6d62_6f00 + game as u64);
    let mut counts = Counts::default();
    for _ in 0..games {
        let rules = rules(game, &random_options(game, &mut random, random_is_small(game)));
        let setup = Position::start(&rules).expect("a start").to_setup();
        follow(Pair::start(rules, &setup), most, &mut random, &mut counts);
    }
    for _ in 0..positions {
        let options = random_options(game, &mut random, true);
        let rules = rules(game, &format!("{options} stones=free"));
        let setup = random_setup(&rules, &mut random);
        follow(Pair::start(rules, &setup), 12, &mut random, &mut counts);
    }
    counts
}

/// Large boards cost the naive side too much to be played to the end often.
const fn random_is_small(game: Game) -> bool {
    matches!(game, Game::Tsoro | Game::Nsolo)
}

#[test]
fn tsoro_agrees() {
    let counts = agree(Game::Tsoro, 40, 400, 60);
    assert!(counts.turns > 1_000 && counts.barred > 0, "{counts:?}");
}

#[test]
fn nsolo_agrees() {
    let counts = agree(Game::Nsolo, 30, 400, 60);
    assert!(counts.turns > 1_000, "{counts:?}");
}

#[test]
fn igisoro_agrees() {
    let counts = agree(Game::Igisoro, 30, 500, 40);
    assert!(counts.turns > 1_000 && counts.directions > 20, "{counts:?}");
}

#[test]
fn igisoro_agrees_on_sowings_that_only_a_capture_ends() {
    // The endless ring of V10 and a few enemy seeds: the turn ends only by a capture, so many passes and retreats and
    // some clockwise laps lead nowhere.
    let ring = [2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 1];
    let mut random = Random::new(5);
    let mut counts = Counts::default();
    for _ in 0..500 {
        let options = random_options(Game::Igisoro, &mut random, true);
        let rules = rules(Game::Igisoro, &format!("{options} stones=free"));
        let mut board = Board::empty(&naive_rules(&rules));
        let own = board.holes(0);
        let turned = random.below(16);
        for (index, stones) in ring.into_iter().enumerate() {
            *board.cell(own[(turned + index) % 16]) = Some(stones);
        }
        for _ in 0..1 + random.below(2) {
            let column = 1 + random.below(8);
            *board.cell(Hole(1, 'A', column)) = Some(1 + random.below(4) as u32);
            *board.cell(Hole(1, 'B', column)) = Some(1 + random.below(3) as u32);
        }
        let mut setup = Position::start(&self::rules(Game::Igisoro, "")).expect("a start").to_setup();
        let cells = |row: &[Option<u32>]| row.iter().map(|stones| Cell::Stones(stones.unwrap_or(0))).collect();
        setup.rows = vec![cells(&board.back[1]), cells(&board.front[1]), cells(&board.front[0]), cells(&board.back[0])];
        setup.rows[0].reverse();
        setup.rows[1].reverse();
        let pair = Pair::start(rules, &setup).map(|pair| {
            pair.map(|mut pair| {
                pair.prefer = Some(own[turned]);
                pair
            })
        });
        follow(pair, 1, &mut random, &mut counts);
    }
    assert!(counts.turns > 200 && counts.refused_ways > 100 && counts.directions > 20, "{counts:?}");
}

#[test]
fn nsolo_agrees_on_repetition() {
    // Each seat's two turns, forced, bring its stones back.
    let line = "1,0,1,0,2,1,1,0/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/0,1,1,2,0,1,0,1 S 0,0";
    for (repetition, turns, draws) in [("2", 4, 1), ("3", 8, 1), ("off", 10, 0)] {
        let rules = rules(Game::Nsolo, &format!("repetition={repetition} stones=free"));
        let mut counts = Counts::default();
        follow(Pair::start(rules, &support::setup(line)), 10, &mut Random::new(1), &mut counts);
        assert_eq!((counts.turns, counts.draws), (turns, draws), "{repetition}");
    }
}

#[test]
fn bosh_agrees() {
    let counts = agree(Game::Bosh, 60, 400, 300);
    assert!(counts.turns > 2_000 && counts.stalls > 0, "{counts:?}");
}

#[test]
fn kimasai_agrees() {
    let counts = agree(Game::Kimasai, 20, 200, 200);
    assert!(counts.turns > 2_000, "{counts:?}");
}

#[test]
fn large_boards_agree() {
    let mut counts = Counts::default();
    let mut random = Random::new(7);
    for (game, options) in [(Game::Tsoro, ""), (Game::Nsolo, ""), (Game::Nsolo, "columns=36 capture=file")] {
        let rules = rules(game, options);
        let setup = Position::start(&rules).expect("a start").to_setup();
        for _ in 0..2 {
            follow(Pair::start(rules, &setup), 15, &mut random, &mut counts);
        }
    }
    assert!(counts.turns > 20, "{counts:?}");
}

#[test]
fn an_error_is_what_an_illegal_decision_gets() {
    // An origin that the naive side bars is refused as endless by the engine whatever is decided after it.
    let mut random = Random::new(11);
    let mut endless = 0;
    for _ in 0..300 {
        let rules = rules(Game::Tsoro, "columns=6 heads=none stones=free");
        let setup = random_setup(&rules, &mut random);
        let Ok(Some(pair)) = Pair::start(rules, &setup) else { continue };
        if pair.naive.waits != Waits::Turn {
            continue;
        }
        let turn = pair.engine.turn();
        for hole in pair.naive.board.holes(pair.naive.to_move) {
            if turn.check_origin(pit(hole)).is_err() {
                continue;
            }
            let run = naive::run(&pair.naive.rules, &pair.naive.board, hole, &[], &mut FUEL.clone());
            let decided = turn.clone().decide(&Decision::Origin(pit(hole)), &mut ());
            match run {
                Ok(Run::Endless) => {
                    endless += 1;
                    assert!(matches!(decided, Err(DecisionError::Endless { .. })), "{}", pair.log);
                }
                Ok(_) => assert_eq!(decided, Ok(()), "{}", pair.log),
                Err(TooLong) => {}
            }
        }
    }
    assert!(endless > 0);
    assert_eq!(hole(pit(Hole(1, 'B', 3))), Hole(1, 'B', 3));
}
