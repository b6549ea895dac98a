//! `matombo sort`: all that it writes, and its exit status.

mod common;

use common::{Ran, fifty_games, folder_of, ran, run, run_in, text_in};
use pretty_assertions::assert_eq;

fn record(tags: &[(&str, &str)], turns: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("[Game \"Bosh\"]\n{tags}[Result \"*\"]\n\n{turns}*\n\n")
}

fn round(round: &str) -> String {
    record(&[("Round", round)], "1. A5xa1 ")
}

fn sort(args: &[&str], input: &str) -> Ran {
    run(&[&["sort"], args].concat(), input)
}

#[test]
fn numbers_in_tags_are_numbers_and_what_is_missing_is_last() {
    let (nine, ten, part, none) = (round("9"), round("10"), round("9.2"), round("?"));
    let input = [&none, &ten, &part, &nine].map(String::as_str).concat();
    let rising = [&nine, &part, &ten, &none].map(String::as_str).concat();
    assert_eq!(sort(&["--by", "Round"], &input), ran(0, &rising, ""));
    let falling = [&ten, &part, &nine, &none].map(String::as_str).concat();
    for by in ["-Round", "round:desc", "--by=-ROUND"] {
        let args = if by.starts_with("--") { vec![by] } else { vec!["--by", by] };
        assert_eq!(sort(&args, &input), ran(0, &falling, ""), "{by}");
    }
    assert_eq!(sort(&["--by", "Round"], ""), ran(0, "", ""));
}

#[test]
fn several_keys_and_a_stable_order() {
    let by = |date: &str, south: &str| record(&[("Date", date), ("South", south)], "1. A5xa1 ");
    let a = by("2026-11", "Zuri");
    let b = by("2026-11-30", "amina");
    let c = by("2026-11-30", "Amina");
    let d = by("2025-01-01", "Baraka");
    let input = [&b, &a, &c, &d].map(String::as_str).concat();
    assert_eq!(sort(&["--by", "Date,South"], &input).out, [&d, &a, &b, &c].map(String::as_str).concat());
    assert_eq!(sort(&["--by", "South,-Date"], &input).out, [&b, &c, &d, &a].map(String::as_str).concat());
    assert_eq!(sort(&["--by", "South", "--by", "-Date"], &input).out, sort(&["--by", "South,-Date"], &input).out);
    assert_eq!(sort(&["--by", "Event"], &input).out, input);
}

#[test]
fn what_a_record_says_without_a_tag() {
    let bosh = record(&[], "1. A5xa1 a4 ");
    let short = record(&[], "");
    let kimasai = "[Game \"Kimasai\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. A2xa12 1-0\n\n";
    let rules = "[Game \"Bosh\"]\n[Rules \"stall=2\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let folder = folder_of(&[("b2.mgn", &[kimasai, &bosh].concat()), ("b10.mgn", &[&short, rules].concat())]);
    let by = |keys: &str| run_in(folder.path(), &["sort", "--by", keys, "b10.mgn", "b2.mgn"], "").out;
    assert_eq!(by("game,rules"), [&short, &bosh, rules, kimasai].concat());
    assert_eq!(by("-plies"), [&bosh, rules, kimasai, &short].concat());
    assert_eq!(by("result"), [kimasai, &short, rules, &bosh].concat());
    assert_eq!(by("file"), [kimasai, &bosh, &short, rules].concat());
    assert_eq!(by("Termination"), [kimasai, &short, rules, &bosh].concat());
}

#[test]
fn keys_must_be_names() {
    for by in ["", "a b", "Date,,South", "--"] {
        let told = sort(&["--by", by], "");
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{by:?}");
        assert!(!told.err.is_empty());
    }
    assert_eq!(sort(&[], "").code, 2);
}

#[test]
fn invalid_records_are_sorted_by_their_tags() {
    let bad = "[Game \"Bosh\"]\n[Round \"2\"]\n\n1.  A5xa2 *\n\n";
    let chess = "[Game \"Chess\"]\n[Round \"1\"]\n\n1. e4 *\n\n";
    let input = [&round("3"), bad, chess].concat();
    let told = "matombo: 2 invalid records, kept as found; `matombo check` tells what is wrong\n";
    assert_eq!(sort(&["--by", "Round"], &input), ran(1, &[chess, bad, &round("3")].concat(), told));
    assert_eq!(sort(&["--by", "game,Round"], &input), ran(1, &[bad, &round("3"), chess].concat(), told));
}

#[test]
fn the_output_may_be_an_input_and_files_may_be_named_twice() {
    let folder = folder_of(&[("a.mgn", &[round("2"), round("1")].concat())]);
    let sorted = [round("1"), round("2")].concat();
    assert_eq!(run_in(folder.path(), &["sort", "--by", "Round", "a.mgn", "-o", "a.mgn"], ""), ran(0, "", ""));
    assert_eq!(text_in(&folder, "a.mgn"), sorted);
    let told = run_in(folder.path(), &["sort", "--by", "Round", "a.mgn", "./a.mgn"], "");
    let twice = [round("1"), round("1"), round("2"), round("2")].concat();
    assert_eq!(told, ran(0, &twice, "matombo: ./a.mgn: it was read before, so its records are there twice\n"));
    let told = run_in(folder.path(), &["sort", "--by", "Round", "a.mgn", "b.mgn", "-o", "a.mgn"], "");
    let missing = "matombo: b.mgn: No such file or directory (os error 2)\n\
                   matombo: nothing was written: not all of the input could be read\n";
    assert_eq!(told, ran(2, "", missing));
    assert_eq!(text_in(&folder, "a.mgn"), sorted);
}

#[test]
fn standard_input_and_every_form() {
    let games = fifty_games();
    let sorted = sort(&["--by", "game,-plies"], &games);
    assert_eq!((sorted.code, sorted.err.as_str()), (0, ""));
    for jobs in ["1", "4"] {
        assert_eq!(sort(&["--by", "game,-plies", "--jobs", jobs], &games), sorted);
    }
    let json = sort(&["--by", "game,-plies", "--to", "json"], &games);
    assert_eq!(run(&["convert", "--to", "mgn"], json.out).out, sorted.out);
    let jsonl = run(&["convert", "--to", "jsonl"], games).out;
    assert_eq!(sort(&["--by", "game,-plies"], &jsonl), sorted);
    let plies: Vec<u64> = sort(&["--by", "plies", "--to", "jsonl"], &jsonl)
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("json")["turns"].as_array().expect("turns").len()
                as u64
        })
        .collect();
    assert_eq!(plies.len(), 50);
    assert!(plies.is_sorted(), "{plies:?}");
}
