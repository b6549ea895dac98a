use crate::record::{Judged, JudgedPly};

/// Tells how much a record says: its plies first, then its comments, glyphs, tags and turns of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fullness {
    /// The turns of the main line.
    pub plies: u32,
    /// All that is told besides.
    pub extras: u32,
}

impl Fullness {
    /// Measures a record, which must be judged with [`Keep::Turns`](crate::record::Keep::Turns) or more.
    #[must_use]
    pub fn of(judged: &Judged) -> Self {
        let tags = judged.header.as_ref().map_or(0, |header| header.tags.len());
        let extras = tags + judged.comments.len() + extras(&judged.turns);
        Self { plies: judged.plies, extras: u32::try_from(extras).unwrap_or(u32::MAX) }
    }
}

/// Recursion follows the nesting of variations, which the reader limits.
fn extras(turns: &[JudgedPly]) -> usize {
    let of_ply = |ply: &JudgedPly| {
        let variations = ply.variations.iter();
        let told = variations.map(|line| line.comments.len() + line.turns.len() + extras(&line.turns));
        ply.comments.len() + ply.glyphs.len() + told.sum::<usize>()
    };
    turns.iter().map(of_ply).sum()
}
