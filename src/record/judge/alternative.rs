use super::slip::{other_row, other_side};
use super::{Numbers, Work};
use crate::board::{Pit, Ring, Seat};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{OptionSpec, OptionValues, Ruleset, Setting};
use crate::notation::{TurnBody, WrittenRecord};
use crate::record::{Header, Start};

/// How many options are shown that would each make a record legal.
const MOST_SHOWN: usize = 3;

/// How many turns and steps a record has at least, so that its being legal by other rules is no accident.
const TELLS_RULES: usize = 4;

/// The same for its being legal with other pits than those it names.
const TELLS_NAMES: usize = 8;

/// Names a way to name pits other than the notation's, all through a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misnaming {
    /// The columns of one seat are counted from its right.
    Side(Seat),
    /// The columns of both are.
    Sides,
    /// Upper case is North's.
    Case,
    /// The front row is `B`.
    Row,
}

impl Misnaming {
    const ALL: [Self; 5] = [Self::Side(Seat::North), Self::Side(Seat::South), Self::Sides, Self::Case, Self::Row];

    /// Returns a turn with the names that its pits should have.
    pub(super) fn undone(self, body: &TurnBody, ring: Ring) -> TurnBody {
        let mut body = body.clone();
        for pit in body.pits_mut() {
            pit.value = self.meant(pit.value, ring).unwrap_or(pit.value);
        }
        body
    }

    fn meant(self, pit: Pit, ring: Ring) -> Option<Pit> {
        match self {
            Self::Side(seat) if seat != pit.seat => None,
            Self::Side(_) | Self::Sides => other_side(pit, ring),
            Self::Case => Some(Pit { seat: pit.seat.other(), ..pit }),
            Self::Row => Some(other_row(pit)),
        }
    }

    /// Says what is wrong.
    const fn help(self) -> &'static str {
        match self {
            Self::Side(Seat::North) => {
                "with North's columns counted from North's own left every turn of this record is legal"
            }
            Self::Side(Seat::South) => {
                "with South's columns counted from South's own left every turn of this record is legal"
            }
            Self::Sides => "with all columns counted from their owner's left every turn of this record is legal",
            Self::Case => "with upper case for South and lower case for North every turn of this record is legal",
            Self::Row => "with `A` for the front row and `B` for the back row every turn of this record is legal",
        }
    }
}

impl Work<'_> {
    /// Says at the first fault of the rules what would make all of the record legal: one option with another value,
    /// or other names for all pits. The diagnostics must be in order.
    pub(super) fn explain_record(&mut self, record: &WrittenRecord, header: &Header) {
        let readable = record.more_errors == 0 && record.errors.iter().all(|error| error.kind.is_warning());
        let first = self.diagnostics.iter().position(of_rules);
        let Some(first) = first.filter(|_| readable && self.likely_laps > 0) else { return };
        let told = told_by(record);
        let mut trial = self.trial();
        let mut help = Vec::new();
        if told >= TELLS_RULES {
            help = trial.other_rules(record, header);
        }
        if told >= TELLS_NAMES && help.is_empty() {
            help.extend(trial.other_names(record, header));
        }
        self.diagnostics[first].help.extend(help);
    }

    /// Finds options that would make the record legal; of several values of one option that nearest to its own.
    fn other_rules(&mut self, record: &WrittenRecord, header: &Header) -> Vec<String> {
        let mut found = Vec::new();
        for (spec, now) in header.rules.settings() {
            // What a position may hold makes no turn legal.
            if spec.name == "stones" || found.len() == MOST_SHOWN {
                continue;
            }
            let stands = |value: &String| {
                let mut rules = header.rules;
                rules.set(spec.name, value).is_ok() && self.stands(record, header, rules, spec.name == "setup")
            };
            if let Some(value) = other_values(spec, now).into_iter().find(stands) {
                found.push(format!("with `{}={value}` every turn of this record is legal", spec.name));
            }
        }
        found
    }

    fn other_names(&mut self, record: &WrittenRecord, header: &Header) -> Option<String> {
        let stands = |misnaming: &Misnaming| {
            self.misnaming = Some(*misnaming);
            self.stands(record, header, header.rules, false)
        };
        Misnaming::ALL.into_iter().find(stands).map(|misnaming| misnaming.help().to_owned())
    }

    /// Returns whether the rules contradict nothing in a record, up to the first error or the end of the budget.
    fn stands(&mut self, record: &WrittenRecord, header: &Header, rules: Ruleset, named_setup: bool) -> bool {
        if self.laps_left == 0 {
            return false;
        }
        // A given position stays, even one that the rules of the record make superfluous.
        let given = record.tags.iter().any(|tag| tag.name.value.eq_ignore_ascii_case("Position"));
        let setup = given.then(|| header.start.to_setup());
        let Ok(Start { mut game, .. }) = Start::new(rules, named_setup, setup.as_ref(), self.judge.max_laps) else {
            return false;
        };
        self.failed = false;
        let (_, stopped) = self.line(&record.main, &mut game, Numbers::default(), true);
        if !stopped && !self.failed {
            self.ending(header, record, &game);
        }
        !stopped && !self.failed
    }
}

/// Returns whether a fault may come from other rules than those that were played by.
fn of_rules(fault: &Diagnostic) -> bool {
    let told = !matches!(fault.code, Code::ForeignStep | Code::Undecided) && fault.ply.is_some();
    fault.is_error() && (told || fault.code == Code::WrongResult)
}

/// Counts the turns of the main line and their steps.
fn told_by(record: &WrittenRecord) -> usize {
    let bodies = record.main.plies.iter().filter_map(|ply| ply.turn.body.as_ref());
    bodies.map(|body| 1 + body.steps.len()).sum()
}

/// Returns the other values of an option, those nearest to its own first; words in the order of the notation.
fn other_values(spec: &OptionSpec, now: Setting) -> Vec<String> {
    match (spec.values, now) {
        (OptionValues::Number { least, most, .. }, Setting::Number(now)) => {
            let mut others: Vec<u8> = (least..=most).filter(|other| *other != now).collect();
            others.sort_by_key(|other| other.abs_diff(now));
            others.iter().map(u8::to_string).collect()
        }
        (OptionValues::Number { .. }, Setting::Word(_)) => Vec::new(),
        (OptionValues::Word(words), now) => {
            let now = now.to_string();
            words.iter().filter(|word| **word != now).map(|word| (*word).to_owned()).collect()
        }
    }
}
