use crate::board::Seat;

/// The most stones that one sign of dots shows.
const DOTS_A_SIGN: u32 = 8;
/// Braille patterns of one to eight dots.
const BRAILLE: [char; DOTS_A_SIGN as usize] = ['⠁', '⠃', '⠇', '⡇', '⣇', '⣧', '⣷', '⣿'];

/// Decides how boards are drawn, colours apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStyle {
    /// Whether lines, empty and closed pits are drawn with signs outside ASCII.
    pub unicode: bool,
    /// The blanks before every line.
    pub indent: usize,
    /// How the stones of a pit are drawn.
    pub stones: StoneStyle,
    /// The seat that sits below, whose numbers run from left to right.
    pub near: Seat,
    /// How wide a line may be. `None` is as wide as is good for the eye.
    pub room: Option<usize>,
    /// Where there is no room for all columns, the place from the left of one that is to be seen, from 0.
    pub focus: usize,
}

/// Tells how the stones of a pit are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoneStyle {
    /// As a number.
    #[default]
    Numbers,
    /// As dots, where they are few; else as a number.
    Dots,
}

impl Default for BoardStyle {
    /// ASCII only, numbers, two blanks before every line, seen from South's seat.
    fn default() -> Self {
        Self { unicode: false, indent: 2, stones: StoneStyle::Numbers, near: Seat::South, room: None, focus: 0 }
    }
}

impl BoardStyle {
    pub(super) const fn empty(self) -> &'static str {
        match (self.stones, self.unicode) {
            (StoneStyle::Dots, _) => "_",
            (StoneStyle::Numbers, true) => "·",
            (StoneStyle::Numbers, false) => ".",
        }
    }

    pub(super) const fn closed(self) -> &'static str {
        if self.unicode { "▒" } else { "#" }
    }

    pub(super) const fn line(self) -> &'static str {
        if self.unicode { "─" } else { "-" }
    }

    /// Returns the stones of a pit that has some.
    pub(super) fn stones(self, stones: u32) -> String {
        match (self.stones, self.unicode) {
            (StoneStyle::Dots, true) if stones <= 2 * DOTS_A_SIGN => {
                let full = if stones > DOTS_A_SIGN { "⣿" } else { "" };
                let rest = (stones - 1) % DOTS_A_SIGN;
                format!("{full}{}", BRAILLE[rest as usize])
            }
            (StoneStyle::Dots, false) if stones <= 4 => {
                ":".repeat(stones as usize / 2) + if stones % 2 == 1 { "." } else { "" }
            }
            _ => stones.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_stones_are_dots_and_many_a_number() {
        let drawn =
            |unicode, stones| BoardStyle { unicode, stones: StoneStyle::Dots, ..BoardStyle::default() }.stones(stones);
        assert_eq!([1, 2, 3, 4, 5, 12].map(|stones| drawn(false, stones)), [".", ":", ":.", "::", "5", "12"]);
        assert_eq!([1, 4, 8, 9, 16, 17].map(|stones| drawn(true, stones)), ["⠁", "⡇", "⣿", "⣿⠁", "⣿⣿", "17"]);
        assert_eq!(BoardStyle::default().stones(3), "3");
    }
}
