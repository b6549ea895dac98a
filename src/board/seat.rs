use std::fmt;
use std::ops::{Index, IndexMut};

/// Names one of the two seats at the board (`RULES R1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Moves first; its pits are written in upper case.
    South,
    /// Moves second; its pits are written in lower case.
    North,
}

impl Seat {
    /// Both seats, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// Returns the seat across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Returns the letter that position lines use: `S` or `N`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }

    /// Returns the name in lower case, as JSON writes it: `south` or `north`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// Holds one value a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> BySeat<T> {
    /// Makes a pair from South's and North's value.
    pub const fn new(south: T, north: T) -> Self {
        Self { south, north }
    }

    /// Makes a pair by asking for each seat's value, South first.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        Self { south: value(Seat::South), north: value(Seat::North) }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat { south: f(self.south), north: f(self.north) }
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::South => &self.south,
            Seat::North => &self.north,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::South => &mut self.south,
            Seat::North => &mut self.north,
        }
    }
}
