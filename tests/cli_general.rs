//! What holds for all commands: help, wrong usage, colours, closed pipes, full disks.

mod common;

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use common::{run, run_with};
use pretty_assertions::assert_eq;

const BAD: &str = "[Game \"Kimasai\"]\n\n1. A2 a1 2. B1 *\n";

#[test]
fn help_and_version() {
    for args in [&["--help"][..], &["-h"], &["help"], &["--version"], &["-V"]] {
        let told = run(args, "");
        assert_eq!((told.code, told.err.as_str()), (0, ""), "{args:?}");
        assert!(told.out.contains("matombo") || told.out.contains("Usage"), "{}", told.out);
    }
    let all = run(&["--help"], "").out;
    for command in matombo::cli::command().get_subcommands().map(|command| command.get_name().to_owned()) {
        let command = command.as_str();
        assert!(all.contains(&format!("\n  {command} ")), "{all}");
        for args in [[command, "--help"], ["help", command]] {
            let told = run(&args, "");
            assert_eq!((told.code, told.err.as_str()), (0, ""), "{args:?}");
            assert!(told.out.contains(&format!("Usage: matombo {command}")), "{}", told.out);
            assert!(told.out.contains("Example"), "{command} has examples");
            assert!(told.out.is_ascii());
            assert!(told.out.lines().all(|line| line.len() <= 140), "{}", told.out);
        }
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["chek"],
        &["check", "--format", "xml"],
        &["check", "--nonsense"],
        &["check", "--color", "sometimes"],
        &["check", "--max-laps", "0"],
        &["check", "--max-laps", "-1"],
        &["check", "--from", "pgn"],
        &["replay", "a", "b"],
        &["generate", "--game", "bosh", "--games", "many"],
        &["completions"],
        &["completions", "cmd"],
        &["rules", "bosh", "tsoro"],
    ] {
        let told = run(args, "");
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{args:?}");
        assert!(!told.err.is_empty());
    }
    let told = run(&["chek"], "");
    assert!(told.err.contains("'check'"), "{}", told.err);
}

#[test]
fn completions_for_every_shell() {
    for (shell, sign) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef matombo"),
        ("fish", "complete -c matombo"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let told = run(&["completions", shell], "");
        assert_eq!((told.code, told.err.as_str()), (0, ""));
        assert!(told.out.contains(sign), "{shell}");
        for command in matombo::cli::command().get_subcommands() {
            assert!(told.out.contains(command.get_name()), "{shell} {command}");
        }
    }
}

/// `--color`, `NO_COLOR`, `CLICOLOR_FORCE`, and whether there are colours in a pipe.
type ColourCase = (Option<&'static str>, Option<&'static str>, Option<&'static str>, bool);

const COLOURS: [ColourCase; 14] = [
    (None, None, None, false),
    (None, None, Some("1"), true),
    (None, None, Some("0"), false),
    (None, None, Some(""), false),
    (None, Some("1"), None, false),
    (None, Some("1"), Some("1"), false),
    (None, Some(""), Some("1"), true),
    (None, Some(""), None, false),
    (Some("auto"), None, None, false),
    (Some("auto"), None, Some("1"), true),
    (Some("always"), None, None, true),
    (Some("always"), Some("1"), None, true),
    (Some("never"), None, Some("1"), false),
    (Some("never"), Some("1"), Some("1"), false),
];

#[test]
fn colours_are_used_when_asked_for() {
    for (choice, no_color, force, coloured) in COLOURS {
        let mut env = Vec::new();
        env.extend(no_color.map(|value| ("NO_COLOR", value)));
        env.extend(force.map(|value| ("CLICOLOR_FORCE", value)));
        for command in [&["check"][..], &["replay"], &["show"], &["convert", "--to", "mgn"]] {
            let mut args = command.to_vec();
            args.extend(choice.iter().flat_map(|choice| ["--color", choice]));
            let told = run_with(&std::env::temp_dir(), &args, BAD, &env);
            assert_eq!(told.code, 1);
            let stream = if command[0] == "convert" { &told.err } else { &told.out };
            assert_eq!(stream.contains('\u{1b}'), coloured, "{args:?} {env:?}");
            if !coloured {
                assert!(!told.err.contains('\u{1b}'), "{args:?} {env:?}");
            }
        }
    }
}

#[test]
fn colours_change_nothing_else() {
    for args in [&["check"][..], &["replay"], &["check", "--format", "short"], &["check", "--format", "jsonl"]] {
        let plain = run(args, BAD);
        let coloured = run(&[args, &["--color", "always"]].concat(), BAD);
        assert_eq!((stripped(&coloured.out), stripped(&coloured.err)), (plain.out, plain.err));
    }
}

fn stripped(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        plain.push_str(part.split_once('m').expect("a colour").1);
    }
    plain
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for (args, status) in [
        (&["generate", "--game", "bosh", "--games", "2000"][..], 0),
        (&["rules"], 0),
        (&["completions", "bash"], 0),
        (&["perft", "--game", "bosh", "--depth", "9"], 0),
        (&["--help"], 0),
        (&["convert", "--to", "html", "tests/corpus/bosh.mgn"], 0),
        (&["convert", "--to", "gif", "--record", "1", "tests/corpus/bosh.mgn"], 0),
        (&["convert", "--to", "apng", "--record", "1", "tests/corpus/bosh.mgn"], 0),
    ] {
        let mut child = Command::new(cargo_bin("matombo"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut out = child.stdout.take().expect("piped");
        let mut first = [0; 1];
        out.read_exact(&mut first).expect("something is written");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(status), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_closed_early_keeps_the_verdict_so_far() {
    let mut text = BAD.to_owned();
    text.push_str(&"[Game \"Bosh\"]\n\n1. A5xa1 *\n".repeat(60_000));
    for args in [&["check"][..], &["convert", "--to", "jsonl"], &["convert", "--to", "html"]] {
        let mut child = Command::new(cargo_bin("matombo"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let mut input = child.stdin.take().expect("piped");
        let text = text.clone();
        // The command may end before it has read everything.
        let feed = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut [0; 1]).expect("something is written");
        drop(out);
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{args:?}");
        feed.join().expect("it ends");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [
        &["rules"][..],
        &["generate", "--game", "bosh"],
        &["perft", "--game", "bosh", "--depth", "2"],
        &["completions", "zsh"],
        &["show", "--game", "bosh"],
        &["show", "--game", "bosh", "--svg"],
        &["show", "--game", "bosh", "--png"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = Command::new(cargo_bin("matombo")).args(args).stdout(full).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(err, "matombo: cannot write standard output: No space left on device (os error 28)\n", "{args:?}");
    }
    let forms = ["json", "html", "gif", "apng", "cast"].map(|form| vec!["convert", "--to", form]);
    for args in [vec!["check"], vec!["replay"], vec!["stats"]].into_iter().chain(forms) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.mgn");
        std::fs::write(&file, "[Game \"Bosh\"]\n\n1. A5xa1 *\n").expect("writable");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = Command::new(cargo_bin("matombo"))
            .args(&args)
            .arg(&file)
            .stdout(full)
            .output()
            .expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = run(&["generate", "--game", "bosh", "--games", "20"], "").out;
    std::fs::write(folder.path().join("a.mgn"), &text).expect("writable");
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' convert --to json a.mgn -o a.mgn",
        cargo_bin("matombo").display()
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(err.ends_with("a.mgn: File too large (os error 27)\n"), "{err}");
    assert_eq!(std::fs::read_to_string(folder.path().join("a.mgn")).expect("there"), text);
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 1);
}
