use std::collections::VecDeque;

use super::Timeline;
use super::timeline::Place;
use crate::board::{Pit, Seat};
use crate::engine::{Event, Observer, Position, Ruleset, TurnInProgress};
use crate::notation::read_turn;
use crate::record::decide;
use crate::render::{Marks, Scene, words};

/// How many events of a turn are kept on each side of the one shown: a turn can have millions.
const KEPT: usize = 512;

/// Names a moment of a turn: an event, and of a lap how many of its stones are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The event, from 0.
    pub event: u64,
    /// The stones of a lap that are sown; 0 for any other event.
    pub stones: u32,
}

/// Holds what happened in one turn, to look at its moments in any order.
#[derive(Debug)]
pub(super) struct Reel {
    place: Place,
    rules: Ruleset,
    mover: Seat,
    before: Position,
    /// The number of events.
    total: u64,
    /// The number of the first event kept.
    first: u64,
    shots: VecDeque<Shot>,
    /// What happened in the whole turn.
    marks: Marks,
}

/// An event with the position after it.
#[derive(Clone, Debug)]
struct Shot {
    event: Event,
    after: Position,
    /// Whether a new lap, capture or the like begins with it.
    fresh: bool,
}

/// What a moment looks like.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) position: Position,
    pub(super) marks: Marks,
    /// The stones lifted or taken that are still to be sown.
    pub(super) hand: u32,
    /// The pit to be seen if there is no room for all.
    pub(super) focus: Option<Pit>,
}

/// Keeps the events around one, while a turn is played again.
struct Keeper {
    around: u64,
    total: u64,
    first: u64,
    shots: VecDeque<Shot>,
    lifted: bool,
    scene: Scene,
}

impl Keeper {
    fn add(&mut self, event: Event, after: &Position) {
        let fresh = event.begins_part(self.lifted);
        self.lifted = matches!(event, Event::Lift { .. });
        let number = self.total;
        self.total += 1;
        if number > self.around.saturating_add(KEPT as u64) {
            return;
        }
        if self.shots.len() == 2 * KEPT {
            self.shots.pop_front();
            self.first += 1;
        }
        self.shots.push_back(Shot { event, after: after.clone(), fresh });
    }
}

impl Observer for Keeper {
    fn event(&mut self, event: Event, position: &Position) {
        self.scene.event(event, position);
        self.add(event, position);
    }
}

impl Reel {
    /// Plays a turn again and keeps the events around one.
    pub(super) fn new(timeline: &Timeline, place: Place, around: u64) -> Self {
        let rules = *timeline.rules();
        let before = timeline.position(timeline.before(place).unwrap_or(place));
        let scene = Scene::new(&rules, &before);
        let mut keeper = Keeper { around, total: 0, first: 0, shots: VecDeque::new(), lifted: false, scene };
        if place > 0 && timeline.is_decided(place) {
            play(timeline, place, &before, &mut keeper);
        }
        let Keeper { total, first, shots, scene, .. } = keeper;
        let mover = before.to_move();
        Self { place, rules, mover, before, total, first, shots, marks: scene.marks().clone() }
    }

    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// Returns the marks of the whole turn.
    pub(super) const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the moment in which the turn is over; `None` if nothing happened.
    pub(super) fn end(&mut self, timeline: &Timeline) -> Option<Moment> {
        self.total.checked_sub(1).map(|event| self.whole(timeline, event))
    }

    /// Returns the moment a stone later, or the event after it; `None` at the end.
    pub(super) fn stone_on(&mut self, timeline: &Timeline, at: Option<Moment>) -> Option<Moment> {
        let Some(at) = at else { return self.first_of(timeline, 0) };
        match self.lap_stones(timeline, at.event) {
            Some(stones) if at.stones < stones => Some(Moment { stones: at.stones + 1, ..at }),
            _ => self.first_of(timeline, at.event + 1),
        }
    }

    /// Returns the moment a stone earlier, or the event before it; `None` before the first.
    pub(super) fn stone_back(&mut self, timeline: &Timeline, at: Moment) -> Option<Moment> {
        if at.stones > 1 {
            return Some(Moment { stones: at.stones - 1, ..at });
        }
        at.event.checked_sub(1).map(|event| self.whole(timeline, event))
    }

    /// Returns the end of the lap, capture or the like that a moment is in, or of the next; `None` at the end.
    pub(super) fn lap_on(&mut self, timeline: &Timeline, at: Option<Moment>) -> Option<Moment> {
        let mut event = match at {
            None => 0,
            Some(at) if at == self.whole(timeline, at.event) => at.event + 1,
            Some(at) => at.event,
        };
        while event < self.total {
            if self.ends_lap(timeline, event) {
                return Some(self.whole(timeline, event));
            }
            event += 1;
        }
        None
    }

    /// Returns the end of the lap, capture or the like before a moment; `None` before the first.
    pub(super) fn lap_back(&mut self, timeline: &Timeline, at: Moment) -> Option<Moment> {
        let mut event = at.event;
        while event > 0 {
            event -= 1;
            if self.ends_lap(timeline, event) {
                return Some(self.whole(timeline, event));
            }
        }
        None
    }

    /// Returns what a moment looks like.
    pub(super) fn picture(&mut self, timeline: &Timeline, at: Moment) -> Option<Picture> {
        let shot = self.shot(timeline, at.event)?.clone();
        let mut marks = Marks::new(self.before.ring());
        let mut event = at.event;
        while event > 0 && !self.shot(timeline, event)?.fresh {
            event -= 1;
        }
        let begun = event > 0;
        for event in event..at.event {
            self.mark(timeline, &mut marks, event, begun)?;
        }
        let mut picture = Picture { position: shot.after.clone(), marks, hand: 0, focus: touched(&shot.event) };
        match shot.event {
            Event::Lap { number, from, stones, clockwise, occupied, .. } if at.stones < stones => {
                let (position, landing) = self.before(timeline, at.event).sown(from, at.stones, clockwise)?;
                let part = Event::Lap { number, from, stones: at.stones, clockwise, landing, occupied };
                picture.marks.add(&part, self.rules.game(), &position);
                picture = Picture { position, hand: stones - at.stones, focus: Some(landing), ..picture };
            }
            _ => {
                self.mark(timeline, &mut picture.marks, at.event, begun)?;
                picture.hand = self.in_hand(timeline, at.event).unwrap_or(0);
            }
        }
        Some(picture)
    }

    /// Tells the events up to a moment in a sentence each, at most `most` of them, the last one last.
    pub(super) fn log(&mut self, timeline: &Timeline, at: Option<Moment>, most: usize) -> Vec<String> {
        let Some(at) = at.or_else(|| self.end(timeline)) else { return Vec::new() };
        let first = (at.event + 1).saturating_sub(most.min(KEPT) as u64);
        (first..=at.event).filter_map(|event| self.tell(timeline, event, at)).collect()
    }

    fn tell(&mut self, timeline: &Timeline, event: u64, at: Moment) -> Option<String> {
        let (rules, mover) = (self.rules, self.mover);
        let shot = self.shot(timeline, event)?;
        Some(match shot.event {
            Event::Lap { from, stones, .. } if event == at.event && at.stones < stones => {
                format!("{mover} sows {} of {stones}, starting next to {from}.", words::stones(at.stones))
            }
            event => words::event(&event, mover, &rules, &shot.after),
        })
    }

    /// Adds the marks of an event.
    fn mark(&mut self, timeline: &Timeline, marks: &mut Marks, event: u64, begun: bool) -> Option<()> {
        let before = self.before(timeline, event);
        let shot = self.shot(timeline, event)?.event;
        marks.add(&shot, self.rules.game(), &before);
        if let (Event::Lift { pit, .. }, true) = (shot, begun) {
            marks.relay(pit);
        }
        Some(())
    }

    /// Returns the stones in hand after an event: those that the next lap sows.
    fn in_hand(&mut self, timeline: &Timeline, event: u64) -> Option<u32> {
        match (self.shot(timeline, event)?.event, self.shot(timeline, event + 1)?.event) {
            (Event::Lap { .. }, _) => None,
            (_, Event::Lap { stones, .. }) => Some(stones),
            _ => None,
        }
    }

    /// Returns the position before an event.
    fn before(&mut self, timeline: &Timeline, event: u64) -> Position {
        let before = event.checked_sub(1).and_then(|event| Some(self.shot(timeline, event)?.after.clone()));
        before.unwrap_or_else(|| self.before.clone())
    }

    fn whole(&mut self, timeline: &Timeline, event: u64) -> Moment {
        Moment { event, stones: self.lap_stones(timeline, event).unwrap_or(0) }
    }

    fn first_of(&mut self, timeline: &Timeline, event: u64) -> Option<Moment> {
        let stones = self.lap_stones(timeline, event).map_or(0, |stones| stones.min(1));
        (event < self.total).then_some(Moment { event, stones })
    }

    fn lap_stones(&mut self, timeline: &Timeline, event: u64) -> Option<u32> {
        match self.shot(timeline, event)?.event {
            Event::Lap { stones, .. } => Some(stones),
            _ => None,
        }
    }

    fn ends_lap(&mut self, timeline: &Timeline, event: u64) -> bool {
        // A lift is shown with the lap that it begins.
        let lift = self.shot(timeline, event).is_some_and(|shot| matches!(shot.event, Event::Lift { .. }));
        let next = self.shot(timeline, event + 1).is_none_or(|shot| shot.fresh);
        !lift && next
    }

    /// Returns an event, for which the turn is played again if it is far from those kept.
    fn shot(&mut self, timeline: &Timeline, event: u64) -> Option<&Shot> {
        if event >= self.total {
            return None;
        }
        let kept = self.first..self.first + self.shots.len() as u64;
        if !kept.contains(&event) {
            *self = Self::new(timeline, self.place, event);
        }
        self.shots.get(usize::try_from(event.checked_sub(self.first)?).ok()?)
    }
}

/// Plays a turn again, and adds what followed it.
fn play(timeline: &Timeline, place: Place, before: &Position, keeper: &mut Keeper) {
    let node = timeline.node(place);
    let Ok((body, _)) = read_turn(&node.text) else { return };
    let mut turn = TurnInProgress::from_position(timeline.rules(), before);
    if decide(&mut turn, &body, keeper).is_err() {
        return;
    }
    let board = turn.position().clone();
    let after = timeline.position(place);
    if let Some(end) = node.round_end {
        keeper.event(Event::RoundEnd(end), &board);
    }
    if let Some(refill) = node.refill {
        keeper.event(Event::Refill(refill), &after);
    }
    if let Some(outcome) = node.outcome {
        keeper.event(Event::GameEnd(outcome), &after);
    }
}

/// Returns the pit that an event is about.
fn touched(event: &Event) -> Option<Pit> {
    match *event {
        Event::Lap { landing, .. } => Some(landing),
        Event::Lift { pit, .. }
        | Event::GoOn { pit }
        | Event::Stop { pit }
        | Event::Reverse { pit }
        | Event::Capture { pit, .. }
        | Event::Bonus { pit, .. }
        | Event::Strip { pit, .. }
        | Event::Pass { pit }
        | Event::Retreat { pit, .. } => Some(pit),
        Event::Waive | Event::RoundEnd(_) | Event::Refill(_) | Event::GameEnd(_) => None,
    }
}
