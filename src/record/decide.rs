use super::fault::step_words;
use super::{Fault, GainKind};
use crate::board::{Pit, Row, Seat};
use crate::engine::{
    Decision, DecisionError, GainError, Game, LapKind, Legal, Need, NsoloCapture, Observer, Resow, Step, TurnInProgress,
};
use crate::notation::{Span, Spanned, TurnBody, WrittenGain, WrittenStep};

/// Says why a written turn is not a legal one, where, and what would have been legal there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnFault {
    /// What is wrong.
    pub fault: Fault,
    /// The part of the turn at fault.
    pub span: Span,
    /// What would have been legal, a sentence each.
    pub help: Vec<String>,
    /// The pits to point out on the board before the turn.
    pub pits: Vec<Pit>,
}

/// How many choices a help lists before it says how many more there are.
const LISTED: usize = 8;

/// The work budget for finding out what would have been legal: help must not cost more than the turn.
const HELP_LAPS: u64 = 20_000;

/// Carries out a written turn.
///
/// `turn` is a fresh turn of the match; on success it is complete and can be given to
/// [`Match::finish`](crate::engine::Match::finish).
///
/// A legal turn may still carry wrong checks, such as the number of stones behind a capture; they are returned.
///
/// # Errors
///
/// The first decision that is missing, wrong or illegal.
pub fn decide(
    turn: &mut TurnInProgress,
    written: &TurnBody,
    observer: &mut impl Observer,
) -> Result<Vec<TurnFault>, Box<TurnFault>> {
    decide_with_help(turn, written, true, observer)
}

/// Carries out a written turn; without `help`, a fault does not say what would have been legal.
pub(super) fn decide_with_help(
    turn: &mut TurnInProgress,
    written: &TurnBody,
    help: bool,
    observer: &mut impl Observer,
) -> Result<Vec<TurnFault>, Box<TurnFault>> {
    let fresh = turn.clone();
    let mut reader = Reader { help, ..Reader::new(turn, written) };
    match reader.run(observer) {
        Ok(()) => Ok(reader.wrong_checks),
        Err(Stop::Fault(fault)) => Err(fault),
        Err(Stop::Halt(error)) => {
            let decisions = reader.told;
            Err(blame(&fresh, written, decisions, help, error))
        }
        Err(Stop::Enough) => unreachable!("only a search for the blame stops early"),
    }
}

/// Finds the first decision after which the turn can no longer end (`RULES R7`).
///
/// Once it cannot end, no later decision can change that, so the place is found by halving.
fn blame(
    fresh: &TurnInProgress,
    written: &TurnBody,
    decisions: usize,
    help: bool,
    error: DecisionError,
) -> Box<TurnFault> {
    let (mut good, mut bad) = (0, decisions);
    if matches!(error, DecisionError::Endless { .. }) {
        while bad > good + 1 {
            let middle = good + (bad - good) / 2;
            if ends_after(fresh, written, middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
    }
    let mut turn = fresh.clone();
    let mut reader = Reader { stop_after: Some(bad - 1), ..Reader::new(&mut turn, written) };
    let _ = reader.run(&mut ());
    let span = reader.span;
    let (fault, help) = match error {
        DecisionError::Endless { pit, laps } if !help => (Fault::Endless { pit, laps }, Vec::new()),
        DecisionError::Undecided { laps } => {
            (Fault::Undecided { laps }, vec!["a larger work budget may decide it: `--max-laps`".to_owned()])
        }
        DecisionError::Endless { pit, laps } => (Fault::Endless { pit, laps }, legal_help(&turn)),
        _ => unreachable!("only a sowing that does not end is blamed on an earlier decision"),
    };
    Box::new(TurnFault { fault, span, help, pits: vec![written.origin.value] })
}

fn ends_after(fresh: &TurnInProgress, written: &TurnBody, decisions: usize) -> bool {
    let mut turn = fresh.clone();
    let mut reader = Reader { stop_after: Some(decisions), ..Reader::new(&mut turn, written) };
    match reader.run(&mut ()) {
        Err(Stop::Enough) => turn.can_end().unwrap_or(false),
        _ => false,
    }
}

/// Reads the steps of a written turn as the engine asks for them.
struct Reader<'a> {
    turn: &'a mut TurnInProgress,
    written: &'a TurnBody,
    /// The next written step.
    next: usize,
    /// How many decisions the engine was told.
    told: usize,
    /// The text of the last decision, also of one that [`Reader::stop_after`] held back.
    span: Span,
    /// After how many decisions to stop.
    stop_after: Option<usize>,
    /// Whether a fault says what would have been legal.
    help: bool,
    /// Checks that the turn contradicts.
    wrong_checks: Vec<TurnFault>,
}

/// Why reading stopped.
enum Stop {
    /// The turn is not a legal one.
    Fault(Box<TurnFault>),
    /// The sowing does not end, or not within the budget.
    Halt(DecisionError),
    /// The number of decisions asked for was made.
    Enough,
}

impl<'a> Reader<'a> {
    fn new(turn: &'a mut TurnInProgress, written: &'a TurnBody) -> Self {
        Self {
            turn,
            written,
            next: 0,
            told: 0,
            span: written.origin.span,
            stop_after: None,
            help: true,
            wrong_checks: Vec::new(),
        }
    }

    fn run(&mut self, observer: &mut impl Observer) -> Result<(), Stop> {
        self.check_shape()?;
        self.origin(observer)?;
        loop {
            match self.turn.need() {
                Need::Nothing => break,
                Need::Origin => unreachable!("the origin was told"),
                Need::Head { pit } => self.head(pit, observer)?,
                Need::Capture { landing, pit } => self.capture_or_pass(landing, pit, observer)?,
                Need::Retreat { .. } => unreachable!("the answer is told with the pass"),
                Need::Direction { pit, .. } => self.relay_direction(pit, observer)?,
                Need::Bonus { most, least } => self.bonus(most, least, observer)?,
                Need::Strip { most, least } => self.strip(most, least, observer)?,
            }
        }
        self.end()
    }

    fn step(&self) -> Option<&'a Spanned<WrittenStep>> {
        self.written.steps.get(self.next)
    }

    /// Where to point when something is missing: at the last thing written before the gap.
    fn gap(&self) -> Span {
        match self.next {
            0 => self.written.clockwise.map_or(self.written.origin.span, |cw| self.written.origin.span.to(cw)),
            next => self.written.steps[next - 1].span,
        }
    }

    fn fault<T>(&self, fault: Fault, span: Span) -> Result<T, Stop> {
        let help = if self.help { legal_help(self.turn) } else { Vec::new() };
        let pits = vec![self.written.origin.value];
        Err(Stop::Fault(Box::new(TurnFault { fault, span, help, pits })))
    }

    /// A fault that says itself what is right.
    fn plain_fault<T>(&self, fault: Fault, span: Span) -> Result<T, Stop> {
        let pits = vec![self.written.origin.value];
        Err(Stop::Fault(Box::new(TurnFault { fault, span, help: Vec::new(), pits })))
    }

    fn tell(&mut self, decision: &Decision, span: Span, observer: &mut impl Observer) -> Result<(), Stop> {
        self.span = span;
        if self.stop_after == Some(self.told) {
            return Err(Stop::Enough);
        }
        match self.turn.decide(decision, observer) {
            Ok(()) => {
                self.told += 1;
                Ok(())
            }
            Err(DecisionError::Origin(error)) => self.fault(Fault::Origin(error), span),
            Err(DecisionError::Gain(error)) => self.fault(Fault::Gain(error), self.gain_span(error, span)),
            Err(DecisionError::NotAsked) => unreachable!("only what is asked for is told"),
            Err(error @ (DecisionError::Endless { .. } | DecisionError::Undecided { .. })) => {
                self.told += 1;
                Err(Stop::Halt(error))
            }
        }
    }

    /// What can be judged without playing: steps of other games, pits beyond the board, pits of the wrong side.
    fn check_shape(&self) -> Result<(), Stop> {
        let rules = self.turn.rules();
        let game = rules.game();
        if let Some(span) = self.written.clockwise.filter(|_| game != Game::Igisoro) {
            return self.plain_fault(Fault::ForeignStep { step: "`~` (sowing clockwise)", game }, span);
        }
        for (index, step) in self.written.steps.iter().enumerate() {
            let known = match step.value {
                WrittenStep::GoOn(_) => matches!(game, Game::Tsoro | Game::Igisoro),
                WrittenStep::Stop(_) => game == Game::Tsoro,
                WrittenStep::Capture { .. } => true,
                WrittenStep::Pass { .. } | WrittenStep::Reverse(_) => game == Game::Igisoro,
                WrittenStep::Waive | WrittenStep::Gain(_) => matches!(game, Game::Tsoro | Game::Nsolo),
            };
            if !known {
                return self.plain_fault(Fault::ForeignStep { step: step_words(&step.value), game }, step.span);
            }
            match &step.value {
                WrittenStep::GoOn(pit) | WrittenStep::Stop(pit) | WrittenStep::Reverse(pit) => {
                    self.check_side(*pit, true, "one goes on, stops and turns in one's own pits")?;
                }
                WrittenStep::Capture { pit, clockwise, .. } => {
                    if let Some(span) = clockwise.filter(|_| game != Game::Igisoro) {
                        return self.plain_fault(Fault::ForeignStep { step: "`~` (sowing clockwise)", game }, span);
                    }
                    if game == Game::Bosh {
                        self.check_on_board(*pit)?;
                    } else {
                        self.check_side(*pit, false, "a capture names the enemy's front pit")?;
                    }
                }
                WrittenStep::Pass { pit, .. } => {
                    self.check_side(*pit, false, "a pass names the enemy's front pit")?;
                }
                WrittenStep::Gain(items) => {
                    for item in items {
                        self.check_side(item.value.pit, false, "only the enemy's pits can be taken")?;
                    }
                }
                WrittenStep::Waive => {}
            }
            let gain = matches!(step.value, WrittenStep::Gain(_) | WrittenStep::Waive);
            if let Some(after) = self.written.steps.get(index + 1).filter(|_| gain) {
                return self.plain_fault(Fault::GainNotLast, after.span);
            }
        }
        match self.written.landing {
            Some(pit) if game == Game::Bosh => self.check_on_board(pit),
            Some(pit) => self.check_side(pit, true, "a turn ends on the mover's side"),
            None => Ok(()),
        }
    }

    fn check_on_board(&self, pit: Spanned<Pit>) -> Result<(), Stop> {
        let ring = self.turn.position().ring();
        if ring.contains(pit.value) {
            return Ok(());
        }
        let fault = Fault::OffBoard { pit: pit.value, columns: ring.columns(), back_row: ring.rows_a_seat() == 2 };
        let help = self.help.then(|| self.due_capture(pit)).flatten();
        let help = help.map(|due| format!("the capture takes `{due}`")).into_iter().collect();
        Err(Stop::Fault(Box::new(TurnFault { fault, span: pit.span, help, pits: vec![self.written.origin.value] })))
    }

    /// Finds what the rules capture where `named` is written as captured, if they leave no choice.
    fn due_capture(&self, named: Spanned<Pit>) -> Option<Pit> {
        let names = |step: &WrittenStep| matches!(step, WrittenStep::Capture { pit, .. } if *pit == named);
        let index = self.written.steps.iter().position(|step| names(&step.value))?;
        if self.turn.rules().game() == Game::Igisoro {
            return None;
        }
        let mut turn = self.turn.with_max_laps(self.turn.laps().saturating_add(HELP_LAPS));
        let mut written = self.written.clone();
        written.steps.truncate(index);
        let _ = Reader { help: false, ..Reader::new(&mut turn, &written) }.run(&mut ());
        turn.steps().iter().find_map(|step| match step {
            Step::Capture { pit, .. } => Some(*pit),
            _ => None,
        })
    }

    fn check_side(&self, pit: Spanned<Pit>, own: bool, wanted: &'static str) -> Result<(), Stop> {
        self.check_on_board(pit)?;
        // With the origin on the wrong side too, the whole turn is: that is told at the origin.
        let mover = self.turn.mover();
        if (pit.value.seat == mover) == own || self.written.origin.value.seat != mover {
            return Ok(());
        }
        self.plain_fault(Fault::WrongCase { pit: pit.value, wanted }, pit.span)
    }

    fn origin(&mut self, observer: &mut impl Observer) -> Result<(), Stop> {
        let origin = self.written.origin;
        let held = self.turn.position().stones(origin.value);
        self.tell(&Decision::Origin(origin.value), origin.span, observer)?;
        let asked = matches!(self.turn.need(), Need::Direction { lap: LapKind::Origin, .. });
        match self.written.clockwise {
            Some(span) if asked => {
                self.tell(&Decision::Clockwise, span, observer)?;
                self.forced_capture(observer)
            }
            Some(span) => self.not_clockwise(origin.value, Some(held), span),
            None if asked => self.tell(&Decision::CounterClockwise, origin.span, observer),
            None => self.automatic_capture(),
        }
    }

    /// `seeds` are those that would be sown, where that is known.
    fn not_clockwise<T>(&self, pit: Pit, seeds: Option<u32>, span: Span) -> Result<T, Stop> {
        self.fault(Fault::NotClockwise { pit, reason: self.why_not_clockwise(pit, seeds) }, span)
    }

    /// `RULES I7`.
    fn why_not_clockwise(&self, pit: Pit, seeds: Option<u32>) -> String {
        let ring = self.turn.position().ring();
        let end = seeds.zip(ring.place(pit)).map(|(seeds, place)| {
            let length = ring.pits_a_seat();
            ring.pit(pit.seat, (place + length - seeds as usize % length) % length)
        });
        match end {
            _ if !self.turn.rules().reverse() => "the rules say `reverse=none`".to_owned(),
            _ if !self.turn.rules().is_reverse_pit(pit) && pit.seat == Seat::South => {
                "only those from `B1`, `B8`, `A2` and `A7` can".to_owned()
            }
            _ if !self.turn.rules().is_reverse_pit(pit) => "only those from `b1`, `b8`, `a2` and `a7` can".to_owned(),
            Some(end) => format!("its last seed would fall in `{end}`, where it captures nothing"),
            None => "no lap that relays from there would capture in that way".to_owned(),
        }
    }

    /// `RULES T5`.
    fn head(&mut self, pit: Pit, observer: &mut impl Observer) -> Result<(), Stop> {
        let (decision, step) = match self.step() {
            Some(step) => match step.value {
                WrittenStep::GoOn(found) => (Decision::GoOn, Some((found, step.span))),
                WrittenStep::Stop(found) => (Decision::Stop, Some((found, step.span))),
                _ => (Decision::Stop, None),
            },
            None => (Decision::Stop, None),
        };
        let Some((found, span)) = step else {
            return self.fault(Fault::HeadUndecided { pit }, self.gap());
        };
        if found.value != pit {
            return self.fault(Fault::WrongHead { pit, found: found.value }, span);
        }
        self.next += 1;
        self.tell(&decision, span, observer)?;
        self.automatic_capture()
    }

    /// `RULES I4, I6`.
    fn capture_or_pass(&mut self, landing: Pit, pit: Pit, observer: &mut impl Observer) -> Result<(), Stop> {
        let Some(step) = self.step() else {
            return self.fault(Fault::CaptureUndecided { landing, pit }, self.gap());
        };
        match &step.value {
            WrittenStep::Capture { pit: found, count, clockwise } => {
                if found.value != pit {
                    return self.fault(Fault::WrongCapture { pit, found: found.value }, found.span);
                }
                self.next += 1;
                let seen = self.turn.steps().len();
                self.tell(&Decision::Capture, step.span, observer)?;
                self.check_count(seen, *count);
                self.resow_direction(pit, *clockwise, observer)
            }
            WrittenStep::Pass { pit: found, retreat } => {
                if found.value != pit {
                    return self.fault(Fault::WrongPass { pit, found: found.value }, found.span);
                }
                self.next += 1;
                self.tell(&Decision::Pass, step.span, observer)?;
                let answer = if retreat.is_some() { Decision::Retreat } else { Decision::Stay };
                self.tell(&answer, retreat.unwrap_or(step.span), observer)
            }
            WrittenStep::Reverse(found) if found.value != landing => self.not_clockwise(found.value, None, step.span),
            WrittenStep::GoOn(found) if found.value != landing => {
                self.fault(Fault::NoDirection { found: found.value }, step.span)
            }
            _ => self.fault(Fault::CaptureUndecided { landing, pit }, self.gap()),
        }
    }

    /// Reads the capture that a clockwise lap makes (`RULES I7`): it is forced, but written.
    fn forced_capture(&mut self, observer: &mut impl Observer) -> Result<(), Stop> {
        let seen = self.turn.steps().len() - 1;
        let Some(&Step::Capture { pit, .. }) = self.turn.steps().get(seen) else {
            unreachable!("a clockwise lap captures");
        };
        let Some(WrittenStep::Capture { pit: found, count, clockwise }) = self.step().map(|step| &step.value) else {
            return self.fault(Fault::ForcedCaptureMissing { pit }, self.gap());
        };
        if found.value != pit {
            return self.fault(Fault::WrongCapture { pit, found: found.value }, found.span);
        }
        self.next += 1;
        self.check_count(seen, *count);
        self.resow_direction(pit, *clockwise, observer)
    }

    /// `RULES I5`: the `~` behind a capture.
    fn resow_direction(
        &mut self,
        captured: Pit,
        clockwise: Option<Span>,
        observer: &mut impl Observer,
    ) -> Result<(), Stop> {
        let span = self.gap();
        match (self.turn.need(), clockwise) {
            (Need::Direction { lap: LapKind::Resow, .. }, Some(span)) => {
                let seen = self.turn.steps().len();
                self.tell(&Decision::Clockwise, span, observer)?;
                debug_assert_eq!(self.turn.steps().len(), seen + 1, "{captured}");
                self.forced_capture(observer)
            }
            (Need::Direction { lap: LapKind::Resow, .. }, None) => {
                self.tell(&Decision::CounterClockwise, span, observer)
            }
            // They are sown after the pit where the turn began, or the capturing lap: that one may be any.
            (_, Some(span)) if self.turn.rules().resow() == Resow::Turn => {
                let seeds = self.turn.steps().iter().rev().find_map(|step| match step {
                    Step::Capture { stones, .. } => Some(*stones),
                    _ => None,
                });
                self.not_clockwise(self.written.origin.value, seeds, span)
            }
            (_, Some(span)) => {
                let reason =
                    "the captured seeds would not capture again, or are sown after a pit that does not allow it";
                self.fault(Fault::NotClockwise { pit: captured, reason: reason.to_owned() }, span)
            }
            (_, None) => Ok(()),
        }
    }

    /// `RULES I7, I8`: the direction of a relay; without a step for it, it goes counter-clockwise.
    fn relay_direction(&mut self, pit: Pit, observer: &mut impl Observer) -> Result<(), Stop> {
        let gap = self.gap();
        match self.step().map(|step| (&step.value, step.span)) {
            Some((WrittenStep::Reverse(found), span)) if found.value == pit => {
                self.next += 1;
                self.tell(&Decision::Clockwise, span, observer)?;
                self.forced_capture(observer)
            }
            Some((WrittenStep::GoOn(found), span)) if found.value == pit => {
                self.next += 1;
                self.tell(&Decision::CounterClockwise, span, observer)
            }
            _ => self.tell(&Decision::CounterClockwise, gap, observer),
        }
    }

    /// Compares a written capture with one that the rules have just made; it may be left out.
    fn automatic_capture(&mut self) -> Result<(), Stop> {
        let seen = self.turn.steps().len();
        let Some(&Step::Capture { pit, .. }) = self.turn.steps().last() else { return Ok(()) };
        if let Some(WrittenStep::Capture { pit: found, count, .. }) = self.step().map(|step| &step.value) {
            if found.value != pit {
                return self.plain_fault(Fault::WrongCapture { pit, found: found.value }, found.span);
            }
            self.next += 1;
            self.check_count(seen - 1, *count);
        }
        Ok(())
    }

    fn check_count(&mut self, step: usize, count: Option<Spanned<u32>>) {
        if let (Some(&Step::Capture { stones, .. }), Some(count)) = (self.turn.steps().get(step), count)
            && stones != count.value
        {
            self.wrong_check(Fault::WrongCount { found: count.value, actual: stones }, count.span);
        }
    }

    fn wrong_check(&mut self, fault: Fault, span: Span) {
        let pits = vec![self.written.origin.value];
        self.wrong_checks.push(TurnFault { fault, span, help: Vec::new(), pits });
    }

    /// `RULES T8, N5`.
    fn bonus(&mut self, most: u8, least: u8, observer: &mut impl Observer) -> Result<(), Stop> {
        let items = self.gain(GainKind::Bonus, u32::from(most), least == 0)?;
        let span = self.gap();
        let pits = items.iter().map(|item| item.value.pit.value).collect();
        self.tell(&Decision::Bonus(pits), span, observer)?;
        for item in items {
            let Some(Step::Bonus { pits }) = self.turn.steps().last() else { break };
            let taken = pits.iter().find(|(pit, _)| *pit == item.value.pit.value);
            if let (Some(&(_, actual)), Some(count)) = (taken, item.value.count)
                && actual != count.value
            {
                self.wrong_check(Fault::WrongCount { found: count.value, actual }, count.span);
            }
        }
        Ok(())
    }

    /// `RULES N4`.
    fn strip(&mut self, most: u32, least: u32, observer: &mut impl Observer) -> Result<(), Stop> {
        let items = self.gain(GainKind::Strip, most, least == 0)?;
        let span = self.gap();
        let counted = |item: &Spanned<WrittenGain>| Some((item.value.pit.value, item.value.count?.value));
        match items.iter().map(counted).collect() {
            Some(pits) => self.tell(&Decision::Strip(pits), span, observer),
            None => self.count_missing(items, most, least),
        }
    }

    /// Says which count the first item without one may have, or what else is wrong with it.
    fn count_missing(&self, items: &[Spanned<WrittenGain>], most: u32, least: u32) -> Result<(), Stop> {
        let held = |item: &Spanned<WrittenGain>| self.turn.position().stones(item.value.pit.value);
        let sum = |items: &mut dyn Iterator<Item = u32>| items.map(u64::from).sum::<u64>();
        let mut open = items.iter().filter(|item| item.value.count.is_none());
        let item = open.next().expect("an item without a count");
        let others: Vec<&Spanned<WrittenGain>> = open.collect();
        let counted = sum(&mut items.iter().filter_map(|item| item.value.count).map(|count| count.value));
        let pit = item.value.pit.value;
        let (fewest, fullest) =
            (counted + others.len() as u64, counted + sum(&mut others.iter().map(|item| held(item))));
        // Both are at most what the pit holds, or what the capture earned.
        let room = u64::from(most).saturating_sub(fewest).min(held(item).into()) as u32;
        let least_here = u64::from(least).saturating_sub(fullest).max(1) as u32;
        let error = if held(item) == 0 {
            GainError::Empty { pit }
        } else if items.iter().filter(|item| item.value.pit.value == pit).count() > 1 {
            GainError::Twice { pit }
        } else if room == 0 {
            GainError::TooManyStones { found: fewest + 1, most }
        } else if least_here > room {
            GainError::TooFewStones { found: fullest + u64::from(held(item)), least }
        } else {
            return self.fault(Fault::CountMissing { pit, least: least_here, most: room }, item.span);
        };
        self.fault(Fault::Gain(error), self.gain_span(error, item.span))
    }

    /// Reads the `+` step that is due.
    fn gain(&mut self, kind: GainKind, most: u32, waivable: bool) -> Result<&'a [Spanned<WrittenGain>], Stop> {
        let items: &[Spanned<WrittenGain>] = match self.step().map(|step| (&step.value, step.span)) {
            None => return self.fault(Fault::GainMissing { kind, most, waivable }, self.gap()),
            Some((WrittenStep::Gain(items), _)) => items,
            Some((WrittenStep::Waive, _)) => &[],
            Some((_, span)) => {
                return self.fault(Fault::StepAfterEnd { reason: "a turn captures once".to_owned() }, span);
            }
        };
        self.next += 1;
        Ok(items)
    }

    /// Finds the item of a `+` list that an error is about.
    fn gain_span(&self, error: GainError, step: Span) -> Span {
        let Some(WrittenStep::Gain(items)) = self.written.steps.last().map(|step| &step.value) else { return step };
        let rest = |from: usize| items[from..].iter().map(|item| item.span).reduce(Span::to);
        let named = |pit: Pit| items.iter().filter(move |item| item.value.pit.value == pit);
        let span = match error {
            GainError::OffBoard { pit, .. }
            | GainError::Own { pit, .. }
            | GainError::Empty { pit }
            | GainError::SafeHead { pit }
            | GainError::Overdrawn { pit, .. } => named(pit).next().map(|item| item.span),
            GainError::Twice { pit } => named(pit).nth(1).map(|item| item.span),
            GainError::TooManyPits { most, .. } => rest(usize::from(most)),
            GainError::TooManyStones { most, .. } => {
                let mut sum = 0_u64;
                let over = items.iter().position(|item| {
                    sum += item.value.count.map_or(0, |count| u64::from(count.value));
                    sum > u64::from(most)
                });
                over.and_then(rest)
            }
            GainError::TooFewPits { .. } | GainError::TooFewStones { .. } => None,
        };
        span.unwrap_or(step)
    }

    /// Checks that nothing is written beyond the turn's end, and the landing.
    fn end(&mut self) -> Result<(), Stop> {
        let landing = self.turn.landing().expect("a complete turn has sown");
        if let Some(step) = self.step() {
            return self.left_over(&step.value, step.span, landing);
        }
        if let Some(found) = self.written.landing.filter(|found| found.value != landing) {
            self.wrong_check(Fault::WrongLanding { landing, found: found.value }, found.span);
        }
        Ok(())
    }

    fn left_over(&self, step: &WrittenStep, span: Span, landing: Pit) -> Result<(), Stop> {
        let game = self.turn.rules().game();
        if let Some(Step::Stop { pit }) = self.turn.steps().last() {
            return self.fault(Fault::StepAfterEnd { reason: format!("it stopped in the head `{pit}`") }, span);
        }
        let captured = self.turn.steps().iter().any(|step| matches!(step, Step::Capture { .. }));
        let fault = match step {
            WrittenStep::GoOn(found) if game == Game::Igisoro => Fault::NoDirection { found: found.value },
            WrittenStep::GoOn(found) | WrittenStep::Stop(found) => Fault::NoHead { found: found.value, landing },
            WrittenStep::Reverse(found) => return self.not_clockwise(found.value, None, span),
            WrittenStep::Pass { .. } => Fault::NoPass { landing },
            WrittenStep::Capture { .. } if captured && game != Game::Igisoro => {
                Fault::StepAfterEnd { reason: "a turn captures once".to_owned() }
            }
            WrittenStep::Capture { .. } => Fault::NoCapture { landing, reason: self.why_no_capture(landing) },
            WrittenStep::Gain(_) | WrittenStep::Waive => {
                let rules = self.turn.rules();
                let strips = game == Game::Nsolo && rules.nsolo_capture() == NsoloCapture::Strip;
                let reason = if !captured {
                    "nothing was captured"
                } else if rules.bonus() == 0 && !strips {
                    "the rules say `bonus=0`"
                } else {
                    "no enemy pit is left that could be taken"
                };
                Fault::NothingToGain { reason }
            }
        };
        self.fault(fault, span)
    }

    fn why_no_capture(&self, landing: Pit) -> String {
        let ring = self.turn.position().ring();
        match self.turn.rules().game() {
            Game::Bosh => "and the pit beyond the empty one is empty too".to_owned(),
            Game::Igisoro => "which was empty".to_owned(),
            _ if landing.row == Row::Back => "which is no front pit".to_owned(),
            _ => format!("and `{}`, which faces it, is empty", ring.facing(landing, Row::Front)),
        }
    }
}

/// Says what would have been legal at the present need.
fn legal_help(turn: &TurnInProgress) -> Vec<String> {
    let limited = turn.with_max_laps(turn.laps().saturating_add(HELP_LAPS));
    let Ok(legal) = limited.legal() else { return Vec::new() };
    match legal {
        Legal::Origins(pits) if pits.is_empty() => Vec::new(),
        Legal::Origins(pits) => vec![format!("a turn can begin in {}", list(&pits, " or "))],
        Legal::Ways(ways) => ways.iter().flat_map(|way| ways_help(&limited, way)).collect(),
        Legal::Bonus { pits, least, most } => {
            vec![format!("{} of {}", gain_help(least.into(), most.into(), "pit"), list(&pits, ", "))]
        }
        Legal::Strip { pits, least, most } => {
            let pits: Vec<String> = pits.iter().map(|(pit, stones)| format!("{pit}:{stones}")).collect();
            vec![format!("{} of {}", gain_help(least, most, "stone"), list(&pits, ", "))]
        }
        Legal::Nothing => Vec::new(),
    }
}

fn gain_help(least: u32, most: u32, unit: &str) -> String {
    let verb = if least == 0 { "can" } else { "must" };
    let count = match most {
        1 => format!("one {unit}"),
        _ if least == most => format!("{most} {unit}s"),
        _ => format!("up to {most} {unit}s"),
    };
    // The board that is shown is the one before the turn.
    format!("after the capture, {count} {verb} be taken")
}

/// Says how a legal decision is written. A pass is written together with the enemy's answer.
fn ways_help(turn: &TurnInProgress, way: &Decision) -> Vec<String> {
    let mut passed = turn.clone();
    if *way == Decision::Pass
        && passed.decide(way, &mut ()).is_ok()
        && let Ok(Legal::Ways(answers)) = passed.legal()
    {
        return answers.iter().filter_map(|answer| way_help(passed.need(), answer)).collect();
    }
    way_help(turn.need(), way).into_iter().collect()
}

fn way_help(need: Need, way: &Decision) -> Option<String> {
    Some(match (need, way) {
        (Need::Head { pit }, Decision::GoOn) => format!("`/{pit}` goes on through the head"),
        (Need::Head { pit }, Decision::Stop) => format!("`.{pit}` stops in the head"),
        (Need::Capture { pit, .. }, Decision::Capture) => format!("`x{pit}` captures"),
        (Need::Capture { pit, .. }, Decision::Pass) => format!("`-{pit}` passes the capture"),
        (Need::Retreat { pit }, Decision::Retreat) => format!("`-{pit}^` passes the capture, and the enemy retreats"),
        (Need::Retreat { pit }, Decision::Stay) => format!("`-{pit}` passes the capture"),
        (Need::Direction { pit, lap: LapKind::Relay }, Decision::Clockwise) => {
            format!("`~{pit}` relays clockwise")
        }
        (Need::Direction { .. }, Decision::Clockwise) => "`~` sows clockwise".to_owned(),
        (Need::Direction { .. }, Decision::CounterClockwise) => "without `~` the lap goes counter-clockwise".to_owned(),
        _ => return None,
    })
}

/// Lists names in backticks, at most [`LISTED`], then how many more there are.
pub(super) fn list(names: &[impl std::fmt::Display], last: &str) -> String {
    let mut text = String::new();
    let shown = names.len().min(LISTED);
    for (index, name) in names[..shown].iter().enumerate() {
        let joint = match index {
            0 => "",
            _ if index + 1 == names.len() => last,
            _ => ", ",
        };
        text.push_str(&format!("{joint}`{name}`"));
    }
    if names.len() > shown {
        text.push_str(&format!(" and {} more", names.len() - shown));
    }
    text
}
