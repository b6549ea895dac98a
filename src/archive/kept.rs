/// Tells which of the same records is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// The first.
    #[default]
    First,
    /// The one that says the most; of several, the first.
    Fuller,
}
