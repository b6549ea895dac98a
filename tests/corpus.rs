//! Records written by an independent engine, with the position after every ply.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use matombo::notation::{RecordReader, read};
use matombo::record::{Checks, Judge, Keep};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// The part of the corpus kept here, and the whole of it where it is to be found.
fn folders() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    [here.join("tests/corpus"), here.join("../shared/corpus")].into_iter().filter(|path| path.is_dir()).collect()
}

fn record_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "mgn") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "the corpus is part of this repository");
    files
}

#[test]
fn every_position_of_the_corpus_is_reproduced() {
    for path in record_files() {
        let expected = fs::read_to_string(path.with_extension("jsonl")).expect("positions beside the records");
        let mut records = RecordReader::new(File::open(&path).expect("a file"));
        for (index, line) in expected.lines().enumerate() {
            let place = format!("{} record {}", path.display(), index + 1);
            let expected: Value = serde_json::from_str(line).expect("JSON");
            let source = records.next().expect("as many records as lines").expect("readable");
            let judged = Judge::new().keep(Keep::Positions).judge(source.text(), &read(&source));
            assert_eq!(judged.diagnostics, [], "{place}");
            let header = judged.header.as_ref().expect("a header");
            assert_eq!(Value::from(header.start.to_string()), expected["start"], "{place}");
            let plies = expected["plies"].as_array().expect("plies");
            assert_eq!(judged.turns.len(), plies.len(), "{place}");
            for (ply, expected) in judged.turns.iter().zip(plies) {
                let place = format!("{place} ply {} {}", ply.ply, ply.text(Checks::None));
                assert_eq!(ply.position.as_deref(), expected["position"].as_str(), "{place}");
                assert_eq!(Some(ply.seat.name()), expected["seat"].as_str(), "{place}");
            }
        }
        assert!(records.next().is_none(), "as many lines as records");
    }
}
