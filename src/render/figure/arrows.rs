use std::fmt::Write as _;

use serde::Serialize;

use super::layout::{Layout, Loop, RADIUS};
use crate::board::{Pit, Row, Seat};
use crate::engine::Position;
use crate::render::{Mark, Marks, SownLap};

/// How many arrows can lie beside each other.
const TRACKS: usize = 3;
/// How far beside the middle of a pit an arrow comes or goes.
const ASIDE: i32 = 6;
/// How far corners are rounded.
const ROUNDING: i32 = 4;

/// The arrows on a board: one a lap, one a retreat.
///
/// An arrow runs in the channel between the rows, so it hides no stones. Laps one after the other share a track as long
/// as they do not go the same way twice; then the next track is taken, and where there is none left, earlier laps are
/// not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrows {
    /// The arrows, in the order of the laps.
    pub(super) drawn: Vec<Arrow>,
    /// How many laps have an arrow.
    pub(super) laps: u64,
}

/// One arrow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::render) struct Arrow {
    /// Whether it is a retreat; else it is a lap.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) retreat: bool,
    /// The path of its line.
    pub(super) line: String,
    /// The path of its tip, to be filled.
    pub(super) tip: String,
}

/// A lap on its loop.
struct Course {
    ring: Loop,
    start: i32,
    /// How many places it goes on.
    steps: i32,
    /// +1 in the order of sowing, -1 clockwise.
    way: i32,
    lifted: bool,
}

impl Arrows {
    /// Draws the laps and retreats among the marks of a board; of the position only its closed pits matter.
    pub(super) fn new(layout: &Layout, marks: &Marks, position: &Position) -> Self {
        let mut tracks: [Taken; TRACKS] = std::array::from_fn(|_| Taken::default());
        let mut drawn = Vec::new();
        for lap in marks.trail().laps().rev() {
            let course = Course::new(layout, lap, position);
            let stretches = course.stretches();
            let seat = usize::from(layout.is_double() && lap.from.seat == Seat::North);
            let free = |taken: &Taken| stretches.iter().all(|place| !taken[seat].contains(place));
            let Some(track) = tracks.iter().position(free) else { break };
            tracks[track][seat].extend(stretches);
            drawn.push(course.arrow(i32::try_from(track).unwrap_or(0)));
        }
        drawn.reverse();
        let laps = drawn.len() as u64;
        let pits = Seat::BOTH.into_iter().flat_map(|seat| layout.ring.pits(seat));
        drawn.extend(pits.filter(|pit| marks.shown(*pit) == Some(Mark::RetreatFrom)).map(|pit| retreat(layout, pit)));
        Self { drawn, laps }
    }
}

/// The stretches between neighbouring pits that are taken on one track: those of South's loop, and of North's.
type Taken = [Vec<i32>; 2];

impl Course {
    fn new(layout: &Layout, lap: &SownLap, position: &Position) -> Self {
        let ring = layout.sowing_loop(lap.from.seat);
        let length = ring.length();
        let (start, end) = (ring.place(layout, lap.from), ring.place(layout, lap.landing));
        let way = if lap.clockwise { -1 } else { 1 };
        let open = Seat::BOTH.into_iter().flat_map(|seat| layout.ring.pits(seat));
        let open = open.filter(|pit| (!layout.is_double() || pit.seat == lap.from.seat) && !position.is_closed(*pit));
        let once = ((end - start) * way).rem_euclid(length);
        // However often a lap goes round, its arrow does so once.
        let around = lap.stones as usize >= open.count();
        Self { ring, start, steps: if around { once + length } else { once }, way, lifted: lap.lifted }
    }

    /// The stretches it covers, each named by the place before it in the order of sowing.
    fn stretches(&self) -> Vec<i32> {
        let before = if self.way > 0 { 0 } else { -1 };
        let length = self.ring.length();
        (0..self.steps.min(length)).map(|step| (self.start + step * self.way + before).rem_euclid(length)).collect()
    }

    fn arrow(&self, track: i32) -> Arrow {
        let ring = &self.ring;
        let place = |step: i32| (self.start + step * self.way).rem_euclid(ring.length());
        let lower = |step: i32| ring.is_lower(place(step));
        // To the right in the lower row in the order of sowing, to the left in the upper one.
        let ahead = |step: i32| if lower(step) { self.way } else { -self.way };
        let leaves = ring.x(place(0)) + ASIDE * ahead(0);
        let arrives = ring.x(place(self.steps)) - ASIDE * ahead(self.steps);
        let mut points = Vec::new();
        if self.lifted {
            points.push((leaves, ring.edge(lower(0))));
        }
        points.push((leaves, ring.track(lower(0), track)));
        for step in 1..=self.steps {
            if lower(step) != lower(step - 1) {
                let x = ring.turn(ahead(step - 1) > 0, track);
                points.push((x, ring.track(lower(step - 1), track)));
                points.push((x, ring.track(lower(step), track)));
            }
        }
        let below = lower(self.steps);
        let end = ring.edge(below);
        let back = if below { -7 } else { 7 };
        points.push((arrives, ring.track(below, track)));
        points.push((arrives, end + back / 2));
        let mut line = rounded(&points);
        if !self.lifted {
            // A dot where captured stones begin to be sown.
            let (x, y) = points[0];
            let _ = write!(line, "M{} {y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0", x - 2);
        }
        let tip = format!("M{} {}L{arrives} {end}L{} {}Z", arrives - 4, end + back, arrives + 4, end + back);
        Arrow { retreat: false, line, tip }
    }
}

/// The arrow from a front pit to the back pit of the same file, through the channel between them.
fn retreat(layout: &Layout, pit: Pit) -> Arrow {
    let (x, from) = layout.centre(pit);
    let to = layout.row(pit.seat, Row::Back);
    let way = (to - from).signum();
    let (from, to) = (from + way * (RADIUS + 3), to - way * (RADIUS - 1));
    let back = to - way * 8;
    Arrow {
        retreat: true,
        line: format!("M{x} {from}V{back}"),
        tip: format!("M{} {back}L{x} {to}L{} {back}Z", x - 5, x + 5),
    }
}

/// Joins points by straight lines, along or across the page, with round corners.
fn rounded(points: &[(i32, i32)]) -> String {
    let mut path = String::new();
    let Some(first) = points.first() else { return path };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for corner in points.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let (from, to) = (towards(at, before), towards(at, after));
        let _ = write!(path, "L{} {}Q{} {} {} {}", from.0, from.1, at.0, at.1, to.0, to.1);
    }
    if let [.., last] = points {
        let _ = write!(path, "L{} {}", last.0, last.1);
    }
    path
}

/// The point where the rounding of a corner begins, on the way to another point.
fn towards((x, y): (i32, i32), (other_x, other_y): (i32, i32)) -> (i32, i32) {
    let step = |from: i32, to: i32| (to - from).signum() * ROUNDING.min((to - from).abs() / 2);
    (x + step(x, other_x), y + step(y, other_y))
}
