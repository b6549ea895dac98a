use std::borrow::Cow;

use super::column::{Column, ColumnHead, int32, int64};
use super::record_row::end_reason;
use super::{Cells, Entry, count_column};
use crate::archive::{Counts, Measure};
use crate::engine::{Game, RoundEndReason};
use crate::record::{Checks, Header, JudgedPly, refill_text};

/// What the row of a ply is made of.
struct PlyRow<'a> {
    entry: Entry<'a>,
    header: &'a Header,
    ply: &'a JudgedPly,
    /// The round that the turn belongs to, in games with rounds.
    round: Option<u32>,
    /// What was counted; `None` if the turn could not be judged.
    counts: Option<Counts>,
}

impl<'a> PlyRow<'a> {
    /// The columns before the counts.
    const COLUMNS: &'a [Column<Self>] = &[
        Column::<Self>::text("file", "The name of the file, as in the table of records.", |row| {
            Some(row.entry.file.into())
        })
        .required(),
        Column::<Self>::int64("record", "The number of the record in its file, from 1.", |row| {
            Some(int64(row.entry.record))
        })
        .required(),
        Column::<Self>::text("game", "The game as JSON names it.", |row| Some(row.header.rules.game().key().into()))
            .required(),
        Column::<Self>::int32("ply", "The turn's number in the main line, from 1.", |row| Some(int32(row.ply.ply)))
            .required(),
        Column::<Self>::int32("number", "The move number.", |row| Some(int32(row.ply.number))).required(),
        Column::<Self>::text("seat", "Whose turn it is: `south` or `north`.", |row| Some(row.ply.seat.name().into()))
            .required(),
        Column::<Self>::text(
            "turn",
            "The turn in canonical form; as it was written, if it could not be judged.",
            |row| Some(row.ply.text(Checks::None).into()),
        )
        .required(),
        Column::text("origin", "The pit where the turn begins.", |row| {
            Some(row.ply.turn.as_ref()?.origin.to_string().into())
        }),
        Column::boolean("clockwise", "Whether its first lap goes clockwise (Igisoro).", |row| {
            Some(row.ply.turn.as_ref()?.clockwise)
        }),
        Column::text("landing", "The pit where its last stone fell.", |row| {
            Some(row.ply.turn.as_ref()?.landing.to_string().into())
        }),
        Column::int32("bosh_round", "The round that the turn belongs to (Bosh).", |row| row.round.map(int32)),
        Column::text("round_end", "How the turn ended its round: `forfeit`, `stall` or `no-origin` (Bosh).", |row| {
            Some(round_end(row.ply.round_end?.reason).into())
        }),
        Column::text("refill", "The refill after it (Bosh).", |row| row.refill()),
        Column::text("end_reason", "How the turn decided the game: the words of the table of records.", |row| {
            Some(end_reason(row.ply.outcome?.reason).into())
        }),
        Column::text("position", "The position after the turn and its refill, as a position line.", |row| {
            row.ply.position.as_deref().map(Cow::from)
        }),
        Column::text("glyphs", "The numbers of its glyphs, with spaces between them.", |row| row.glyphs()),
        Column::text("comment", "Its comments, with a line break between them.", |row| {
            let comments = &row.ply.comments;
            (!comments.is_empty()).then(|| comments.join("\n").into())
        }),
        Column::<Self>::int32("variations", "The variations that replace the turn.", |row| {
            Some(int32(row.ply.variations.len()))
        })
        .required(),
    ];

    fn refill(&self) -> Option<Cow<'_, str>> {
        let decided = self.ply.refill.map(|refill| refill_text(&refill, Checks::None).into());
        decided.or_else(|| self.ply.written_refill.as_deref().map(Cow::from))
    }

    fn glyphs(&self) -> Option<Cow<'_, str>> {
        let numbers: Vec<String> = self.ply.glyphs.iter().map(u8::to_string).collect();
        (!numbers.is_empty()).then(|| numbers.join(" ").into())
    }
}

const fn round_end(reason: RoundEndReason) -> &'static str {
    match reason {
        RoundEndReason::Forfeit(_) => "forfeit",
        RoundEndReason::Stall => "stall",
        RoundEndReason::NoOrigin(_) => "no-origin",
    }
}

pub(super) fn heads() -> Vec<ColumnHead> {
    let counts = Measure::OF_TURNS.iter().map(count_column::head);
    PlyRow::COLUMNS.iter().map(Column::head).chain(counts).collect()
}

pub(super) fn write(entry: Entry<'_>, cells: &mut impl Cells) {
    let Some(header) = &entry.judged.header else { return };
    let game = header.rules.game();
    let first = header.start.round().filter(|_| game == Game::Bosh);
    let mut round = first.map(|round| round.number);
    for ply in &entry.judged.turns {
        let counts = ply.turn.as_ref().map(|turn| Counts::of(game, turn));
        let row = PlyRow { entry, header, ply, round, counts };
        for column in PlyRow::COLUMNS {
            cells.cell(column.value(&row));
        }
        for measure in Measure::OF_TURNS {
            cells.cell(count_column::value(measure, row.counts.as_ref()));
        }
        cells.end_row();
        // Behind an illegal turn nobody knows.
        round = round.filter(|_| ply.turn.is_some()).map(|round| round.saturating_add(ply.refill.is_some().into()));
    }
}
