use std::fmt;

use super::word::seat;
use crate::archive::Measure;
use crate::board::Seat;
use crate::record::Keep;

/// Names something that can be counted in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// What was played, by one seat or by both.
    Played(Option<Seat>, &'static Measure),
    /// What belongs to no seat.
    Whole(Whole),
}

/// Names what a record as a whole has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Plies,
    Rounds,
    Comments,
    Variations,
    Errors,
    Warnings,
}

/// What records have. `round` is a tag.
const WHOLE: [(Whole, &str, Option<&str>); 6] = [
    (Whole::Plies, "plies", Some("ply")),
    (Whole::Rounds, "rounds", None),
    (Whole::Comments, "comments", Some("comment")),
    (Whole::Variations, "variations", Some("variation")),
    (Whole::Errors, "errors", Some("error")),
    (Whole::Warnings, "warnings", Some("warning")),
];

/// What a count is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Number(u64),
    Count(Count),
}

impl Amount {
    /// Returns how much must be kept of a record to know it.
    pub(super) const fn needs(self) -> Keep {
        match self {
            Self::Number(_) => Keep::Tags,
            Self::Count(count) => count.needs(),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Count(count) => count.fmt(f),
        }
    }
}

impl Count {
    /// Reads a count with the seat before it, if there is one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let Some((before, name)) = text.split_once('.') else { return Self::from_name(text) };
        match (seat(before)?, Self::from_name(name)?) {
            (seat, Self::Played(_, played)) => Some(Self::Played(Some(seat), played)),
            (_, Self::Whole(_)) => None,
        }
    }

    /// Finds what a word counts, of both seats; one or many, in any case.
    pub(super) fn from_name(word: &str) -> Option<Self> {
        let named = |many: &str, one: Option<&str>| {
            [Some(many), one].into_iter().flatten().any(|name| name.eq_ignore_ascii_case(word))
        };
        let whole = WHOLE.into_iter().find(|(_, many, one)| named(many, *one)).map(|(whole, ..)| Self::Whole(whole));
        let played = || Measure::ALL.iter().find(|measure| named(measure.word, measure.one));
        whole.or_else(|| played().map(|measure| Self::Played(None, measure)))
    }

    /// Returns all words that name something to count.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        let whole = WHOLE.into_iter().map(|(_, many, one)| (many, one));
        let played = Measure::ALL.iter().map(|measure| (measure.word, measure.one));
        whole.chain(played).flat_map(|(many, one)| [Some(many), one]).flatten()
    }

    /// Returns how much must be kept of a record to count it.
    pub(super) const fn needs(self) -> Keep {
        match self {
            Self::Whole(Whole::Plies) => Keep::Tags,
            Self::Whole(Whole::Errors | Whole::Warnings) => Keep::Verdict,
            Self::Whole(Whole::Rounds | Whole::Comments | Whole::Variations) | Self::Played(..) => Keep::Turns,
        }
    }
}

impl Whole {
    fn name(self) -> &'static str {
        WHOLE.into_iter().find(|(whole, ..)| *whole == self).map_or("", |(_, name, _)| name)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played(None, measure) => f.write_str(measure.word),
            Self::Played(Some(seat), measure) => write!(f, "{}.{}", seat.name(), measure.word),
            Self::Whole(whole) => f.write_str(whole.name()),
        }
    }
}
