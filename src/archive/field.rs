use std::fmt;
use std::str::FromStr;

/// Names what an archive can be arranged by: a tag, or what a record says without one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The game.
    Game,
    /// The options that differ from their defaults.
    Rules,
    /// The result.
    Result,
    /// The number of turns in the main line.
    Plies,
    /// The name of the file.
    File,
    /// The tag of this name.
    Tag(String),
}

/// Says that a text cannot be the name of a tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be a tag: a name is a letter, then letters, digits, `_` or `-`")]
pub struct FieldError(String);

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(name: &str) -> Result<Self, FieldError> {
        let known = [Self::Game, Self::Rules, Self::Result, Self::Plies, Self::File];
        if let Some(field) = known.into_iter().find(|field| field.to_string().eq_ignore_ascii_case(name)) {
            return Ok(field);
        }
        let letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if letter && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
            return Ok(Self::Tag(name.to_owned()));
        }
        Err(FieldError(name.escape_debug().to_string()))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Game => "Game",
            Self::Rules => "Rules",
            Self::Result => "Result",
            Self::Plies => "plies",
            Self::File => "file",
            Self::Tag(name) => name,
        })
    }
}
