use std::fmt::Write as _;

use crate::engine::{Refill, Step, Turn};

/// Tells which checks are written though they follow from the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Checks {
    /// None: the canonical form.
    #[default]
    None,
    /// The stones of every capture and bonus pit, and what stays in reserve after a refill.
    Captures,
    /// The same, and where the last stone fell.
    Full,
}

/// Writes a decided turn in the notation; with [`Checks::None`], in its canonical form.
///
/// `ends_game` tells whether the turn ended the game (in Bosh the match).
#[must_use]
pub fn turn_text(turn: &Turn, ends_game: bool, checks: Checks) -> String {
    let mut text = turn.origin.to_string();
    write_turn(&mut text, turn, ends_game, checks).expect("a String takes all text");
    text
}

fn write_turn(text: &mut String, turn: &Turn, ends_game: bool, checks: Checks) -> std::fmt::Result {
    if turn.clockwise {
        text.push('~');
    }
    for step in &turn.steps {
        match step {
            Step::GoOn { pit } => write!(text, "/{pit}")?,
            Step::Stop { pit } => write!(text, ".{pit}")?,
            Step::Reverse { pit } => write!(text, "~{pit}")?,
            Step::Capture { pit, stones, clockwise } => {
                write!(text, "x{pit}")?;
                write_check(text, *stones, checks)?;
                text.push_str(if *clockwise { "~" } else { "" });
            }
            Step::Pass { pit, retreat } => write!(text, "-{pit}{}", if *retreat { "^" } else { "" })?,
            Step::Bonus { pits } | Step::Strip { pits } if pits.is_empty() => text.push_str("+0"),
            Step::Bonus { pits } => {
                for (index, (pit, stones)) in pits.iter().enumerate() {
                    write!(text, "{}{pit}", if index == 0 { '+' } else { ',' })?;
                    write_check(text, *stones, checks)?;
                }
            }
            Step::Strip { pits } => {
                for (index, (pit, stones)) in pits.iter().enumerate() {
                    write!(text, "{}{pit}:{stones}", if index == 0 { '+' } else { ',' })?;
                }
            }
        }
    }
    if checks == Checks::Full {
        write!(text, "={}", turn.landing)?;
    }
    if ends_game {
        text.push('#');
    }
    Ok(())
}

/// A count has at most four digits; a larger one, possible only in a composed position, is left out.
fn write_check(text: &mut String, stones: u32, checks: Checks) -> std::fmt::Result {
    if checks >= Checks::Captures && stones <= 9999 { write!(text, ":{stones}") } else { Ok(()) }
}

/// Writes a refill in the notation; with [`Checks::None`], in its canonical form.
#[must_use]
pub fn refill_text(refill: &Refill, checks: Checks) -> String {
    let reserve = refill.reserve;
    if checks >= Checks::Captures && reserve.south <= 99 && reserve.north <= 99 {
        format!("@A{}:{}/a{}:{}", refill.pits.south, reserve.south, refill.pits.north, reserve.north)
    } else {
        refill.to_string()
    }
}
