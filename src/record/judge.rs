mod alternative;
mod likely;
mod slip;

use super::decide::decide_with_help;
use super::header::read_header;
use super::{Fault, Header, Judged, JudgedLine, JudgedPly, Termination, TurnFault};
use crate::board::{BySeat, Seat};
use crate::diagnostic::{Board, Code, Diagnostic, Label};
use crate::engine::{
    Aftermath, DEFAULT_MAX_LAPS, Match, PitSet, Refill, RefillError, RoundEnd, State, Turn, TurnInProgress,
};
use crate::notation::{
    Comment, GameResult, MOST_ERRORS, Span, Spanned, SyntaxError, SyntaxErrorKind, TurnBody, WrittenLine, WrittenPly,
    WrittenRecord, WrittenRefill,
};
use alternative::Misnaming;

/// How many turns of a record may use up their whole work budget: without such a limit a hostile record could have any
/// number of them. The record's further turns get what is left.
const TURNS_OF_LAPS: u64 = 50;

/// The work budget that every turn has, whatever the turns before it have used up.
const LEAST_LAPS: u64 = 1_000;

/// How many faults of a record are reported, besides those of its syntax.
const MOST_FAULTS: usize = 2 * MOST_ERRORS;

/// How many faults of a record are explained with a board and what would have been legal.
const MOST_HELPED: usize = 100;

/// The work budget of a record for finding out what was meant.
const LIKELY_LAPS: u64 = 200_000;

/// The work budget of one turn that is only tried.
const TRIED_LAPS: u64 = 1_000;

/// Tells how much of a record is kept while it is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// Only what the tags say: no turn is judged, and there is no verdict.
    Tags,
    /// Only the verdict.
    #[default]
    Verdict,
    /// The decided turns too.
    Turns,
    /// The decided turns and the position after each.
    Positions,
}

/// Judges records by the rules.
///
/// ```
/// use matombo::notation::read_text;
/// use matombo::record::Judge;
/// let text = "[Game \"Tsoro\"]\n\n1. B18.B20 b18 *\n";
/// let judged = Judge::new().judge(text, &read_text(text));
/// assert_eq!(
///     judged.diagnostics[0].message,
///     "a lap ends in the head `b20`: write `/b20` to go on or `.b20` to stop"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    keep: Keep,
    max_laps: u64,
    help: bool,
}

impl Default for Judge {
    fn default() -> Self {
        Self::new()
    }
}

impl Judge {
    /// Makes a judge that keeps only the verdict and has the default work budget.
    #[must_use]
    pub const fn new() -> Self {
        Self { keep: Keep::Verdict, max_laps: DEFAULT_MAX_LAPS, help: true }
    }

    /// Sets how much is kept.
    #[must_use]
    pub const fn keep(mut self, keep: Keep) -> Self {
        self.keep = keep;
        self
    }

    /// Sets the work budget: the number of laps after which a turn is given up as undecided.
    #[must_use]
    pub const fn max_laps(mut self, max_laps: u64) -> Self {
        self.max_laps = max_laps;
        self
    }

    /// Leaves out of diagnostics the board, what would have been legal and what was likely meant: for those who do not
    /// show it, it is not worth its time.
    #[must_use]
    pub const fn without_help(mut self) -> Self {
        self.help = false;
        self
    }

    /// Returns how much is kept.
    pub(super) const fn kept(&self) -> Keep {
        self.keep
    }

    /// Judges a record that was read from `text`.
    #[must_use]
    pub fn judge(&self, text: &str, record: &WrittenRecord) -> Judged {
        let mut diagnostics: Vec<Diagnostic> = record.errors.iter().map(syntax_diagnostic).collect();
        if let Some(last) = diagnostics.last_mut().filter(|_| record.more_errors > 0) {
            last.notes.push(format!("{} more faults of the notation in this record are not shown", record.more_errors));
        }
        let syntax = diagnostics.len();
        let start = read_header(record, self.max_laps, &mut diagnostics);
        let foreign = |diagnostic: &Diagnostic| matches!(diagnostic.code, Code::UnknownGame | Code::UnknownFormat);
        if diagnostics[syntax..].iter().any(foreign) {
            // Turns in another notation are no errors of this one.
            let tags_end = record.tags.last().map_or(0, |tag| tag.span.end);
            diagnostics.retain(|diagnostic| diagnostic.span.start < tags_end || encoding(diagnostic.code));
        }
        let laps_left = self.max_laps.saturating_mul(TURNS_OF_LAPS);
        let mut work = Work { diagnostics, laps_left, ..Work::new(*self, text) };
        let result = record.result.map_or(GameResult::Unfinished, |result| result.value);
        let mut judged = Judged {
            header: None,
            comments: texts(&record.comments),
            turns: Vec::new(),
            plies: u32::try_from(record.main.plies.len()).unwrap_or(u32::MAX),
            result,
            termination: None,
            outcome: None,
            ext: None,
            unread_tags: Vec::new(),
            diagnostics: Vec::new(),
        };
        if start.is_none() {
            let tags = record.tags.iter().map(|tag| (tag.name.value.clone(), tag.value.value.clone()));
            judged.unread_tags = tags.collect();
        }
        if self.keep == Keep::Tags {
            judged.header = start.map(|(header, _)| header);
        } else if let Some((header, mut game)) = start {
            let (turns, stopped) = work.line(&record.main, &mut game, Numbers::default(), true);
            judged.turns = turns;
            judged.termination = header.termination.map(|termination| termination.value);
            // A result that cannot be read contradicts nothing.
            let missing = record.errors.iter().any(|error| error.kind == SyntaxErrorKind::MissingResult);
            if !stopped {
                judged.outcome = game.outcome();
            }
            if !stopped && (record.result.is_some() || missing) {
                judged.termination = work.ending(&header, record, &game).or(judged.termination);
            }
            work.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
            work.explain_record(record, &header);
            judged.header = Some(header);
        }
        judged.diagnostics = work.diagnostics;
        judged.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        if let Some(last) = judged.diagnostics.last_mut().filter(|_| work.more_faults > 0) {
            last.notes.push(format!("{} more faults of this record are not shown", work.more_faults));
        }
        judged
    }
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.text.clone()).collect()
}

/// Counts plies and move numbers: the number grows before every turn but a North turn that directly follows a South
/// turn.
#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    ply: u32,
    number: u32,
    last: Option<Seat>,
    /// The number written last, if it was not the one due: those that go on from it are not wrong again.
    written: Option<u32>,
}

impl Numbers {
    fn next(self, seat: Seat) -> Self {
        let same = self.last == Some(Seat::South) && seat == Seat::North;
        let grow = |number: u32| if same { number } else { number.saturating_add(1) };
        Self {
            ply: self.ply.saturating_add(1),
            number: grow(self.number),
            last: Some(seat),
            written: self.written.map(grow),
        }
    }
}

fn number_text(number: u32, seat: Seat) -> String {
    match seat {
        Seat::South => format!("{number}."),
        Seat::North => format!("{number}..."),
    }
}

/// A record being judged.
struct Work<'a> {
    judge: Judge,
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    /// The laps that may still be sown in this record.
    laps_left: u64,
    /// How many faults were explained with a board and what would have been legal.
    helped: usize,
    /// How many faults are left out of the report.
    more_faults: usize,
    /// The last of them.
    left_out: Option<Diagnostic>,
    /// The laps that may still be sown to find out what was meant.
    likely_laps: u64,
    /// Whether this only tries something: nothing is reported, and the first error ends it.
    trial: bool,
    /// Whether there was an error.
    failed: bool,
    /// How the pits are read, if not by their names.
    misnaming: Option<Misnaming>,
}

/// What a turn came to.
enum Verdict {
    /// It is legal. `Err` stands for a refill after which the next position is not known.
    Played {
        turn: Turn,
        refill: Result<Option<Refill>, ()>,
        round_end: Option<RoundEnd>,
    },
    Stopped,
}

impl<'a> Work<'a> {
    const fn new(judge: Judge, text: &'a str) -> Self {
        Self {
            judge,
            text,
            diagnostics: Vec::new(),
            laps_left: 0,
            helped: if judge.help { 0 } else { MOST_HELPED },
            more_faults: 0,
            left_out: None,
            likely_laps: if judge.help { LIKELY_LAPS } else { 0 },
            trial: false,
            failed: false,
            misnaming: None,
        }
    }

    /// Prepares to try something with what is left of the work budget for that.
    fn trial(&self) -> Self {
        let judge = Judge { keep: Keep::Verdict, max_laps: self.judge.max_laps.min(TRIED_LAPS), help: false };
        Self { laps_left: self.likely_laps, trial: true, ..Self::new(judge, self.text) }
    }

    fn report(&mut self, fault: &Fault, span: Span, ply: Option<u32>) -> &mut Diagnostic {
        let mut diagnostic = Diagnostic::new(fault.code(), span, fault.to_string());
        diagnostic.ply = ply;
        let error = diagnostic.is_error();
        self.failed |= error;
        if self.trial {
            return self.left_out.insert(diagnostic);
        }
        // An error is kept in any case if it is the first: it decides the verdict.
        if self.diagnostics.len() >= MOST_FAULTS && (!error || self.diagnostics.iter().any(Diagnostic::is_error)) {
            self.more_faults += 1;
            return self.left_out.insert(diagnostic);
        }
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("one was just added")
    }

    fn report_turn(&mut self, fault: TurnFault, game: &Match, ply: u32) {
        let explained = self.helped < MOST_HELPED;
        self.helped += 1;
        let diagnostic = self.report(&fault.fault, fault.span, Some(ply));
        diagnostic.help = fault.help;
        if explained {
            let board = Board { rules: *game.rules(), position: game.position().clone(), pits: fault.pits };
            diagnostic.board = Some(Box::new(board));
        }
    }

    /// Judges a line. Returns its turns, as far as they are kept, and whether judging stopped before its end.
    ///
    /// Recursion follows the nesting of variations, which the reader limits.
    fn line(
        &mut self,
        line: &WrittenLine,
        game: &mut Match,
        mut numbers: Numbers,
        main: bool,
    ) -> (Vec<JudgedPly>, bool) {
        let mut turns = Vec::new();
        let mut stopped = false;
        for (index, ply) in line.plies.iter().enumerate() {
            if self.trial && (self.failed || self.laps_left == 0) {
                self.failed = true;
                return (turns, true);
            }
            let seat = if stopped { numbers.last.map_or(Seat::South, Seat::other) } else { game.position().to_move() };
            let before = numbers;
            numbers = numbers.next(seat);
            if stopped {
                self.keep(&mut turns, || unjudged(self.text, ply, numbers, false));
                continue;
            }
            let checkpoint = (!ply.variations.is_empty()).then(|| game.checkpoint());
            let over = game.state() != State::Turn;
            let reported = self.diagnostics.len();
            self.check_number(ply, &mut numbers, seat);
            let body = ply.turn.body.as_ref();
            let verdict = self.play(body, &line.plies[index..], game, numbers.ply);
            self.forget_repeated_number(ply, reported);
            stopped = !matches!(verdict, Verdict::Played { refill: Ok(_), .. });
            let mut kept = (self.judge.keep > Keep::Verdict).then(|| match verdict {
                Verdict::Played { turn, refill, round_end } => {
                    let mut kept = unjudged(self.text, ply, numbers, true);
                    kept.turn = Some(turn);
                    kept.written = None;
                    kept.round_end = round_end;
                    kept.outcome = game.outcome();
                    if let Ok(refill) = refill {
                        kept.refill = refill;
                        kept.written_refill = None;
                    }
                    kept.position = (self.judge.keep == Keep::Positions).then(|| game.position().to_string());
                    kept
                }
                // A turn after the end has no position before it from which a variation could be played.
                Verdict::Stopped => unjudged(self.text, ply, numbers, !over),
            });
            if stopped {
                self.note_stop(reported, line.plies.len() - index - 1, ply.turn.span, main);
            }
            if let Some(checkpoint) = checkpoint.filter(|_| !over) {
                let present = game.rewind(&checkpoint);
                for variation in &ply.variations {
                    let (turns, _) = self.line(variation, game, before, false);
                    if let Some(kept) = &mut kept {
                        kept.variations.push(JudgedLine { comments: texts(&variation.comments), turns });
                    }
                    let _ = game.rewind(&checkpoint);
                }
                game.resume(present);
            }
            turns.extend(kept);
        }
        (turns, stopped)
    }

    fn keep(&self, turns: &mut Vec<JudgedPly>, ply: impl FnOnce() -> JudgedPly) {
        if self.judge.keep > Keep::Verdict {
            turns.push(ply());
        }
    }

    fn check_number(&mut self, ply: &WrittenPly, numbers: &mut Numbers, seat: Seat) {
        let Some(written) = ply.number else { return };
        let (number, dots) = (written.value.number, written.value.seat);
        if dots == seat && (number == numbers.number || numbers.written == Some(number)) {
            if number == numbers.number {
                numbers.written = None;
            }
            return;
        }
        let fault = Fault::WrongNumber { due: number_text(numbers.number, seat), found: number_text(number, dots) };
        self.report(&fault, written.span, Some(numbers.ply));
        numbers.written = Some(number);
    }

    /// Takes back that a move number is the other seat's where the turn is too: that says the same again.
    fn forget_repeated_number(&mut self, ply: &WrittenPly, reported: usize) {
        let (Some(number), Some(body)) = (ply.number, &ply.turn.body) else { return };
        let fresh = &self.diagnostics[reported..];
        let place = |code: Code| fresh.iter().position(|diagnostic| diagnostic.code == code);
        if number.value.seat == body.origin.value.seat
            && place(Code::WrongSeat).is_some()
            && let Some(place) = place(Code::WrongNumber)
        {
            self.diagnostics.remove(reported + place);
        }
    }

    /// Plays the first of some turns with its refill. What was written for it may be replaced by another `body`.
    fn play(&mut self, body: Option<&TurnBody>, plies: &[WrittenPly], game: &mut Match, number: u32) -> Verdict {
        let ply = &plies[0];
        if !self.awaits_turn(ply, game, number) {
            return Verdict::Stopped;
        }
        let Some(body) = body else {
            self.explain_unread(plies, game, number);
            return Verdict::Stopped;
        };
        let named;
        let body = match self.misnaming {
            None => body,
            Some(misnaming) => {
                named = misnaming.undone(body, game.rules().ring());
                &named
            }
        };
        let Some((turn, aftermath)) = self.turn(body, plies, game, number) else { return Verdict::Stopped };
        let refill = self.refill(ply, game, aftermath, number);
        if let Some(mark) = body.ends_game.filter(|_| game.outcome().is_none()) {
            self.report(&Fault::WrongEndMark, mark, Some(number));
        }
        Verdict::Played { turn, refill, round_end: aftermath.round_end }
    }

    fn awaits_turn(&mut self, ply: &WrittenPly, game: &Match, number: u32) -> bool {
        let fault = match game.state() {
            State::Turn => return true,
            State::Over(outcome) => Fault::TurnAfterEnd { outcome },
            State::Refill { .. } if number == 1 => Fault::StartNeedsRefill,
            State::Refill { pits } => Fault::RefillMissing { south: pits.south, north: pits.north },
        };
        self.report(&fault, ply.turn.span, Some(number));
        false
    }

    fn turn(
        &mut self,
        body: &TurnBody,
        plies: &[WrittenPly],
        game: &mut Match,
        number: u32,
    ) -> Option<(Turn, Aftermath)> {
        let turn = match self.decide(body, game) {
            Ok((turn, wrong_checks)) => {
                for fault in wrong_checks {
                    self.report_turn(fault, game, number);
                }
                turn
            }
            Err(mut fault) => {
                if self.helped < MOST_HELPED
                    && let Some(meant) = self.did_you_mean(&fault, plies, game, number)
                {
                    fault.help.insert(0, meant);
                }
                self.report_turn(*fault, game, number);
                return None;
            }
        };
        let before = game.laps_sown();
        let finished = game.finish(turn, &mut ());
        self.laps_left = self.laps_left.saturating_sub(game.laps_sown() - before);
        match finished {
            Ok(played) => Some(played),
            Err(undecided) => {
                let span = plies[0].turn.span;
                let diagnostic = self.report(&Fault::Undecided { laps: undecided.laps }, span, Some(number));
                diagnostic.help.push("a larger work budget may decide it: `--max-laps`".to_owned());
                diagnostic.notes.push("it was not found out whether the next seat can move".to_owned());
                None
            }
        }
    }

    /// Carries out a written turn within what is left of the work budget. Returns it with the checks it contradicts.
    fn decide(
        &mut self,
        body: &TurnBody,
        game: &mut Match,
    ) -> Result<(TurnInProgress, Vec<TurnFault>), Box<TurnFault>> {
        game.set_max_laps(self.laps_left.clamp(LEAST_LAPS.min(self.judge.max_laps), self.judge.max_laps));
        let mut turn = game.turn();
        let decided = decide_with_help(&mut turn, body, self.helped < MOST_HELPED, &mut ());
        // A turn that is refused is sown again to find where it went wrong.
        let again = if decided.is_ok() { 0 } else { turn.laps().saturating_mul(4) };
        self.laps_left = self.laps_left.saturating_sub(again);
        decided.map(|wrong_checks| (turn, wrong_checks))
    }

    /// Compares a written refill with that of the rules, or makes the one that the players chose. `Err` if the next
    /// position is not known.
    fn refill(
        &mut self,
        ply: &WrittenPly,
        game: &mut Match,
        aftermath: Aftermath,
        number: u32,
    ) -> Result<Option<Refill>, ()> {
        let Some(written) = &ply.refill else { return Ok(aftermath.refill) };
        let chosen = BySeat::from_fn(|seat| PitSet::new(written.value.columns[seat].value.iter().copied()));
        let refill = match (game.state(), aftermath.refill) {
            (State::Refill { .. }, _) => match game.refill(chosen, &mut ()) {
                Ok(refill) => refill,
                Err(error) => {
                    let span = match error {
                        RefillError::Count { seat, .. } => written.value.columns[seat].span,
                        RefillError::NotDue => written.span,
                    };
                    self.report(&Fault::Refill(error), span, Some(number));
                    return Err(());
                }
            },
            (_, Some(refill)) => {
                if chosen != refill.pits {
                    let fault = Fault::WrongRefill {
                        due: refill.to_string(),
                        found: Refill { pits: chosen, ..refill }.to_string(),
                    };
                    let wrong = Seat::BOTH.into_iter().filter(|seat| chosen[*seat] != refill.pits[*seat]);
                    let span = wrong.map(|seat| written.value.columns[seat].span).reduce(Span::to);
                    self.report(&fault, span.unwrap_or(written.span), Some(number));
                    return Ok(Some(refill));
                }
                refill
            }
            (State::Over(_), None) => return self.no_refill(written, "the match is over", number),
            (State::Turn, None) if game.rules().game() == crate::engine::Game::Bosh => {
                return self.no_refill(written, "the round goes on", number);
            }
            (State::Turn, None) => return self.no_refill(written, "only Bosh has refills", number),
        };
        for seat in Seat::BOTH {
            let (actual, keep) = (refill.reserve[seat], written.value.keep[seat]);
            if let Some(found) = keep.filter(|found| found.value != actual) {
                let fault = Fault::WrongReserve { seat, actual, found: found.value };
                self.report(&fault, found.span, Some(number));
            }
        }
        Ok(Some(refill))
    }

    fn no_refill(
        &mut self,
        written: &Spanned<WrittenRefill>,
        reason: &'static str,
        number: u32,
    ) -> Result<Option<Refill>, ()> {
        self.report(&Fault::RefillNotDue { reason }, written.span, Some(number));
        Ok(None)
    }

    /// Says at the fault that stopped a line what is left unjudged because of it.
    fn note_stop(&mut self, reported: usize, left: usize, turn: Span, main: bool) {
        let turns = match left {
            0 => String::new(),
            1 => "the turn after it".to_owned(),
            _ => format!("the {left} turns after it"),
        };
        let note = match (left, main) {
            (0, true) => "the result is not judged".to_owned(),
            (0, false) => return,
            (_, true) => format!("{turns} and the result are not judged"),
            (1, false) => format!("{turns} is not judged"),
            (_, false) => format!("{turns} are not judged"),
        };
        let fresh = self.diagnostics[reported..].iter_mut().rev().find(|diagnostic| diagnostic.is_error());
        if let Some(diagnostic) = fresh {
            diagnostic.notes.push(note);
            return;
        }
        // The turn could not be read: its fault was reported with the syntax.
        let inside = |span: Span| span.start >= turn.start && span.end <= turn.end;
        if let Some(diagnostic) = self.diagnostics.iter_mut().find(|diagnostic| inside(diagnostic.span)) {
            diagnostic.notes.push(note);
        }
    }

    /// Judges the result and the termination against the final position. Returns the termination that follows.
    fn ending(&mut self, header: &Header, record: &WrittenRecord, game: &Match) -> Option<Termination> {
        let result = record.result.map_or(GameResult::Unfinished, |result| result.value);
        let place = record.result.map_or(record.end, |result| result.span);
        if let Some(tag) = header.result.filter(|tag| tag.value != result) {
            let fault = Fault::ResultTagDiffers { tag: tag.value, found: result };
            let label = Label { span: place, text: format!("the movetext ends in `{result}`") };
            self.report(&fault, tag.span, None).labels.push(label);
        }
        let termination = header.termination;
        let wrong = |reason: &str| {
            termination.map(|termination| {
                let fault = Fault::WrongTermination { termination: termination.value, reason: reason.to_owned() };
                (fault, termination.span)
            })
        };
        if let Some(outcome) = game.outcome() {
            let due = outcome.winner.map_or(GameResult::Drawn, GameResult::won_by);
            let normal = termination.is_none_or(|termination| termination.value == Termination::Normal);
            if let Some((fault, span)) = wrong(&format!("contradicts the position: {outcome}")).filter(|_| !normal) {
                self.report(&fault, span, None);
            }
            if due != result {
                let help = format!("the result is `{due}`");
                self.report(&Fault::WrongResult { found: result, outcome }, place, None).help.push(help);
            }
            return Some(Termination::Normal);
        }
        if result == GameResult::Drawn && !game.rules().game().has_draws() {
            self.report(&Fault::NoDraws { game: game.rules().game(), found: result }, place, None);
            return None;
        }
        let won = matches!(result, GameResult::SouthWon | GameResult::NorthWon);
        let Some(written) = termination else {
            if result == GameResult::Unfinished {
                return Some(Termination::Unterminated);
            }
            if record.tags.iter().any(|tag| tag.name.value.eq_ignore_ascii_case("Termination")) {
                // What it says is not known: that is told already.
                return None;
            }
            let help = "add a tag such as `[Termination \"resignation\"]`".to_owned();
            self.report(&Fault::NoTermination { result }, place, None).help.push(help);
            return None;
        };
        let reason = match written.value {
            Termination::Normal => Some("needs a decided position, but the game goes on".to_owned()),
            Termination::Resignation | Termination::TimeForfeit | Termination::RulesInfraction if !won => {
                Some(format!("needs the result `1-0` or `0-1`, not `{result}`"))
            }
            Termination::Adjudication if result == GameResult::Unfinished => Some("needs a result, not `*`".to_owned()),
            Termination::Agreement if result != GameResult::Drawn => {
                Some(format!("needs the result `1/2-1/2`, not `{result}`"))
            }
            Termination::Unterminated if result != GameResult::Unfinished => {
                Some(format!("needs the result `*`, not `{result}`"))
            }
            _ => None,
        };
        if let Some((fault, span)) = reason.and_then(|reason| wrong(&reason)) {
            self.report(&fault, span, None);
        }
        Some(written.value)
    }
}

/// Keeps a turn as it is written. With `variations_follow` its variations are judged and added by the caller.
fn unjudged(text: &str, ply: &WrittenPly, numbers: Numbers, variations_follow: bool) -> JudgedPly {
    let mut variations = Vec::new();
    if !variations_follow {
        for line in &ply.variations {
            let mut inner = Numbers { ply: numbers.ply - 1, number: numbers.number - 1, last: None, written: None };
            let turns = line.plies.iter().map(|ply| {
                inner = inner.next(inner.last.map_or(numbers.last.unwrap_or(Seat::South), Seat::other));
                unjudged(text, ply, inner, false)
            });
            variations.push(JudgedLine { comments: texts(&line.comments), turns: turns.collect() });
        }
    }
    JudgedPly {
        ply: numbers.ply,
        number: numbers.number,
        seat: numbers.last.unwrap_or(Seat::South),
        turn: None,
        span: ply.turn.span,
        round_end: None,
        outcome: None,
        written: Some(ply.turn.span.of(text).to_owned()),
        refill: None,
        written_refill: ply.refill.as_ref().map(|refill| refill.span.of(text).to_owned()),
        position: None,
        glyphs: ply.glyphs.iter().map(|glyph| glyph.value).collect(),
        comments: texts(&ply.comments),
        variations,
    }
}

/// Returns whether a code tells that there is no text to read.
const fn encoding(code: Code) -> bool {
    matches!(code, Code::NotUtf8 | Code::Utf16 | Code::ControlCharacter | Code::RecordTooLarge)
}

/// Turns a syntax error into a diagnostic.
pub(super) fn syntax_diagnostic(error: &SyntaxError) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(syntax_code(&error.kind), error.span, error.to_string());
    if let Some((span, text)) = error.related {
        diagnostic.labels.push(Label { span, text: text.to_owned() });
    }
    diagnostic.help.extend(syntax_help(&error.kind));
    diagnostic
}

/// Says what to write instead.
fn syntax_help(kind: &SyntaxErrorKind) -> Option<String> {
    let convert = |encoding: &str| {
        let name = encoding.to_lowercase();
        format!("convert the file, `iconv -f {encoding} -t UTF-8`, or name its encoding, `--encoding {name}`")
    };
    match kind {
        // The bytes do not tell, but Latin-1 is what old editors write.
        SyntaxErrorKind::NotUtf8 { .. } => Some(format!("if it is Latin-1, {}", convert("LATIN1"))),
        SyntaxErrorKind::Utf16 { encoding: "UTF-32" } => {
            Some("convert the file: `iconv -f UTF-32 -t UTF-8`".to_owned())
        }
        SyntaxErrorKind::Utf16 { encoding } => Some(convert(encoding)),
        SyntaxErrorKind::NumberWithoutDot { number } => number_help(number, ""),
        SyntaxErrorKind::BadNumber { found, .. } => {
            let (digits, dots) = found.split_at(found.find('.').unwrap_or(found.len()));
            number_help(digits, dots)
        }
        _ => None,
    }
}

/// Says how a move number should be written.
fn number_help(digits: &str, dots: &str) -> Option<String> {
    let digits = digits.trim_start_matches('0');
    let form = match dots.len() {
        _ if !(1..=8).contains(&digits.len()) => return None,
        1 => format!("`{digits}.`"),
        3 => format!("`{digits}...`"),
        _ => format!("`{digits}.` before a turn of South, or `{digits}...` before one of North"),
    };
    Some(format!("write {form}"))
}

const fn syntax_code(kind: &SyntaxErrorKind) -> Code {
    use SyntaxErrorKind as Kind;
    match kind {
        Kind::NotUtf8 { .. } => Code::NotUtf8,
        Kind::Utf16 { .. } => Code::Utf16,
        Kind::ControlCharacter { .. } => Code::ControlCharacter,
        Kind::RecordTooLarge { .. } => Code::RecordTooLarge,
        Kind::LookAlike { .. } => Code::LookAlike,
        Kind::NoTags => Code::NoTags,
        Kind::BadTag { .. } => Code::BadTag,
        Kind::DuplicateTag { .. } => Code::DuplicateTag,
        Kind::TagInMovetext { .. } => Code::TagInMovetext,
        Kind::StrayBracket => Code::StrayBracket,
        Kind::UnclosedComment => Code::UnclosedComment,
        Kind::NestedComment => Code::NestedComment,
        Kind::StrayBrace => Code::StrayBrace,
        Kind::UnclosedVariation { .. } => Code::UnclosedVariation,
        Kind::StrayParenthesis => Code::StrayParenthesis,
        Kind::EmptyVariation => Code::EmptyVariation,
        Kind::VariationTooDeep { .. } => Code::VariationTooDeep,
        Kind::VariationWithoutTurn
        | Kind::GlyphWithoutTurn { .. }
        | Kind::RefillWithoutTurn { .. }
        | Kind::PartedFromTurn { .. } => Code::NothingToAnnotate,
        Kind::SecondRefill => Code::SecondRefill,
        Kind::NumberWithoutDot { .. } => Code::NumberWithoutDot,
        Kind::BadNumber { .. } => Code::BadNumber,
        Kind::NumberWithoutTurn { .. } => Code::NumberWithoutTurn,
        Kind::BadTurn { .. } => Code::BadTurn,
        Kind::BadGlyph { .. } => Code::BadGlyph,
        Kind::BadRefill { .. } => Code::BadRefill,
        Kind::BadResult { .. } => Code::BadResult,
        Kind::ResultInVariation { .. } => Code::ResultInVariation,
        Kind::TextAfterResult { .. } => Code::TextAfterResult,
        Kind::MissingResult => Code::MissingResult,
    }
}
