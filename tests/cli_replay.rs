//! `matombo replay`: what it shows, and its exit status. How frames are drawn is tested in `render.rs`.

mod common;

use common::{Ran, run, run_with};
use pretty_assertions::assert_eq;

const TWO: &str =
    "[Game \"Kimasai\"]\n[South \"A\"]\n\n{first} 1. A2xa12! {taken} a2 2. A3 *\n\n[Game \"Bosh\"]\n\n1. A5xa1 *\n";
const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";

fn replay(args: &[&str], input: &str) -> Ran {
    run(&[&["replay"], args].concat(), input)
}

fn heads(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.contains(": before the first turn") || line.starts_with("Ply ")).collect()
}

#[test]
fn a_whole_record() {
    let told = replay(&["--record", "2"], TWO);
    let out = "\
Bosh: before the first turn
  Result: *

      5   4   3   2   1  North
  a   4   4   4   4   4  a
    ---------------------
  A   4   4   4   4   4  A
      1   2   3   4   5  South

  Round 1, begun by South. On the board: South 20, North 20. In reserve: South
  0, North 0. South is to move.

Ply 1, South: 1. A5xa1

      5   4   3   2   1  North
  a   .*  5+  5+  5+ x5  a
    ---------------------
  A   5+  5+  5+  5=  .^ A
      1   2   3   4   5  South

  ^ lifted first   * lifted on the way   + sown   = last stone
  x captured (how many)

  South lifts 4 stones from A5, sows 2 laps and ends in A4, before an empty pit;
  captures 5 stones from a1.

  Round 1, begun by South. On the board: South 20, North 15. In reserve: South
  5, North 0. North is to move.

  Result: * (unterminated)
";
    assert_eq!(told, Ran { code: 0, out: out.to_owned(), err: String::new() });
}

#[test]
fn the_first_record_unless_another_is_asked_for() {
    let told = replay(&[], TWO);
    assert_eq!(told.code, 0);
    let shown = [
        "Kimasai: before the first turn",
        "Ply 1, South: 1. A2xa12!",
        "Ply 2, North: 1... a2xA12",
        "Ply 3, South: 2. A3xa11",
    ];
    assert_eq!(heads(&told.out), shown);
    assert!(told.out.contains("  South: A\n") && told.out.contains("  {first}\n") && told.out.contains("  {taken}\n"));
    assert_eq!(told.err, "matombo: <stdin> holds more records: --record N shows another\n");
    let told = replay(&["--record", "3"], TWO);
    assert_eq!(
        told,
        Ran { code: 2, out: String::new(), err: "matombo: <stdin>: there is no record 3, the file has 2\n".to_owned() }
    );
    let told = replay(&[], "");
    assert_eq!(
        told,
        Ran { code: 2, out: String::new(), err: "matombo: <stdin>: there is no record 1, the file has 0\n".to_owned() }
    );
    assert_eq!(replay(&["--record", "0"], TWO).code, 2);
}

#[test]
fn a_range_of_plies() {
    let shown = |args: &[&str]| {
        let told = replay(&[&["--record", "1"], args].concat(), TWO);
        (told.code, heads(&told.out).iter().map(|line| line.chars().take(5).collect::<String>()).collect::<Vec<_>>())
    };
    assert_eq!(shown(&["--from", "2"]), (0, vec!["Ply 2".into(), "Ply 3".into()]));
    assert_eq!(shown(&["--from", "2", "--to", "2"]), (0, vec!["Ply 2".into()]));
    assert_eq!(shown(&["--to", "0"]), (0, vec!["Kimas".into()]));
    assert_eq!(shown(&["--from", "3", "--to", "99"]), (0, vec!["Ply 3".into()]));
    let told = replay(&["--from", "3", "--to", "2"], TWO);
    assert_eq!(told, Ran { code: 2, out: String::new(), err: "matombo: --from 3 comes after --to 2\n".to_owned() });
    let told = replay(&["--from", "4", "--record", "1"], TWO);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.contains("matombo: <stdin>: there is no ply 4, the record has 3\n"), "{}", told.err);
}

#[test]
fn a_faulty_record_is_played_up_to_its_fault() {
    let told = replay(&[], BAD);
    assert_eq!(told.code, 1);
    assert_eq!(heads(&told.out), ["Kimasai: before the first turn", "Ply 1, South: 1. A2xa12"]);
    assert!(told.err.starts_with("error[E0403]: `a1` is empty\n --> <stdin>:3:7\n"), "{}", told.err);
    let told = replay(&[], "[Game \"Chess\"]\n\n1. e4 *");
    assert_eq!((told.code, told.out.as_str()), (1, ""));
}

#[test]
fn laps_one_by_one() {
    let told = replay(&["--laps", "--record", "2", "--from", "1"], TWO);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let laps = told.out.matches("lap 1").count() + told.out.matches("Lap 1").count();
    assert!(laps >= 1, "{}", told.out);
    assert!(told.out.is_ascii());
}

#[test]
fn frames_of_any_step() {
    let told = |args: &[&str]| replay(&[&["--record", "2", "--from", "1", "--to", "1"], args].concat(), TWO);
    assert_eq!(told(&["--frames", "ply"]), told(&[]));
    assert_eq!(told(&["--frames", "ply"]), told(&["--plain"]));
    assert_eq!(told(&["--frames", "lap"]), told(&["--laps"]));
    let stones = told(&["--frames", "stone"]);
    assert_eq!((stones.code, stones.err.as_str()), (0, ""));
    let shown = [
        "Ply 1, South: 1. A5xa1 (lift)",
        "Ply 1, South (lap 1, stone 1 of 4)",
        "Ply 1, South (lap 1, stone 2 of 4)",
        "Ply 1, South (lap 1, stone 3 of 4)",
        "Ply 1, South (lap 1, stone 4 of 4)",
        "Ply 1, South (lift)",
        "Ply 1, South (lap 2, stone 1 of 4)",
    ];
    assert_eq!(heads(&stones.out)[..7], shown);
    assert_eq!(heads(&stones.out).last(), Some(&"Ply 1, South (capture)"));
    let third = "\
Ply 1, South (lap 1, stone 3 of 4)

      5   4   3   2   1  North
  a   4   4   5=  5+  5+ a
    ---------------------
  A   4   4   4   4   .^ A
      1   2   3   4   5  South

  ^ lifted first   + sown   = last stone

  South sows stone 3 of 4 into a3.
";
    assert!(stones.out.contains(third), "{}", stones.out);
    assert!(stones.out.ends_with("  Result: * (unterminated)\n"), "{}", stones.out);
}

#[test]
fn frames_of_stones_lead_to_those_of_turns() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    for name in ["bosh/02-a-match", "igisoro/02-capture-or-pass", "tsoro/03-bonus", "nsolo/02-strip"] {
        let file = folder.join(format!("{name}.mgn"));
        let told = |step| replay(&["--frames", step, file.to_str().expect("text")], "");
        let standing = |out: &str| -> Vec<String> {
            let lines = out.split("\n\n").filter(|part| part.contains("On the board:"));
            lines.map(str::to_owned).collect()
        };
        let (plies, stones) = (told("ply"), told("stone"));
        assert_eq!(stones.code, 0, "{name}");
        assert_eq!(standing(&plies.out), standing(&stones.out), "{name}");
    }
}

#[test]
fn words_alone() {
    let told = replay(&["--words"], TWO);
    let out = "\
Kimasai: before the first turn. On the board: South 23, North 23. Taken: South 0, North 0. South is to move.
South: A
Result: *
{first}
Ply 1, South: 1. A2xa12!. South steps from A2 to A1 and captures 2 stones from a12 and b12.
{taken}
Ply 2, North: 1... a2xA12. North steps from a2 to a1 and captures 2 stones from A12 and B12.
Ply 3, South: 2. A3xa11. South steps from A3 to A2 and captures 2 stones from a11 and b11.
Result: * (unterminated)
";
    let err = "matombo: <stdin> holds more records: --record N shows another\n".to_owned();
    assert_eq!(told, Ran { code: 0, out: out.to_owned(), err });
    assert_eq!(replay(&["--words", "--frames", "lap"], TWO).code, 2);
    assert_eq!(replay(&["--laps", "--frames", "lap"], TWO).code, 2);
}

#[test]
fn a_delay_between_frames() {
    let begin = std::time::Instant::now();
    let told = replay(&["--delay", "0.05", "--record", "1"], TWO);
    assert!(begin.elapsed() >= std::time::Duration::from_millis(150), "three pauses between four frames");
    assert_eq!(told, replay(&["--record", "1"], TWO));
    for wrong in ["x", "-1", "1e9", "nan"] {
        let told = replay(&[&format!("--delay={wrong}")], TWO);
        assert_eq!(told.code, 2, "{wrong}");
        assert!(told.err.contains("a number from 0 to 3600 is wanted"), "{}", told.err);
    }
}

#[test]
fn signs_outside_ascii_only_on_demand() {
    assert!(replay(&[], TWO).out.is_ascii());
    assert!(!replay(&["--unicode"], TWO).out.is_ascii());
    let told = run_with(&std::env::temp_dir(), &["replay"], TWO, &[("LC_ALL", "C"), ("TERM", "dumb")]);
    assert_eq!(told, replay(&[], TWO));
}

#[test]
fn every_form_of_input() {
    let json = run(&["convert", "--to", "json"], TWO);
    let lines = run(&["convert", "--to", "jsonl"], TWO);
    let text = replay(&["--record", "2"], TWO);
    assert_eq!(replay(&["--record", "2"], &json.out), text);
    assert_eq!(replay(&["--record", "2", "--input", "json", "-"], &json.out), text);
    assert_eq!(replay(&["--record", "2", "--input", "jsonl"], &lines.out), text);
    assert_eq!(replay(&["--input", "json"], TWO).code, 1);
}

#[test]
fn text_of_strangers_cannot_act_on_the_terminal() {
    let text = "[Game \"Bosh\"]\n[South \"\u{202e}x\"]\n\n1. A5xa1 {\u{2066}a\n\u{200b}b} *\n";
    let told = replay(&[], text);
    assert!(told.out.contains("South: \\u{202e}x") && told.out.contains("{\\u{2066}a \\u{200b}b}"), "{}", told.out);
}

#[test]
fn tags_alone() {
    let told = replay(&[], "[Game \"Bosh\"]\n\n*\n");
    assert_eq!((told.code, heads(&told.out).len()), (0, 1));
}

#[test]
fn what_cannot_be_read() {
    let told = replay(&["/none.mgn"], "");
    assert_eq!(
        told,
        Ran {
            code: 2,
            out: String::new(),
            err: "matombo: /none.mgn: No such file or directory (os error 2)\n".to_owned()
        }
    );
    let told = replay(&["/"], "");
    assert_eq!(told, Ran { code: 2, out: String::new(), err: "matombo: /: is a directory\n".to_owned() });
}

#[test]
fn the_corpus_is_shown_to_its_end() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for name in ["igisoro", "tsoro-6col-left1", "nsolo-strip-must", "bosh", "kimasai"] {
        for args in [&[][..], &["--laps"]] {
            let file = folder.join(format!("{name}.mgn"));
            let told = replay(&[args, &["--record", "2", file.to_str().expect("text")]].concat(), "");
            assert_eq!((told.code, told.err.as_str()), (0, ""), "{name}");
            assert!(told.out.contains("has won") || told.out.contains("drawn"), "{name}: the end is told");
        }
    }
}
