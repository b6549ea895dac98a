use super::frame::{Next, Standing};
use super::{Caption, Frame, Marks, TurnStory};
use crate::engine::{Event, Game, Observer, Position, Ruleset};

/// Watches one turn and makes the frame that shows it as a whole.
///
/// However many laps the turn has, a scene stays as large as the board. [`LapScene`](super::LapScene) shows every lap.
#[derive(Clone, Debug)]
pub struct Scene {
    rules: Ruleset,
    marks: Marks,
    story: TurnStory,
    watch: Watch,
    /// The board as the turn left it, where the end of a round then cleared it.
    before_round_end: Option<Position>,
}

/// Keeps what events leave out: the board before a capture, and what the end of a round left behind.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    game: Game,
    pub(super) board: Position,
    pub(super) round_ended: bool,
    refilled: bool,
    over: bool,
}

impl Watch {
    pub(super) fn new(rules: &Ruleset, before: &Position) -> Self {
        Self { game: rules.game(), board: before.clone(), round_ended: false, refilled: false, over: false }
    }

    /// Looks at an event after the marks were made. Laps change no pit that can be captured, but in Bosh.
    pub(super) fn follow(&mut self, event: &Event, position: &Position) {
        match event {
            Event::RoundEnd(_) => self.round_ended = true,
            Event::Refill(_) => self.refilled = true,
            Event::GameEnd(_) => self.over = true,
            Event::Capture { .. } | Event::Bonus { .. } | Event::Strip { .. } | Event::Retreat { .. } => {
                self.board.clone_from(position);
            }
            Event::Lap { .. } if self.game == Game::Bosh => self.board.clone_from(position),
            _ => {}
        }
    }

    /// Returns the board of the next round, if there is one.
    pub(super) fn next_round(&self, after: &Position) -> Option<Position> {
        self.refilled.then(|| after.clone())
    }

    pub(super) fn standing(&self, after: &Position) -> Standing {
        let next = match (self.over, self.round_ended, self.refilled) {
            (true, ..) => Next::Nothing,
            (false, true, false) => Next::Refill,
            _ => Next::Turn,
        };
        Standing { position: after.clone(), next }
    }
}

impl Scene {
    /// Begins to watch a turn that is about to be played from this position.
    #[must_use]
    pub fn new(rules: &Ruleset, before: &Position) -> Self {
        Self {
            rules: *rules,
            marks: Marks::new(before.ring()),
            story: TurnStory::new(rules, before.to_move()),
            watch: Watch::new(rules, before),
            before_round_end: None,
        }
    }

    /// Returns what happened in every pit so far.
    #[must_use]
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the story of the turn so far.
    #[must_use]
    pub const fn story(&self) -> &TurnStory {
        &self.story
    }

    /// Makes the frame of the turn; `after` is the position after it, and after the refill if there was one.
    #[must_use]
    pub fn frame(&self, caption: &Caption, after: &Position) -> Frame {
        let board = self.before_round_end.as_ref().unwrap_or(after);
        let mut frame = Frame::new(&self.rules, caption.to_string(), board.clone(), Some(self.marks.clone()));
        frame.story = vec![self.story.turn()];
        frame.story.extend_from_slice(self.story.afterwards());
        frame.next_round = self.watch.next_round(after);
        frame.standing = Some(self.watch.standing(after));
        frame
    }
}

impl Observer for Scene {
    fn event(&mut self, event: Event, position: &Position) {
        self.marks.add(&event, self.rules.game(), &self.watch.board);
        if let Event::RoundEnd(_) = event {
            self.before_round_end = Some(self.watch.board.clone());
        }
        self.story.event(event, position);
        self.watch.follow(&event, position);
    }
}
