use std::fmt;

use super::{BoardDrawing, BoardStyle, Marks, Palette, Tone, words};
use crate::engine::{Match, Position, Ruleset, State};
use crate::text::wrap;

/// The narrowest lines that prose is wrapped to, however small the board.
const LEAST_TEXT_WIDTH: usize = 80;
/// The widest lines that prose is wrapped to, however wide the board.
const MOST_TEXT_WIDTH: usize = 100;

/// Holds one picture of a replay: a heading, a board, what happened in words, and how things stand.
///
/// A frame is data; [`Frame::write`] draws it.
#[derive(Clone, Debug)]
pub struct Frame {
    pub(super) rules: Ruleset,
    pub(super) heading: String,
    pub(super) titles: Vec<String>,
    pub(super) position: Position,
    pub(super) marks: Marks,
    pub(super) story: Vec<String>,
    /// The board of the next round, where the turn ended one (Bosh).
    pub(super) next_round: Option<Position>,
    pub(super) standing: Option<Standing>,
    pub(super) notes: Vec<String>,
    /// How the record ended, where the board does not say so.
    pub(super) end: Option<String>,
}

/// Tells what a position shows beside its board.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) position: Position,
    pub(super) next: Next,
}

/// Tells what comes after a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The seat to move moves.
    Turn,
    /// The pits of the next round are chosen.
    Refill,
    /// Nothing: it is decided.
    Nothing,
}

impl Frame {
    /// Makes the frame of a game before its first turn.
    ///
    /// The titles, such as event and players, are lines to show as they are: escape them first.
    #[must_use]
    pub fn start(game: &Match, titles: Vec<String>) -> Self {
        let (rules, position) = (game.rules(), game.position());
        let options = rules.to_string();
        let options = if options.is_empty() { String::new() } else { format!(" ({options})") };
        let heading = format!("{}{options}: before the first turn", rules.game());
        let next = match game.state() {
            State::Turn => Next::Turn,
            State::Refill { .. } => Next::Refill,
            State::Over(_) => Next::Nothing,
        };
        let standing = Some(Standing { position: position.clone(), next });
        let story = game.outcome().iter().map(words::game_end).collect();
        Self { titles, story, standing, ..Self::new(rules, heading, position.clone(), None) }
    }

    /// Makes the frame of a position that is no part of a record.
    #[must_use]
    pub fn position(game: &Match) -> Self {
        let mut frame = Self::start(game, Vec::new());
        frame.heading.truncate(frame.heading.rfind(": ").unwrap_or(frame.heading.len()));
        frame
    }

    pub(super) fn new(rules: &Ruleset, heading: String, position: Position, marks: Option<Marks>) -> Self {
        Self {
            rules: *rules,
            heading,
            titles: Vec::new(),
            marks: marks.unwrap_or_else(|| Marks::new(position.ring())),
            position,
            story: Vec::new(),
            next_round: None,
            standing: None,
            notes: Vec::new(),
            end: None,
        }
    }

    /// Says how the record ended, for a picture: a resignation, say, is not seen on the board. Text has it in a note.
    pub fn set_end(&mut self, end: impl Into<String>) {
        self.end = Some(end.into());
    }

    /// Adds a line below everything else: a comment, or the result. Escape what strangers wrote first.
    pub fn push_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Returns what happened, a paragraph each.
    #[must_use]
    pub fn story(&self) -> &[String] {
        &self.story
    }

    /// Returns the heading.
    #[must_use]
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// Writes the frame without its board, what happened on one line: for those who listen. It ends in a line end.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write_words(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let standing = self.standing.as_ref().filter(|_| self.story.is_empty());
        let standing = standing.map(|standing| words::standing(&standing.position, &self.rules, standing.next));
        let sentences = self.story.iter().chain(&standing);
        let line = sentences.fold(format!("{}.", self.heading), |line, sentence| format!("{line} {sentence}"));
        writeln!(out, "{line}")?;
        for line in self.titles.iter().chain(&self.notes) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Writes the frame. It ends in a line end, with no empty line behind it.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    pub fn write(&self, out: &mut impl fmt::Write, style: BoardStyle, palette: Palette) -> fmt::Result {
        let board = BoardDrawing { position: &self.position, rules: &self.rules, marks: &self.marks, style };
        let width = board.width().clamp(LEAST_TEXT_WIDTH, MOST_TEXT_WIDTH);
        // The heading is not indented, but its further lines are.
        let mut heading = wrap(&self.heading, width.saturating_sub(style.indent));
        writeln!(out, "{}", palette.paint(Tone::Strong, heading.next().unwrap_or("")))?;
        for line in heading {
            writeln!(out, "{:indent$}{}", "", palette.paint(Tone::Strong, line), indent = style.indent)?;
        }
        for title in &self.titles {
            write_prose(out, title, width, style)?;
        }
        writeln!(out)?;
        board.write(out, palette)?;
        write_legend(out, &board, width, palette)?;
        if !self.story.is_empty() {
            writeln!(out)?;
        }
        for paragraph in &self.story {
            write_prose(out, paragraph, width, style)?;
        }
        if let Some(next) = &self.next_round {
            let marks = Marks::new(next.ring());
            let board = BoardDrawing { position: next, rules: &self.rules, marks: &marks, style };
            writeln!(out)?;
            board.write(out, palette)?;
            write_legend(out, &board, width, palette)?;
        }
        if let Some(standing) = &self.standing {
            writeln!(out)?;
            write_prose(out, &words::standing(&standing.position, &self.rules, standing.next), width, style)?;
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        for note in &self.notes {
            write_prose(out, note, width, style)?;
        }
        Ok(())
    }
}

fn write_legend(out: &mut impl fmt::Write, board: &BoardDrawing<'_>, width: usize, palette: Palette) -> fmt::Result {
    if board.has_legend() {
        writeln!(out)?;
        board.write_legend(out, palette, width)?;
    }
    Ok(())
}

fn write_prose(out: &mut impl fmt::Write, text: &str, width: usize, style: BoardStyle) -> fmt::Result {
    for line in wrap(text, width.saturating_sub(style.indent)) {
        let indent = if line.is_empty() { 0 } else { style.indent };
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}
