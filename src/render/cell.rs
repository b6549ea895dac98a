use super::{BoardStyle, Marks, Tone};
use crate::board::Pit;
use crate::engine::{Position, Ruleset};

/// Holds what is drawn in one pit: a sign, a number, a sign.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The sign before the number: a bracket, or that of stones taken.
    pub(super) left: Option<char>,
    /// The number, or the sign of an empty or closed pit.
    pub(super) body: String,
    /// The sign after the number: a mark, or a bracket.
    pub(super) right: Option<char>,
    /// Whether the sign before the number must not be left out where room is short.
    pub(super) left_matters: bool,
    pub(super) tone: Tone,
}

/// Tells what kind of pit it is by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PitKind {
    Common,
    /// A head (Tsoro; `RULES T2`).
    Head,
    /// A pit from which seeds may go clockwise (Igisoro; `RULES I7`).
    Ear,
}

impl PitKind {
    pub(super) fn of(rules: &Ruleset, pit: Pit) -> Self {
        if rules.is_head(pit) {
            Self::Head
        } else if rules.is_reverse_pit(pit) {
            Self::Ear
        } else {
            Self::Common
        }
    }

    /// Returns the brackets around such a pit, and what a legend says of them.
    pub(super) const fn brackets(self) -> Option<(char, char, &'static str)> {
        match self {
            Self::Common => None,
            Self::Head => Some(('[', ']', "head")),
            Self::Ear => Some(('(', ')', "clockwise pit")),
        }
    }
}

impl Cell {
    pub(super) fn new(position: &Position, rules: &Ruleset, marks: &Marks, style: BoardStyle, pit: Pit) -> Self {
        let mark = marks.shown(pit);
        let stones = position.stones(pit);
        let brackets = PitKind::of(rules, pit).brackets();
        let bracket = brackets.map(|(open, _, _)| open);
        let closing = brackets.map(|(_, close, _)| close);
        let (body, quiet) = if position.is_closed(pit) {
            (style.closed().to_owned(), true)
        } else if stones == 0 {
            (style.empty().to_owned(), true)
        } else {
            (style.stones(stones), false)
        };
        match mark {
            // A pit whose stones were taken stays empty for the rest of the turn.
            Some(mark) if mark.counts() && stones == 0 => Self {
                left: Some(mark.sign()),
                body: marks.pit(pit).taken.to_string(),
                right: closing,
                left_matters: true,
                tone: mark.tone(),
            },
            Some(mark) => {
                Self { left: bracket, body, right: Some(mark.sign()), left_matters: false, tone: mark.tone() }
            }
            None => Self {
                left: bracket,
                body,
                right: closing,
                left_matters: false,
                tone: if quiet { Tone::Quiet } else { Tone::Plain },
            },
        }
    }

    /// Leaves out the brackets, where pits stand too close for them.
    pub(super) fn drop_brackets(&mut self) {
        self.left = self.left.filter(|_| self.left_matters);
        self.right = self.right.filter(|sign| !matches!(sign, ']' | ')'));
    }

    /// Returns the text of the cell without the blanks before it, at most `width` characters wide if there is room for
    /// what matters.
    pub(super) fn text(&self, width: usize) -> String {
        let bare = self.body.chars().count() + 1;
        if let Some(sign) = self.left.filter(|_| self.left_matters && bare >= width) {
            // A number without its sign would say that the stones are still there.
            return sign.to_string();
        }
        let left = self.left.filter(|_| self.left_matters || bare < width);
        let mut text = String::with_capacity(width);
        text.extend(left);
        text.push_str(&self.body);
        text.extend(self.right);
        text
    }
}
