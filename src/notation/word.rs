//! Reads one word and says what is wrong with it, once.

use super::grammar::{A_TURN, Grammar, Reading, TurnWord, run};
use super::look_alike::{is_read, look_alike};
use super::{Span, SyntaxError, SyntaxErrorKind, TurnBody, WrittenRefill};

/// What a word should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Turn,
    Refill,
}

/// Says why a word can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It holds a control character. In a record these are reported once, not word by word.
    Control(SyntaxError),
    /// Anything else.
    Other(SyntaxError),
}

impl Fault {
    /// Returns the error that a record reports for this word.
    pub(super) fn of_word(self) -> Option<SyntaxError> {
        match self {
            Self::Control(_) => None,
            Self::Other(error) => Some(error),
        }
    }
}

/// Reads a word that begins at an offset.
pub(super) fn read_word<'a, T>(
    word: &'a str,
    start: usize,
    wanted: Wanted,
    rule: impl Fn(Grammar, &'a str) -> Reading<'a, T>,
) -> Result<T, Fault> {
    let grammar = Grammar { end: start + word.len() };
    let miss = match run(|input| rule(grammar, input), word) {
        Ok((_, value)) => return Ok(value),
        Err(miss) => miss,
    };
    let stop = word.len() - miss.rest.len();
    if let Some(fault) = blame(word, start, stop) {
        return Err(fault);
    }
    // A word that does not even begin like a turn is shown whole.
    let whole = wanted == Wanted::Turn && stop == 0;
    let expected = if whole { A_TURN } else { miss.expected };
    let (from, to) = match miss.rest.chars().next() {
        _ if whole => (0, word.len()),
        Some(found) => (stop, stop + found.len_utf8()),
        // At the word's end its last character is pointed at.
        None => (word.char_indices().next_back().map_or(0, |(index, _)| index), stop),
    };
    let found = if whole { word } else { &word[stop..to.max(stop)] }.to_owned();
    let kind = match wanted {
        Wanted::Turn => SyntaxErrorKind::BadTurn { expected, found },
        Wanted::Refill => SyntaxErrorKind::BadRefill { expected, found },
    };
    Err(Fault::Other(SyntaxError::new(kind, Span::new((start + from) as u32, (start + to) as u32))))
}

/// Finds a character that explains why a word can't be read past `stop`: a control character or a look-alike.
pub(super) fn blame(word: &str, start: usize, stop: usize) -> Option<Fault> {
    let error = |index: usize, found: char, kind| {
        SyntaxError::new(kind, Span::new((start + index) as u32, (start + index + found.len_utf8()) as u32))
    };
    let is_control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if let Some((index, found)) = word.char_indices().find(|(_, c)| is_control(*c)) {
        return Some(Fault::Control(error(index, found, SyntaxErrorKind::ControlCharacter { found, more: 0 })));
    }
    word.char_indices().find_map(|(index, found)| {
        // Those that turns may hold are to blame only where reading stopped.
        let meant = if is_read(found) && index != stop { None } else { look_alike(found) };
        meant.map(|meant| Fault::Other(error(index, found, SyntaxErrorKind::LookAlike { found, meant })))
    })
}

/// Reads one turn token, such as `B9/B20xa4:4+b3,b9` or `b6xA6!?`; the second value is the glyph that touches it.
///
/// # Errors
///
/// If the text is anything else than one turn. Places are offsets in the text.
///
/// ```
/// let (turn, glyph) = matombo::notation::read_turn("B9/B20xa4:4+b3,b9!")?;
/// assert_eq!((turn.steps.len(), glyph), (3, Some(1)));
/// let error = matombo::notation::read_turn("B07").unwrap_err();
/// assert_eq!(error.to_string(), "expected a column, a number from 1 without leading zeros, found `0`");
/// # Ok::<(), matombo::notation::SyntaxError>(())
/// ```
pub fn read_turn(text: &str) -> Result<(TurnBody, Option<u8>), SyntaxError> {
    let TurnWord { body, suffix } = read_alone(text, Wanted::Turn, Grammar::turn)?;
    Ok((body, suffix.map(|suffix| suffix.value)))
}

/// Reads one turn token that begins at an offset of a larger text.
pub(crate) fn read_turn_at(text: &str, start: u32) -> Result<(TurnBody, Option<u8>), SyntaxError> {
    let word = read_word(text, start as usize, Wanted::Turn, Grammar::turn);
    let TurnWord { body, suffix } = word.map_err(|fault| match fault {
        Fault::Control(error) | Fault::Other(error) => error,
    })?;
    Ok((body, suffix.map(|suffix| suffix.value)))
}

/// Reads one refill token, such as `@A1-5/a1-3`.
///
/// # Errors
///
/// If the text is anything else than one refill. Places are offsets in the text.
pub fn read_refill(text: &str) -> Result<WrittenRefill, SyntaxError> {
    read_alone(text, Wanted::Refill, Grammar::refill)
}

fn read_alone<'a, T>(
    text: &'a str,
    wanted: Wanted,
    rule: impl Fn(Grammar, &'a str) -> Reading<'a, T>,
) -> Result<T, SyntaxError> {
    read_word(text, 0, wanted, rule).map_err(|fault| match fault {
        Fault::Control(error) | Fault::Other(error) => error,
    })
}
