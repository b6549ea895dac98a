//! Other programs read the Parquet, and find in it what the library counts.
#![cfg(feature = "parquet")]

mod common;
mod engines;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use common::run_in;
use engines::Engines;
use matombo::archive::Facts;
use matombo::notation::{RecordReader, read};
use matombo::record::{Judge, Keep};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// The files that are put into the tables: all that an independent engine wrote, and one with dates.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = fs::read_dir(root.join("tests/corpus")).expect("the corpus");
    let mut files: Vec<_> = corpus.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "mgn"));
    files.sort();
    files
}

const DATED: &str = "[Game \"Bosh\"]\n[Date \"1964.02.??\"]\n[Result \"*\"]\n\n*\n\n\
                     [Game \"Tsoro\"]\n[Date \"1913\"]\n[Result \"*\"]\n\n1. B18/B20 *\n";

/// What a game comes to: its records, plies and counts, in the order of the script.
#[derive(Default)]
struct Sums([u64; 10]);

fn expected(files: &[PathBuf]) -> BTreeMap<&'static str, Sums> {
    let mut games: BTreeMap<&'static str, Sums> = BTreeMap::new();
    let judge = Judge::new().keep(Keep::Turns);
    for file in files {
        for source in RecordReader::new(File::open(file).expect("readable")) {
            let source = source.expect("readable");
            let judged = judge.judge(source.text(), &read(&source));
            let counts = Facts::of(&judged).both();
            let game = judged.header.as_ref().expect("a known game").rules.game();
            let numbers = [
                1,
                judged.plies.into(),
                counts.laps,
                counts.captures,
                counts.captured,
                counts.bonus_pits,
                counts.stripped,
                counts.head_stops,
                counts.retreats,
                counts.clockwise_captures,
            ];
            let sums = games.entry(game.key()).or_default();
            sums.0.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }
    games
}

#[test]
fn duckdb_and_polars_find_the_same_sums() {
    let Some(engines) = Engines::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = files();
    files.push(folder.path().join("dated.mgn"));
    fs::write(&files[files.len() - 1], DATED).expect("writable");
    let tables = [("records.parquet", &[][..]), ("plies.parquet", &["--plies"])].map(|(name, option)| {
        let mut args = vec!["convert", "--to", "parquet", "-o", name];
        args.extend(option);
        args.extend(files.iter().map(|file| file.to_str().expect("text")));
        let told = run_in(folder.path(), &args, "");
        assert_eq!((told.code, told.err.as_str()), (0, ""));
        folder.path().join(name)
    });
    let said: Value = serde_json::from_str(&engines.run("tables.py", &[&tables[0], &tables[1]])).expect("JSON");
    let games = expected(&files);
    let row = |(game, sums): (&&str, &Sums)| {
        let numbers = sums.0.iter().map(|number| Value::from(*number));
        Value::from_iter(std::iter::once(Value::from(*game)).chain(numbers))
    };
    let records = Value::from_iter(games.iter().map(row));
    let days = json!(["1913-01-01", "1964-02-29"]);
    for (engine, types) in [
        ("duckdb", json!(["VARCHAR", "BIGINT", "BOOLEAN", "INTEGER", "DATE"])),
        ("polars", json!(["String", "Int64", "Boolean", "Int32", "Date"])),
    ] {
        assert_eq!(said[engine]["records"], records, "{engine}");
        assert_eq!(said[engine]["types"], types);
        assert_eq!(said[engine]["days"], days);
        // A record without plies is in the other table only.
        let mut plies = records.clone();
        plies[0][1] = (plies[0][1].as_u64().expect("a number") - 1).into();
        assert_eq!(said[engine]["plies"], plies, "{engine}");
    }
}
