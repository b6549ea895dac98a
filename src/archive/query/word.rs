use std::fmt;

use super::count::Count;
use crate::board::Seat;
use crate::engine::{Game, OptionSpec, Ruleset};
use crate::text::nearest;

/// The words of the language besides those that count.
const WORDS: [&str; 15] = [
    "and",
    "or",
    "not",
    "has",
    "tag",
    "game",
    "rules",
    "result",
    "termination",
    "valid",
    "invalid",
    "invalid-turn",
    "code",
    "reaches",
    "opens",
];

/// The tags that are known by their names alone, however they are written.
const TAGS: [&str; 8] = ["Format", "Position", "Event", "Site", "Date", "Round", "South", "North"];

/// Names a tag, as records spell it if it is a known one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagName(String);

impl TagName {
    /// Takes a name that is told to be a tag's.
    pub(super) fn new(name: &str) -> Self {
        let others = ["Game", "Rules", "Result", "Termination"];
        let known = TAGS.into_iter().chain(others).find(|known| known.eq_ignore_ascii_case(name));
        Self(known.unwrap_or(name).to_owned())
    }

    /// Takes a name that can only be a tag's: a known one, or one that no word of the language is and that begins with
    /// a capital letter.
    pub(super) fn plain(name: &str) -> Option<Self> {
        let known = TAGS.into_iter().any(|known| known.eq_ignore_ascii_case(name));
        let other = || name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_word(name);
        (known || other()).then(|| Self::new(name))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether it is this tag; case does not matter.
    pub(super) fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alone = Self::plain(&self.0).is_some();
        write!(f, "{}{}", if alone { "" } else { "tag." }, self.0)
    }
}

/// Returns whether a name means something else than a tag.
fn is_word(name: &str) -> bool {
    WORDS.into_iter().any(|word| word.eq_ignore_ascii_case(name)) || Count::from_name(name).is_some()
}

/// Finds the word that a misspelt one was probably meant to be.
pub(super) fn likely_word(name: &str) -> Option<&'static str> {
    // No condition begins with these.
    let names = WORDS.into_iter().filter(|word| !["and", "or", "tag"].contains(word));
    nearest(name, names.chain(Count::words()).chain(TAGS))
}

/// Reads the seat before a count, as in `south.captures`.
pub(super) fn seat(name: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| seat.name().eq_ignore_ascii_case(name))
}

/// Returns the options of this name, with their games; games share names, not always values.
pub(super) fn options(name: &str) -> impl Iterator<Item = (Game, &'static OptionSpec)> {
    let all = Game::ALL.into_iter().flat_map(|game| Ruleset::specs(game).iter().map(move |spec| (game, spec)));
    all.filter(move |(_, spec)| spec.name.eq_ignore_ascii_case(name))
}

/// Finds the option that a misspelt one was probably meant to be.
pub(super) fn likely_option(name: &str) -> Option<&'static str> {
    nearest(name, Game::ALL.into_iter().flat_map(Ruleset::specs).map(|spec| spec.name))
}
