use super::{Pit, Row, Seat};

/// Maps pit names to places in sowing order and back, for a board of a given size.
///
/// In the four-row games each seat sows in a ring of its own, `B1 … Bn An … A1` (`RULES R3`). In Bosh both seats
/// share the ring `A1 … A5 a1 … a5`; a seat's part of it is its row from its own left (`RULES B1`). A place is an
/// index from 0 in the owner's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    columns: u8,
    rows: u8,
}

impl Ring {
    /// The largest number of columns that any game allows.
    pub const MAX_COLUMNS: u8 = 36;
    /// The largest number of pits that one seat can own.
    pub const MAX_PITS: usize = 2 * Self::MAX_COLUMNS as usize;

    /// Makes the ring of a four-row board.
    ///
    /// # Panics
    ///
    /// If there is no column or more than [`Ring::MAX_COLUMNS`].
    #[must_use]
    pub const fn four_rows(columns: u8) -> Self {
        assert!(columns > 0 && columns <= Self::MAX_COLUMNS);
        Self { columns, rows: 2 }
    }

    /// Makes the ring of a two-row board, on which each seat owns a front row only.
    ///
    /// # Panics
    ///
    /// If there is no column or more than [`Ring::MAX_COLUMNS`].
    #[must_use]
    pub const fn two_rows(columns: u8) -> Self {
        assert!(columns > 0 && columns <= Self::MAX_COLUMNS);
        Self { columns, rows: 1 }
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows a seat owns: 2, or 1 in Bosh.
    #[must_use]
    pub const fn rows_a_seat(self) -> u8 {
        self.rows
    }

    /// Returns the number of pits a seat owns.
    #[must_use]
    pub const fn pits_a_seat(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns whether the board has a pit of this name.
    #[must_use]
    pub const fn contains(self, pit: Pit) -> bool {
        pit.column >= 1 && pit.column <= self.columns && (self.rows == 2 || matches!(pit.row, Row::Front))
    }

    /// Returns the pit's place in its owner's part of the ring, or `None` if the board has no such pit.
    #[must_use]
    pub const fn place(self, pit: Pit) -> Option<usize> {
        if !self.contains(pit) {
            return None;
        }
        let column = pit.column as usize;
        Some(match (self.rows, pit.row) {
            (1, _) | (_, Row::Back) => column - 1,
            (_, Row::Front) => 2 * self.columns as usize - column,
        })
    }

    /// Returns the name of the pit at a place of a seat's part of the ring.
    ///
    /// # Panics
    ///
    /// If the place is not below [`Ring::pits_a_seat`].
    #[must_use]
    pub const fn pit(self, seat: Seat, place: usize) -> Pit {
        assert!(place < self.pits_a_seat());
        let columns = self.columns as usize;
        if self.rows == 1 {
            Pit::new(seat, Row::Front, place as u8 + 1)
        } else if place < columns {
            Pit::new(seat, Row::Back, place as u8 + 1)
        } else {
            Pit::new(seat, Row::Front, (2 * columns - place) as u8)
        }
    }

    /// Returns a seat's pits in sowing order.
    pub fn pits(self, seat: Seat) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator {
        (0..self.pits_a_seat()).map(move |place| self.pit(seat, place))
    }

    /// Returns the enemy's place in the column that faces this pit, in the given row (`RULES R4`).
    #[must_use]
    pub const fn facing(self, pit: Pit, row: Row) -> Pit {
        Pit::new(pit.seat.other(), row, self.columns + 1 - pit.column)
    }

    /// Returns the rows of the board from North's back row to South's, each left to right as South sees it.
    pub fn page_rows(self) -> impl Iterator<Item = (Seat, Row)> {
        let four =
            [(Seat::North, Row::Back), (Seat::North, Row::Front), (Seat::South, Row::Front), (Seat::South, Row::Back)];
        four.into_iter().filter(move |(_, row)| self.rows == 2 || matches!(row, Row::Front))
    }

    /// Returns the pits of one row of the page, left to right as South sees the board.
    pub fn page_row(self, seat: Seat, row: Row) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator {
        let columns = self.columns;
        (0..columns).map(move |index| match seat {
            Seat::South => Pit::new(seat, row, index + 1),
            Seat::North => Pit::new(seat, row, columns - index),
        })
    }
}
