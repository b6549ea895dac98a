use std::ops::Range;

use crate::text::{Tab, escape};

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The bytes that change.
    pub(super) range: Range<usize>,
    /// What stands there afterwards.
    pub(super) text: String,
}

/// Returns the bytes with edits made, which are in order and apart from each other.
pub(super) fn edited(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    edited_part(bytes, 0..bytes.len(), edits)
}

fn edited_part(bytes: &[u8], part: Range<usize>, edits: &[Edit]) -> Vec<u8> {
    let mut done = Vec::with_capacity(part.len() + 16);
    let mut at = part.start;
    for edit in edits {
        done.extend(&bytes[at..edit.range.start]);
        done.extend(edit.text.as_bytes());
        at = edit.range.end;
    }
    done.extend(&bytes[at..part.end]);
    done
}

/// A run of lines that change.
struct Change<'a> {
    lines: Range<usize>,
    edits: &'a [Edit],
}

/// Writes edits as a unified diff.
pub(super) fn unified_diff(name: &str, bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let starts: Vec<usize> = lines.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len()))).collect();
    let line_of = |offset: usize| starts.partition_point(|start| *start <= offset).max(1) - 1;
    let of_edit =
        |edit: &Edit| line_of(edit.range.start)..line_of(edit.range.end.saturating_sub(1).max(edit.range.start)) + 1;
    let changes: Vec<Change<'_>> = edits
        .chunk_by(|one, other| of_edit(other).start < of_edit(one).end)
        .map(|edits| Change { lines: of_edit(&edits[0]).start..of_edit(&edits[edits.len() - 1]).end, edits })
        .collect();

    let mut diff = format!("--- {name}\n+++ {name}\n").into_bytes();
    let mut grown = 0isize;
    for hunk in changes.chunk_by(|one, other| other.lines.start <= one.lines.end + 2 * CONTEXT) {
        let first = hunk[0].lines.start.saturating_sub(CONTEXT);
        let last = (hunk[hunk.len() - 1].lines.end + CONTEXT).min(lines.len());
        let mut body = Vec::new();
        let mut at = first;
        let mut come = 0;
        for change in hunk {
            lines[at..change.lines.start].iter().for_each(|line| put(&mut body, b' ', line));
            lines[change.lines.clone()].iter().for_each(|line| put(&mut body, b'-', line));
            let end = starts.get(change.lines.end).copied().unwrap_or(bytes.len());
            let new = edited_part(bytes, starts[change.lines.start]..end, change.edits);
            for line in new.split_inclusive(|byte| *byte == b'\n') {
                put(&mut body, b'+', line);
                come += 1;
            }
            come += change.lines.start - at;
            at = change.lines.end;
        }
        lines[at..last].iter().for_each(|line| put(&mut body, b' ', line));
        come += last - at;
        let gone = last - first;
        let range =
            |start: usize, count: usize| if count == 1 { start.to_string() } else { format!("{start},{count}") };
        let new_first = first.saturating_add_signed(grown);
        diff.extend(format!("@@ -{} +{} @@\n", range(first + 1, gone), range(new_first + 1, come)).as_bytes());
        diff.extend(body);
        grown += come as isize - gone as isize;
    }
    diff
}

fn put(diff: &mut Vec<u8>, sign: u8, line: &[u8]) {
    diff.push(sign);
    diff.extend(line);
    if !line.ends_with(b"\n") {
        diff.extend(b"\n\\ No newline at end of file\n");
    }
}

/// Escapes what could do something to a terminal.
pub(super) fn harmless(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<_> = text.split('\n').map(|line| escape(line, Tab::Keep)).collect();
    lines.join("\n").into_bytes()
}
