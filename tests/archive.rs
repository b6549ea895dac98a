//! What must hold of arranged archives, whatever is in the records: merging keeps every line and all that is said of
//! it, and duplicates are found as by comparing every record with every other.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{canonical, judge, printed, random_document, ruleset};
use matombo::archive::{
    Candidate, Comparison, Duplicate, Duplicates, Entry, Field, Fingerprint, Kept, Likeness, MergeError, Merger,
    SortKey, beginning,
};
use matombo::engine::Game;
use matombo::notation::DEEPEST_VARIATION;
use matombo::record::{Checks, Judged, JudgedPly, refill_text};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Games whose records often begin alike.
const NARROW: [(Game, &str); 5] = [
    (Game::Bosh, ""),
    (Game::Bosh, "fill=choice starter=winner"),
    (Game::Kimasai, ""),
    (Game::Tsoro, "columns=6"),
    (Game::Igisoro, "resow=lap"),
];

/// Valid records of one game, rules and start.
fn records(game: usize, seed: u64, count: usize, plies: usize) -> Vec<Judged> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let rules = ruleset(NARROW[game]);
    let mut records: Vec<Judged> =
        (0..count).map(|_| judge(&printed(&random_document(rules, &mut random, plies)))).collect();
    records.retain(|record| record.is_valid() && !record.turns.is_empty());
    let start = records.first().and_then(|first| beginning(first, 0));
    records.retain(|record| beginning(record, 0) == start);
    records
}

fn turn(ply: &JudgedPly) -> String {
    let refill = ply.refill.map(|refill| refill_text(&refill, Checks::None)).unwrap_or_default();
    format!("{} {refill}", ply.text(Checks::None)).trim_end().to_owned()
}

/// What is said in a record, by the turns that lead there.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    lines: BTreeSet<Vec<String>>,
    words: BTreeMap<Vec<String>, BTreeSet<String>>,
    depth: usize,
}

impl Told {
    fn of(record: &Judged) -> Self {
        let mut told = Self::default();
        told.words.entry(Vec::new()).or_default().extend(record.comments.iter().cloned());
        told.line(&[], &record.turns, 0);
        told
    }

    fn line(&mut self, before: &[String], turns: &[JudgedPly], depth: usize) {
        self.depth = self.depth.max(depth);
        let mut path = before.to_vec();
        for ply in turns {
            for variation in &ply.variations {
                let mut first = path.clone();
                first.push(turn(&variation.turns[0]));
                self.words.entry(first).or_default().extend(variation.comments.iter().cloned());
                self.line(&path, &variation.turns, depth + 1);
            }
            path.push(turn(ply));
            let words = self.words.entry(path.clone()).or_default();
            words.extend(ply.comments.iter().cloned());
            words.extend(ply.glyphs.iter().map(|glyph| format!("${glyph}")));
        }
        self.lines.insert(path);
    }
}

fn merged(records: &[Judged]) -> Result<Judged, MergeError> {
    let mut merger = Merger::new(records[0].clone());
    records[1..].iter().for_each(|record| merger.add(record.clone()));
    merger.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn merging_loses_nothing(game in 0..NARROW.len(), seed: u64, count in 1..8_usize, plies in 1..12_usize) {
        let records = records(game, seed, count, plies);
        prop_assume!(!records.is_empty());
        let text = canonical(&merged(&records).expect("they branch little"));
        let read = judge(&text);
        prop_assert!(read.is_valid(), "{}\n{:?}", text, read.diagnostics);
        prop_assert_eq!(canonical(&read), text.clone());
        prop_assert_eq!(read.turns.iter().map(turn).collect::<Vec<_>>(), records[0].turns.iter().map(turn).collect::<Vec<_>>());
        prop_assert_eq!(read.result, records[0].result);
        let told = Told::of(&read);
        let all: Vec<Told> = records.iter().map(Told::of).collect();
        for line in &told.lines {
            prop_assert!(all.iter().any(|one| one.lines.contains(line)), "{line:?} is nobody's line\n{}", text);
        }
        for one in &all {
            for line in &one.lines {
                prop_assert!(told.lines.iter().any(|kept| kept.starts_with(line)), "{line:?} is lost\n{}", text);
            }
            for (path, words) in &one.words {
                let kept = told.words.get(path);
                prop_assert!(words.is_empty() || kept.is_some_and(|kept| kept.is_superset(words)), "{words:?}\n{}", text);
            }
        }
    }

    #[test]
    fn merging_again_adds_no_line(game in 0..NARROW.len(), seed: u64, count in 1..6_usize) {
        let records = records(game, seed, count, 8);
        prop_assume!(!records.is_empty());
        let once = merged(&records).expect("they branch little");
        let twice = merged(&[once.clone(), once.clone()]).expect("they branch no more");
        prop_assert_eq!(canonical(&twice), canonical(&once));
    }

    #[test]
    fn duplicates_are_those_that_a_comparison_of_all_finds(
        game in 0..NARROW.len(), seed: u64, count in 1..12_usize, plies in 1..5_usize, fuller: bool, min_plies in 0..3_u32,
    ) {
        let records = records(game, seed, count, plies);
        let kept = if fuller { Kept::Fuller } else { Kept::First };
        for likeness in [Likeness::Exact, Likeness::Turns, Likeness::Position, Likeness::Contained] {
            let comparison = Comparison { likeness, min_plies, fields: Vec::new() };
            let found = duplicates(&comparison, kept, &records);
            let left_out: BTreeSet<u64> = found.iter().map(|duplicate| duplicate.number).collect();
            for (number, record) in records.iter().enumerate() {
                let better = |(other, rival): (usize, &Judged)| other != number && beats(&comparison, kept, (other, rival), (number, record));
                let beaten = records.iter().enumerate().any(better);
                prop_assert_eq!(left_out.contains(&(number as u64)), beaten, "{:?} {}", likeness, number);
            }
            for duplicate in found {
                prop_assert!(!left_out.contains(&duplicate.of));
                let [one, of] = [duplicate.number, duplicate.of].map(|number| &records[number as usize]);
                prop_assert!(same(&comparison, of, one));
            }
        }
    }
}

fn fingerprint(comparison: &Comparison, record: &Judged) -> Fingerprint {
    comparison.fingerprint(&Entry { judged: record, file: "" }, canonical(record).as_bytes())
}

fn duplicates(comparison: &Comparison, kept: Kept, records: &[Judged]) -> Vec<Duplicate> {
    let prints: Vec<Fingerprint> = records.iter().map(|record| fingerprint(comparison, record)).collect();
    let candidates = prints.iter().enumerate().map(|(number, print)| Candidate {
        digest: print.digest,
        fullness: print.fullness,
        number: number as u64,
    });
    let mut duplicates = Duplicates::new(candidates.collect(), kept);
    prints.iter().for_each(|print| duplicates.contain(&print.digest, print.prefixes.clone()));
    duplicates.list()
}

/// Whether a record could stand for another, compared turn by turn.
fn same(comparison: &Comparison, one: &Judged, other: &Judged) -> bool {
    if canonical(one) == canonical(other) {
        return true;
    }
    if one.plies.min(other.plies) < comparison.min_plies {
        return false;
    }
    let turns = |record: &Judged| record.turns.iter().map(turn).collect::<Vec<String>>();
    let last = |record: &Judged| record.turns.last().and_then(|ply| ply.position.clone());
    match comparison.likeness {
        Likeness::Exact => false,
        Likeness::Turns => turns(one) == turns(other),
        Likeness::Position => last(one) == last(other),
        Likeness::Contained => turns(one).starts_with(&turns(other)),
    }
}

/// Whether a record is kept for another.
fn beats(comparison: &Comparison, kept: Kept, one: (usize, &Judged), other: (usize, &Judged)) -> bool {
    let longer = comparison.likeness == Likeness::Contained && one.1.plies > other.1.plies;
    let fullness = |record: &Judged| fingerprint(comparison, record).fullness;
    let (fuller, less) = (fullness(one.1) > fullness(other.1), fullness(one.1) < fullness(other.1));
    let first = one.0 < other.0;
    let preferred = if kept == Kept::Fuller { fuller || (!less && first) } else { first };
    same(comparison, one.1, other.1)
        && (longer || (preferred && (one.1.plies >= other.1.plies || comparison.likeness != Likeness::Contained)))
}

/// Records that each leave the one before it a ply later: the deepest nest.
fn stairs(steps: usize) -> Vec<Judged> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let long = loop {
        let record = judge(&printed(&random_document(ruleset((Game::Bosh, "")), &mut random, 2 * steps)));
        if record.turns.len() == 2 * steps && record.header.as_ref().is_some_and(|header| !header.custom_start) {
            break record;
        }
    };
    let mut line: Vec<String> = Vec::new();
    let mut records = Vec::new();
    for ply in &long.turns {
        let first = line.clone();
        for other in ["A1", "A2", "A3", "A4", "A5", "a1", "a2", "a3", "a4", "a5"] {
            let mut turns = first.clone();
            turns.push(other.to_owned());
            let record = judge(&format!("[Game \"Bosh\"]\n\n{} *\n", turns.join(" ")));
            if record.is_valid() && turn(record.turns.last().expect("a turn")) != turn(ply) {
                records.push(record);
                break;
            }
        }
        line.push(turn(ply));
    }
    records.truncate(steps);
    records
}

#[test]
fn stairs_stay_within_the_depth_of_the_notation() {
    let steps = stairs(3 * DEEPEST_VARIATION);
    assert_eq!(steps.len(), 3 * DEEPEST_VARIATION);
    let read = judge(&canonical(&merged(&steps).expect("two lines a level are enough")));
    assert!(read.is_valid(), "{:?}", read.diagnostics);
    let told = Told::of(&read);
    assert!(told.depth <= DEEPEST_VARIATION, "{}", told.depth);
    assert_eq!(told.lines, steps.iter().flat_map(|step| Told::of(step).lines).collect());
    // Few steps keep the order in which they came.
    let few = Told::of(&merged(&steps[..10]).expect("ten levels"));
    assert_eq!(few.depth, 9);
}

#[test]
fn a_thousand_alternatives_are_siblings() {
    let strips: Vec<String> = (1..=8)
        .flat_map(|column| ["a", "b"].map(|row| format!("{row}{column}")))
        .filter(|pit| !matches!(pit.as_str(), "a1" | "a8" | "b1"))
        .collect();
    let mut records = vec![judge("[Game \"Nsolo\"]\n\n1. B7xa1+0 *\n")];
    for one in &strips {
        for other in strips.iter().filter(|other| one < *other) {
            let record = judge(&format!("[Game \"Nsolo\"]\n\n1. B7xa1+{one}:1,{other}:1 *\n"));
            assert!(record.is_valid(), "{:?}", record.diagnostics);
            records.push(record);
        }
    }
    let merged = merged(&records).expect("they are side by side");
    assert_eq!((merged.turns.len(), merged.turns[0].variations.len()), (1, records.len() - 1));
    assert_eq!(Told::of(&merged).depth, 1);
}

#[test]
fn a_main_line_without_turns_takes_no_variations() {
    let [empty, other] = ["*", "1. A5 *"].map(|turns| judge(&format!("[Game \"Bosh\"]\n\n{turns}\n")));
    let mut merger = Merger::new(empty);
    merger.add(other);
    assert_eq!(merger.finish().err(), Some(MergeError::NoMainLine));
}

#[test]
fn keys_put_records_in_order() {
    let record = |tags: &str| judge(&format!("[Game \"Bosh\"]\n{tags}\n\n1. A5xa1 *\n"));
    let order = |key: &str, tags: &[&str]| {
        let key: SortKey = key.parse().expect("a key");
        let mut keyed: Vec<(Vec<u8>, String)> = Vec::new();
        for tag in tags {
            let judged = record(tag);
            let mut bytes = Vec::new();
            key.write(&Entry { judged: &judged, file: "" }, &mut bytes);
            keyed.push((bytes, (*tag).to_owned()));
        }
        keyed.sort();
        keyed
            .into_iter()
            .map(|(_, tag)| tag.split('"').nth(1).unwrap_or("-").to_owned())
            .collect::<Vec<String>>()
            .join(" ")
    };
    let dates = [
        "",
        "[Date \"2026-01-05\"]",
        "[Date \"2026-02-31\"]",
        "[Date \"2025-12\"]",
        "[Date \"2026\"]",
        "[Date \"2026-01\"]",
    ];
    assert_eq!(order("Date", &dates), "2025-12 2026 2026-01 2026-01-05 2026-02-31 -");
    assert_eq!(order("-date", &dates), "2026-01-05 2026-01 2026 2025-12 2026-02-31 -");
    let rounds =
        ["[Round \"10\"]", "[Round \"9\"]", "[Round \"\"]", "[Round \"2.10\"]", "[Round \"2.9\"]", "[Round \"final\"]"];
    assert_eq!(order("Round", &rounds), "2.9 2.10 9 10 final ");
    assert_eq!(order("Round:desc", &rounds), "final 10 9 2.10 2.9 ");
}

#[test]
fn fields_are_named_in_any_case() {
    for (name, field) in [("GAME", Field::Game), ("Plies", Field::Plies), ("south", Field::Tag("south".to_owned()))] {
        assert_eq!(name.parse(), Ok(field));
    }
    for name in ["", "a b", "1", "Ev\u{e9}nt", "-x"] {
        assert!(name.parse::<Field>().is_err(), "{name}");
    }
}
