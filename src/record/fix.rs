//! Repairs: what has one certain remedy.

use std::cell::Cell;

use super::{Judge, Judged, JudgedLine, JudgedPly, Keep};
use crate::board::Seat;
use crate::diagnostic::Code;
use crate::engine::{Game, Step};
use crate::notation::{
    DateReading, GameResult, RecordReader, Source, Span, SyntaxErrorKind, WrittenLine, WrittenPly, WrittenRecord,
    WrittenStep, meant_by, read, read_date,
};

/// How often a record is looked at again: a repair may show what it hid.
const ROUNDS: usize = 8;

/// How often a record is judged at most, with this repair or that.
const MOST_TRIALS: u32 = 40;

/// How often one is that has used up a work budget.
const MOST_LONG_TRIALS: u32 = 3;

/// How many repairs of one kind are tried one by one, where not all of them are certain together.
const TRIED_ALONE: usize = 16;

/// Holds the repairs of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fix {
    /// The places that change, in order and apart from each other, and what stands there afterwards.
    pub edits: Vec<(Span, String)>,
}

impl Fix {
    /// Finds the repairs of a record; none if nothing has a certain one.
    ///
    /// Repaired are look-alikes, move numbers, captures left out, counts and landing pits that the turn contradicts,
    /// dates in the form of PGN, a `Result` tag that the final position contradicts, and a missing result. Everything
    /// else is kept as it is. A repair is made only if its fault is gone afterwards and no other one has come up.
    ///
    /// ```
    /// use matombo::notation::Source;
    /// use matombo::record::{Fix, Judge};
    /// let source = Source::from_text("[Game \"Bosh\"]\n[Date \"2026.11.30\"]\n\n1. A5 a4 3. A1 *\n");
    /// let fix = Fix::find(&source, &Judge::new());
    /// assert_eq!(fix.edits.len(), 4);
    /// let repaired = fix.apply(source.text());
    /// assert_eq!(repaired, "[Game \"Bosh\"]\n[Date \"2026-11-30\"]\n\n1. A5xa1 a4 2. A1xA1 *\n");
    /// assert!(Fix::find(&Source::from_text(&repaired), &Judge::new()).edits.is_empty());
    /// ```
    #[must_use]
    pub fn find(source: &Source, judge: &Judge) -> Self {
        let trials = Trials { judge: judge.keep(Keep::Turns).without_help(), left: Cell::new(MOST_TRIALS) };
        let Some(start) = trials.state(source.text().to_owned()) else { return Self::default() };
        let unreadable = |code: Code| matches!(code, Code::NotUtf8 | Code::Utf16 | Code::RecordTooLarge);
        if source.limit_passed().is_some()
            || source.broken_encoding().is_some()
            || start.problems().any(|problem| unreadable(problem.code))
        {
            return Self::default();
        }
        if start.problems().any(|problem| problem.code == Code::Undecided) {
            trials.left.set(MOST_LONG_TRIALS);
        }
        let mut pieces = Pieces::new(source.text().len());
        let mut state = start;
        for _ in 0..ROUNDS {
            let Some((next, edited)) = state.step(&pieces, &trials) else { break };
            (state, pieces) = (next, edited);
        }
        Self { edits: pieces.edits() }
    }

    /// Returns the text with the repairs made.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let mut repaired = String::with_capacity(text.len() + 16);
        let mut at = 0;
        for (span, replacement) in &self.edits {
            repaired.push_str(&text[at..span.start as usize]);
            repaired.push_str(replacement);
            at = span.end as usize;
        }
        repaired.push_str(&text[at..]);
        repaired
    }
}

/// What may be repaired, in the order in which repairs are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    LookAlike,
    Date,
    Capture,
    Check,
    Number,
    Result,
    ResultTag,
}

/// A change that would repair something.
#[derive(Clone, Debug)]
struct Repair {
    kind: Kind,
    edits: Vec<(Span, String)>,
    /// The fault that has to be gone; a look-alike may be one of several in its word.
    cures: Option<Problem>,
}

/// A fault as far as it must be told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Problem {
    code: Code,
    start: u32,
}

/// A text with what is wrong with it.
struct State {
    text: String,
    written: WrittenRecord,
    judged: Judged,
}

/// Judges what repairs would come to, as long as that costs no more than it should.
struct Trials {
    judge: Judge,
    /// How many more texts may be judged.
    left: Cell<u32>,
}

impl Trials {
    fn state(&self, text: String) -> Option<State> {
        self.left.set(self.left.get().checked_sub(1)?);
        let source = Source::from_text(&text);
        let written = read(&source);
        let judged = self.judge.judge(source.text(), &written);
        Some(State { text, written, judged })
    }
}

impl State {
    fn problems(&self) -> impl Iterator<Item = Problem> {
        self.judged.diagnostics.iter().map(|fault| Problem { code: fault.code, start: fault.span.start })
    }

    /// Makes as many repairs as can be made at once. `None` if there are none.
    fn step(&self, pieces: &Pieces, trials: &Trials) -> Option<(Self, Pieces)> {
        let repairs = self.repairs();
        if repairs.is_empty() {
            return None;
        }
        let all = Vec::from_iter(&repairs);
        if let Some(done) = self.attempt(&all, pieces, trials) {
            return Some(done);
        }
        for group in all.chunk_by(|one, other| one.kind == other.kind) {
            if let Some(done) = self.attempt(group, pieces, trials) {
                return Some(done);
            }
            for repair in group.iter().take(TRIED_ALONE).filter(|_| group.len() > 1) {
                if let Some(done) = self.attempt(&[*repair], pieces, trials) {
                    return Some(done);
                }
            }
        }
        None
    }

    /// Makes some repairs, and those that they make possible, if they are good ones.
    fn attempt(&self, repairs: &[&Repair], pieces: &Pieces, trials: &Trials) -> Option<(Self, Pieces)> {
        let mut known: Vec<Problem> = self.problems().collect();
        let mut cured: Vec<Problem> = repairs.iter().filter_map(|repair| repair.cures).collect();
        let mut edits = merged(repairs)?;
        let mut text = self.text.clone();
        let mut pieces = pieces.clone();
        for _ in 0..ROUNDS {
            text = Fix { edits: edits.clone() }.apply(&text);
            pieces = pieces.edited(&edits);
            moved(&mut known, &edits);
            moved(&mut cured, &edits);
            let next = trials.state(text.clone())?;
            if next.is_better(&known, &cured) && is_one_record(&text) {
                return Some((next, pieces));
            }
            // What was hidden by a fault may have a repair, too.
            let next_repairs = next.repairs();
            if next_repairs.is_empty() {
                return None;
            }
            edits = merged(&Vec::from_iter(&next_repairs))?;
        }
        None
    }

    /// Returns whether the cured faults are gone and there are only known ones.
    fn is_better(&self, known: &[Problem], cured: &[Problem]) -> bool {
        let mut left: Vec<Problem> = known.to_vec();
        for problem in cured {
            if let Some(index) = left.iter().position(|known| known == problem) {
                left.swap_remove(index);
            }
        }
        // A result that was only told by its tag may come without a termination: that is a warning, not an error.
        let result_told = cured.iter().any(|problem| problem.code == Code::MissingResult);
        self.problems().all(|problem| match left.iter().position(|known| *known == problem) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => result_told && problem.code == Code::NoTermination,
        })
    }

    fn repairs(&self) -> Vec<Repair> {
        let mut repairs = Vec::new();
        self.look_alikes(&mut repairs);
        self.dates(&mut repairs);
        self.line(&self.written.main, &self.judged.turns, &mut repairs);
        self.result(&mut repairs);
        repairs.sort_by_key(|repair| (repair.kind, repair.edits[0].0));
        repairs
    }

    fn reported(&self, code: Code, span: Span) -> Option<Problem> {
        let problem = Problem { code, start: span.start };
        self.problems().any(|known| known == problem).then_some(problem)
    }

    fn look_alikes(&self, repairs: &mut Vec<Repair>) {
        for error in &self.written.errors {
            let SyntaxErrorKind::LookAlike { meant, .. } = error.kind else { continue };
            let mut edits = vec![(error.span, meant.to_owned())];
            let rest = &self.text[error.span.end as usize..];
            let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
            if meant == "\"" {
                // The quote at the other end of the value.
                let value = line.split(']').next().unwrap_or(line).trim_end();
                if let Some((at, other)) = value.char_indices().next_back()
                    && matches!(meant_by(other), Some("\"" | "'"))
                {
                    let start = error.span.end + at as u32;
                    edits.push((Span::new(start, start + other.len_utf8() as u32), meant.to_owned()));
                }
            } else {
                let word = line.char_indices().take_while(|(_, c)| !(c.is_whitespace() || "{};[]\"".contains(*c)));
                let others = word.filter(|(_, c)| !matches!(c, '\u{d7}' | '\u{2013}' | '\u{2212}'));
                edits.extend(others.filter_map(|(at, c)| {
                    let start = error.span.end + at as u32;
                    Some((Span::new(start, start + c.len_utf8() as u32), meant_by(c)?.to_owned()))
                }));
            }
            let cures = self.reported(Code::LookAlike, error.span);
            repairs.push(Repair { kind: Kind::LookAlike, edits, cures });
        }
    }

    fn dates(&self, repairs: &mut Vec<Repair>) {
        for tag in self.written.tags.iter().filter(|tag| tag.name.value.eq_ignore_ascii_case("Date")) {
            if let DateReading::Exact(date) = read_date(&tag.value.value)
                && date != tag.value.value
                && tag.value.span.of(&self.text) == tag.value.value
            {
                repairs.push(Repair { kind: Kind::Date, edits: vec![(tag.value.span, date)], cures: None });
            }
        }
    }

    fn line(&self, written: &WrittenLine, judged: &[JudgedPly], repairs: &mut Vec<Repair>) {
        // How far the numbers of the line are out.
        let mut shift = 0;
        for (written, judged) in written.plies.iter().zip(judged) {
            self.ply(written, judged, repairs);
            if let Some(number) = written.number {
                let out = i64::from(number.value.number) - i64::from(judged.number);
                if judged.turn.is_some() {
                    shift = out;
                } else if shift != 0 && out == shift && number.value.seat == judged.seat {
                    // It goes on from a wrong one, and has to go on from the right one.
                    let edits = vec![(number.span, number_text(judged))];
                    repairs.push(Repair { kind: Kind::Number, edits, cures: None });
                }
            }
            for (written, JudgedLine { turns, .. }) in written.variations.iter().zip(&judged.variations) {
                self.line(written, turns, repairs);
            }
        }
    }

    fn ply(&self, written: &WrittenPly, judged: &JudgedPly, repairs: &mut Vec<Repair>) {
        // Only of a turn that was decided it is certain what belongs there.
        let (Some(turn), Some(body)) = (&judged.turn, &written.turn.body) else { return };
        let mut check = |code: Code, span: Span, right: String| {
            if let Some(cures) = self.reported(code, span) {
                repairs.push(Repair { kind: Kind::Check, edits: vec![(span, right)], cures: Some(cures) });
            }
        };
        let decided = turn.steps.iter().filter_map(|step| match step {
            Step::Capture { pit, stones, .. } => Some((*pit, *stones)),
            _ => None,
        });
        let is_capture = |step: &WrittenStep| matches!(step, WrittenStep::Capture { .. });
        let captures = body.steps.iter().filter(|step| is_capture(&step.value));
        for (step, (_, stones)) in captures.zip(decided.clone()) {
            if let WrittenStep::Capture { count: Some(count), .. } = &step.value
                && count.value != stones
                && stones <= 9999
            {
                check(Code::WrongCount, count.span, stones.to_string());
            }
        }
        let bonus = turn.steps.iter().find_map(|step| if let Step::Bonus { pits } = step { Some(pits) } else { None });
        for item in body.steps.iter().flat_map(|step| match &step.value {
            WrittenStep::Gain(items) => items.as_slice(),
            _ => &[],
        }) {
            let taken = bonus.and_then(|pits| pits.iter().find(|(pit, _)| *pit == item.value.pit.value));
            if let (Some((_, stones)), Some(count)) = (taken, item.value.count)
                && *stones != count.value
                && *stones <= 9999
            {
                check(Code::WrongCount, count.span, stones.to_string());
            }
        }
        if let Some(landing) = body.landing.filter(|landing| landing.value != turn.landing) {
            check(Code::WrongLanding, landing.span, turn.landing.to_string());
        }
        if let (Some(written), Some(refill)) = (&written.refill, judged.refill) {
            for seat in Seat::BOTH {
                let reserve = refill.reserve[seat];
                if let Some(keep) = written.value.keep[seat].filter(|keep| keep.value != reserve && reserve <= 99) {
                    check(Code::WrongReserve, keep.span, reserve.to_string());
                }
            }
        }

        let automatic = self.judged.header.as_ref().is_some_and(|header| header.rules.game() != Game::Igisoro);
        if let Some((pit, _)) = decided.clone().next()
            && automatic
            && !body.steps.iter().any(|step| is_capture(&step.value))
        {
            let mut sown = body.steps.iter().filter(|step| matches!(step.value, WrittenStep::GoOn(_)));
            let after = sown.next_back().map_or(body.origin.span, |step| step.span).end;
            let edits = vec![(Span::at(after), format!("x{pit}"))];
            repairs.push(Repair { kind: Kind::Capture, edits, cures: None });
        }
        if let Some(number) = written.number
            && (number.value.number, number.value.seat) != (judged.number, judged.seat)
        {
            let cures = self.reported(Code::WrongNumber, number.span);
            repairs.push(Repair { kind: Kind::Number, edits: vec![(number.span, number_text(judged))], cures });
        }
    }

    fn result(&self, repairs: &mut Vec<Repair>) {
        let Some(header) = &self.judged.header else { return };
        if self.judged.turns.iter().any(|ply| ply.turn.is_none()) {
            return;
        }
        let winner = |outcome: crate::engine::Outcome| outcome.winner.map_or(GameResult::Drawn, GameResult::won_by);
        let decided = self.judged.outcome.map(winner);
        match self.written.result {
            Some(result) => {
                let tag = header.result.filter(|tag| tag.value != result.value);
                if let Some(tag) = tag.filter(|_| decided == Some(result.value)) {
                    let cures = self.reported(Code::ResultTagDiffers, tag.span);
                    let edits = vec![(tag.span, result.value.token().to_owned())];
                    repairs.push(Repair { kind: Kind::ResultTag, edits, cures });
                }
            }
            None => {
                let missing = self.problems().find(|problem| problem.code == Code::MissingResult);
                let due = decided.or(header.result.map(|tag| tag.value));
                if let (Some(cures), Some(due)) = (missing, due) {
                    let at = self.text.trim_end_matches([' ', '\t', '\n', '\r', '\u{feff}']).len();
                    let edits = vec![(Span::at(at as u32), format!("{}{due}", self.gap(at)))];
                    repairs.push(Repair { kind: Kind::Result, edits, cures: Some(cures) });
                }
            }
        }
    }

    /// What has to stand between the text and a result at its end.
    fn gap(&self, end: usize) -> String {
        let text = &self.text[..end];
        let line_end = match self.text.find(['\n', '\r']) {
            Some(at) if self.text[at..].starts_with("\r\n") => "\r\n",
            Some(at) => &self.text[at..=at],
            None => "\n",
        };
        if self.written.main.plies.is_empty() && text.ends_with(']') {
            return line_end.repeat(2);
        }
        let line = text.rsplit(['\n', '\r']).next().unwrap_or(text).trim_start_matches('\u{feff}');
        if line.starts_with('%') || self.ends_in_line_comment(end) {
            return line_end.to_owned();
        }
        " ".to_owned()
    }

    fn ends_in_line_comment(&self, end: usize) -> bool {
        let main = self.written.main.plies.iter().flat_map(|ply| &ply.comments);
        let mut comments = self.written.comments.iter().chain(main);
        comments.any(|comment| {
            comment.span.end as usize >= end && self.text[comment.span.start as usize..].starts_with(';')
        })
    }
}

/// Writes the number that is due before a turn.
fn number_text(ply: &JudgedPly) -> String {
    let dots = match ply.seat {
        Seat::South => ".",
        Seat::North => "...",
    };
    format!("{}{dots}", ply.number)
}

/// Returns whether a text is still one record, and not two.
fn is_one_record(text: &str) -> bool {
    RecordReader::new(text.as_bytes()).take(2).count() == 1
}

/// Brings the edits of repairs into order. `None` if two of them change the same place.
fn merged(repairs: &[&Repair]) -> Option<Vec<(Span, String)>> {
    let mut edits: Vec<(Span, String)> = repairs.iter().flat_map(|repair| repair.edits.iter().cloned()).collect();
    edits.sort();
    edits.dedup();
    edits.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start && pair[0].0 != pair[1].0).then_some(edits)
}

/// Moves places along with the text after an edit.
fn moved(problems: &mut [Problem], edits: &[(Span, String)]) {
    for problem in problems {
        let before = edits.iter().filter(|(span, _)| span.end <= problem.start);
        let (gone, come) = before.fold((0, 0), |(gone, come), (span, text)| (gone + span.len(), come + text.len()));
        problem.start = problem.start - gone + come as u32;
    }
}

/// A text as pieces of another one and what was put between them.
#[derive(Clone, Debug)]
struct Pieces(Vec<Piece>);

#[derive(Clone, Debug)]
struct Piece {
    /// The part of the first text that it stands for.
    origin: Span,
    /// What stands there instead, if it was changed.
    text: Option<String>,
}

impl Piece {
    fn len(&self) -> usize {
        self.text.as_ref().map_or(self.origin.len() as usize, String::len)
    }

    /// Cuts the piece in two.
    fn cut(self, at: usize) -> (Self, Self) {
        match self.text {
            None => {
                let middle = self.origin.start + at as u32;
                let first = Self { origin: Span::new(self.origin.start, middle), text: None };
                (first, Self { origin: Span::new(middle, self.origin.end), text: None })
            }
            Some(text) => {
                let (first, second) = text.split_at(at);
                let second = Self { origin: Span::at(self.origin.end), text: Some(second.to_owned()) };
                (Self { origin: self.origin, text: Some(first.to_owned()) }, second)
            }
        }
    }
}

impl Pieces {
    fn new(len: usize) -> Self {
        Self(vec![Piece { origin: Span::new(0, len as u32), text: None }])
    }

    /// Makes edits, whose places are those of the text that the pieces make.
    fn edited(self, edits: &[(Span, String)]) -> Self {
        let mut rest = self.0;
        rest.reverse();
        let mut done: Vec<Piece> = Vec::new();
        let mut at = 0;
        // Moves pieces up to a place of the text from one side to the other.
        let mut take = |until: usize, done: &mut Vec<Piece>| {
            while at < until {
                let Some(piece) = rest.pop() else { return };
                if at + piece.len() > until {
                    let (first, second) = piece.cut(until - at);
                    rest.push(second);
                    rest.push(first);
                    continue;
                }
                at += piece.len();
                done.push(piece);
            }
        };
        for (span, text) in edits {
            take(span.start as usize, &mut done);
            let mut replaced = Vec::new();
            take(span.end as usize, &mut replaced);
            let place = done.last().map_or(0, |piece| piece.origin.end);
            let origin = replaced.iter().map(|piece| piece.origin).reduce(Span::to).unwrap_or(Span::at(place));
            done.push(Piece { origin, text: Some(text.clone()) });
        }
        take(usize::MAX, &mut done);
        Self(done)
    }

    /// Lists what was changed.
    fn edits(&self) -> Vec<(Span, String)> {
        let changed = self.0.iter().filter_map(|piece| Some((piece.origin, piece.text.clone()?)));
        let mut edits: Vec<(Span, String)> = Vec::new();
        for (span, text) in changed {
            match edits.last_mut().filter(|(last, _)| last.end == span.start && (last.is_empty() || span.is_empty())) {
                Some((last, before)) => {
                    *last = last.to(span);
                    before.push_str(&text);
                }
                None => edits.push((span, text)),
            }
        }
        edits
    }
}
