//! A second, naive implementation of the rules, to hold the engine against: stones are moved one at a time, every
//! lap of a turn is remembered, and legality is found by trying every decision that could follow.
//!
//! It shares no code with the crate. Rule numbers are those of `notation/rulings/`.

use std::collections::HashSet;

/// A pit: the seat (0 South, 1 North), the row letter, the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Hole(pub(crate) usize, pub(crate) char, pub(crate) usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tsoro,
    Nsolo,
    Igisoro,
    Bosh,
    Kimasai,
}

/// A game's options, as words.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) kind: Kind,
    pub(crate) options: Vec<(String, String)>,
}

impl Rules {
    fn word(&self, name: &str) -> &str {
        self.options.iter().find(|(option, _)| option == name).map_or("", |(_, value)| value)
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.word(name) == value
    }

    pub(crate) fn columns(&self) -> usize {
        match self.kind {
            Kind::Tsoro | Kind::Nsolo => self.word("columns").parse().unwrap(),
            Kind::Igisoro => 8,
            Kind::Bosh => 5,
            Kind::Kimasai => 12,
        }
    }

    fn is_head(&self, hole: Hole) -> bool {
        let n = self.columns();
        self.kind == Kind::Tsoro
            && hole.1 == 'B'
            && match self.word("heads") {
                "right2" => hole.2 == n || hole.2 == n - 1,
                "right1" => hole.2 == n,
                "left1" => hole.2 == 1,
                _ => false,
            }
    }
}

/// The board: for every row a list of pits, `None` where one is closed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) front: [Vec<Option<u32>>; 2],
    pub(crate) back: [Vec<Option<u32>>; 2],
}

impl Board {
    pub(crate) fn empty(rules: &Rules) -> Self {
        let row = vec![Some(0); rules.columns()];
        let back = if rules.kind == Kind::Bosh { Vec::new() } else { row.clone() };
        Self { front: [row.clone(), row], back: [back.clone(), back] }
    }

    pub(crate) fn cell(&mut self, hole: Hole) -> &mut Option<u32> {
        let Hole(seat, row, column) = hole;
        if row == 'A' { &mut self.front[seat][column - 1] } else { &mut self.back[seat][column - 1] }
    }

    pub(crate) fn get(&self, hole: Hole) -> u32 {
        let Hole(seat, row, column) = hole;
        let cell = if row == 'A' { self.front[seat][column - 1] } else { self.back[seat][column - 1] };
        cell.unwrap_or(0)
    }

    fn set(&mut self, hole: Hole, stones: u32) {
        *self.cell(hole) = Some(stones);
    }

    fn take(&mut self, hole: Hole) -> u32 {
        let stones = self.get(hole);
        self.set(hole, 0);
        stones
    }

    fn drop_one(&mut self, hole: Hole) {
        let stones = self.get(hole);
        self.set(hole, stones + 1);
    }

    /// A seat's pits, in sowing order by R3: left to right along the back row, right to left along the front row.
    /// In Bosh the only row, left to right.
    pub(crate) fn holes(&self, seat: usize) -> Vec<Hole> {
        let n = self.front[seat].len();
        let mut holes: Vec<Hole> = (1..=self.back[seat].len()).map(|column| Hole(seat, 'B', column)).collect();
        let mut front: Vec<Hole> = (1..=n).map(|column| Hole(seat, 'A', column)).collect();
        if !holes.is_empty() {
            front.reverse();
        }
        holes.extend(front);
        holes
    }

    pub(crate) fn sum(&self, seat: usize) -> u32 {
        self.holes(seat).into_iter().map(|hole| self.get(hole)).sum()
    }

    /// The next pit, R3; in Bosh B1 and B5.
    fn next(&self, hole: Hole) -> Hole {
        let Hole(seat, row, column) = hole;
        let n = self.front[seat].len();
        if self.back[seat].is_empty() {
            let next = if column < n { Hole(seat, 'A', column + 1) } else { Hole(1 - seat, 'A', 1) };
            return if self.front[next.0][next.2 - 1].is_none() { self.next(next) } else { next };
        }
        match (row, column) {
            ('B', column) if column < n => Hole(seat, 'B', column + 1),
            ('B', _) => Hole(seat, 'A', n),
            ('A', 1) => Hole(seat, 'B', 1),
            (_, column) => Hole(seat, 'A', column - 1),
        }
    }

    /// The pit before, for clockwise sowing.
    fn before(&self, hole: Hole) -> Hole {
        let holes = self.holes(hole.0);
        holes.into_iter().find(|other| self.next(*other) == hole).unwrap()
    }

    /// The facing enemy pits, R4.
    fn file(&self, hole: Hole) -> (Hole, Hole) {
        let column = self.front[0].len() + 1 - hole.2;
        (Hole(1 - hole.0, 'A', column), Hole(1 - hole.0, 'B', column))
    }

    /// Sows stones one by one. Tells where the last one fell and whether stones lay there before it.
    fn sow(&mut self, from: Hole, stones: u32, clockwise: bool) -> (Hole, bool) {
        let mut at = from;
        let mut occupied = false;
        for _ in 0..stones {
            at = if clockwise { self.before(at) } else { self.next(at) };
            occupied = self.get(at) > 0;
            self.drop_one(at);
        }
        (at, occupied)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    CounterClockwise,
    Clockwise,
    GoOn,
    Stop,
    Capture,
    Pass,
    Retreat,
    Stay,
    Bonus(Vec<Hole>),
    Strip(Vec<(Hole, u32)>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Direction(Hole),
    Head(Hole),
    Capture(Hole),
    Retreat(Hole),
    Bonus { pits: Vec<Hole>, least: usize, most: usize },
    Strip { pits: Vec<(Hole, u32)>, least: u32, most: u32 },
}

impl Ask {
    pub(crate) fn ways(&self) -> Vec<Choice> {
        match self {
            Self::Direction(_) => vec![Choice::CounterClockwise, Choice::Clockwise],
            Self::Head(_) => vec![Choice::GoOn, Choice::Stop],
            Self::Capture(_) => vec![Choice::Capture, Choice::Pass],
            Self::Retreat(_) => vec![Choice::Stay, Choice::Retreat],
            Self::Bonus { .. } | Self::Strip { .. } => Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) board: Board,
    /// Stones removed by the mover (Bosh: gained for the reserve).
    pub(crate) removed: u32,
    pub(crate) captured: u32,
    pub(crate) laps: u64,
    pub(crate) landing: Hole,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    Done(Done),
    Ask(Ask),
    Endless,
}

/// The case is given up, because it costs too much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLong;

/// Plays a turn from its beginning, as far as the choices go. `fuel` is the number of laps that may still be sown.
pub(crate) fn run(
    rules: &Rules,
    board: &Board,
    origin: Hole,
    choices: &[Choice],
    fuel: &mut u64,
) -> Result<Run, TooLong> {
    let mut sowing = Sowing {
        rules,
        board: board.clone(),
        choices: choices.iter(),
        seen: HashSet::new(),
        laps: 0,
        removed: 0,
        captured: 0,
        fuel,
    };
    match rules.kind {
        Kind::Igisoro => sowing.igisoro(origin),
        Kind::Bosh => sowing.bosh(origin),
        Kind::Tsoro | Kind::Nsolo | Kind::Kimasai => sowing.removing(origin),
    }
}

struct Sowing<'a> {
    rules: &'a Rules,
    board: Board,
    choices: std::slice::Iter<'a, Choice>,
    /// Every lap sown from a pit: the board before it, the pit, the direction.
    seen: HashSet<(Board, Hole, bool)>,
    laps: u64,
    removed: u32,
    captured: u32,
    fuel: &'a mut u64,
}

impl Sowing<'_> {
    fn done(&self, landing: Hole) -> Run {
        Run::Done(Done {
            board: self.board.clone(),
            removed: self.removed,
            captured: self.captured,
            laps: self.laps,
            landing,
        })
    }

    fn count(&mut self) -> Result<(), TooLong> {
        self.laps += 1;
        *self.fuel = self.fuel.checked_sub(1).ok_or(TooLong)?;
        Ok(())
    }

    /// R5, R7: lifts a pit and sows it; `None` if that lap was sown before.
    fn lap(&mut self, from: Hole, clockwise: bool) -> Result<Option<(Hole, bool)>, TooLong> {
        if !self.seen.insert((self.board.clone(), from, clockwise)) {
            return Ok(None);
        }
        self.count()?;
        let stones = self.board.take(from);
        Ok(Some(self.board.sow(from, stones, clockwise)))
    }

    fn remove(&mut self, hole: Hole, stones: u32) {
        let held = self.board.get(hole);
        self.board.set(hole, held - stones);
        self.removed += stones;
        self.captured += stones;
    }

    /// Tsoro, Nsolo and Kimasai.
    fn removing(&mut self, origin: Hole) -> Result<Run, TooLong> {
        let mut from = origin;
        loop {
            let Some((landing, occupied)) = self.lap(from, false)? else { return Ok(Run::Endless) };
            if occupied {
                // T5
                if self.rules.is_head(landing) {
                    match self.choices.next() {
                        None => return Ok(Run::Ask(Ask::Head(landing))),
                        Some(Choice::Stop) => return Ok(self.done(landing)),
                        Some(Choice::GoOn) => {}
                        Some(other) => panic!("{other:?}"),
                    }
                }
                // R6
                from = landing;
                continue;
            }
            // T6, N2; T7, N3, K3
            if landing.1 != 'A' {
                return Ok(self.done(landing));
            }
            let (front, back) = self.board.file(landing);
            let stones = self.board.get(front);
            if stones == 0 {
                return Ok(self.done(landing));
            }
            self.remove(front, stones);
            let nsolo_strip = self.rules.kind == Kind::Nsolo && self.rules.is("capture", "strip");
            if nsolo_strip {
                return Ok(self.strip(landing, stones));
            }
            self.remove(back, self.board.get(back));
            return Ok(self.bonus(landing));
        }
    }

    /// T8, N5
    fn bonus(&mut self, landing: Hole) -> Run {
        let (number, safe) = match self.rules.kind {
            Kind::Tsoro => (self.rules.word("bonus").parse().unwrap(), self.rules.is("bonus-heads", "safe")),
            Kind::Nsolo => (1, false),
            _ => (0, false),
        };
        let mut pits = self.board.holes(1 - landing.0);
        pits.retain(|hole| self.board.get(*hole) > 0 && !(safe && self.rules.is_head(*hole)));
        let most = pits.len().min(number);
        if most == 0 {
            return self.done(landing);
        }
        match self.choices.next() {
            None => {
                let least = if self.rules.is("bonus-duty", "must") { most } else { 0 };
                Run::Ask(Ask::Bonus { pits, least, most })
            }
            Some(Choice::Bonus(chosen)) => {
                for hole in chosen {
                    self.remove(*hole, self.board.get(*hole));
                }
                self.done(landing)
            }
            Some(other) => panic!("{other:?}"),
        }
    }

    /// N4
    fn strip(&mut self, landing: Hole, stones: u32) -> Run {
        let enemy = 1 - landing.0;
        let most = self.board.sum(enemy).min(stones);
        if most == 0 {
            return self.done(landing);
        }
        match self.choices.next() {
            None => {
                let least = if self.rules.is("strip-duty", "must") { most } else { 0 };
                let mut pits: Vec<_> =
                    self.board.holes(enemy).into_iter().map(|hole| (hole, self.board.get(hole))).collect();
                pits.retain(|(_, stones)| *stones > 0);
                Run::Ask(Ask::Strip { pits, least, most })
            }
            Some(Choice::Strip(chosen)) => {
                for (hole, stones) in chosen {
                    self.remove(*hole, *stones);
                }
                self.done(landing)
            }
            Some(other) => panic!("{other:?}"),
        }
    }

    /// I4: the facing file, if both its pits are occupied.
    fn prey(board: &Board, landing: Hole) -> Option<(Hole, Hole)> {
        if landing.1 != 'A' {
            return None;
        }
        let (front, back) = board.file(landing);
        (board.get(front) > 0 && board.get(back) > 0).then_some((front, back))
    }

    /// I7: tries the clockwise lap on a copy of the board.
    fn may_reverse(&self, from: Hole, hand: Option<u32>) -> bool {
        let ear = matches!((from.1, from.2), ('B', 1 | 8) | ('A', 2 | 7));
        if !ear || !self.rules.is("reverse", "ears") {
            return false;
        }
        let mut board = self.board.clone();
        let stones = hand.unwrap_or_else(|| board.take(from));
        let (landing, occupied) = board.sow(from, stones, true);
        occupied && Self::prey(&board, landing).is_some()
    }

    fn igisoro(&mut self, origin: Hole) -> Result<Run, TooLong> {
        let mut from = origin;
        // Captured seeds in hand, to be sown after `from`.
        let mut hand = None;
        loop {
            let clockwise = if self.may_reverse(from, hand) {
                match self.choices.next() {
                    None => return Ok(Run::Ask(Ask::Direction(from))),
                    Some(Choice::CounterClockwise) => false,
                    Some(Choice::Clockwise) => true,
                    Some(other) => panic!("{other:?}"),
                }
            } else {
                false
            };
            let (landing, occupied) = match hand.take() {
                Some(stones) => {
                    self.count()?;
                    self.board.sow(from, stones, clockwise)
                }
                None => match self.lap(from, clockwise)? {
                    Some(end) => end,
                    None => return Ok(Run::Endless),
                },
            };
            // I3
            if !occupied {
                return Ok(self.done(landing));
            }
            if let Some((front, back)) = Self::prey(&self.board, landing) {
                let capture = clockwise
                    || match self.choices.next() {
                        None => return Ok(Run::Ask(Ask::Capture(front))),
                        Some(Choice::Capture) => true,
                        Some(Choice::Pass) => false,
                        Some(other) => panic!("{other:?}"),
                    };
                if capture {
                    // I5
                    let stones = self.board.take(front) + self.board.take(back);
                    self.captured += stones;
                    hand = Some(stones);
                    if self.rules.is("resow", "turn") {
                        from = origin;
                    }
                    continue;
                }
                // I6
                match self.choices.next() {
                    None => return Ok(Run::Ask(Ask::Retreat(front))),
                    Some(Choice::Stay) => {}
                    Some(Choice::Retreat) => {
                        for _ in 0..self.board.take(front) {
                            self.board.drop_one(back);
                        }
                    }
                    Some(other) => panic!("{other:?}"),
                }
            }
            from = landing;
        }
    }

    fn bosh(&mut self, origin: Hole) -> Result<Run, TooLong> {
        let mut from = origin;
        loop {
            let Some((landing, _)) = self.lap(from, false)? else { return Ok(Run::Endless) };
            let next = self.board.next(landing);
            if self.board.get(next) > 0 {
                // B3
                from = next;
                continue;
            }
            // B4
            let beyond = self.board.next(next);
            self.remove(beyond, self.board.get(beyond));
            return Ok(self.done(landing));
        }
    }
}

/// R7: whether the turn can end after these choices.
pub(crate) fn can_end(
    rules: &Rules,
    board: &Board,
    origin: Hole,
    choices: &mut Vec<Choice>,
    fuel: &mut u64,
) -> Result<bool, TooLong> {
    match run(rules, board, origin, choices, fuel)? {
        Run::Done(_) => Ok(true),
        Run::Endless => Ok(false),
        Run::Ask(Ask::Bonus { .. } | Ask::Strip { .. }) => Ok(true),
        Run::Ask(ask) => {
            for way in ask.ways() {
                choices.push(way);
                let can = can_end(rules, board, origin, choices, fuel);
                choices.pop();
                if can? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// The legal origins of a seat, in sowing order.
pub(crate) fn origins(rules: &Rules, board: &Board, seat: usize, fuel: &mut u64) -> Result<Vec<Hole>, TooLong> {
    let own = board.holes(seat);
    let fuller = own.iter().any(|hole| board.get(*hole) >= 2);
    let mut legal = Vec::new();
    for hole in own {
        let stones = board.get(hole);
        let next_empty = board.get(board.next(hole)) == 0;
        let may = match rules.kind {
            Kind::Tsoro | Kind::Nsolo => stones >= 2 || (stones == 1 && !fuller && next_empty),
            Kind::Igisoro => stones >= 2 || (stones == 1 && rules.is("singles", "yes")),
            Kind::Bosh => stones >= 1,
            Kind::Kimasai => stones == 1 && next_empty,
        };
        if may && can_end(rules, board, hole, &mut Vec::new(), fuel)? {
            legal.push(hole);
        }
    }
    Ok(legal)
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    Turn,
    Refill([usize; 2]),
    /// The winner, or `None` for a draw, and why.
    Over(Option<usize>, &'static str),
}

/// A whole game.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) to_move: usize,
    pub(crate) taken: [u32; 2],
    /// Bosh: the round's number and who began it.
    pub(crate) round: (u32, usize),
    pub(crate) waits: Waits,
    /// Bosh: how many refills there were.
    pub(crate) refills: usize,
    past: Vec<(Board, usize, u32)>,
}

impl Play {
    /// R12: the position is tested for the end as after a turn.
    pub(crate) fn new(
        rules: Rules,
        board: Board,
        to_move: usize,
        taken: [u32; 2],
        round: (u32, usize),
        fuel: &mut u64,
    ) -> Result<Self, TooLong> {
        let mut play = Self { rules, board, to_move, taken, round, waits: Waits::Turn, refills: 0, past: Vec::new() };
        play.after_turn(fuel)?;
        Ok(play)
    }

    pub(crate) fn finish(&mut self, done: Done, fuel: &mut u64) -> Result<(), TooLong> {
        self.taken[self.to_move] += done.removed;
        self.board = done.board;
        self.to_move = 1 - self.to_move;
        self.after_turn(fuel)
    }

    /// Remembers the position and tells how often it has come up.
    fn times(&mut self) -> usize {
        let now = (self.board.clone(), self.to_move, self.round.0);
        self.past.push(now.clone());
        self.past.iter().filter(|before| **before == now).count()
    }

    fn after_turn(&mut self, fuel: &mut u64) -> Result<(), TooLong> {
        let to_move = self.to_move;
        match self.rules.kind {
            Kind::Bosh => return self.after_bosh(fuel),
            Kind::Igisoro => {}
            Kind::Tsoro | Kind::Nsolo | Kind::Kimasai => {
                for seat in [to_move, 1 - to_move] {
                    if self.board.sum(seat) == 0 {
                        self.waits = Waits::Over(Some(1 - seat), "no stones");
                        return Ok(());
                    }
                }
            }
        }
        if origins(&self.rules, &self.board, to_move, fuel)?.is_empty() {
            self.waits = Waits::Over(Some(1 - to_move), "no move");
            return Ok(());
        }
        let times = self.times();
        if matches!(self.rules.kind, Kind::Nsolo | Kind::Kimasai) && self.rules.word("repetition") == times.to_string()
        {
            self.waits = Waits::Over(None, "repetition");
        }
        Ok(())
    }

    fn after_bosh(&mut self, fuel: &mut u64) -> Result<(), TooLong> {
        let to_move = self.to_move;
        let sums = [self.board.sum(0), self.board.sum(1)];
        if sums[to_move] == 0 {
            // B6
            self.taken[1 - to_move] += sums[0] + sums[1];
        } else {
            let times = self.times();
            let stalled = self.rules.word("stall") == times.to_string();
            if !stalled && !origins(&self.rules, &self.board, to_move, fuel)?.is_empty() {
                return Ok(());
            }
            self.taken[0] += sums[0];
            self.taken[1] += sums[1];
        }
        for seat in [0, 1] {
            for hole in self.board.holes(seat) {
                if let Some(stones) = self.board.cell(hole) {
                    *stones = 0;
                }
            }
        }
        // B9
        let supply = self.taken;
        let short = [supply[0] < 4, supply[1] < 4];
        if short[0] || short[1] {
            let loser = match short {
                [true, false] => 0,
                [false, true] => 1,
                // Only in composed positions.
                _ if supply[0] == supply[1] => to_move,
                _ => usize::from(supply[1] < supply[0]),
            };
            self.waits = Waits::Over(Some(1 - loser), "no refill");
            return Ok(());
        }
        // B8
        let other = 1 - self.round.1;
        let smaller = usize::from(supply[1] < supply[0]);
        let starter = match self.rules.word("starter") {
            "loser" if supply[0] != supply[1] => smaller,
            "winner" if supply[0] != supply[1] => 1 - smaller,
            _ => other,
        };
        self.round = (self.round.0 + 1, starter);
        self.to_move = starter;
        // B7
        let due = supply.map(|stones| (stones as usize / 4).min(5));
        match self.rules.word("fill") {
            "left" => self.refill(due.map(|count| (1..=count).collect())),
            "right" => self.refill(due.map(|count| (6 - count..=5).collect())),
            _ => {
                self.board.front = [vec![None; 5], vec![None; 5]];
                self.waits = Waits::Refill(due);
            }
        }
        Ok(())
    }

    pub(crate) fn refill(&mut self, columns: [Vec<usize>; 2]) {
        for (seat, columns) in columns.iter().enumerate() {
            for column in 1..=5 {
                let open = columns.contains(&column);
                self.board.front[seat][column - 1] = open.then_some(4);
                if open {
                    self.taken[seat] -= 4;
                }
            }
        }
        self.refills += 1;
        self.waits = Waits::Turn;
        self.times();
    }
}
