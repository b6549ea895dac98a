//! What the rule tests share: a small reader of position lines, bare boards, and turns told in a few words.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use matombo::board::{BySeat, Cell, Pit, Round, Row, Seat, Setup};
use matombo::engine::{
    Aftermath, DEFAULT_MAX_LAPS, Decision, DecisionError, EndReason, Event, Game, Legal, Match, Need, Outcome,
    Position, Ruleset, SetupError, StartError, State, Step, Turn, TurnInProgress,
};

/// Reads a pit name.
pub(crate) fn pit(name: &str) -> Pit {
    name.parse().expect("a pit")
}

/// Reads several pit names.
pub(crate) fn pits(names: &str) -> Vec<Pit> {
    names.split_whitespace().map(pit).collect()
}

/// Reads a ruleset.
pub(crate) fn rules(game: Game, options: &str) -> Ruleset {
    Ruleset::parse(game, options).expect("valid options")
}

/// Reads a position line.
pub(crate) fn setup(line: &str) -> Setup {
    let fields: Vec<&str> = line.split(' ').collect();
    let seat = |letter: &str| if letter == "S" { Seat::South } else { Seat::North };
    let number = |text: &str| -> u32 { text.parse().expect("a number") };
    let cell = |text: &str| if text == "-" { Cell::Closed } else { Cell::Stones(number(text)) };
    let rows = fields[0].split('/').map(|row| {
        let runs = row.split(',').flat_map(|part| match part.split_once('*') {
            Some((times, content)) => vec![cell(content); number(times) as usize],
            None => vec![cell(part)],
        });
        runs.collect()
    });
    let (south, north) = fields[2].split_once(',').expect("the stones taken");
    Setup {
        rows: rows.collect(),
        to_move: seat(fields[1]),
        taken: BySeat::new(number(south), number(north)),
        round: fields.get(3).map(|text| {
            let (digits, starter) = text.split_at(text.len() - 1);
            Round { number: number(digits), starter: seat(starter) }
        }),
    }
}

/// Starts a game by its rules.
pub(crate) fn start(game: Game, options: &str) -> Match {
    Match::start(rules(game, options)).expect("a start")
}

/// Starts a game from a position line.
pub(crate) fn at(game: Game, options: &str, line: &str) -> Match {
    Match::from_setup(rules(game, options), &setup(line), DEFAULT_MAX_LAPS).expect("a start")
}

/// Tells why a game cannot start from a position line.
pub(crate) fn refused(game: Game, options: &str, line: &str) -> SetupError {
    match Match::from_setup(rules(game, options), &setup(line), DEFAULT_MAX_LAPS) {
        Err(StartError::Setup(error)) => error,
        other => panic!("not refused: {other:?}"),
    }
}

/// Starts a composed game (`stones=free`) on a board that holds only these stones: `B1=2 a3=1`. South moves, unless
/// the text ends in `N`.
pub(crate) fn bare(game: Game, options: &str, stones: &str) -> Match {
    bare_with_laps(game, options, stones, DEFAULT_MAX_LAPS)
}

/// The same with a work budget.
pub(crate) fn bare_with_laps(game: Game, options: &str, stones: &str, max_laps: u64) -> Match {
    let rules = rules(game, &format!("{options} stones=free"));
    let mut to_move = Seat::South;
    let mut held = Vec::new();
    for word in stones.split_whitespace() {
        match word.split_once('=') {
            Some((name, "-")) => held.push((pit(name), Cell::Closed)),
            Some((name, stones)) => held.push((pit(name), Cell::Stones(stones.parse().expect("a number")))),
            None => to_move = if word == "N" { Seat::North } else { Seat::South },
        }
    }
    let ring = rules.ring();
    assert!(held.iter().all(|(pit, _)| ring.contains(*pit)), "{stones}");
    let cell = |pit: Pit| held.iter().find(|(other, _)| *other == pit).map_or(Cell::Stones(0), |(_, cell)| *cell);
    let setup = Setup {
        rows: ring.page_rows().map(|(seat, row)| ring.page_row(seat, row).map(cell).collect()).collect(),
        to_move,
        taken: BySeat::default(),
        round: (game == Game::Bosh).then_some(Round { number: 1, starter: Seat::South }),
    };
    Match::from_setup(rules, &setup, max_laps).expect("a start")
}

/// Lists the occupied pits in sowing order, South's first: `B2=1 A6=3 b1=2`.
pub(crate) fn held(position: &Position) -> String {
    let mut words = Vec::new();
    for pit in Seat::BOTH.into_iter().flat_map(|seat| position.ring().pits(seat)) {
        if position.stones(pit) > 0 {
            words.push(format!("{pit}={}", position.stones(pit)));
        }
    }
    words.join(" ")
}

/// What a played turn left.
pub(crate) struct Played {
    pub(crate) turn: Turn,
    pub(crate) aftermath: Aftermath,
    pub(crate) events: Vec<Event>,
    /// The occupied pits after it.
    pub(crate) held: String,
}

/// Reads one decision: `B3` an origin; `/` on, `.` stop; `x` capture, `-` pass, `^` retreat, `=` stay; `~` clockwise,
/// `>` counter-clockwise; `+b1,b2` bonus pits, `+b1:1,b2:2` a strip; `+0` neither.
fn decision(word: &str, need: Need) -> Decision {
    match word {
        "/" => Decision::GoOn,
        "." => Decision::Stop,
        "x" => Decision::Capture,
        "-" => Decision::Pass,
        "^" => Decision::Retreat,
        "=" => Decision::Stay,
        "~" => Decision::Clockwise,
        ">" => Decision::CounterClockwise,
        "+0" if matches!(need, Need::Strip { .. }) => Decision::Strip(Vec::new()),
        "+0" => Decision::Bonus(Vec::new()),
        _ => match word.strip_prefix('+') {
            None => Decision::Origin(pit(word)),
            Some(list) if list.contains(':') => Decision::Strip(
                list.split(',')
                    .map(|part| part.split_once(':').expect("pit:stones"))
                    .map(|(name, stones)| (pit(name), stones.parse().expect("a number")))
                    .collect(),
            ),
            Some(list) => Decision::Bonus(list.split(',').map(pit).collect()),
        },
    }
}

/// Plays the words of a turn as far as they go, without finishing it.
pub(crate) fn begin(game: &Match, words: &str) -> Result<TurnInProgress, DecisionError> {
    assert_eq!(game.state(), State::Turn, "the match waits for a turn");
    let mut turn = game.turn();
    for word in words.split_whitespace() {
        turn.decide(&decision(word, turn.need()), &mut ())?;
    }
    Ok(turn)
}

/// The same, with what happened, also where a decision was refused.
pub(crate) fn watch(game: &Match, words: &str) -> (Result<TurnInProgress, DecisionError>, Vec<(Event, String)>) {
    assert_eq!(game.state(), State::Turn, "the match waits for a turn");
    let mut turn = game.turn();
    let mut events = Vec::new();
    for word in words.split_whitespace() {
        let mut observer = |event: Event, position: &Position| events.push((event, held(position)));
        if let Err(error) = turn.decide(&decision(word, turn.need()), &mut observer) {
            return (Err(error), events);
        }
    }
    (Ok(turn), events)
}

/// Plays a whole turn.
pub(crate) fn play(game: &mut Match, words: &str) -> Played {
    let (turn, events) = watch(game, words);
    let turn = turn.unwrap_or_else(|error| panic!("{words}: {error}"));
    assert_eq!(turn.need(), Need::Nothing, "{words} is no whole turn");
    let mut events: Vec<Event> = events.into_iter().map(|(event, _)| event).collect();
    let mut observer = |event: Event, _: &Position| events.push(event);
    let (turn, aftermath) = game.finish(turn, &mut observer).expect("decided");
    Played { turn, aftermath, events, held: held(game.position()) }
}

/// Says why a turn was refused.
pub(crate) fn error(game: &Match, words: &str) -> DecisionError {
    match begin(game, words) {
        Err(error) => error,
        Ok(turn) => panic!("{words} was not refused, but waits for {:?}", turn.need()),
    }
}

/// Lists the legal origins, in sowing order.
pub(crate) fn origins(game: &Match) -> String {
    match game.turn().legal().expect("decided") {
        Legal::Origins(pits) => pits.iter().map(Pit::to_string).collect::<Vec<_>>().join(" "),
        other => panic!("{other:?}"),
    }
}

/// Lists the legal ways at a need.
pub(crate) fn ways(turn: &TurnInProgress) -> Vec<Decision> {
    match turn.legal().expect("decided") {
        Legal::Ways(ways) => ways,
        other => panic!("{other:?}"),
    }
}

/// The state of a match that a seat has won.
pub(crate) fn won(winner: Seat, reason: EndReason) -> State {
    State::Over(Outcome { winner: Some(winner), reason })
}

/// A capture step that was not sown clockwise.
pub(crate) fn capture(name: &str, stones: u32) -> Step {
    Step::Capture { pit: pit(name), stones, clockwise: false }
}

/// Whether a pit lies in a front row.
pub(crate) fn is_front(pit: Pit) -> bool {
    pit.row == Row::Front
}

/// A small random generator (SplitMix64), so that a failure can be played again from its seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub(crate) const fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Random values for all options of a game but `stones`.
pub(crate) fn random_options(game: Game, random: &mut Random, small: bool) -> String {
    use matombo::engine::OptionValues;
    let mut words = Vec::new();
    for spec in Ruleset::specs(game) {
        let value = match (spec.name, spec.values) {
            ("stones", _) => continue,
            ("setup", _) => ["back", "front"][random.below(2)].to_owned(),
            ("columns", OptionValues::Number { least, .. }) if small => {
                (usize::from(least) + random.below(2)).to_string()
            }
            (_, OptionValues::Number { least, most, .. }) => {
                (usize::from(least) + random.below(usize::from(most - least) + 1)).to_string()
            }
            (_, OptionValues::Word(words)) => (*random.pick(words)).to_owned(),
        };
        words.push(format!("{}={value}", spec.name));
    }
    words.join(" ")
}

/// A random composed position: few or many stones, thrown into random pits.
pub(crate) fn random_setup(rules: &Ruleset, random: &mut Random) -> Setup {
    let ring = rules.ring();
    let game = rules.game();
    let mut rows: Vec<Vec<Cell>> = ring.page_rows().map(|_| vec![Cell::Stones(0); ring.columns().into()]).collect();
    let seats: Vec<Seat> = ring.page_rows().map(|(seat, _)| seat).collect();
    for seat in Seat::BOTH {
        let own: Vec<usize> = (0..rows.len()).filter(|row| seats[*row] == seat).collect();
        if game == Game::Bosh {
            let open = 1 + random.below(5);
            let mut columns = [0, 1, 2, 3, 4];
            for index in 0..5 {
                columns.swap(index, random.below(5));
            }
            for column in &columns[open..] {
                rows[own[0]][*column] = Cell::Closed;
            }
        }
        let most = if game == Game::Kimasai { 20 } else { 3 * ring.pits_a_seat() };
        let stones = if random.below(3) == 0 { random.below(most) } else { random.below(most / 2) };
        // Now and then many stones in few pits, or hardly any.
        let reach = 1 + random.below(ring.pits_a_seat());
        for _ in 0..stones {
            let place = random.below(reach) * 7 % ring.pits_a_seat();
            let row = own[place / usize::from(ring.columns())];
            match &mut rows[row][place % usize::from(ring.columns())] {
                Cell::Stones(held) if game == Game::Kimasai => *held = 1,
                Cell::Stones(held) => *held += 1,
                Cell::Closed => {}
            }
        }
    }
    Setup {
        rows,
        to_move: *random.pick(&Seat::BOTH),
        taken: if game == Game::Igisoro {
            BySeat::default()
        } else {
            BySeat::new(random.below(9) as u32, random.below(9) as u32)
        },
        round: (game == Game::Bosh)
            .then(|| Round { number: 1 + random.below(4) as u32, starter: *random.pick(&Seat::BOTH) }),
    }
}
