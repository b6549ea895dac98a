//! Replays what the fuzzer found interesting, with the checks that the fuzz targets make.

use std::fs;
use std::path::{Path, PathBuf};

include!("../fuzz/checks/parse.rs");
include!("../fuzz/checks/check.rs");
include!("../fuzz/checks/round_trip.rs");
include!("../fuzz/checks/json.rs");
include!("../fuzz/checks/listed.rs");
include!("../fuzz/checks/query.rs");

fn files(folder: PathBuf) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<Vec<u8>> =
        entries.filter(|path| path.is_file()).map(|path| fs::read(path).expect("a file")).collect();
    assert!(!files.is_empty(), "{} holds inputs", folder.display());
    files
}

fn replay(target: &str, check: fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for bytes in files(root.join("fuzz/corpus").join(target)) {
        check(&bytes);
    }
    for folder in ["tsoro", "nsolo", "igisoro", "bosh", "kimasai", "invalid"] {
        for bytes in files(root.join("records").join(folder)) {
            check(&bytes);
        }
    }
}

#[test]
fn any_bytes_are_read() {
    replay("parse", matombo_fuzz_parse);
}

#[test]
fn any_bytes_are_judged_and_reported_safely() {
    replay("check", matombo_fuzz_check);
}

#[test]
fn what_is_valid_comes_back_the_same() {
    replay("round_trip", matombo_fuzz_round_trip);
}

#[test]
fn any_bytes_are_read_as_json() {
    replay("json", matombo_fuzz_json);
}

#[test]
fn a_decision_is_accepted_exactly_when_it_is_listed() {
    replay("listed", matombo_fuzz_listed);
}

#[test]
fn any_text_is_read_as_a_query() {
    replay("query", matombo_fuzz_query);
}
