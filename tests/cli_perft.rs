//! `matombo perft`: counts of turn sequences.

mod common;

use common::{Ran, run};
use pretty_assertions::assert_eq;

fn perft(args: &[&str]) -> Ran {
    run(&[&["perft"], args].concat(), "")
}

fn counts(args: &[&str], counts: &[u64]) {
    let depth = counts.len().to_string();
    let out: String = counts.iter().zip(1..).map(|(count, depth)| format!("{depth} {count}\n")).collect();
    assert_eq!(perft(&[args, &["--depth", &depth]].concat()), Ran { code: 0, out, err: String::new() });
}

#[test]
fn v13() {
    counts(&["--game", "bosh"], &[5, 19, 79, 266, 864, 2881, 9305]);
    counts(&["--game", "kimasai"], &[1, 2, 3, 7, 15, 40, 105, 309]);
    counts(&["--game", "igisoro"], &[8, 64, 443]);
    counts(&["--game", "tsoro", "--rules", "columns=8 bonus=1"], &[12, 144, 1104, 9404]);
}

#[test]
fn from_a_position() {
    counts(&["--game", "bosh", "--position", "5*4/5*4 S 0,0 1S"], &[5, 19, 79]);
    counts(&["--game", "kimasai", "--position", "12*1/11*1,0/0,11*1/12*1 N 0,0"], &[1, 2]);
    counts(&["--game", "igisoro", "--rules", "setup=custom", "--position", "8*4/8*0/8*0/8*4 S 0,0"], &[8, 64]);
    // Over before it begins.
    counts(&["--game", "tsoro", "--rules", "columns=6 stones=free", "--position", "6*0/6*0/6*0/2,5*0 S 0,0"], &[0, 0]);
}

#[test]
fn no_depth_is_no_question() {
    let told = perft(&["--game", "bosh", "--depth", "0"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("0 is not in 1.."), "{}", told.err);
}

#[test]
fn too_many_strips_are_refused() {
    counts(&["--game", "nsolo"], &[967]);
    let position = "8*30/8*30/8*0/6*0,2,0 S 0,0";
    let told = perft(&["--game", "nsolo", "--rules", "stones=free", "--position", position, "--depth", "3"]);
    assert_eq!((told.code, told.out.as_str()), (2, "1 344867425584\n"));
    assert!(told.err.starts_with("matombo: depth 2: a capture on the way offers "), "{}", told.err);
    assert!(told.err.ends_with("choose a smaller depth, or `strip-duty=must` or `capture=file`\n"), "{}", told.err);
    assert_eq!(told.err.lines().count(), 1);
    assert_eq!(perft(&["--game", "nsolo", "--rules", "capture=file", "--depth", "1"]).code, 0);
}

#[test]
fn the_work_is_bounded() {
    let position = "4*0,2,3*0/3*0,1,2*0,2*1/4,2,6,0,3,0,1,2/7,8,1,2,4,3,0,16 S 0,0";
    let args =
        ["--game", "igisoro", "--rules", "stones=free", "--position", position, "--depth", "1", "--max-laps", "1000"];
    let told = perft(&args);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("1000 laps"), "{}", told.err);
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["--game", "bosh"],
        &["--depth", "3"],
        &["--game", "bosh", "--depth", "x"],
        &["--game", "go", "--depth", "1"],
    ] {
        let told = perft(args);
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{args:?}");
        assert!(told.err.starts_with("error: "), "{}", told.err);
    }
}
