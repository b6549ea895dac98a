use crate::board::{Pit, Ring, Row, Seat};

/// The radius of a pit.
pub(super) const RADIUS: i32 = 18;
/// From the middle of a pit to that of its neighbour in the row.
const PITCH: i32 = 44;
/// Between the rows that stones are sown through: room for arrows.
const CHANNEL: i32 = 42;
/// Between the two front rows of a board of four rows.
const MIDDLE: i32 = 20;
/// Between the outer pits and the edge of the board.
const RIM: i32 = 10;
/// Beside the board, for the letters of the rows.
const LETTERS: i32 = 24;
/// Above and below the board, for the numbers of the columns.
pub(super) const NUMBERS: i32 = 18;

/// Tells where everything of one board lies, in pixels from the top left corner of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) ring: Ring,
    /// The left edge of the board.
    pub(super) left: i32,
    /// Its upper edge.
    pub(super) top: i32,
}

impl Layout {
    /// The layout of a board that stands in a page, with nothing but its letters and numbers around it.
    pub(super) fn in_page(ring: Ring) -> Self {
        Self { ring, left: LETTERS, top: NUMBERS }
    }

    /// The width that a board needs, with the letters beside it.
    pub(super) fn needed_width(ring: Ring) -> i32 {
        Self { ring, left: 0, top: 0 }.width() + 2 * LETTERS
    }

    /// The width of the board.
    pub(super) fn width(&self) -> i32 {
        (i32::from(self.ring.columns()) - 1) * PITCH + 2 * (RADIUS + RIM)
    }

    /// The height of the board.
    pub(super) fn height(&self) -> i32 {
        let pair = 4 * RADIUS + CHANNEL;
        2 * RIM + if self.is_double() { 2 * pair + MIDDLE } else { pair }
    }

    /// Whether each seat has a ring of its own.
    pub(super) const fn is_double(&self) -> bool {
        self.ring.rows_a_seat() == 2
    }

    /// The height of the line between the seats.
    pub(super) fn middle(&self) -> i32 {
        self.top + self.height() / 2
    }

    /// The middle of a pit.
    pub(super) fn centre(&self, pit: Pit) -> (i32, i32) {
        let columns = i32::from(self.ring.columns());
        let from_left = match pit.seat {
            Seat::South => i32::from(pit.column) - 1,
            Seat::North => columns - i32::from(pit.column),
        };
        (self.column(from_left), self.row(pit.seat, pit.row))
    }

    /// The middle of a column, counted from the left of the page from 0.
    fn column(&self, from_left: i32) -> i32 {
        self.left + RIM + RADIUS + from_left * PITCH
    }

    /// The middle of a row.
    pub(super) fn row(&self, seat: Seat, row: Row) -> i32 {
        let step = 2 * RADIUS + CHANNEL;
        let first = self.top + RIM + RADIUS;
        let second_pair = first + step + 2 * RADIUS + MIDDLE;
        match (self.is_double(), seat, row) {
            (true, Seat::North, Row::Back) | (false, Seat::North, _) => first,
            (true, Seat::North, Row::Front) | (false, Seat::South, _) => first + step,
            (true, Seat::South, Row::Front) => second_pair,
            (true, Seat::South, Row::Back) => second_pair + step,
        }
    }

    /// Where the letters of the rows stand: left and right of the board.
    pub(super) fn letters(&self) -> [i32; 2] {
        [self.left - LETTERS / 2, self.left + self.width() + LETTERS / 2]
    }

    /// The loop of pits that a seat sows through; in Bosh both share one.
    pub(super) fn sowing_loop(&self, seat: Seat) -> Loop {
        let (upper, lower) = match (self.is_double(), seat) {
            (true, Seat::North) => (self.row(seat, Row::Back), self.row(seat, Row::Front)),
            (true, Seat::South) => (self.row(seat, Row::Front), self.row(seat, Row::Back)),
            (false, _) => (self.row(Seat::North, Row::Front), self.row(Seat::South, Row::Front)),
        };
        let columns = i32::from(self.ring.columns());
        Loop { columns, first: self.column(0), upper, lower }
    }
}

/// A loop of pits on the page: the lower row from left to right, then the upper one back. Places count from its lower
/// left pit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    columns: i32,
    /// The middle of the leftmost column.
    first: i32,
    upper: i32,
    lower: i32,
}

impl Loop {
    /// The number of pits.
    pub(super) const fn length(&self) -> i32 {
        2 * self.columns
    }

    /// The place of a pit that lies on the loop.
    pub(super) fn place(&self, layout: &Layout, pit: Pit) -> i32 {
        let (x, y) = layout.centre(pit);
        let from_left = (x - self.first) / PITCH;
        if y == self.lower { from_left } else { self.length() - 1 - from_left }
    }

    /// The middle of the column of a place.
    pub(super) const fn x(&self, place: i32) -> i32 {
        let from_left = if self.is_lower(place) { place } else { self.length() - 1 - place };
        self.first + from_left * PITCH
    }

    /// Whether a place is in the lower row.
    pub(super) const fn is_lower(&self, place: i32) -> bool {
        place < self.columns
    }

    /// The height at which an arrow meets the pits of a row from inside the loop.
    pub(super) const fn edge(&self, lower: bool) -> i32 {
        if lower { self.lower - RADIUS + 1 } else { self.upper + RADIUS - 1 }
    }

    /// The height of a track beside a row, inside the loop; track 0 is next to the pits.
    pub(super) const fn track(&self, lower: bool, track: i32) -> i32 {
        let away = RADIUS + 8 + 5 * track;
        if lower { self.lower - away } else { self.upper + away }
    }

    /// Where a track turns from one row into the other, at the right end of the loop or at the left one.
    pub(super) const fn turn(&self, right: bool, track: i32) -> i32 {
        let beyond = 15 - 3 * track;
        if right { self.first + (self.columns - 1) * PITCH + beyond } else { self.first - beyond }
    }
}
