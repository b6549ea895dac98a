use std::fmt;

/// Names one of the five games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// Tsoro (Fuva, Imbwe) of the Shona, Zimbabwe.
    Tsoro,
    /// Nsolo (Nchombwa) of the Ngoni, Malawi and Zambia.
    Nsolo,
    /// Igisoro of Rwanda and Burundi.
    Igisoro,
    /// Bosh of the Darod, Somalia.
    Bosh,
    /// Bao la Kimasai of the Maasai, Tanzania.
    Kimasai,
}

impl Game {
    /// All games, in the order the documents give them.
    pub const ALL: [Self; 5] = [Self::Tsoro, Self::Nsolo, Self::Igisoro, Self::Bosh, Self::Kimasai];

    /// Returns the name as a `Game` tag writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tsoro => "Tsoro",
            Self::Nsolo => "Nsolo",
            Self::Igisoro => "Igisoro",
            Self::Bosh => "Bosh",
            Self::Kimasai => "Kimasai",
        }
    }

    /// Returns the name in lower case, as JSON and the command line write it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Tsoro => "tsoro",
            Self::Nsolo => "nsolo",
            Self::Igisoro => "igisoro",
            Self::Bosh => "bosh",
            Self::Kimasai => "kimasai",
        }
    }

    /// Returns the other names under which the game is read.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Tsoro => &["Fuva", "Imbwe"],
            Self::Nsolo => &["Nchombwa"],
            Self::Kimasai => &["Bao la Kimasai"],
            Self::Igisoro | Self::Bosh => &[],
        }
    }

    /// Finds a game by its name or an alias; case does not matter.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| {
            game.name().eq_ignore_ascii_case(name)
                || game.aliases().iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }

    /// Returns whether the game has draws (`RULES N6, K4`).
    #[must_use]
    pub const fn has_draws(self) -> bool {
        matches!(self, Self::Nsolo | Self::Kimasai)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
