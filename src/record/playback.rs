use std::fmt::Write as _;

use super::{Checks, Judged, JudgedLine, JudgedPly, decide};
use crate::board::Seat;
use crate::engine::{Checkpoint, Match, Observer, State};
use crate::notation::{GameResult, read_turn};
use crate::render::{Caption, Frame, LapScene, Scene, StoneScene};
use crate::text::{Tab, escape, escape_lines};

/// Plays a judged record again, and makes frames of what happens on its board.
///
/// The record must be judged with [`Keep::Turns`](super::Keep::Turns) or more.
///
/// ```
/// use matombo::engine::DEFAULT_MAX_LAPS;
/// use matombo::notation::read_text;
/// use matombo::record::{Judge, Keep, Playback};
/// let text = "[Game \"Kimasai\"]\n\n1. A2xa12 {forced} *\n";
/// let judged = Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
/// let mut playback = Playback::new(&judged, DEFAULT_MAX_LAPS).ok_or("its game is known")?;
/// let frame = playback.frame(&judged.turns[0]).ok_or("it is legal")?;
/// assert_eq!(frame.heading(), "Ply 1, South: 1. A2xa12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Playback<'a> {
    judged: &'a Judged,
    game: Match,
}

impl<'a> Playback<'a> {
    /// Begins before the first turn. `None` if it is not known what is played.
    #[must_use]
    pub fn new(judged: &'a Judged, max_laps: u64) -> Option<Self> {
        let header = judged.header.as_ref()?;
        let game = Match::from_setup(header.rules, &header.start.to_setup(), max_laps).ok()?;
        Some(Self { judged, game })
    }

    /// Returns the game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the number of turns of the main line that can be played.
    #[must_use]
    pub fn playable(judged: &Judged) -> u32 {
        judged.turns.iter().take_while(|ply| ply.turn.is_some()).last().map_or(0, |ply| ply.ply)
    }

    /// Returns the frame before the first turn, with the tags and the record's comments.
    #[must_use]
    pub fn start(&self) -> Frame {
        let mut frame = Frame::start(&self.game, titles(self.judged));
        for comment in &self.judged.comments {
            frame.push_note(comment_line(comment));
        }
        frame
    }

    /// Plays a turn and returns its frame, with comments, variations and the result as notes. `None` if it cannot be
    /// played.
    pub fn frame(&mut self, ply: &JudgedPly) -> Option<Frame> {
        let mut frame = self.bare_frame(ply)?;
        for note in self.notes(ply) {
            frame.push_note(note);
        }
        if let Some(end) = self.end(ply) {
            frame.set_end(end);
        }
        Some(frame)
    }

    /// Plays a turn and returns its frame without notes. `None` if it cannot be played.
    pub fn bare_frame(&mut self, ply: &JudgedPly) -> Option<Frame> {
        let mut scene = Scene::new(self.game.rules(), self.game.position());
        self.play(ply, &mut scene)?;
        Some(scene.frame(&ply.caption(), self.game.position()))
    }

    /// Plays a turn and shows a frame a lap. `None` if it cannot be played.
    pub fn lap_frames(&mut self, ply: &JudgedPly, show: impl FnMut(&Frame)) -> Option<()> {
        let notes = self.notes(ply);
        let mut scene = LapScene::new(self.game.rules(), self.game.position(), ply.caption(), show);
        self.play(ply, &mut scene)?;
        if let Some(end) = self.end(ply) {
            scene.set_end(end);
        }
        scene.finish(self.game.position(), notes);
        Some(())
    }

    /// Plays a turn and shows a frame for everything that happens in it. `None` if it cannot be played.
    pub fn stone_frames(&mut self, ply: &JudgedPly, show: impl FnMut(&Frame)) -> Option<()> {
        let notes = self.notes(ply);
        let (rules, before) = (*self.game.rules(), self.game.position().clone());
        let mut scene = StoneScene::new(&rules, &before, ply.caption(), show);
        self.play(ply, &mut scene)?;
        scene.finish(self.game.position(), notes);
        Some(())
    }

    /// Plays a turn for an observer to watch. `None` if it cannot be played.
    pub fn play(&mut self, ply: &JudgedPly, observer: &mut impl Observer) -> Option<()> {
        if ply.turn.is_none() || self.game.state() != State::Turn {
            return None;
        }
        let text = ply.text(Checks::None);
        let (body, _) = read_turn(&text).expect("a canonical turn can be read");
        let mut turn = self.game.turn();
        decide(&mut turn, &body, observer).expect("the turn was legal before");
        self.game.finish(turn, observer).expect("it was decided before");
        if let (State::Refill { .. }, Some(refill)) = (self.game.state(), ply.refill) {
            self.game.refill(refill.pits, observer).expect("the refill was allowed before");
        }
        Some(())
    }

    /// Marks the place for [`Playback::rewind`].
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        self.game.checkpoint()
    }

    /// Goes back to a place earlier in the line. What is returned leads back to where this was.
    pub fn rewind(&mut self, place: &Checkpoint) -> Checkpoint {
        self.game.rewind(place)
    }

    /// Goes on from where [`Playback::rewind`] was called.
    pub fn resume(&mut self, left: Checkpoint) {
        self.game.resume(left);
    }

    /// Returns what a frame tells below the board: comments, variations, and after the last turn the result.
    #[must_use]
    pub fn notes(&self, ply: &JudgedPly) -> Vec<String> {
        let mut notes: Vec<String> = ply.comments.iter().map(|comment| comment_line(comment)).collect();
        notes.extend(ply.variations.iter().map(variation_line));
        if self.judged.is_last(ply) {
            notes.push(result_line(self.judged));
        }
        notes
    }

    /// What a picture tells of the end of the record.
    fn end(&self, ply: &JudgedPly) -> Option<String> {
        let ended = self.judged.is_last(ply) && self.judged.result != GameResult::Unfinished;
        ended.then(|| result_line(self.judged))
    }
}

impl Judged {
    /// Returns whether this is the last turn of the main line.
    pub(super) fn is_last(&self, ply: &JudgedPly) -> bool {
        self.turns.last().is_some_and(|last| std::ptr::eq(last, ply))
    }

    /// Returns in a few words what the record is: the event and the players, as the tags have them. Escape them.
    #[must_use]
    pub fn about(&self) -> String {
        let tags = self.header.as_ref().map(|header| header.tags.as_slice()).unwrap_or_default();
        let tag = |name: &str| {
            let value = tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.trim());
            value.filter(|value| !value.is_empty() && *value != "?")
        };
        let players = match (tag("South"), tag("North")) {
            (None, None) => None,
            (south, north) => Some(format!("{} against {}", south.unwrap_or("South"), north.unwrap_or("North"))),
        };
        let round = tag("Round").map(|round| format!("round {round}"));
        let parts = [tag("Event").map(str::to_owned), round, players];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns what the record is, with its game. Escape it.
    pub(super) fn title(&self) -> String {
        let game = self.header.as_ref().map_or("", |header| header.rules.game().name());
        match self.about() {
            about if about.is_empty() => game.to_owned(),
            about => format!("{game}: {about}"),
        }
    }
}

impl JudgedPly {
    /// Returns the turn in the notation with its glyphs: the usual ones as signs.
    pub(super) fn annotated(&self) -> String {
        Caption::with_glyphs(self.text(Checks::None), &self.glyphs)
    }

    /// Returns what names the turn above its frame.
    #[must_use]
    pub fn caption(&self) -> Caption {
        Caption { ply: self.ply.into(), number: self.number.into(), seat: self.seat, turn: self.annotated() }
    }
}

fn titles(judged: &Judged) -> Vec<String> {
    let Some(header) = &judged.header else { return Vec::new() };
    let shown = header.tags.iter().map(|(name, value)| format!("{name}: {}", escape(value, Tab::Keep)));
    shown.chain([format!("Result: {}", judged.result)]).collect()
}

fn comment_line(comment: &str) -> String {
    format!("{{{}}}", escape_lines(comment))
}

/// Writes a variation on one line; variations of its own are only hinted at.
fn variation_line(line: &JudgedLine) -> String {
    let mut text = "Variation:".to_owned();
    for comment in &line.comments {
        let _ = write!(text, " {}", comment_line(comment));
    }
    let mut number_due = true;
    for ply in &line.turns {
        match (ply.seat, number_due) {
            (Seat::South, _) => text.push_str(&format!(" {}.", ply.number)),
            (Seat::North, true) => text.push_str(&format!(" {}...", ply.number)),
            (Seat::North, false) => {}
        }
        let _ = write!(text, " {}", escape(&ply.text(Checks::None), Tab::Escape));
        for comment in &ply.comments {
            let _ = write!(text, " {}", comment_line(comment));
        }
        text.push_str(if ply.variations.is_empty() { "" } else { " (...)" });
        number_due = !ply.comments.is_empty() || !ply.variations.is_empty() || ply.seat == Seat::North;
    }
    text
}

pub(super) fn result_line(judged: &Judged) -> String {
    match (judged.outcome, judged.termination) {
        (Some(_), _) | (None, None) => format!("Result: {}", judged.result),
        (None, Some(termination)) => format!("Result: {} ({termination})", judged.result),
    }
}
