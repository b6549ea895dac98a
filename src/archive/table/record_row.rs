use std::borrow::Cow;
use std::iter;

use super::column::{Column, ColumnHead, int32, int64};
use super::{Cells, Entry, count_column};
use crate::archive::{Facts, Measure};
use crate::board::Seat;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::EndReason;
use crate::notation::Period;
use crate::record::{Header, JudgedPly};

/// What the row of a record is made of.
struct RecordRow<'a> {
    entry: Entry<'a>,
    header: Option<&'a Header>,
    /// What was counted; `None` if its game is not known.
    facts: Option<Facts>,
    /// What the date means; the calendars of other programs have no year 0.
    date: Option<Period>,
    remarks: Remarks,
}

impl<'a> RecordRow<'a> {
    /// The columns before the counts.
    const COLUMNS: &'a [Column<Self>] = &[
        Column::<Self>::text("file", "The name of the file, `<stdin>` for standard input.", |row| {
            Some(row.entry.file.into())
        })
        .required(),
        Column::<Self>::int64("record", "The number of the record in its file, from 1.", |row| {
            Some(int64(row.entry.record))
        })
        .required(),
        Column::<Self>::boolean(
            "valid",
            "Whether the record has no errors; `false` only where invalid records are kept.",
            |row| Some(row.entry.judged.is_valid()),
        )
        .required(),
        Column::text("game", "The game as JSON names it: `tsoro`, `nsolo`, `igisoro`, `bosh` or `kimasai`.", |row| {
            Some(row.header?.rules.game().key().into())
        }),
        Column::text(
            "rules",
            "The options that are not as by default, in canonical form; no text if all are.",
            |row| Some(row.header?.rules.to_string().into()),
        ),
        Column::text("event", "The tag `Event`.", |row| row.tag("Event")),
        Column::text("site", "The tag `Site`.", |row| row.tag("Site")),
        Column::text("date", "The tag `Date`, in canonical form if it is a date.", |row| row.tag("Date")),
        Column::date("date_first", "The first day that the date can mean.", |row| Some(row.date?.first())),
        Column::date("date_last", "The last day that the date can mean.", |row| Some(row.date?.last())),
        Column::text("round", "The tag `Round`.", |row| row.tag("Round")),
        Column::text("south", "The tag `South`: who played it.", |row| row.tag("South")),
        Column::text("north", "The tag `North`.", |row| row.tag("North")),
        Column::<Self>::text("result", "The result: `1-0`, `0-1`, `1/2-1/2` or `*`.", |row| {
            Some(row.entry.judged.result.token().into())
        })
        .required(),
        Column::text("termination", "How the record came to its end, as the tag `Termination` says it.", |row| {
            Some(row.entry.judged.termination?.name().into())
        }),
        Column::text(
            "end_reason",
            "What decided the game on the board: `no-stones`, `no-move`, `repetition` or `no-refill`.",
            |row| Some(end_reason(row.entry.judged.outcome?.reason).into()),
        ),
        Column::<Self>::int32("plies", "The turns written in the main line.", |row| {
            Some(int32(row.entry.judged.plies))
        })
        .required(),
        Column::int32("rounds", "The rounds begun, the first included (Bosh).", |row| row.facts?.rounds.map(int32)),
        Column::boolean("custom_start", "Whether the start is another position than the rules give.", |row| {
            Some(row.header?.custom_start)
        }),
        Column::text("start", "The position before the first turn, as a position line.", |row| {
            Some(row.header?.start.to_string().into())
        }),
        Column::text("final_position", "The position after the last turn that could be judged.", |row| {
            row.final_position()
        }),
        Column::<Self>::int64("comments", "The comments, those in variations included.", |row| {
            Some(int64(row.remarks.comments))
        })
        .required(),
        Column::<Self>::int64("variations", "The variations, those in variations included.", |row| {
            Some(int64(row.remarks.variations))
        })
        .required(),
        Column::<Self>::int64("errors", "The errors.", |row| Some(int64(row.count(Diagnostic::is_error)))).required(),
        Column::<Self>::int64("warnings", "The warnings.", |row| Some(int64(row.count(|told| !told.is_error()))))
            .required(),
        Column::text("first_error", "The code of the first error.", |row| {
            row.first_error().map(|code| code.code().into())
        }),
        Column::text("tags", "The tags that have no column here, as a JSON object of texts.", |row| row.other_tags()),
    ];

    fn new(entry: Entry<'a>) -> Self {
        let header = entry.judged.header.as_ref();
        let mut row = Self {
            entry,
            header,
            facts: header.map(|_| Facts::of(entry.judged)),
            date: None,
            remarks: Remarks { comments: entry.judged.comments.len(), variations: 0 },
        };
        row.date = row.tag("Date").and_then(|date| Period::read(&date)).filter(|date| date.first().year > 0);
        row.remarks.add(&entry.judged.turns);
        row
    }

    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let (_, value) = self.header?.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value.into())
    }

    fn other_tags(&self) -> Option<Cow<'_, str>> {
        let others = self.header?.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
        let others: serde_json::Map<String, serde_json::Value> =
            others.map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        (!others.is_empty()).then(|| serde_json::Value::from(others).to_string().into())
    }

    fn final_position(&self) -> Option<Cow<'_, str>> {
        let header = self.header?;
        let judged = self.entry.judged.turns.iter().take_while(|ply| ply.turn.is_some());
        match judged.last() {
            Some(last) => last.position.as_deref().map(Cow::from),
            None => Some(header.start.to_string().into()),
        }
    }

    fn count(&self, kind: impl Fn(&Diagnostic) -> bool) -> usize {
        self.entry.judged.diagnostics.iter().filter(|diagnostic| kind(diagnostic)).count()
    }

    fn first_error(&self) -> Option<Code> {
        self.entry.judged.diagnostics.iter().find(|diagnostic| diagnostic.is_error()).map(|error| error.code)
    }
}

/// The tags with columns of their own, besides those that the header has fields for.
const OWN_TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "South", "North"];

/// The comments and variations of a record.
struct Remarks {
    comments: usize,
    variations: usize,
}

impl Remarks {
    fn add(&mut self, turns: &[JudgedPly]) {
        let mut open = vec![turns];
        while let Some(turns) = open.pop() {
            for ply in turns {
                self.comments += ply.comments.len();
                self.variations += ply.variations.len();
                for line in &ply.variations {
                    self.comments += line.comments.len();
                    open.push(&line.turns);
                }
            }
        }
    }
}

/// Returns the word for what decided a game.
pub(super) const fn end_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::NoStones => "no-stones",
        EndReason::NoMove => "no-move",
        EndReason::Repetition => "repetition",
        EndReason::NoRefill => "no-refill",
    }
}

/// The columns of each seat's counts, in order.
fn seat_counts() -> impl Iterator<Item = (Seat, &'static Measure)> {
    Seat::BOTH.into_iter().flat_map(|seat| iter::repeat(seat).zip(Measure::ALL))
}

pub(super) fn heads() -> Vec<ColumnHead> {
    let counts = seat_counts().map(|(seat, measure)| count_column::head_of(measure, seat));
    RecordRow::COLUMNS.iter().map(Column::head).chain(counts).collect()
}

pub(super) fn write(entry: Entry<'_>, cells: &mut impl Cells) {
    let row = RecordRow::new(entry);
    for column in RecordRow::COLUMNS {
        cells.cell(column.value(&row));
    }
    for (seat, measure) in seat_counts() {
        cells.cell(count_column::value(measure, row.facts.as_ref().map(|facts| &facts.by_seat[seat])));
    }
    cells.end_row();
}
