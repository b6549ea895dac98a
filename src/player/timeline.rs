use std::ops::Range;

use crate::board::Seat;
use crate::diagnostic::Diagnostic;
use crate::engine::{Outcome, Position, Refill, RoundEnd, Ruleset};
use crate::notation::{Span, read_position_line};
use crate::record::{Checks, Judged, JudgedLine, JudgedPly};

/// The number of a turn in a [`Timeline`], in the order of the text. 0 stands for the start.
pub type Place = usize;

/// Holds the turns of a record, main line and variations, and the position after each.
///
/// Positions are kept as their lines, so that any of them is at hand without playing up to it.
#[derive(Debug)]
pub struct Timeline {
    rules: Ruleset,
    start: Position,
    nodes: Vec<Node>,
    lines: Vec<Line>,
}

/// A turn of a timeline.
#[derive(Debug)]
pub(super) struct Node {
    /// The line it belongs to, and its place there.
    pub(super) line: usize,
    index: usize,
    pub(super) ply: u32,
    pub(super) number: u32,
    pub(super) seat: Seat,
    /// The turn in the notation.
    pub(super) text: String,
    pub(super) glyphs: Vec<u8>,
    pub(super) comments: Vec<String>,
    /// The lines that could have been played instead.
    pub(super) variations: Range<usize>,
    /// What is wrong with it, or stands wrong behind it, by number.
    pub(super) faults: Vec<usize>,
    pub(super) captured: bool,
    /// The position line after it; `None` if the turn was not decided.
    position: Option<String>,
    pub(super) round_end: Option<RoundEnd>,
    pub(super) refill: Option<Refill>,
    pub(super) outcome: Option<Outcome>,
    span: Span,
}

/// The main line or a variation.
#[derive(Debug)]
pub(super) struct Line {
    /// Its turns; those of the main line begin with the start.
    pub(super) places: Vec<Place>,
    /// The turn that a variation replaces.
    pub(super) replaces: Option<Place>,
    /// How many variations it is nested in.
    pub(super) depth: usize,
}

impl Timeline {
    /// Arranges a record that was judged with its positions kept. `None` if it is not known what is played.
    #[must_use]
    pub fn new(judged: Judged) -> Option<Self> {
        let header = judged.header?;
        let start = Node {
            position: Some(header.start.to_string()),
            comments: judged.comments,
            ..Node::start(header.start.to_move().other())
        };
        let main = Line { places: vec![0], replaces: None, depth: 0 };
        let mut timeline = Self { rules: header.rules, start: header.start, nodes: vec![start], lines: vec![main] };
        timeline.add_lines(judged.turns);
        timeline.assign(&judged.diagnostics);
        Some(timeline)
    }

    /// Adds the main line and all variations in the order of the text, without recursion.
    fn add_lines(&mut self, main: Vec<JudgedPly>) {
        /// A line that is not yet added to its end.
        struct Open {
            line: usize,
            rest: std::vec::IntoIter<JudgedPly>,
            /// The variations of its last turn, from the first to come.
            variations: std::vec::IntoIter<JudgedLine>,
            next: usize,
        }
        let begin = |line, plies: Vec<JudgedPly>| Open {
            line,
            rest: plies.into_iter(),
            variations: Vec::new().into_iter(),
            next: 0,
        };
        let mut open = vec![begin(0, main)];
        while let Some(top) = open.last_mut() {
            if let Some(mut variation) = top.variations.next() {
                let line = top.next;
                top.next += 1;
                if let Some(first) = variation.turns.first_mut() {
                    first.comments.splice(0..0, variation.comments);
                }
                open.push(begin(line, variation.turns));
            } else if let Some(mut ply) = top.rest.next() {
                let line = top.line;
                let variations: Vec<JudgedLine> =
                    std::mem::take(&mut ply.variations).into_iter().filter(|line| !line.turns.is_empty()).collect();
                let place = self.nodes.len();
                let first = self.lines.len();
                let depth = self.lines[line].depth + 1;
                self.lines.extend(variations.iter().map(|_| Line { places: Vec::new(), replaces: Some(place), depth }));
                let index = self.lines[line].places.len();
                self.nodes.push(Node::new(ply, line, index, first..self.lines.len()));
                self.lines[line].places.push(place);
                top.variations = variations.into_iter();
                top.next = first;
            } else {
                open.pop();
            }
        }
    }

    /// Gives every diagnostic to the turn that it stands at or behind.
    fn assign(&mut self, diagnostics: &[Diagnostic]) {
        for (number, diagnostic) in diagnostics.iter().enumerate() {
            let place = match &diagnostic.pointer {
                Some(pointer) => self.at_pointer(pointer),
                None => self.nodes[1..].partition_point(|node| node.span.start <= diagnostic.span.start),
            };
            self.nodes[place].faults.push(number);
        }
    }

    /// Returns the turn that a JSON pointer leads to or into.
    fn at_pointer(&self, pointer: &str) -> Place {
        let (mut place, mut line) = (0, 0);
        let mut words = pointer.split('/');
        while let Some(word) = words.next() {
            let Some(index) = words.clone().next().and_then(|index| index.parse::<usize>().ok()) else { continue };
            let found = match word {
                "turns" => self.lines[line].places.get(index + usize::from(line == 0)).copied(),
                "variations" => {
                    line = self.nodes[place].variations.start + index;
                    self.lines.get(line).map(|line| line.places[0])
                }
                _ => continue,
            };
            let Some(found) = found else { break };
            place = found;
            words.next();
        }
        place
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the number of turns, those of variations included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns whether there is no turn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.nodes[place]
    }

    /// Returns the line that a turn belongs to.
    pub(super) fn line(&self, place: Place) -> &Line {
        &self.lines[self.nodes[place].line]
    }

    pub(super) fn first_of(&self, line: usize) -> Place {
        self.lines[line].places[0]
    }

    /// Returns the position after a turn, and after the refill if one followed. After a turn that was not decided it is
    /// that before it.
    #[must_use]
    pub fn position(&self, mut place: Place) -> Position {
        loop {
            let line = self.nodes[place].position.as_deref();
            let setup = line.and_then(|line| read_position_line(line).ok());
            if let Some(position) = setup.and_then(|setup| Position::reached(&self.rules, &setup).ok()) {
                return position;
            }
            match self.before(place) {
                Some(before) => place = before,
                None => return self.start.clone(),
            }
        }
    }

    /// Returns the position line after a turn as it was recorded; `None` if the turn was not decided.
    #[must_use]
    pub fn position_line(&self, place: Place) -> Option<&str> {
        self.nodes[place].position.as_deref()
    }

    /// Returns whether a turn was decided, so that it can be shown.
    #[must_use]
    pub fn is_decided(&self, place: Place) -> bool {
        self.nodes[place].position.is_some()
    }

    /// Returns the turn whose position a turn is played from; `None` for the start.
    #[must_use]
    pub fn before(&self, place: Place) -> Option<Place> {
        let (mut node, mut line) = (&self.nodes[place], self.line(place));
        while node.index == 0 {
            node = &self.nodes[line.replaces?];
            line = &self.lines[node.line];
        }
        Some(line.places[node.index - 1])
    }

    /// Returns the turn after one in its line.
    #[must_use]
    pub fn after(&self, place: Place) -> Option<Place> {
        self.line(place).places.get(self.nodes[place].index + 1).copied()
    }

    /// Returns the last turn of a turn's line.
    #[must_use]
    pub fn last(&self, place: Place) -> Place {
        *self.line(place).places.last().expect("a line has turns")
    }

    /// Returns the turn of a ply on the way to a turn's line or beyond it there; the nearest if there is none.
    #[must_use]
    pub fn at_ply(&self, place: Place, ply: u32) -> Place {
        let mut line = self.line(place);
        loop {
            let first = &self.nodes[line.places[0]];
            match line.replaces {
                Some(replaced) if first.ply > ply => line = self.line(replaced),
                _ => {
                    let index = ply.saturating_sub(first.ply) as usize;
                    return line.places[index.min(line.places.len() - 1)];
                }
            }
        }
    }
}

impl Node {
    fn start(seat: Seat) -> Self {
        Self {
            line: 0,
            index: 0,
            ply: 0,
            number: 0,
            seat,
            text: String::new(),
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: 0..0,
            faults: Vec::new(),
            captured: false,
            position: None,
            round_end: None,
            refill: None,
            outcome: None,
            span: Span::new(0, 0),
        }
    }

    fn new(ply: JudgedPly, line: usize, index: usize, variations: Range<usize>) -> Self {
        Self {
            line,
            index,
            ply: ply.ply,
            number: ply.number,
            seat: ply.seat,
            text: ply.text(Checks::None),
            glyphs: ply.glyphs,
            comments: ply.comments,
            variations,
            faults: Vec::new(),
            captured: ply.turn.as_ref().is_some_and(|turn| turn.captured > 0),
            position: ply.position,
            round_end: ply.round_end,
            refill: ply.refill,
            outcome: ply.outcome,
            span: ply.span,
        }
    }
}
