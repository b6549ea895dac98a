use std::fmt;

use super::comparison::{Comparison, Equality, TextTest};
use super::count::{Amount, Count};
use super::opening::Opening;
use super::target::Target;
use super::word::TagName;
use crate::diagnostic::Code;
use crate::engine::{Game, Setting};
use crate::notation::{GameResult, Period};
use crate::record::{Keep, Termination};

/// Asks one thing of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// There is a tag of this name.
    HasTag(TagName),
    /// A tag's value is or holds a text.
    TagText(TagName, TextTest),
    /// A tag's value is a whole number that compares so.
    TagNumber(TagName, Comparison, i128),
    /// The date compares so, whatever day it means.
    Date(Comparison, Period),
    /// The date is told to be unknown.
    DateUnknown(Equality),
    Game(Equality, Game),
    /// The options that are not what they are when nothing is said, as `Rules` writes them.
    Rules(TextTest),
    /// An option in force is this.
    Option(&'static str, Equality, Setting),
    /// An option in force is a number that compares so.
    OptionNumber(&'static str, Comparison, u8),
    Result(Equality, GameResult),
    Termination(Equality, Termination),
    Count(Count, Comparison, Amount),
    Valid(bool),
    /// A turn cannot be read, or is not legal.
    InvalidTurn,
    /// There is a diagnostic of this code.
    Code(Code),
    Reaches(Target),
    Opens(Opening),
}

impl Condition {
    /// Returns how much must be kept of a record to tell.
    pub(super) fn needs(&self) -> Keep {
        match self {
            // How a record ended can follow from its turns.
            Self::HasTag(tag) | Self::TagText(tag, _) | Self::TagNumber(tag, ..) if tag.is("Termination") => {
                Keep::Verdict
            }
            Self::HasTag(_)
            | Self::TagText(..)
            | Self::TagNumber(..)
            | Self::Date(..)
            | Self::DateUnknown(_)
            | Self::Game(..)
            | Self::Rules(_)
            | Self::Option(..)
            | Self::OptionNumber(..)
            | Self::Result(..) => Keep::Tags,
            Self::Termination(..) | Self::Valid(_) | Self::Code(_) => Keep::Verdict,
            Self::Count(count, _, amount) => count.needs().max(amount.needs()),
            Self::InvalidTurn => Keep::Turns,
            Self::Reaches(_) | Self::Opens(_) => Keep::Positions,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HasTag(tag) => write!(f, "has {tag}"),
            Self::TagText(tag, test) => write!(f, "{tag} {test}"),
            Self::TagNumber(tag, comparison, number) => write!(f, "{tag} {comparison} {number}"),
            Self::Date(comparison, period) => write!(f, "Date {comparison} {period}"),
            Self::DateUnknown(equality) => write!(f, "Date {equality} ?"),
            Self::Game(equality, game) => write!(f, "game {equality} {}", game.key()),
            Self::Rules(test) => write!(f, "rules {test}"),
            Self::Option(name, equality, setting) => write!(f, "rules.{name} {equality} {setting}"),
            Self::OptionNumber(name, comparison, number) => write!(f, "rules.{name} {comparison} {number}"),
            Self::Result(equality, result) => write!(f, "result {equality} {result}"),
            Self::Termination(equality, termination) => write!(f, "termination {equality} \"{termination}\""),
            Self::Count(count, comparison, amount) => write!(f, "{count} {comparison} {amount}"),
            Self::Valid(valid) => f.write_str(if *valid { "valid" } else { "invalid" }),
            Self::InvalidTurn => f.write_str("invalid-turn"),
            Self::Code(code) => write!(f, "code {code}"),
            Self::Reaches(target) => write!(f, "reaches {target}"),
            Self::Opens(opening) => write!(f, "opens {opening}"),
        }
    }
}
