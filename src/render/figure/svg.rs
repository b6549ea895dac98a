use std::fmt::Write as _;

use super::alt_text::{board_in_words, holdings};
use super::arrows::Arrows;
use super::layout::{Layout, NUMBERS, RADIUS};
use super::stones::{MOST_DRAWN, definition};
use super::theme::FONTS;
use super::xml::markup;
use super::{Figure, Headline};
use crate::board::{Pit, Ring, Row, Seat};
use crate::engine::{Position, Ruleset};
use crate::render::cell::PitKind;
use crate::render::frame::{Next, Standing};
use crate::render::{Mark, Marks, words};
use crate::text::{truncate_to_width, wrap};

/// Around everything.
const MARGIN: i32 = 14;
/// The narrowest picture, however small the board.
const LEAST_WIDTH: i32 = 400;
/// The most lines of a heading.
const MOST_LINES: usize = 4;
/// The height of a line of text.
const LINE: i32 = 21;
/// More than a character of a heading is wide on average, in tenths of a pixel.
const HEADING_CHARACTER: i32 = 95;
/// The same of smaller text.
const CHARACTER: i32 = 68;

/// Draws a whole picture.
pub(super) fn picture(figure: &Figure<'_>) -> String {
    let frame = figure.frame;
    let width = i32::try_from(width(frame.position.ring())).unwrap_or(LEAST_WIDTH);
    let mut page = Page { width, y: MARGIN - 2, body: String::new() };
    page.heading(figure);
    page.board(figure, &frame.position, Some(&frame.marks), frame.standing.as_ref());
    if let Some(next) = frame.next_round.as_ref().filter(|_| figure.headline == Headline::Whole) {
        page.y += LINE / 2;
        page.board(figure, next, None, frame.standing.as_ref());
    }
    page.footing(figure);
    page.finish(figure)
}

/// Draws a board to stand in a page, which has the definitions and the style sheet.
pub(in crate::render) fn board_in_page(position: &Position, rules: &Ruleset) -> String {
    let mut page = Page { width: Layout::needed_width(position.ring()), y: 0, body: String::new() };
    page.pits(position, rules, &Marks::new(position.ring()));
    let (width, height) = (page.width, page.y);
    format!(
        "<svg class=\"figure\" viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
        markup(&board_in_words(position)),
        page.body
    )
}

/// The width of every picture of a board.
pub(super) fn width(ring: Ring) -> u32 {
    (Layout::needed_width(ring) + 2 * MARGIN).max(LEAST_WIDTH).unsigned_abs()
}

/// A picture that grows downwards.
struct Page {
    width: i32,
    y: i32,
    body: String,
}

impl Page {
    fn finish(self, figure: &Figure<'_>) -> String {
        let (width, height) = (self.width, self.y + MARGIN - 4);
        let frame = figure.frame;
        let about = if figure.about.is_empty() { String::new() } else { format!("{}. ", figure.about) };
        let mut told = vec![board_in_words(&frame.position)];
        told.extend_from_slice(&frame.story);
        if let Some(next) = &frame.next_round {
            told.push(format!("The board of the next round: {}", board_in_words(next)));
        }
        told.extend(
            frame.standing.as_ref().map(|standing| words::standing(&standing.position, &frame.rules, standing.next)),
        );
        told.extend(frame.end.clone());
        // Without names for its parts: a page may hold several pictures.
        let title = markup(&format!("{about}{}", frame.heading));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONTS}\" role=\"img\" aria-label=\"{title}\">\n"
        );
        let _ = writeln!(out, "<title>{title}</title>");
        let _ = writeln!(out, "<desc>{}</desc>", markup(&told.join(" ")));
        let _ = writeln!(out, "<style>{}</style>", figure.theme.style_sheet(""));
        let _ = writeln!(out, "<defs>{}</defs>", definitions(Some(&self.body)));
        let _ = writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
        out + &self.body + "</svg>\n"
    }

    /// Writes a line of text and goes on below it.
    fn line(&mut self, class: &str, text: &str) {
        self.y += LINE;
        let _ =
            writeln!(self.body, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{}\">{}</text>", self.y - 6, markup(text));
    }

    /// Writes a text in a few lines at most: a turn can be longer than a page.
    fn prose(&mut self, class: &str, text: &str, room: usize) {
        let mut lines = wrap(text, room).filter(|line| !line.is_empty());
        let first: Vec<&str> = lines.by_ref().take(MOST_LINES).collect();
        let more = lines.next().is_some();
        for (index, line) in first.iter().enumerate() {
            let dots = if more && index + 1 == MOST_LINES { " ..." } else { "" };
            self.line(class, &truncate_to_width(&format!("{line}{dots}"), room));
        }
    }

    fn room(&self, tenths: i32) -> usize {
        usize::try_from((self.width - 2 * MARGIN) * 10 / tenths).unwrap_or(0)
    }

    fn heading(&mut self, figure: &Figure<'_>) {
        let room = self.room(HEADING_CHARACTER);
        let heading = figure.frame.heading();
        match figure.headline {
            Headline::Fixed => self.line("heading", &truncate_to_width(heading, room)),
            Headline::Whole => self.prose("heading", heading, room),
        }
    }

    /// Draws a board with its seats and numbers.
    fn board(&mut self, figure: &Figure<'_>, position: &Position, marks: Option<&Marks>, standing: Option<&Standing>) {
        let rules = &figure.frame.rules;
        // Who is to move is told of the board as it stands.
        let standing = standing.filter(|_| marks.is_none() || figure.frame.next_round.is_none());
        let none = Marks::new(position.ring());
        self.seat(Seat::North, position, rules, standing);
        self.pits(position, rules, marks.unwrap_or(&none));
        self.seat(Seat::South, position, rules, standing);
        if let Some(round) = position.round() {
            self.line("", &format!("Round {}, begun by {}", round.number, round.starter));
        }
    }

    /// Draws the board itself, with its letters and numbers.
    fn pits(&mut self, position: &Position, rules: &Ruleset, marks: &Marks) {
        let ring = position.ring();
        let mut layout = Layout { ring, left: 0, top: 0 };
        layout.left = (self.width - layout.width()) / 2;
        self.numbers(&layout, Seat::North);
        layout.top = self.y;
        self.surface(&layout);
        for (seat, row) in ring.page_rows() {
            let letter = Pit::new(seat, row, 1).letter();
            for x in layout.letters() {
                let y = layout.row(seat, row) + 5;
                let _ = writeln!(
                    self.body,
                    "<text class=\"letter\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{letter}</text>"
                );
            }
            for pit in ring.page_row(seat, row) {
                let (x, y) = layout.centre(pit);
                let _ = writeln!(self.body, "{}", Hollow { position, rules, marks, pit }.draw(x, y));
            }
        }
        self.arrows(&layout, marks, position);
        self.y += layout.height();
        self.numbers(&layout, Seat::South);
    }

    fn surface(&mut self, layout: &Layout) {
        let (left, top, width, height) = (layout.left, layout.top, layout.width(), layout.height());
        let _ = writeln!(
            self.body,
            "<rect class=\"board\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{}\"/>",
            RADIUS
        );
        if layout.is_double() {
            let (middle, right) = (layout.middle(), left + width);
            let _ = writeln!(self.body, "<path class=\"middle\" d=\"M{left} {middle}H{right}\"/>");
        }
    }

    fn numbers(&mut self, layout: &Layout, seat: Seat) {
        self.y += NUMBERS;
        let above = seat == Seat::North;
        let y = if above { self.y - 5 } else { self.y - 4 };
        for pit in layout.ring.page_row(seat, Row::Front) {
            let (x, _) = layout.centre(pit);
            let _ = writeln!(
                self.body,
                "<text class=\"quiet\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
                pit.column
            );
        }
    }

    /// Tells of a seat beside its rows: whether it is to move, and what it has.
    fn seat(&mut self, seat: Seat, position: &Position, rules: &Ruleset, standing: Option<&Standing>) {
        let mut name = seat.to_string();
        if standing.is_some_and(|standing| standing.next == Next::Turn) && position.to_move() == seat {
            name.push_str(" is to move");
        }
        let holdings = holdings(position, rules, seat);
        self.line("seat", &name);
        let (x, y) = (self.width - MARGIN, self.y - 6);
        let _ = writeln!(self.body, "<text class=\"quiet\" x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{holdings}</text>");
    }

    fn arrows(&mut self, layout: &Layout, marks: &Marks, position: &Position) {
        self.body.push_str("<g class=\"arrows\">\n");
        for arrow in Arrows::new(layout, marks, position).drawn {
            let class = if arrow.retreat { "back " } else { "" };
            let (line, tip) = (&arrow.line, &arrow.tip);
            let _ = writeln!(
                self.body,
                "<path class=\"{class}way\" d=\"{line}\"/><path class=\"{class}tip\" d=\"{tip}\"/>"
            );
        }
        self.body.push_str("</g>\n");
    }

    /// Writes what stands below the board.
    fn footing(&mut self, figure: &Figure<'_>) {
        let frame = figure.frame;
        let over = frame.standing.as_ref().is_some_and(|standing| standing.next == Next::Nothing);
        let decided = frame.story.last().filter(|_| over);
        let end = decided.or(frame.end.as_ref()).map_or("", String::as_str);
        let room = self.room(CHARACTER);
        match figure.headline {
            Headline::Fixed => self.line("", &truncate_to_width(end, room)),
            Headline::Whole => {
                self.prose("", end, room);
                self.legend(figure);
            }
        }
    }

    fn legend(&mut self, figure: &Figure<'_>) {
        let frame = figure.frame;
        let ring = frame.position.ring();
        let pits = || Seat::BOTH.into_iter().flat_map(|seat| ring.pits(seat));
        let mut entries: Vec<(String, String)> = Vec::new();
        for mark in frame.marks.kinds().filter(|mark| *mark != Mark::RetreatTo) {
            entries.push((sample(mark), picture_meaning(mark).to_owned()));
        }
        for kind in [PitKind::Head, PitKind::Ear] {
            if let Some((_, _, meaning)) = kind.brackets()
                && pits().any(|pit| PitKind::of(&frame.rules, pit) == kind)
            {
                entries.push((small_pit("", ring_of(kind)), meaning.to_owned()));
            }
        }
        if pits().any(|pit| frame.position.is_closed(pit)) {
            entries.push((small_pit("closed", ""), "closed".to_owned()));
        }
        let layout = Layout { ring, left: 0, top: 0 };
        let (drawn, laps) = (Arrows::new(&layout, &frame.marks, &frame.position).laps, frame.marks.trail().total());
        if drawn < laps {
            let sample = "<path class=\"way\" d=\"M-9 0H5\"/><path class=\"tip\" d=\"M3-4L9 0L3 4Z\"/>".to_owned();
            entries.push((sample, format!("the last {drawn} of {laps} laps")));
        }
        self.flow(&entries);
    }

    /// Sets signs with their meaning into lines.
    fn flow(&mut self, entries: &[(String, String)]) {
        let mut x = self.width;
        for (sign, meaning) in entries {
            let wide = 26 + i32::try_from(meaning.len()).unwrap_or(0) * CHARACTER / 10 + 12;
            if x + wide > self.width - MARGIN {
                x = MARGIN;
                self.y += LINE;
            }
            let y = self.y - 10;
            let _ = writeln!(self.body, "<g transform=\"translate({},{y})\">{sign}</g>", x + 9);
            let _ = writeln!(self.body, "<text class=\"quiet\" x=\"{}\" y=\"{}\">{meaning}</text>", x + 24, y + 4);
            x += wide;
        }
    }
}

/// One pit with what is in it and what happened there.
struct Hollow<'a> {
    position: &'a Position,
    rules: &'a Ruleset,
    marks: &'a Marks,
    pit: Pit,
}

impl Hollow<'_> {
    fn draw(&self, x: i32, y: i32) -> String {
        let (pit, position) = (self.pit, self.position);
        let closed = position.is_closed(pit);
        let mark = self.marks.shown(pit);
        let class = if closed { "closed" } else { mark.map_or("", class) };
        let space = if class.is_empty() { "" } else { " " };
        let mut drawn = format!("<g class=\"pit{space}{class}\" data-pit=\"{pit}\" transform=\"translate({x},{y})\">");
        let _ = write!(drawn, "<circle class=\"bowl\" r=\"{RADIUS}\"/>{}", ring_of(PitKind::of(self.rules, pit)));
        let stones = position.stones(pit);
        drawn += &match stones {
            0 => String::new(),
            stones if stones <= MOST_DRAWN => format!("<use href=\"#s{stones}\"/>"),
            stones => number(stones),
        };
        if let Some(mark) = mark {
            drawn += &self.taken(mark, stones);
        }
        drawn + "</g>"
    }

    /// The sign of what was taken from the pit, and how much.
    fn taken(&self, mark: Mark, stones: u32) -> String {
        let taken = self.marks.pit(self.pit).taken;
        let Some(class) = taken_class(mark) else { return String::new() };
        if stones > 0 {
            // Beside the stones that are left.
            return format!(
                "{}<text class=\"{class}\" x=\"13\" y=\"-11\" text-anchor=\"middle\">−{taken}</text>",
                plate(13, -15, 9)
            );
        }
        let wide = if taken > 9 { 10 } else { 7 };
        format!(
            "<use href=\"#{}\"/>{}<text class=\"{class}\" y=\"4\" text-anchor=\"middle\">{taken}</text>",
            stroke(mark),
            plate(0, 0, wide)
        )
    }
}

/// A ground on which a number can be read.
fn plate(x: i32, y: i32, radius: i32) -> String {
    format!("<circle class=\"plate\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
}

fn number(stones: u32) -> String {
    let (size, y) = match stones {
        0..=99 => ("count", 5),
        100..=9999 => ("count long", 4),
        _ => ("count longest", 2),
    };
    format!("<text class=\"{size}\" y=\"{y}\" text-anchor=\"middle\">{stones}</text>")
}

pub(super) const fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Sown => "sown",
        Mark::Relayed => "relayed",
        Mark::Origin => "origin",
        Mark::Landing => "landing",
        Mark::Stripped => "stripped",
        Mark::RetreatFrom | Mark::RetreatTo => "retreat",
        Mark::Bonus => "bonus",
        Mark::Captured => "captured",
        Mark::Highlight => "meant",
    }
}

/// The look of the number taken, where a mark has one.
pub(super) const fn taken_class(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::Captured => Some("lost"),
        Mark::Bonus | Mark::Stripped => Some("gain"),
        _ => None,
    }
}

/// The name of the strokes through an emptied pit: a cross for a capture, else a slash.
const fn stroke(mark: Mark) -> &'static str {
    if matches!(mark, Mark::Captured) { "cross" } else { "slash" }
}

/// Everything that is used by name, as far as a drawing uses it.
pub(super) fn definitions(drawing: Option<&str>) -> String {
    let strokes = [("cross", "M-11 11L11-11M-11-11L11 11"), ("slash", "M-11 11L11-11")];
    let strokes =
        strokes.map(|(name, path)| (name.to_owned(), format!("<path id=\"{name}\" class=\"{name}\" d=\"{path}\"/>")));
    let stones = (1..=MOST_DRAWN).map(|stones| (format!("s{stones}"), definition(stones)));
    let used = |name: &str| drawing.is_none_or(|drawing| drawing.contains(&format!("\"#{name}\"")));
    stones.chain(strokes).filter(|(name, _)| used(name)).map(|(_, definition)| definition).collect()
}

const fn picture_meaning(mark: Mark) -> &'static str {
    match mark {
        Mark::Stripped => "stripped (how many)",
        Mark::RetreatFrom => "drawn back",
        mark => mark.meaning(),
    }
}

fn ring_of(kind: PitKind) -> &'static str {
    match kind {
        PitKind::Common => "",
        PitKind::Head => "<circle class=\"ring\" r=\"21\"/>",
        PitKind::Ear => "<circle class=\"ring turning\" r=\"21\"/>",
    }
}

/// A pit of the size of a line of text.
fn small_pit(class: &str, inside: &str) -> String {
    format!("<g class=\"{class}\" transform=\"scale(.42)\"><circle class=\"bowl\" r=\"{RADIUS}\"/>{inside}</g>")
}

fn sample(mark: Mark) -> String {
    let inside = taken_class(mark).map_or_else(String::new, |_| format!("<use href=\"#{}\"/>", stroke(mark)));
    small_pit(class(mark), &inside)
}
