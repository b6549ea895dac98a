//! `matombo merge`: all that it writes, and its exit status.

mod common;

use common::{Ran, fifty_games, folder_of, ran, run, run_in, text_in};
use pretty_assertions::assert_eq;

fn merge(args: &[&str], input: &str) -> Ran {
    run(&[&["merge"], args].concat(), input)
}

fn became(records: usize, left: usize) -> String {
    format!("matombo: {records} records became {left}\n")
}

const FIRST: &str = "[Game \"Bosh\"]\n[Event \"Cup\"]\n[South \"Amina\"]\n[North \"Baraka\"]\n[Result \"*\"]\n\n1. A5xa1 {strong} 1... a4 2. A4xa4 *\n\n";
const SECOND: &str = "[Game \"Bosh\"]\n[Event \"Cup\"]\n[South \"Chipo\"]\n[North \"Dayo\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n\
                      {From the final.} 1. A5xa1 {strong} {usual} 1... a4 2. A2xa5 $1 1-0\n\n";
const THIRD: &str = "[Game \"Bosh\"]\n[Event \"Cup\"]\n[South \"Amina\"]\n[North \"Dayo\"]\n[Result \"*\"]\n\n1. A5xa1 a3xA2 {quiet} *\n\n";

#[test]
fn records_that_begin_alike_become_one_tree() {
    let input = [FIRST, SECOND, THIRD].concat();
    let tree = "[Game \"Bosh\"]\n[Event \"Cup\"]\n[Result \"*\"]\n\n\
                {From the final.} 1. A5xa1 {strong} {usual} 1... a4 (1... a3xA2 {quiet}\n\
                {Amina against Dayo, *}) 2. A4xa4 {Amina against Baraka} (2. A2xa5 $1\n\
                {Chipo against Dayo, 1-0 (resignation)}) *\n\n";
    let told = merge(&[], &input);
    assert_eq!(told, ran(0, tree, &became(3, 1)));
    assert_eq!(run(&["check", "--format", "short"], told.out.clone()).out, "");
    let json = merge(&["--to", "jsonl"], &input);
    assert_eq!(run(&["convert", "--to", "mgn"], json.out), ran(0, tree, ""));
    let from_json = run(&["convert", "--to", "jsonl"], input).out;
    assert_eq!(merge(&[], &from_json), told);
}

#[test]
fn a_line_that_goes_on_behind_the_main_one() {
    let record =
        |round: &str, turns: &str| format!("[Game \"Bosh\"]\n[Round \"{round}\"]\n[Result \"*\"]\n\n{turns} *\n\n");
    let input = [record("1", "1. A5xa1 a4"), record("2", "1. A5xa1 a4 2. A4xa4"), record("3", "1. A5xa1")].concat();
    let first = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {Round 3, *} 1... a4 {Round 1} (1... a4 2. A4xa4 {Round 2, *}) *\n\n";
    assert_eq!(merge(&[], &input), ran(0, first, &became(3, 1)));
    let longest =
        "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {Round 3, *} 1... a4 {Round 1, *} 2. A4xa4 {Round 2} *\n\n";
    assert_eq!(merge(&["--main", "longest"], &input), ran(0, longest, &became(3, 1)));
}

#[test]
fn the_result_of_the_main_line_stays() {
    let won = "[Game \"Bosh\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. A5xa1 1-0\n\n";
    let open = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 a4 *\n\n";
    let first =
        "[Game \"Bosh\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. A5xa1 (1. A5xa1 a4 {*}) 1-0\n\n";
    assert_eq!(merge(&[], &[won, open].concat()), ran(0, first, &became(2, 1)));
    let longest = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 {1-0 (resignation)} 1... a4 *\n\n";
    assert_eq!(merge(&["--main", "longest"], &[won, open].concat()), ran(0, longest, &became(2, 1)));
    for args in [&[][..], &["--main", "longest"]] {
        let merged = merge(args, &[won, open].concat()).out;
        assert_eq!(run(&["check"], merged).err, "matombo: 1 record checked, 0 invalid\n");
    }
}

#[test]
fn records_that_start_otherwise_stay_apart() {
    let a = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let rules = "[Game \"Bosh\"]\n[Rules \"stall=2\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n";
    let position = "[Game \"Bosh\"]\n[Position \"0,3*5,0/4*5,0 N 5,0 1S\"]\n[Result \"*\"]\n\n1... a4 *\n\n";
    let kimasai = "[Game \"Kimasai\"]\n[Result \"*\"]\n\n1. A2xa12 *\n\n";
    let other = "[Game \"Bosh\"]\n[Result \"*\"]\n\n1. A4xA5 *\n\n";
    let empty = "[Game \"Bosh\"]\n[Result \"*\"]\n\n*\n\n";
    let input = [a, rules, position, kimasai, other, empty].concat();
    assert_eq!(merge(&[], &input), ran(0, &input, &became(6, 6)));
    let all = "[Game \"Bosh\"]\n[Result \"*\"]\n\n{*} 1. A5xa1 (1. A4xA5 {*}) *\n\n";
    assert_eq!(merge(&["--min-common", "0"], &[empty, a, other].concat()), ran(0, all, &became(3, 1)));
    let input = [FIRST, SECOND, THIRD].concat();
    assert_eq!(merge(&["--min-common", "2"], &input).err, became(3, 2));
    assert_eq!(merge(&["--min-common", "3"], &input).err, became(3, 3));
}

#[test]
fn groups_keep_the_place_of_their_first_record() {
    let record = |turns: &str| format!("[Game \"Bosh\"]\n[Result \"*\"]\n\n{turns} *\n\n");
    let bad = "[Game \"Bosh\"]\n\n1. A5xa2 *\n\n";
    let input = [&record("1. A5xa1"), bad, &record("1. A4xA5"), &record("1. A5xa1")].concat();
    let kept = "matombo: 1 invalid record, kept as found; `matombo check` tells what is wrong\n";
    let out = [&record("1. A5xa1"), bad, &record("1. A4xA5")].concat();
    assert_eq!(merge(&[], &input), ran(1, &out, &[kept, &became(4, 3)].concat()));
    assert_eq!(merge(&[], ""), ran(0, "", &became(0, 0)));
}

#[test]
fn the_output_may_be_an_input_and_files_may_be_named_twice() {
    let folder = folder_of(&[("a.mgn", &[FIRST, THIRD].concat())]);
    let once = merge(&[], &text_in(&folder, "a.mgn")).out;
    let told = run_in(folder.path(), &["merge", "a.mgn", "a.mgn", "-o", "a.mgn"], "");
    let twice = "matombo: a.mgn: it was read before, so its records are there twice\n";
    assert_eq!(told, ran(0, "", &[twice, &became(4, 1)].concat()));
    assert_eq!(text_in(&folder, "a.mgn"), once);
    let told = run_in(folder.path(), &["merge", "a.mgn", "none.mgn", "-o", "a.mgn"], "");
    assert_eq!((told.code, text_in(&folder, "a.mgn")), (2, once));
}

#[test]
fn what_is_merged_must_be_read_again() {
    let input = [FIRST, SECOND, THIRD].concat();
    let size = merge(&[], &input).out.trim_end().len();
    let told = merge(&["--max-record", &(size - 1).to_string()], &input);
    let limit = "matombo: <stdin>: record 1: what is merged is larger than `--max-record`; a larger `--min-common` makes \
                 smaller records\n";
    assert_eq!(told, ran(2, "", limit));
}

#[test]
fn what_the_notation_cannot_carry_is_told() {
    let json = run(&["convert", "--to", "jsonl"], FIRST).out;
    let ext = format!("{},\"ext\":{{\"x\":1}}}}\n", json.trim_end().strip_suffix('}').expect("an object"));
    let told = merge(&["--to", "jsonl"], &[ext.as_str(), &json].concat());
    assert_eq!(
        told.err,
        ["matombo: <stdin>: record 1: `ext` of the records merged into it is lost\n", &became(2, 1)].concat()
    );
    assert!(told.out.ends_with(",\"ext\":{\"x\":1}}\n"), "{}", told.out);
}

#[test]
fn random_games_merge_to_valid_records() {
    let games = fifty_games();
    let told = merge(&["--jobs", "1"], &games);
    assert_eq!(told.code, 0);
    assert_eq!(merge(&["--jobs", "4"], &games), told);
    let checked = run(&["check", "--strict", "--quiet"], told.out.clone());
    assert_eq!(checked, ran(0, "", ""));
    // Nothing begins alike any more.
    assert_eq!(merge(&[], &told.out).out, told.out);
}
