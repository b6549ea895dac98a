use super::scene::Watch;
use super::{Caption, Frame, Marks, words};
use crate::board::{Pit, Seat};
use crate::engine::{Event, Game, Observer, Position, Ruleset};

/// Watches one turn and makes a frame for every lap, capture, retreat and new round.
///
/// Each frame is handed on as soon as the next begins, and none is kept: a turn can have millions of laps.
#[derive(Debug)]
pub struct LapScene<F> {
    rules: Ruleset,
    mover: Seat,
    caption: Caption,
    watch: Watch,
    marks: Marks,
    /// The frame that is still growing.
    frame: Option<Frame>,
    /// The pit just lifted, and its stones.
    lifted: Option<(Pit, u32)>,
    begun: bool,
    /// Whether a frame has shown the turn's notation.
    shown: bool,
    gains: Vec<(Pit, u32)>,
    end: Option<String>,
    show: F,
}

impl<F: FnMut(&Frame)> LapScene<F> {
    /// Begins to watch a turn that is about to be played from this position. Frames go to `show`.
    #[must_use]
    pub fn new(rules: &Ruleset, before: &Position, caption: Caption, show: F) -> Self {
        Self {
            rules: *rules,
            mover: before.to_move(),
            caption,
            watch: Watch::new(rules, before),
            marks: Marks::new(before.ring()),
            frame: None,
            lifted: None,
            begun: false,
            shown: false,
            gains: Vec::new(),
            end: None,
            show,
        }
    }

    /// Says what [`Frame::set_end`] does, for the last frame.
    pub fn set_end(&mut self, end: impl Into<String>) {
        self.end = Some(end.into());
    }

    /// Shows the last frame with how things stand; `after` is the position after the turn, and after the refill if
    /// there was one. The notes are lines to show as they are: escape them first.
    pub fn finish(mut self, after: &Position, notes: Vec<String>) {
        self.end_gains();
        if let Some(mut frame) = self.frame.take() {
            frame.standing = Some(self.watch.standing(after));
            frame.notes = notes;
            frame.end = self.end.take();
            (self.show)(&frame);
        }
    }

    /// Shows the frame that was growing and begins another.
    fn begin_frame(&mut self, what: &str, position: &Position, story: String) {
        self.show_frame();
        let heading = if self.shown {
            format!("Ply {}, {} ({what})", self.caption.ply, self.mover)
        } else {
            format!("{} ({what})", self.caption)
        };
        self.shown = true;
        let mut frame = Frame::new(&self.rules, heading, position.clone(), Some(self.marks.clone()));
        frame.story.push(story);
        self.frame = Some(frame);
    }

    fn show_frame(&mut self) {
        self.end_gains();
        if let Some(frame) = self.frame.take() {
            (self.show)(&frame);
        }
    }

    /// Adds a sentence to the frame that is growing.
    fn tell(&mut self, sentence: &str) {
        let Some(frame) = &mut self.frame else { return };
        match frame.story.last_mut() {
            Some(paragraph) => *paragraph += &format!(" {sentence}"),
            None => frame.story.push(sentence.to_owned()),
        }
    }

    fn end_gains(&mut self) {
        let gains = std::mem::take(&mut self.gains);
        if gains.is_empty() {
            return;
        }
        let strip = self.rules.game() == Game::Nsolo && self.rules.bonus() == 0;
        let gained = if strip { words::strips(&gains) } else { words::takes_bonus(&gains) };
        if let Some(capture) = self.frame.as_mut().and_then(|frame| frame.story.last_mut()) {
            *capture = format!("{}, and {gained}.", capture.trim_end_matches('.'));
        }
    }

    fn lap(&mut self, event: &Event, position: &Position) {
        let Event::Lap { number, from, stones, clockwise, landing, occupied } = *event else { return };
        let way = if clockwise { " clockwise" } else { "" };
        let end = words::lap_end(self.rules.game(), landing, occupied);
        let story = match self.lifted.take() {
            Some((pit, lifted)) => {
                let them = if lifted == 1 { "it" } else { "them" };
                format!("{} lifts {} from {pit}, sows {them}{way} and ends {end}.", self.mover, words::stones(lifted))
            }
            None => {
                let captured = words::counted(stones.into(), "captured stone", "captured stones");
                format!("{} sows the {captured}{way}, starting next to {from}, and ends {end}.", self.mover)
            }
        };
        self.begin_frame(&format!("lap {number}"), position, story);
    }
}

impl<F: FnMut(&Frame)> Observer for LapScene<F> {
    fn event(&mut self, event: Event, position: &Position) {
        if event.begins_part(self.lifted.is_some()) {
            self.marks = Marks::new(position.ring());
        }
        self.marks.add(&event, self.rules.game(), &self.watch.board);
        let (mover, rules) = (self.mover, self.rules);
        let sentence = || words::event(&event, mover, &rules, position);
        match event {
            Event::Lift { pit, stones } => {
                if self.begun {
                    self.marks.relay(pit);
                }
                self.begun = true;
                self.lifted = Some((pit, stones));
            }
            Event::Lap { .. } => self.lap(&event, position),
            Event::Capture { .. } => self.begin_frame("capture", position, sentence()),
            Event::Retreat { .. } => self.begin_frame("retreat", position, sentence()),
            Event::Refill(_) => self.begin_frame("next round", position, sentence()),
            Event::Bonus { pit, stones } | Event::Strip { pit, stones } => {
                self.gains.push((pit, stones));
                if let Some(frame) = &mut self.frame {
                    frame.position.clone_from(position);
                    frame.marks.clone_from(&self.marks);
                }
            }
            // The lap says it.
            Event::Reverse { .. } => {}
            Event::RoundEnd(_) | Event::GameEnd(_) => {
                self.end_gains();
                if let Some(frame) = &mut self.frame {
                    frame.story.push(sentence());
                }
            }
            Event::GoOn { .. } | Event::Stop { .. } | Event::Waive | Event::Pass { .. } => {
                self.tell(&sentence());
            }
        }
        self.watch.follow(&event, position);
    }
}
