//! `matombo split`: the files that it writes, what it tells of them, and its exit status.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, fifty_games, folder_of, ran, run, run_in, text_in};
use pretty_assertions::assert_eq;
use tempfile::TempDir;

fn event(event: &str) -> String {
    let value = event.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[Game \"Bosh\"]\n[Event \"{value}\"]\n[Result \"*\"]\n\n1. A5xa1 *\n\n")
}

const NO_EVENT: &str = "[Game \"Kimasai\"]\n[Result \"*\"]\n\n1. A2xa12 *\n\n";

fn split(folder: &TempDir, args: &[&str], input: &str) -> Ran {
    run_in(folder.path(), &[&["split"], args].concat(), input)
}

/// All files below a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => names.extend(names_in(&path)),
            false => names.push(path.file_name().expect("a name").to_string_lossy().into_owned()),
        }
    }
    names.sort();
    names
}

fn names_in(folder: &Path) -> Vec<String> {
    let parent = folder.file_name().expect("a name").to_string_lossy().into_owned();
    names(folder).into_iter().map(|name| format!("{parent}/{name}")).collect()
}

#[test]
fn a_file_for_every_value() {
    let folder = folder_of(&[("a.mgn", &[event("Village match"), NO_EVENT.to_owned(), event("Cup")].concat())]);
    let told = split(&folder, &["--tag", "event", "--into", "out", "a.mgn", "-"], &event("Cup"));
    assert_eq!(told, ran(0, "out/Village_match.mgn\t1\nout/unknown.mgn\t1\nout/Cup.mgn\t2\n", ""));
    assert_eq!(text_in(&folder, "out/Cup.mgn"), event("Cup").repeat(2));
    assert_eq!(text_in(&folder, "out/unknown.mgn"), NO_EVENT);
    assert_eq!(names(folder.path()), ["a.mgn", "out/Cup.mgn", "out/Village_match.mgn", "out/unknown.mgn"]);
}

#[test]
fn a_file_for_every_game_and_for_every_so_many() {
    let folder = folder_of(&[]);
    let games = fifty_games();
    let told = split(&folder, &["--game", "--into", "games"], &games);
    let list =
        "games/Tsoro.mgn\t10\ngames/Nsolo.mgn\t10\ngames/Igisoro.mgn\t10\ngames/Bosh.mgn\t10\ngames/Kimasai.mgn\t10\n";
    assert_eq!(told, ran(0, list, ""));
    let told =
        split(&folder, &["--count", "5", "--into", "parts", "--name", "part-{}", "--to", "jsonl", "-j", "3"], &games);
    let list: String = (1..=10).map(|part| format!("parts/part-{part:02}.jsonl\t5\n")).collect();
    assert_eq!(told, ran(0, &list, ""));
    let parts = run_in(folder.path(), &["convert", "--to", "mgn", "parts"], "");
    assert_eq!(parts, ran(0, &games, ""));
    let told = split(&folder, &["--count", "49", "--into", "json", "--to", "json"], &games);
    assert_eq!(told, ran(0, "json/1.json\t49\njson/2.json\t1\n", ""));
    let whole = run_in(folder.path(), &["convert", "--to", "mgn", "json"], "");
    assert_eq!(whole.out, games);
    assert_eq!(split(&folder, &["--count", "5", "--into", "none"], ""), ran(0, "", ""));
}

#[test]
fn names_lead_nowhere_else() {
    let hostile =
        ["../../../etc/passwd", "/etc/passwd", "..", ".", "C:\\x", "a\u{202e}b", "-rf", "con", "CON", "~", "*"];
    let input: String = hostile.iter().map(|value| event(value)).collect();
    let folder = folder_of(&[]);
    let told = split(&folder, &["--tag", "Event", "--into", "deep/out"], &input);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.lines().all(|line| line.starts_with("deep/out/") && line.ends_with("\t1")), "{}", told.out);
    let found = names(&folder.path().join("deep/out"));
    assert_eq!(found.len(), hostile.len());
    assert!(found.iter().all(|name| name.is_ascii() && !name.starts_with(['.', '-'])), "{found:?}");
    let lower: std::collections::BTreeSet<String> = found.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), found.len());
    assert_eq!(names(folder.path()).len(), found.len());
    // The same records give the same names.
    let again = split(&folder, &["--tag", "Event", "--into", "deep/out", "--force"], &input);
    assert_eq!(again, told);
}

#[test]
fn very_long_values_make_names_that_differ() {
    let long = |end: &str| event(&format!("{}{end}", "\u{5948}".repeat(500)));
    let folder = folder_of(&[]);
    let told = split(&folder, &["--tag", "Event", "--into", "out"], &[long("a"), long("b"), long("a")].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let counts: Vec<&str> = told.out.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(counts, ["2", "1"]);
}

#[test]
fn no_file_is_replaced_unasked() {
    let folder = folder_of(&[("out/Cup.mgn", "mine"), ("in.mgn", &[event("Cup"), event("Fair")].concat())]);
    let told = split(&folder, &["--tag", "Event", "--into", "out", "in.mgn"], "");
    let there = "matombo: out/Cup.mgn: it is there already, and --force was not given; nothing was written\n";
    assert_eq!(told, ran(2, "", there));
    assert_eq!(
        (names(folder.path()), text_in(&folder, "out/Cup.mgn").as_str()),
        (vec!["in.mgn".to_owned(), "out/Cup.mgn".to_owned()], "mine")
    );
    let told = split(&folder, &["--tag", "Event", "--into", "out", "--force", "in.mgn"], "");
    assert_eq!(told, ran(0, "out/Cup.mgn\t1\nout/Fair.mgn\t1\n", ""));
    assert_eq!(text_in(&folder, "out/Cup.mgn"), event("Cup"));
    // What is read is not replaced even then.
    let told = split(&folder, &["--tag", "Event", "--into", "out", "--force", "out/Cup.mgn"], "");
    assert_eq!(told, ran(2, "", "matombo: out/Cup.mgn: it is read, so it is not replaced; nothing was written\n"));
}

#[test]
fn nothing_is_written_if_not_all_can_be_read() {
    let folder = folder_of(&[("in.mgn", &event("Cup"))]);
    let told = split(&folder, &["--tag", "Event", "--into", "out", "in.mgn", "none.mgn"], "");
    let missing = "matombo: none.mgn: No such file or directory (os error 2)\n\
                   matombo: nothing was written: not all of the input could be read\n";
    assert_eq!(told, ran(2, "", missing));
    assert_eq!(names(folder.path()), ["in.mgn"]);
    let told = split(&folder, &["--tag", "Event", "--into", "in.mgn", "in.mgn"], "");
    assert_eq!((told.code, text_in(&folder, "in.mgn")), (2, event("Cup")));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = folder_of(&[]);
    let input: String = (0..200).map(|number| event(&format!("{}", number % 2))).collect();
    fs::write(folder.path().join("in.mgn"), input).expect("writable");
    fs::create_dir(folder.path().join("out")).expect("writable");
    let script = format!(
        "trap '' XFSZ; ulimit -f 6; exec '{}' split --tag Event --into out in.mgn",
        assert_cmd::cargo::cargo_bin("matombo").display()
    );
    let output =
        std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    assert_eq!(names(folder.path()), ["in.mgn"]);
}

#[test]
fn invalid_records_go_where_their_tags_say() {
    let bad = "[Game \"Bosh\"]\n[Event \"Cup\"]\n\n1.  A5xa2 *\n\n";
    let chess = "[Game \"Chess\"]\n[Event \"Cup\"]\n\n1. e4 *\n\n";
    let folder = folder_of(&[("in.mgn", &[bad, &event("Cup"), chess].concat())]);
    let kept = "matombo: 2 invalid records, kept as found; `matombo check` tells what is wrong\n";
    let told = split(&folder, &["--tag", "Event", "--into", "events", "in.mgn"], "");
    assert_eq!(told, ran(1, "events/Cup.mgn\t3\n", kept));
    assert_eq!(text_in(&folder, "events/Cup.mgn"), [bad, &event("Cup"), chess].concat());
    let told = split(&folder, &["--game", "--into", "games", "in.mgn"], "");
    assert_eq!(told, ran(1, "games/Bosh.mgn\t2\ngames/Chess.mgn\t1\n", kept));
}

#[test]
fn one_way_to_split_is_needed() {
    for args in [
        &["--into", "x"][..],
        &["--game"],
        &["--game", "--count", "2", "--into", "x"],
        &["--count", "0", "--into", "x"],
        &["--tag", "a b", "--into", "x"],
        &["--game", "--into", "x", "--name", "plain"],
        &["--game", "--into", "x", "--name", "../{}"],
        &["--game", "--into", "x", "--name", "{}{}"],
    ] {
        let told = run(&[&["split"], args].concat(), "");
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{args:?}");
    }
}
