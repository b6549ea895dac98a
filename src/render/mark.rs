use super::Tone;

/// Tells what happened in a pit. Where several things happened, the greatest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A stone was sown into it: `+`.
    Sown,
    /// Its stones were lifted to sow on: `*`.
    Relayed,
    /// The turn began in it: `^`.
    Origin,
    /// The last stone fell into it: `=`.
    Landing,
    /// Stones were stripped from it: `-`.
    Stripped,
    /// The enemy drew its stones back: `<`.
    RetreatFrom,
    /// The enemy drew stones back into it: `>`.
    RetreatTo,
    /// Its stones were taken as bonus: `%` before their number.
    Bonus,
    /// Its stones were captured: `x` before their number.
    Captured,
    /// A message speaks of it: `!`.
    Highlight,
}

impl Mark {
    /// All marks, in the order a legend explains them.
    pub const ALL: [Self; 10] = [
        Self::Origin,
        Self::Relayed,
        Self::Sown,
        Self::Landing,
        Self::Captured,
        Self::Bonus,
        Self::Stripped,
        Self::RetreatFrom,
        Self::RetreatTo,
        Self::Highlight,
    ];

    /// Returns the sign drawn at the pit.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Sown => '+',
            Self::Relayed => '*',
            Self::Origin => '^',
            Self::Landing => '=',
            Self::Stripped => '-',
            Self::RetreatFrom => '<',
            Self::RetreatTo => '>',
            Self::Bonus => '%',
            Self::Captured => 'x',
            Self::Highlight => '!',
        }
    }

    /// Returns what the sign means, in the words of a legend.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Sown => "sown",
            Self::Relayed => "lifted on the way",
            Self::Origin => "lifted first",
            Self::Landing => "last stone",
            Self::Stripped => "stripped",
            Self::RetreatFrom => "drawn back from",
            Self::RetreatTo => "drawn back to",
            Self::Bonus => "bonus (how many)",
            Self::Captured => "captured (how many)",
            Self::Highlight => "meant here",
        }
    }

    /// Returns the tone of the sign.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Sown => Tone::Sown,
            Self::Relayed | Self::Origin => Tone::Lifted,
            Self::Landing => Tone::Landing,
            Self::Stripped | Self::Bonus => Tone::Gained,
            Self::RetreatFrom | Self::RetreatTo => Tone::Retreat,
            Self::Captured => Tone::Captured,
            Self::Highlight => Tone::Highlight,
        }
    }

    /// Whether the sign stands before the number of stones taken.
    pub(super) const fn counts(self) -> bool {
        matches!(self, Self::Bonus | Self::Captured)
    }
}
