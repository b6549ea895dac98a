//! Where the steps of a walk through a record lead.

use super::reel::{Moment, Reel};
use super::timeline::{Place, Timeline};

/// Names where in a record the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The turn, 0 before the first.
    pub place: Place,
    /// The moment within it; `None` when it is over.
    pub moment: Option<Moment>,
}

impl Cursor {
    pub(super) const fn after(place: Place) -> Self {
        Self { place, moment: None }
    }
}

/// Returns the turn itself, or of a line that cannot be played to it the turn that stopped it.
pub(super) fn reachable(timeline: &Timeline, place: Place) -> Place {
    if timeline.is_decided(place) {
        return place;
    }
    let places = &timeline.line(place).places;
    let decided = places.partition_point(|place| timeline.is_decided(*place));
    places.get(decided).copied().unwrap_or(place)
}

/// Returns the next turn of the line; a turn at fault is the last.
pub(super) fn ply_on(timeline: &Timeline, at: Cursor) -> Option<Cursor> {
    if at.moment.is_some() {
        return Some(Cursor::after(at.place));
    }
    let next = timeline.after(at.place).filter(|_| timeline.is_decided(at.place));
    next.map(Cursor::after)
}

pub(super) fn ply_back(timeline: &Timeline, at: Cursor) -> Option<Cursor> {
    timeline.before(at.place).map(Cursor::after)
}

/// Goes on or back by a small step within turns.
pub(super) struct Steps<'a> {
    pub(super) timeline: &'a Timeline,
    pub(super) reel: &'a mut Reel,
}

impl Steps<'_> {
    pub(super) fn stone_on(&mut self, at: Cursor) -> Option<Cursor> {
        self.on(at, Reel::stone_on)
    }

    pub(super) fn lap_on(&mut self, at: Cursor) -> Option<Cursor> {
        self.on(at, Reel::lap_on)
    }

    pub(super) fn stone_back(&mut self, at: Cursor) -> Option<Cursor> {
        self.back(at, Reel::stone_back)
    }

    pub(super) fn lap_back(&mut self, at: Cursor) -> Option<Cursor> {
        self.back(at, Reel::lap_back)
    }

    fn on(
        &mut self,
        at: Cursor,
        step: impl Fn(&mut Reel, &Timeline, Option<Moment>) -> Option<Moment>,
    ) -> Option<Cursor> {
        let place = match at.moment {
            Some(_) => at.place,
            None => ply_on(self.timeline, at)?.place,
        };
        self.turn_to(place);
        let moment = step(self.reel, self.timeline, at.moment);
        let end = self.reel.end(self.timeline);
        Some(Cursor { place, moment: moment.filter(|_| moment != end) })
    }

    fn back(&mut self, at: Cursor, step: impl Fn(&mut Reel, &Timeline, Moment) -> Option<Moment>) -> Option<Cursor> {
        self.turn_to(at.place);
        let now = at.moment.or_else(|| self.reel.end(self.timeline));
        match now.and_then(|now| step(self.reel, self.timeline, now)) {
            Some(moment) => Some(Cursor { place: at.place, moment: Some(moment) }),
            None => ply_back(self.timeline, at),
        }
    }

    fn turn_to(&mut self, place: Place) {
        if self.reel.place() != place {
            *self.reel = Reel::new(self.timeline, place, 0);
        }
    }
}

/// Returns the next turn, in the direction of `step`, that is wanted.
pub(super) fn seek(
    place: Place,
    step: impl Fn(Place) -> Option<Place>,
    wanted: impl Fn(Place) -> bool,
) -> Option<Place> {
    std::iter::successors(step(place), |place| step(*place)).find(|place| wanted(*place))
}

/// Returns the ways to play a turn, that of the main line or outer variation first, and which of them this is.
pub(super) fn ways(timeline: &Timeline, place: Place) -> (Vec<Place>, usize) {
    let line = timeline.line(place);
    let base = line.replaces.filter(|_| line.places[0] == place).unwrap_or(place);
    let variations = timeline.node(base).variations.clone();
    let ways: Vec<Place> = std::iter::once(base).chain(variations.map(|line| timeline.first_of(line))).collect();
    let this = ways.iter().position(|way| *way == place).unwrap_or(0);
    (ways, this)
}

/// Returns the next turn in the order of the text, around the end, in which a text stands.
pub(super) fn find(timeline: &Timeline, from: Place, text: &str, back: bool) -> Option<Place> {
    let text = text.to_lowercase();
    let count = timeline.len() + 1;
    let found = |place: &Place| {
        let node = timeline.node(*place);
        std::iter::once(&node.text).chain(&node.comments).any(|stands| stands.to_lowercase().contains(&text))
    };
    let around = (1..=count).map(|step| if back { from + count - step } else { from + step } % count);
    around.into_iter().find(found)
}
