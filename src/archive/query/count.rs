use std::fmt;

use super::word::seat;
use crate::archive::Counts;
use crate::board::Seat;
use crate::record::Keep;

/// Names something that can be counted in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// What was played, by one seat or by both.
    Played(Option<Seat>, Played),
    /// What belongs to no seat.
    Whole(Whole),
}

/// Names what seats do in their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Played {
    Laps,
    Captures,
    Captured,
    ClockwiseCaptures,
    BonusPits,
    WaivedBonuses,
    Stripped,
    WaivedStrips,
    HeadStops,
    GoOns,
    Passes,
    Retreats,
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

/// What seats do: its name, and that of one of it where there is such a word.
const PLAYED: [(Played, &str, Option<&str>); 12] = [
    (Played::Laps, "laps", Some("lap")),
    (Played::Captures, "captures", Some("capture")),
    (Played::Captured, "captured", None),
    (Played::ClockwiseCaptures, "clockwise-captures", Some("clockwise-capture")),
    (Played::BonusPits, "bonus-pits", Some("bonus-pit")),
    (Played::WaivedBonuses, "waived-bonuses", Some("waived-bonus")),
    (Played::Stripped, "stripped", None),
    (Played::WaivedStrips, "waived-strips", Some("waived-strip")),
    (Played::HeadStops, "head-stops", Some("head-stop")),
    (Played::GoOns, "go-ons", Some("go-on")),
    (Played::Passes, "passes", Some("pass")),
    (Played::Retreats, "retreats", Some("retreat")),
];

/// What records have. `round` is a tag.
const WHOLE: [(Whole, &str, Option<&str>); 6] = [
    (Whole::Plies, "plies", Some("ply")),
    (Whole::Rounds, "rounds", None),
    (Whole::Comments, "comments", Some("comment")),
    (Whole::Variations, "variations", Some("variation")),
    (Whole::Errors, "errors", Some("error")),
    (Whole::Warnings, "warnings", Some("warning")),
];

/// Finds what a word names, one or many; case does not matter.
fn find<T: Copy>(table: &[(T, &'static str, Option<&'static str>)], word: &str) -> Option<T> {
    let named = |name: &str| name.eq_ignore_ascii_case(word);
    table.iter().find(|(_, many, one)| named(many) || one.is_some_and(named)).map(|(count, ..)| *count)
}

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

    /// Finds what a word counts, of both seats.
    pub(super) fn from_name(word: &str) -> Option<Self> {
        let played = || find(&PLAYED, word).map(|played| Self::Played(None, played));
        find(&WHOLE, word).map(Self::Whole).or_else(played)
    }

    /// Returns all words that name something to count.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        let whole = WHOLE.into_iter().flat_map(|(_, many, one)| [Some(many), one]);
        whole.chain(PLAYED.into_iter().flat_map(|(_, many, one)| [Some(many), one])).flatten()
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

impl Played {
    /// Returns the number among those of one seat's turns.
    pub(super) const fn of(self, counts: &Counts) -> u64 {
        match self {
            Self::Laps => counts.laps,
            Self::Captures => counts.captures,
            Self::Captured => counts.captured,
            Self::ClockwiseCaptures => counts.clockwise_captures,
            Self::BonusPits => counts.bonus_pits,
            Self::WaivedBonuses => counts.waived_bonuses,
            Self::Stripped => counts.stripped,
            Self::WaivedStrips => counts.waived_strips,
            Self::HeadStops => counts.head_stops,
            Self::GoOns => counts.go_ons,
            Self::Passes => counts.passes,
            Self::Retreats => counts.retreats,
        }
    }

    /// Returns whether the enemy of the seat to move does it.
    pub(super) const fn answers(self) -> bool {
        matches!(self, Self::Retreats)
    }

    fn name(self) -> &'static str {
        PLAYED.into_iter().find(|(played, ..)| *played == self).map_or("", |(_, name, _)| name)
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
            Self::Played(None, played) => f.write_str(played.name()),
            Self::Played(Some(seat), played) => write!(f, "{}.{}", seat.name(), played.name()),
            Self::Whole(whole) => f.write_str(whole.name()),
        }
    }
}
