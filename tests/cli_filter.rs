//! Commands as filters over JSONL: a line in, a line out, and no line waits for another.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use common::{Ran, run};
use pretty_assertions::assert_eq;
use serde_json::Value;

const GOOD: &str = r#"{"game":"bosh","turns":[{"text":"A5xa1"}],"result":"*"}"#;
const WRONG: &str = r#"{"game":"bosh","turns":[{"text":"A5xa2"}],"result":"*"}"#;

/// What stands on the lines of a file of strangers: good and illegal records, and what is no record at all.
const LINES: [&str; 10] = [
    GOOD,
    r#"{"game":"#,
    GOOD,
    "nonsense",
    WRONG,
    r#"{"game":"bosh","turns":[],"result":"*"}}"#,
    "[1]",
    r#"{"game":"bosh","turns":[],"result":"*"} {"game":"bosh","turns":[],"result":"*"}"#,
    r#""x"#,
    GOOD,
];

#[test]
fn check_answers_every_line_with_one() {
    for jobs in ["1", "3"] {
        let ran = run(&["check", "--from", "jsonl", "--format", "jsonl", "--jobs", jobs], LINES.join("\n"));
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        let told: Vec<(u64, bool, u64)> = ran
            .out
            .lines()
            .map(|line| {
                let line: Value = serde_json::from_str(line).expect("JSON");
                let place = line["diagnostics"][0]["line"].as_u64().unwrap_or_default();
                (line["record"].as_u64().expect("a number"), line["valid"] == true, place)
            })
            .collect();
        let expected: Vec<(u64, bool, u64)> = (1..=10)
            .map(|number| if [1, 3, 10].contains(&number) { (number, true, 0) } else { (number, false, number) })
            .collect();
        assert_eq!(told, expected);
    }
}

#[test]
fn blank_lines_are_no_records() {
    let ran = run(&["check", "--from", "jsonl", "--format", "jsonl"], format!("\n{GOOD}\r\n  \n\n{WRONG}\n\n"));
    let places: Vec<String> = ran.out.lines().map(|line| line.chars().take(27).collect()).collect();
    assert_eq!(
        (ran.code, places),
        (
            1,
            vec![
                r#"{"file":"<stdin>","record":1"#[..27].to_owned(),
                r#"{"file":"<stdin>","record":2"#[..27].to_owned()
            ]
        )
    );
    assert!(ran.out.contains(r#""line":5,"#), "{}", ran.out);
}

#[test]
fn convert_writes_a_line_for_every_valid_one() {
    let ran = run(&["convert", "--from", "jsonl", "--to", "jsonl", "--minimal"], LINES.join("\n"));
    let line = r#"{"format":1,"game":"bosh","turns":[{"text":"A5xa1"}],"result":"*"}"#;
    assert_eq!((ran.code, ran.out), (1, format!("{line}\n{line}\n{line}\n")));
    let errors = ran.err.lines().filter(|line| line.starts_with("error[")).count();
    assert_eq!(errors, 7, "{}", ran.err);
}

#[test]
fn select_writes_a_line_for_every_one_that_is_asked_for() {
    let ran = run(&["select", "--from", "jsonl", "--to", "jsonl", "capture"], LINES.join("\n"));
    assert_eq!((ran.code, ran.out.lines().count(), ran.err.as_str()), (0, 3, ""));
    let ran = run(&["select", "--from", "jsonl", "--to", "list", "invalid"], LINES.join("\n"));
    let listed: String = [2, 4, 5, 6, 7, 8, 9].map(|number| format!("<stdin>:{number}\n")).concat();
    assert_eq!(ran, Ran { code: 0, out: listed, err: String::new() });
}

/// Writes lines one by one, each only when the answer to the one before has come.
fn talk(args: &[&str], lines: &[&str]) -> (Vec<String>, Option<i32>) {
    let mut child = Command::new(cargo_bin("matombo"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let (mut input, output) = (child.stdin.take().expect("input"), child.stdout.take().expect("output"));
    let (send, answers) = channel();
    thread::spawn(move || {
        BufReader::new(output).lines().try_for_each(|line| send.send(line.expect("text")).map_err(drop))
    });
    let mut told = Vec::new();
    for line in lines {
        writeln!(input, "{line}").expect("the command listens");
        input.flush().expect("the command listens");
        let answer = answers.recv_timeout(Duration::from_secs(120));
        told.push(answer.unwrap_or_else(|_| {
            let _ = child.kill();
            panic!("no answer to {line}")
        }));
    }
    drop(input);
    assert!(answers.recv().is_err(), "more answers than lines");
    (told, child.wait().expect("the command ends").code())
}

#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    for from in [&["--from", "jsonl"][..], &[]] {
        let args = [&["check", "--format", "jsonl", "--line-buffered"], from].concat();
        let (told, code) = talk(&args, &[GOOD, WRONG, GOOD]);
        let valid: Vec<bool> = told.iter().map(|line| line.contains(r#""valid":true"#)).collect();
        assert_eq!((valid, code), (vec![true, false, true], Some(1)));
        let args = [&["convert", "--to", "jsonl", "--minimal", "--line-buffered"], from].concat();
        let (told, code) = talk(&args, &[GOOD, GOOD]);
        assert_eq!((told[0] == told[1], code), (true, Some(0)));
        let (told, code) =
            talk(&[&["select", "--line-buffered", "--to", "list"], from, &["plies > 0"]].concat(), &[GOOD, WRONG]);
        assert_eq!((told, code), (vec!["<stdin>:1".to_owned(), "<stdin>:2".to_owned()], Some(0)));
    }
}

#[test]
fn one_record_at_a_time_and_many_at_once_exclude_each_other() {
    let ran = run(&["check", "--line-buffered", "--jobs", "2"], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.starts_with("error: the argument '--line-buffered' cannot be used with '--jobs <N>'"),
        "{}",
        ran.err
    );
}

#[test]
fn the_schema_is_that_of_the_file() {
    let schema = include_str!("../notation/record.schema.json");
    assert_eq!(run(&["schema"], ""), Ran { code: 0, out: schema.to_owned(), err: String::new() });
}
