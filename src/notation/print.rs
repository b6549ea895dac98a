use std::fmt;

use crate::board::Seat;

use super::{Document, DocumentLine, DocumentPly};

/// The width of canonical text in characters.
pub const WIDTH: usize = 79;

/// Prints a record in its canonical form: tags one a line, an empty line, the movetext, an empty line.
///
/// Words that would pass the width start a new line. Comments are words that are never broken.
///
/// # Errors
///
/// Only those of the writer.
pub fn print(document: &Document, width: usize, out: &mut impl fmt::Write) -> fmt::Result {
    for (name, value) in &document.tags {
        writeln!(out, "[{name} \"{}\"]", escape_value(value))?;
    }
    if !document.tags.is_empty() {
        out.write_char('\n')?;
    }
    let mut words = Words { out, width, column: 0, prefix: String::new(), word: None };
    for comment in &document.comments {
        words.add(escape_comment(comment))?;
    }
    print_lines(&document.plies, &mut words)?;
    words.add(document.result.token().to_owned())?;
    words.end()
}

/// A line that is being printed, and how far.
struct Cursor<'a> {
    plies: &'a [DocumentPly],
    /// The variations of the turn printed last that are still to come.
    variations: &'a [DocumentLine],
    /// Who made the turn printed last, or nobody where a North turn needs its number.
    last: Option<Seat>,
}

impl<'a> Cursor<'a> {
    fn new(plies: &'a [DocumentPly]) -> Self {
        Self { plies, variations: &[], last: None }
    }
}

/// Prints turns with their variations. The open ones are kept in a list: a document may nest as deep as it likes.
fn print_lines<W: fmt::Write>(plies: &[DocumentPly], words: &mut Words<'_, W>) -> fmt::Result {
    let mut open = vec![Cursor::new(plies)];
    while let Some(cursor) = open.last_mut() {
        if let Some((variation, rest)) = cursor.variations.split_first() {
            cursor.variations = rest;
            words.prefix.push('(');
            for comment in &variation.comments {
                words.add(escape_comment(comment))?;
            }
            open.push(Cursor::new(&variation.plies));
        } else if let Some((ply, rest)) = cursor.plies.split_first() {
            cursor.plies = rest;
            cursor.variations = &ply.variations;
            print_ply(ply, cursor.last, words)?;
            let interrupted = !ply.comments.is_empty() || !ply.variations.is_empty();
            cursor.last = (!interrupted).then_some(ply.seat);
        } else {
            open.pop();
            if !open.is_empty() {
                words.close();
            }
        }
    }
    Ok(())
}

fn print_ply<W: fmt::Write>(ply: &DocumentPly, last: Option<Seat>, words: &mut Words<'_, W>) -> fmt::Result {
    match (ply.seat, last) {
        (Seat::South, _) => words.add(format!("{}.", ply.number))?,
        (Seat::North, Some(Seat::South)) => {}
        (Seat::North, _) => words.add(format!("{}...", ply.number))?,
    }
    words.add(ply.turn.clone())?;
    for glyph in &ply.glyphs {
        words.add(format!("${glyph}"))?;
    }
    if let Some(refill) = &ply.refill {
        words.add(refill.clone())?;
    }
    for comment in &ply.comments {
        words.add(escape_comment(comment))?;
    }
    Ok(())
}

/// Joins words by spaces and line ends. The last word waits for a parenthesis that may touch it.
struct Words<'a, W> {
    out: &'a mut W,
    width: usize,
    column: usize,
    /// Parentheses that touch the next word.
    prefix: String,
    word: Option<String>,
}

impl<W: fmt::Write> Words<'_, W> {
    fn add(&mut self, word: String) -> fmt::Result {
        self.flush()?;
        let mut text = std::mem::take(&mut self.prefix);
        text.push_str(&word);
        self.word = Some(text);
        Ok(())
    }

    fn close(&mut self) {
        // A variation without turns, which no record has, keeps its parentheses all the same.
        let mut text = std::mem::take(&mut self.prefix);
        text.push(')');
        self.word.get_or_insert_default().push_str(&text);
    }

    fn flush(&mut self) -> fmt::Result {
        let Some(word) = self.word.take() else { return Ok(()) };
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if self.column > 0 {
            if self.column + 1 + first_line > self.width {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(&word)?;
        self.column = match word.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + first_line,
        };
        Ok(())
    }

    fn end(&mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_str("\n\n")
    }
}

fn escape_value(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        if matches!(character, '\\' | '"') {
            text.push('\\');
        }
        text.push(character);
    }
    text
}

/// Writes a comment's text with its braces, so that nothing in it ends the comment or looks like a record's head.
fn escape_comment(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len() + 2);
    text.push('{');
    // The first line stands behind the brace, so a bracket there begins no line.
    let mut line_start = false;
    for character in comment.chars() {
        if matches!(character, '\\' | '}') || (character == '[' && line_start) {
            text.push('\\');
        }
        text.push(character);
        line_start = character == '\n' || (line_start && matches!(character, ' ' | '\t' | '\u{feff}'));
    }
    text.push('}');
    text
}
