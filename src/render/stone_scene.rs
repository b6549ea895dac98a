use super::scene::Watch;
use super::{Caption, Frame, Marks, words};
use crate::board::Seat;
use crate::engine::{Event, Observer, Position, Ruleset};

/// Watches one turn and makes a frame for every stone that is sown, and for everything else that happens.
///
/// Each frame is handed on as soon as the next begins, and none is kept: a turn can have millions of laps.
#[derive(Debug)]
pub struct StoneScene<F> {
    rules: Ruleset,
    mover: Seat,
    caption: Caption,
    watch: Watch,
    marks: Marks,
    /// The position before the next event.
    before: Position,
    /// The frame that nothing has followed yet.
    frame: Option<Frame>,
    lifted: bool,
    begun: bool,
    show: F,
}

impl<F: FnMut(&Frame)> StoneScene<F> {
    /// Begins to watch a turn that is about to be played from this position. Frames go to `show`.
    #[must_use]
    pub fn new(rules: &Ruleset, before: &Position, caption: Caption, show: F) -> Self {
        Self {
            rules: *rules,
            mover: before.to_move(),
            caption,
            watch: Watch::new(rules, before),
            marks: Marks::new(before.ring()),
            before: before.clone(),
            frame: None,
            lifted: false,
            begun: false,
            show,
        }
    }

    /// Shows the last frame with how things stand; `after` is the position after the turn, and after the refill if
    /// there was one. The notes are lines to show as they are: escape them first.
    pub fn finish(mut self, after: &Position, notes: Vec<String>) {
        if let Some(mut frame) = self.frame.take() {
            frame.standing = Some(self.watch.standing(after));
            frame.notes = notes;
            (self.show)(&frame);
        }
    }

    fn add(&mut self, what: &str, position: &Position, marks: &Marks, sentence: String) {
        let first = self.frame.is_none();
        if let Some(frame) = self.frame.take() {
            (self.show)(&frame);
        }
        let heading = if first {
            format!("{} ({what})", self.caption)
        } else {
            format!("Ply {}, {} ({what})", self.caption.ply, self.mover)
        };
        let mut frame = Frame::new(&self.rules, heading, position.clone(), Some(marks.clone()));
        frame.story.push(sentence);
        self.frame = Some(frame);
    }

    /// Shows a lap up to its last stone.
    fn sow(&mut self, lap: &Event) {
        let Event::Lap { number, from, stones, clockwise, landing, occupied } = *lap else { return };
        for sown in 1..stones {
            let Some((position, last)) = self.before.sown(from, sown, clockwise) else { return };
            let part = Event::Lap { number, from, stones: sown, clockwise, landing: last, occupied };
            let mut marks = self.marks.clone();
            marks.add(&part, self.rules.game(), &position);
            let sentence = format!("{} sows stone {sown} of {stones} into {last}.", self.mover);
            self.add(&format!("lap {number}, stone {sown} of {stones}"), &position, &marks, sentence);
        }
        debug_assert!(self.before.sown(from, stones, clockwise).is_none_or(|(_, last)| last == landing));
    }
}

impl<F: FnMut(&Frame)> Observer for StoneScene<F> {
    fn event(&mut self, event: Event, position: &Position) {
        if event.begins_part(self.lifted) {
            self.marks = Marks::new(position.ring());
        }
        self.sow(&event);
        self.marks.add(&event, self.rules.game(), &self.before);
        if let (Event::Lift { pit, .. }, true) = (event, self.begun) {
            self.marks.relay(pit);
        }
        (self.lifted, self.begun) = (matches!(event, Event::Lift { .. }), true);
        let what = what(&event);
        let sentence = words::event(&event, self.mover, &self.rules, position);
        // The end of a round clears the board, of which the last of the turn is to be seen.
        let board = if matches!(event, Event::RoundEnd(_)) { self.before.clone() } else { position.clone() };
        let marks = self.marks.clone();
        self.add(&what, &board, &marks, sentence);
        self.watch.follow(&event, position);
        self.before.clone_from(position);
    }
}

fn what(event: &Event) -> String {
    let what = match event {
        Event::Lift { .. } => "lift",
        Event::Lap { number, stones, .. } => return format!("lap {number}, stone {stones} of {stones}"),
        Event::GoOn { .. } | Event::Stop { .. } => "head",
        Event::Reverse { .. } => "clockwise",
        Event::Capture { .. } => "capture",
        Event::Bonus { .. } => "bonus",
        Event::Strip { .. } => "strip",
        Event::Waive => "waiver",
        Event::Pass { .. } => "pass",
        Event::Retreat { .. } => "retreat",
        Event::RoundEnd(_) => "end of the round",
        Event::Refill(_) => "next round",
        Event::GameEnd(_) => "end",
    };
    what.to_owned()
}
