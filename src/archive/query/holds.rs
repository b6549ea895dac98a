use std::borrow::Cow;
use std::cell::OnceCell;

use super::comparison::Comparison;
use super::condition::Condition;
use super::count::{Amount, Count, Whole};
use super::word::TagName;
use crate::archive::{Counts, Facts, Measure};
use crate::board::Seat;
use crate::diagnostic::{Code, Severity};
use crate::engine::{Game, Setting};
use crate::notation::{Period, read_turn};
use crate::record::{Judged, JudgedPly, Keep};

/// A record that is asked about, and how much of it was kept.
pub(super) struct Subject<'a> {
    judged: &'a Judged,
    kept: Keep,
    facts: OnceCell<Facts>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(judged: &'a Judged, kept: Keep) -> Self {
        Self { judged, kept, facts: OnceCell::new() }
    }

    /// Returns whether a condition holds; `None` if that cannot be told from what was kept.
    pub(super) fn holds(&self, condition: &Condition) -> Option<bool> {
        (condition.needs() <= self.kept).then(|| self.told(condition))
    }

    fn told(&self, condition: &Condition) -> bool {
        let judged = self.judged;
        match condition {
            Condition::HasTag(tag) => self.tag(tag).is_some(),
            Condition::TagText(tag, test) => self.tag(tag).is_some_and(|value| test.holds(&value)),
            Condition::TagNumber(tag, comparison, number) => {
                let value = self.tag(tag).and_then(|value| value.trim().parse::<i128>().ok());
                value.is_some_and(|value| comparison.holds(value.cmp(number)))
            }
            Condition::Date(comparison, period) => self.date().is_some_and(|date| compare(date, *comparison, *period)),
            Condition::DateUnknown(equality) => {
                self.tag(&TagName::new("Date")).is_some_and(|date| equality.holds(&&*date, &"?"))
            }
            Condition::Game(equality, game) => self.game().is_some_and(|played| equality.holds(&played, game)),
            Condition::Rules(test) => {
                judged.header.as_ref().is_some_and(|header| test.holds(&header.rules.to_string()))
            }
            Condition::Option(name, equality, setting) => {
                self.option(name).is_some_and(|found| equality.holds(&found, setting))
            }
            Condition::OptionNumber(name, comparison, number) => match self.option(name) {
                Some(Setting::Number(found)) => comparison.holds(found.cmp(number)),
                Some(Setting::Word(_)) | None => false,
            },
            Condition::Result(equality, result) => equality.holds(&judged.result, result),
            Condition::Termination(equality, termination) => {
                judged.termination.is_some_and(|found| equality.holds(&found, termination))
            }
            Condition::Count(count, comparison, amount) => {
                let found = self.count(*count).zip(self.amount(*amount));
                found.is_some_and(|(count, amount)| comparison.holds(count.cmp(&amount)))
            }
            Condition::Valid(valid) => judged.is_valid() == *valid,
            Condition::InvalidTurn => has_invalid_turn(judged),
            Condition::Code(code) => judged.diagnostics.iter().any(|diagnostic| diagnostic.code == *code),
            Condition::Reaches(target) => self.lines().any(|line| target.is(&line)),
            Condition::Opens(opening) => opening.opens(judged),
        }
    }

    fn game(&self) -> Option<Game> {
        match &self.judged.header {
            Some(header) => Some(header.rules.game()),
            None => Game::from_name(&self.tag(&TagName::new("Game"))?),
        }
    }

    fn option(&self, name: &str) -> Option<Setting> {
        let rules = self.judged.header.as_ref()?.rules;
        rules.settings().find(|(spec, _)| spec.name == name).map(|(_, setting)| setting)
    }

    fn date(&self) -> Option<Period> {
        Period::read(&self.tag(&TagName::new("Date"))?)
    }

    /// Returns the value of a tag, as the canonical form has it.
    fn tag(&self, name: &TagName) -> Option<Cow<'a, str>> {
        let judged = self.judged;
        let Some(header) = &judged.header else {
            let written = judged.unread_tags.iter().find(|(tag, _)| name.is(tag));
            return written.map(|(_, value)| Cow::Borrowed(value.as_str()));
        };
        match name.as_str() {
            "Game" => Some(header.rules.game().name().into()),
            "Rules" => Some(header.rules.to_string()).filter(|rules| !rules.is_empty()).map(Cow::Owned),
            "Position" => header.custom_start.then(|| header.start.to_string().into()),
            "Result" => Some(judged.result.token().into()),
            "Termination" => judged.termination.map(|termination| termination.name().into()),
            _ => {
                let read = header.tags.iter().find(|(tag, _)| name.is(tag));
                read.map(|(_, value)| Cow::Borrowed(value.as_str()))
            }
        }
    }

    /// Returns a count; `None` if the game has no such thing.
    fn count(&self, count: Count) -> Option<u64> {
        let severity = |severity: Severity| {
            self.judged.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count() as u64
        };
        Some(match count {
            Count::Whole(Whole::Plies) => self.judged.plies.into(),
            Count::Whole(Whole::Rounds) => self.facts().rounds?.into(),
            Count::Whole(Whole::Comments) => additions(self.judged).0,
            Count::Whole(Whole::Variations) => additions(self.judged).1,
            Count::Whole(Whole::Errors) => severity(Severity::Error),
            Count::Whole(Whole::Warnings) => severity(Severity::Warning),
            Count::Played(None, measure) => measure.of(&self.facts().both()),
            Count::Played(Some(seat), measure) => measure.of(self.counts(seat, measure)),
        })
    }

    fn amount(&self, amount: Amount) -> Option<u64> {
        match amount {
            Amount::Number(number) => Some(number),
            Amount::Count(count) => self.count(count),
        }
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(self.judged))
    }

    /// Returns the counts that hold what a seat did: those of the enemy's turns, if it answers them.
    fn counts(&self, seat: Seat, measure: &Measure) -> &Counts {
        &self.facts().by_seat[if measure.is_of_enemy() { seat.other() } else { seat }]
    }

    /// Returns the lines of all positions of the main line, the start included, as far as they are known.
    fn lines(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let start = self.judged.header.as_ref().map(|header| Cow::Owned(header.start.to_string()));
        let later = self.judged.turns.iter().map_while(|ply| ply.position.as_deref());
        start.into_iter().chain(later.map(Cow::Borrowed))
    }
}

/// Compares dates of which parts may be unknown: it must hold for every day that the record's can mean, and for that
/// which is asked for as a whole.
fn compare(date: Period, comparison: Comparison, asked: Period) -> bool {
    let within = asked.first() <= date.first() && date.last() <= asked.last();
    let apart = date.last() < asked.first() || asked.last() < date.first();
    match comparison {
        Comparison::Equal => within,
        Comparison::Unequal => apart,
        Comparison::Less => date.last() < asked.first(),
        Comparison::AtMost => date.last() <= asked.last(),
        Comparison::More => date.first() > asked.last(),
        Comparison::AtLeast => date.first() >= asked.first(),
    }
}

/// Counts the comments and the variations of a record, at any depth.
fn additions(judged: &Judged) -> (u64, u64) {
    let (mut comments, mut variations) = (judged.comments.len(), 0);
    let mut open: Vec<&[JudgedPly]> = vec![&judged.turns];
    while let Some(turns) = open.pop() {
        for ply in turns {
            comments += ply.comments.len();
            variations += ply.variations.len();
            for line in &ply.variations {
                comments += line.comments.len();
                open.push(&line.turns);
            }
        }
    }
    (comments as u64, variations as u64)
}

/// Returns whether a turn is not legal, or the main line stops at one that cannot be read.
fn has_invalid_turn(judged: &Judged) -> bool {
    let unread = judged.turns.iter().find_map(|ply| ply.written.as_deref());
    judged.diagnostics.iter().any(|diagnostic| is_of_turn(diagnostic.code))
        || unread.is_some_and(|written| read_turn(written).is_err())
}

/// Returns whether a code tells of a turn that cannot be played as it is written. Wrong checks leave it legal, and of a
/// sowing that was not decided it is not known.
const fn is_of_turn(code: Code) -> bool {
    matches!(
        code,
        Code::BadTurn
            | Code::WrongSeat
            | Code::OffBoard
            | Code::EmptyPit
            | Code::ClosedPit
            | Code::SingleStone
            | Code::BlockedStep
            | Code::ForeignStep
            | Code::HeadUndecided
            | Code::NoHead
            | Code::CaptureUndecided
            | Code::NoCapture
            | Code::WrongCapture
            | Code::NoPass
            | Code::NotClockwise
            | Code::WrongCase
            | Code::StepAfterEnd
            | Code::GainMissing
            | Code::NothingToGain
            | Code::BadGain
            | Code::TooMuchGain
            | Code::TooLittleGain
            | Code::PitTwice
            | Code::CountMissing
            | Code::GainNotLast
            | Code::EndlessSowing
            | Code::TurnAfterEnd
    )
}
