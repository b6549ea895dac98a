/// Tells when two records count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likeness {
    /// Their canonical records are the same, comments and all.
    #[default]
    Exact,
    /// The same game, rules and start, and the same decided turns in the main line.
    Turns,
    /// The same game, rules and final position.
    Position,
    /// The same game, rules and start, and the main line of one begins with that of the other.
    Contained,
}
