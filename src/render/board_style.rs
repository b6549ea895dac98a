/// Decides how boards are drawn, colours apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStyle {
    /// Whether lines, empty and closed pits are drawn with signs outside ASCII.
    pub unicode: bool,
    /// The blanks before every line.
    pub indent: usize,
}

impl Default for BoardStyle {
    /// ASCII only, two blanks before every line.
    fn default() -> Self {
        Self { unicode: false, indent: 2 }
    }
}

impl BoardStyle {
    pub(super) const fn empty(self) -> &'static str {
        if self.unicode { "·" } else { "." }
    }

    pub(super) const fn closed(self) -> &'static str {
        if self.unicode { "▒" } else { "#" }
    }

    pub(super) const fn line(self) -> &'static str {
        if self.unicode { "─" } else { "-" }
    }
}
