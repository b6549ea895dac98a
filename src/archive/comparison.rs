use super::{Digest, Entry, Field, Fullness, Likeness};
use crate::notation::{WIDTH, print};
use crate::record::{Checks, Header, Judged, JudgedPly, refill_text};

/// Compares records by digests of what matters.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// When two records count as the same.
    pub likeness: Likeness,
    /// The turns that a main line must have; shorter ones are the same only if they are so exactly.
    pub min_plies: u32,
    /// What must agree besides.
    pub fields: Vec<Field>,
}

/// Holds what is compared of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Equal for records that are the same.
    pub digest: Digest,
    /// How much the record says.
    pub fullness: Fullness,
    /// The digests of all beginnings of its main line that another record could be; only for [`Likeness::Contained`].
    pub prefixes: Vec<Digest>,
}

impl Comparison {
    /// Digests a record, which must be judged with [`Keep::Positions`](crate::record::Keep::Positions).
    ///
    /// Whatever the likeness, invalid records, and those with too few turns, are the same as another only if they are
    /// so exactly. Of invalid ones that means every byte of the `source`.
    #[must_use]
    pub fn fingerprint(&self, entry: &Entry<'_>, source: &[u8]) -> Fingerprint {
        let judged = entry.judged;
        let fullness = Fullness::of(judged);
        let alone = |digest| Fingerprint { digest, fullness, prefixes: Vec::new() };
        let Some(header) = judged.header.as_ref().filter(|_| judged.is_valid()) else {
            return alone(Digest::of([b"invalid".as_slice(), source.trim_ascii_end()]));
        };
        if self.likeness == Likeness::Exact || judged.plies < self.min_plies {
            return alone(exact(judged));
        }
        let values: Vec<String> = self.fields.iter().map(|field| agreed(entry, field)).collect();
        let start = place("line", header, &header.start.to_string(), &values);
        match self.likeness {
            Likeness::Position => alone(place("position", header, &final_position(header, judged), &values)),
            Likeness::Turns => alone(chain(start, &judged.turns).last().unwrap_or(start)),
            Likeness::Exact | Likeness::Contained => {
                let mut digests: Vec<Digest> = std::iter::once(start).chain(chain(start, &judged.turns)).collect();
                let digest = digests.pop().unwrap_or(start);
                let shorter = (self.min_plies as usize).min(digests.len());
                Fingerprint { digest, fullness, prefixes: digests.split_off(shorter) }
            }
        }
    }
}

/// Digests what is played, from where, and the first turns of a valid record: equal for records that begin alike.
/// `None` if it is invalid or has fewer turns.
#[must_use]
pub fn beginning(judged: &Judged, plies: u32) -> Option<Digest> {
    let header = judged.header.as_ref().filter(|_| judged.is_valid() && judged.plies >= plies)?;
    let start = place("line", header, &header.start.to_string(), &[]);
    Some(chain(start, &judged.turns).take(plies as usize).last().unwrap_or(start))
}

/// Digests what is played, a position of it, and what must agree besides.
fn place(what: &str, header: &Header, position: &str, values: &[String]) -> Digest {
    let rules = header.rules.to_string();
    let parts = [what, header.rules.game().key(), &rules, position];
    Digest::of(parts.into_iter().chain(values.iter().map(String::as_str)).map(str::as_bytes))
}

fn final_position(header: &Header, judged: &Judged) -> String {
    let last = judged.turns.last().and_then(|ply| ply.position.clone());
    last.unwrap_or_else(|| header.start.to_string())
}

/// Returns what a field says, told apart from saying nothing.
fn agreed(entry: &Entry<'_>, field: &Field) -> String {
    entry.value(field).map_or_else(String::new, |value| format!("={value}"))
}

/// Digests a record with all that it says.
fn exact(judged: &Judged) -> Digest {
    let mut text = String::new();
    if let Some(document) = judged.document(Checks::None) {
        // Writing to a string cannot fail.
        let _ = print(&document, WIDTH, &mut text);
    }
    let ext = judged.ext.as_ref().map(serde_json::Value::to_string).unwrap_or_default();
    Digest::of(["exact", &text, &ext].map(str::as_bytes))
}

/// Digests every beginning of a line, from that with one turn to the whole: each from the one before it.
fn chain(start: Digest, turns: &[JudgedPly]) -> impl Iterator<Item = Digest> {
    turns.iter().scan(start, |line, ply| {
        let refill = ply.refill.map(|refill| refill_text(&refill, Checks::None)).unwrap_or_default();
        *line = Digest::of([line.bytes().as_slice(), ply.text(Checks::None).as_bytes(), refill.as_bytes()]);
        Some(*line)
    })
}
