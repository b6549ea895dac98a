use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use crate::board::Seat;
use crate::engine::{Game, Position, Ruleset};
use crate::render::figure::{Arrow, PitSign, arrows_of, holdings, signs_of};
use crate::render::frame::Next;
use crate::render::{Frame, Marks};

/// Holds a frame in the form in which a page steps through it.
#[derive(Debug, Serialize)]
pub struct PageStep {
    /// The step before this one, counted from 0; the first has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    prev: Option<usize>,
    heading: String,
    story: String,
    /// The seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'static str>,
    /// What South has, in words.
    south: String,
    /// The same for North.
    north: String,
    #[serde(flatten)]
    board: Board,
    /// The board of the next round, where the turn ended one.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Board>,
}

/// A board, and what happened on it.
#[derive(Debug, Serialize)]
struct Board {
    /// The position line.
    board: String,
    #[serde(skip_serializing_if = "Signs::is_empty")]
    marks: Signs,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<Arrow>,
}

/// What happened in each pit that something happened in, by the names of the pits.
#[derive(Debug)]
struct Signs(Vec<PitSign>);

impl Signs {
    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Signs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for sign in &self.0 {
            let pit = sign.pit.to_string();
            match sign.taken {
                Some((stones, look)) => map.serialize_entry(&pit, &(sign.class, stones, look))?,
                None => map.serialize_entry(&pit, &(sign.class,))?,
            }
        }
        map.end()
    }
}

impl PageStep {
    /// Makes a step of a frame. `prev` is the step before it, counted from 0; the first has none.
    #[must_use]
    pub fn new(frame: &Frame, prev: Option<usize>) -> Self {
        let standing = frame.standing.as_ref();
        let stands = standing.map_or(&frame.position, |standing| &standing.position);
        let moves = standing.filter(|standing| standing.next == Next::Turn).map(|_| stands.to_move().name());
        Self {
            prev,
            heading: frame.heading.clone(),
            story: frame.story.join(" "),
            moves,
            south: seat_line(stands, &frame.rules, Seat::South),
            north: seat_line(stands, &frame.rules, Seat::North),
            board: Board::new(&frame.position, Some(&frame.marks)),
            after: frame.next_round.as_ref().map(|next| Board::new(next, None)),
        }
    }

    /// Returns what a seat has, in words.
    #[must_use]
    pub fn holdings(&self, seat: Seat) -> &str {
        match seat {
            Seat::South => &self.south,
            Seat::North => &self.north,
        }
    }

    /// Adds a sentence to what is told.
    pub fn tell(&mut self, sentence: &str) {
        if !self.story.is_empty() {
            self.story.push(' ');
        }
        self.story.push_str(sentence);
    }
}

impl Board {
    fn new(position: &Position, marks: Option<&Marks>) -> Self {
        let signs = marks.map(signs_of).unwrap_or_default();
        let arrows = marks.map(|marks| arrows_of(position, marks)).unwrap_or_default();
        Self { board: position.to_string(), marks: Signs(signs), arrows }
    }
}

fn seat_line(position: &Position, rules: &Ruleset, seat: Seat) -> String {
    let round = position.round().filter(|round| rules.game() == Game::Bosh && round.starter == seat);
    let began = round.map_or_else(String::new, |round| format!("began round {}; ", round.number));
    began + &holdings(position, rules, seat)
}
