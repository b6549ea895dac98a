//! Archives go through every form that can be read again, and come back byte for byte.

mod common;

use common::{RULESETS, notation_files, printed, random_document, ruleset, run};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Converts a whole archive, whose records are all valid.
fn convert(input: &str, args: &[&str]) -> String {
    let ran = run(&[&["convert"], args].concat(), input);
    let errors: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("error[")).collect();
    assert_eq!((ran.code, errors), (0, vec![]), "{args:?}");
    ran.out
}

/// mgn → json → mgn, mgn → jsonl → mgn and json → mgn → json, of an archive in canonical notation.
fn assert_comes_back(archive: &str) {
    for minimal in [&[][..], &["--minimal"]] {
        for form in ["json", "jsonl"] {
            let to_json = [&["--to", form], minimal].concat();
            let json = convert(archive, &to_json);
            let back = convert(&json, &["--to", "mgn", "--from", form]);
            assert!(back == archive, "{form} {minimal:?} does not come back as the same text");
            let again = convert(&back, &to_json);
            assert!(again == json, "{form} {minimal:?} does not come back as the same JSON");
        }
    }
}

#[test]
fn random_archives_with_comments_and_variations_come_back() {
    let mut archive = String::new();
    for (index, rules) in RULESETS.iter().enumerate() {
        for seed in 0..4 {
            let mut random = ChaCha8Rng::seed_from_u64(7000 + 10 * index as u64 + seed);
            let plies = random.random_range(0..30);
            archive.push_str(&printed(&random_document(ruleset(*rules), &mut random, plies)));
        }
    }
    assert_comes_back(&archive);
}

#[test]
fn the_valid_records_of_the_project_come_back() {
    let mut archive = String::new();
    for file in ["records", "notation/conformance", "tests/corpus"].into_iter().flat_map(notation_files) {
        let ran = run(&["convert", "--to", "mgn", file.to_str().expect("a name")], "");
        assert!(ran.code < 2, "{}: {}", file.display(), ran.err);
        archive.push_str(&ran.out);
    }
    assert!(archive.matches("[Game ").count() > 400, "too few records");
    assert_comes_back(&archive);
}
