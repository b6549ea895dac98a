use std::fmt::{self, Write as _};

use super::playback::result_line;
use super::{Checks, Judged, JudgedLine, JudgedPly, refill_text};
use crate::board::Seat;
use crate::text::markdown;

/// What stands behind a turn that notes are written about.
const NOTED: &str = " †";

/// Writes a record as a score sheet in Markdown, to be printed: its tags, its turns in a table with a column a seat, in
/// Bosh a table a round, the result, and comments and variations as notes. `None` if it is not known what is played.
///
/// It needs a renderer that knows tables; everything else is CommonMark.
///
/// ```
/// use matombo::notation::read_text;
/// use matombo::record::{Judge, Keep, score_sheet};
/// let text = "[Game \"Kimasai\"]\n\n1. A2xa12 a2xA12! 2. A3xa11 *\n";
/// let judged = Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
/// assert_eq!(
///     score_sheet(&judged).ok_or("its game is known")?,
///     "# Kimasai\n\n\
///      | Game | Kimasai |\n| --- | --- |\n\n\
///      | | South | North |\n| ---: | --- | --- |\n| 1 | A2xa12 | a2xA12! |\n| 2 | A3xa11 | |\n\n\
///      **Result: \\* (unterminated)**\n"
/// );
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn score_sheet(judged: &Judged) -> Option<String> {
    judged.header.as_ref()?;
    let mut sheet = Sheet { text: format!("# {}\n\n", markdown(&judged.title())) };
    sheet.tags(judged);
    sheet.turns(judged);
    sheet.result(judged);
    sheet.notes(judged);
    Some(sheet.text)
}

struct Sheet {
    text: String,
}

/// A line of the table of turns.
struct Row<'a> {
    number: u32,
    south: Option<&'a JudgedPly>,
    north: Option<&'a JudgedPly>,
}

impl Sheet {
    /// Writes a line of Markdown. Writing to a string cannot fail.
    fn line(&mut self, line: fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn tags(&mut self, judged: &Judged) {
        let Some(header) = &judged.header else { return };
        self.line(format_args!("| Game | {} |\n| --- | --- |", header.rules.game()));
        let rules = header.rules.to_string();
        if !rules.is_empty() {
            self.line(format_args!("| Rules | {} |", markdown(&rules)));
        }
        if header.custom_start {
            self.line(format_args!("| Position | {} |", markdown(&header.start.to_string())));
        }
        for (name, value) in &header.tags {
            self.line(format_args!("| {} | {} |", markdown(name), markdown(value)));
        }
        self.text.push('\n');
    }

    /// Writes the tables of turns, one a round.
    fn turns(&mut self, judged: &Judged) {
        let start = judged.header.as_ref().and_then(|header| header.start.round());
        let mut number = start.map(|round| round.number);
        for round in judged.turns.split_inclusive(|ply| refill(ply).is_some()) {
            if let Some(number) = number {
                self.line(format_args!("## Round {number}\n"));
            }
            self.table(round);
            if let Some(refill) = round.last().and_then(refill) {
                self.line(format_args!("Refill: {}\n", markdown(&refill)));
            }
            number = number.map(|number| number.saturating_add(1));
        }
    }

    fn table(&mut self, turns: &[JudgedPly]) {
        self.line(format_args!("| | South | North |\n| ---: | --- | --- |"));
        for Row { number, south, north } in rows(turns) {
            // A seat that had no turn before the other's has dots, one that has none after it nothing.
            let south = south.map_or_else(|| "...".to_owned(), cell);
            let north = north.map_or_else(String::new, |ply| cell(ply) + " ");
            self.line(format_args!("| {number} | {south} | {north}|"));
        }
        self.text.push('\n');
    }

    fn result(&mut self, judged: &Judged) {
        self.line(format_args!("**{}**", markdown(&result_line(judged))));
        if let Some(outcome) = judged.outcome {
            let outcome = outcome.to_string();
            let (first, rest) = outcome.split_at(1);
            self.line(format_args!("\n{}{rest}.", first.to_uppercase()));
        }
    }

    /// Writes the comments of the record, and of every turn its comments and variations.
    fn notes(&mut self, judged: &Judged) {
        if judged.comments.is_empty() && !judged.turns.iter().any(is_noted) {
            return;
        }
        self.line(format_args!("\n## Notes\n"));
        if !judged.comments.is_empty() {
            self.line(format_args!("- Start:{}", remarks(&judged.comments)));
        }
        for ply in judged.turns.iter().filter(|ply| is_noted(ply)) {
            self.line(format_args!("- {}{}", numbered(ply), remarks(&ply.comments)));
            self.variations(&ply.variations, 1);
        }
    }

    /// Recursion follows the nesting of variations, which the reader limits.
    fn variations(&mut self, lines: &[JudgedLine], depth: usize) {
        for line in lines {
            let turns: Vec<String> = line.turns.iter().map(|ply| numbered(ply) + &remarks(&ply.comments)).collect();
            let indent = "  ".repeat(depth);
            self.line(format_args!("{indent}- Or:{} {}", remarks(&line.comments), turns.join(" ")));
            for ply in &line.turns {
                self.variations(&ply.variations, depth + 1);
            }
        }
    }
}

/// Puts turns of both seats beside each other.
fn rows(turns: &[JudgedPly]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for ply in turns {
        match (ply.seat, rows.last_mut()) {
            (Seat::South, _) => rows.push(Row { number: ply.number, south: Some(ply), north: None }),
            (Seat::North, Some(row)) if row.number == ply.number && row.north.is_none() => row.north = Some(ply),
            (Seat::North, _) => rows.push(Row { number: ply.number, south: None, north: Some(ply) }),
        }
    }
    rows
}

fn is_noted(ply: &JudgedPly) -> bool {
    !ply.comments.is_empty() || !ply.variations.is_empty()
}

fn cell(ply: &JudgedPly) -> String {
    turn(ply) + if is_noted(ply) { NOTED } else { "" }
}

fn turn(ply: &JudgedPly) -> String {
    markdown(&ply.annotated()) + if ply.turn.is_some() { "" } else { " (not played)" }
}

/// Writes a turn behind its number. A bare dot could begin a list.
fn numbered(ply: &JudgedPly) -> String {
    let dots = if ply.seat == Seat::South { "\\." } else { "..." };
    let refill = refill(ply).map_or_else(String::new, |refill| format!(" {}", markdown(&refill)));
    format!("{}{dots} {}{refill}", ply.number, turn(ply))
}

/// Writes comments in braces, as the notation has them.
fn remarks(comments: &[String]) -> String {
    comments.iter().map(|comment| format!(" {{{}}}", markdown(comment))).collect()
}

fn refill(ply: &JudgedPly) -> Option<String> {
    let decided = ply.refill.map(|refill| refill_text(&refill, Checks::Captures));
    decided.or_else(|| ply.written_refill.clone())
}
