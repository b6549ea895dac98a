use crate::board::Seat;
use crate::notation::{Comment, Document, DocumentLine, DocumentPly, GameResult, WrittenLine, WrittenRecord};

/// Makes a document of a record, turns verbatim. The numbers are worked out as for a game without passes: a seat is
/// that of the first turn's letter.
pub(super) fn document(text: &str, record: &WrittenRecord) -> Document {
    let tag = |tag: &crate::notation::WrittenTag| (tag.name.value.clone(), tag.value.value.clone());
    Document {
        tags: record.tags.iter().map(tag).collect(),
        comments: texts(&record.comments),
        plies: plies(text, &record.main, (0, Seat::North)),
        result: record.result.map_or(GameResult::Unfinished, |result| result.value),
    }
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.text.clone()).collect()
}

/// `before` is the number and seat of the turn before the line.
fn plies(text: &str, line: &WrittenLine, before: (u32, Seat)) -> Vec<DocumentPly> {
    let mut last = before;
    let mut plies = Vec::new();
    for ply in &line.plies {
        let turn = ply.turn.span.of(text).to_owned();
        let seat = if turn.starts_with(['A', 'B']) { Seat::South } else { Seat::North };
        let number = if (last.1, seat) == (Seat::South, Seat::North) { last.0 } else { last.0 + 1 };
        let variation =
            |line: &WrittenLine| DocumentLine { comments: texts(&line.comments), plies: self::plies(text, line, last) };
        plies.push(DocumentPly {
            number,
            seat,
            turn,
            glyphs: ply.glyphs.iter().map(|glyph| glyph.value).collect(),
            refill: ply.refill.as_ref().map(|refill| refill.span.of(text).to_owned()),
            comments: texts(&ply.comments),
            variations: ply.variations.iter().map(variation).collect(),
        });
        last = (number, seat);
    }
    plies
}
