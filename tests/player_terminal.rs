//! The full-screen player in a real pseudo-terminal: what it shows, every key, and that the terminal is given back.
#![cfg(unix)]

mod terminal;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use matombo::player::{Action, BINDINGS, Key};
use pretty_assertions::assert_eq;
use terminal::Terminal;

const SMALL: (u16, u16) = (60, 20);
const USUAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_record_that_is_not_there_is_told_without_a_screen() {
    let mut terminal = Terminal::run(&["replay", "--record", "2", "records/bosh/02-a-match.mgn"], USUAL, &[]);
    terminal.wait_for("there is no record 2, the file has 1");
    assert_eq!(terminal.status(), 2);
    assert!(!terminal.was_taken());
    let mut terminal = Terminal::run(&["replay", "/none.mgn"], USUAL, &[]);
    terminal.wait_for("No such file");
    assert_eq!(terminal.status(), 2);
    assert!(!terminal.was_taken());
}

/// A file of all teaching records of Igisoro, for as long as this is kept.
fn games() -> tempfile::NamedTempFile {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("records/igisoro"))
        .expect("records")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let file = tempfile::NamedTempFile::with_suffix(".mgn").expect("a file");
    let text: Vec<String> = files.iter().map(|file| fs::read_to_string(file).expect("a record")).collect();
    fs::write(file.path(), text.concat()).expect("a file");
    file
}

fn play(file: &Path, size: (u16, u16)) -> Terminal {
    let terminal = Terminal::run(&["replay", file.to_str().expect("a name")], size, &[]);
    terminal.wait_for("? help");
    terminal
}

/// Bytes that a terminal sends for a key.
fn bytes(key: Key) -> String {
    let named = match key {
        Key::Char(char) => return char.to_string(),
        Key::Control(char) => return char::from(char as u8 & 0x1f).to_string(),
        Key::Left => "\x1b[D",
        Key::Right => "\x1b[C",
        Key::Up => "\x1b[A",
        Key::Down => "\x1b[B",
        Key::Home => "\x1b[H",
        Key::End => "\x1b[F",
        Key::PageUp => "\x1b[5~",
        Key::PageDown => "\x1b[6~",
        Key::Enter => "\r",
        Key::Backspace => "\x7f",
        Key::Tab => "\t",
        Key::BackTab => "\x1b[Z",
        Key::Escape => "\x1b",
        Key::F1 => "\x1bOP",
    };
    named.to_owned()
}

/// What is typed before a key, what is seen then, what is typed after it, and what is seen in the end.
struct Case {
    before: &'static str,
    seen: &'static str,
    after: &'static str,
    shown: &'static str,
}

/// Says what each action does in the first record of [`games`], which has eight plies.
fn case(action: Action) -> Option<Case> {
    let case = |before, seen, after, shown| Some(Case { before, seen, after, shown });
    match action {
        Action::PlyOn => case("", "ply 0 of 8", "", "ply 1 of 8"),
        Action::PlyBack => case("ll", "ply 2 of 8", "", " ply 1 of 8"),
        Action::LapOn => case("l", "ply 1 of 8", "", "in ply 2 of 8"),
        Action::LapBack => case("ll", "ply 2 of 8", "", "in ply 2 of 8"),
        Action::StoneOn => case("", "ply 0 of 8", "", "In hand: 4"),
        Action::StoneBack => case("l", "ply 1 of 8", "", "In hand: 1"),
        Action::TenOn => case("", "ply 0 of 8", "", "ply 8 of 8"),
        Action::TenBack => case("G", "ply 8 of 8", "", "ply 0 of 8"),
        Action::Start => case("lll", "ply 3 of 8", "", "ply 0 of 8"),
        Action::End => case("", "ply 0 of 8", "", "ply 8 of 8"),
        Action::GoTo => case("", "ply 0 of 8", "5\r", "ply 5 of 8"),
        Action::Play => case("", "paused", "", "playing"),
        Action::Faster => case("", "paused 1x", "", "paused 2x"),
        Action::Slower => case("", "paused 1x", "", "paused 0.5x"),
        Action::CaptureOn => case("", "ply 0 of 8", "", "ply 5 of 8"),
        Action::CaptureBack => case("G", "ply 8 of 8", "", "ply 5 of 8"),
        Action::CommentOn => case("l", "ply 1 of 8", "", "ply 2 of 8"),
        Action::CommentBack => case("lll", "ply 3 of 8", "", "ply 2 of 8"),
        Action::VariationOn => case("", "ply 0 of 8", "", "ply 5 of 8"),
        Action::VariationBack => case("G", "ply 8 of 8", "", "ply 6 of 8"),
        Action::Enter => case("v", "ply 5 of 8", "", "Ply 5, South: 3. B1xa5"),
        Action::Leave => case("v\r", "ply 5 of 5", "", "ply 5 of 8"),
        Action::OtherOn => case("v\t", "Ply 5, South: 3. B1xa5", "", "Ply 5, South: 3. B1-a5"),
        Action::OtherBack => case("v", "ply 5 of 8", "", "Ply 5, South: 3. B1-a5"),
        Action::Find => case("", "ply 0 of 8", "B1XA5\r", "Ply 5, South: 3. B1xa5"),
        Action::FoundOn => case("/b6\r", "ply 6 of 8", "", "ply 6 of 6"),
        Action::FoundBack => case("/b6\rn", "ply 6 of 6", "", "ply 6 of 8"),
        Action::RecordOn => case("", "A first look", "", "Capture or pass"),
        Action::RecordBack => case("]", "Capture or pass", "", "A first look"),
        Action::Records => case("", "ply 0 of 8", "", "Enter open"),
        Action::Flip => case("", "1  North", "", "8  North"),
        Action::Dots => case("", "(4)", "", "(::)"),
        Action::TextDown => case("v", "Ply 5, South", "", "From the pits"),
        Action::TextUp => case("vJJJJJJJJ", "only change sides", "KKKKKKK", "Ply 5, South"),
        Action::PositionLine => case("", "ply 0 of 8", "", "The position before the first turn"),
        Action::Help => case("", "ply 0 of 8", "", "a ply back"),
        // Each has a test of its own.
        Action::LookLeft | Action::LookRight | Action::Redraw | Action::Suspend | Action::Quit => None,
    }
}

#[test]
fn every_key_of_the_help_does_what_it_says() {
    let file = games();
    let mut apart = HashSet::new();
    for binding in BINDINGS {
        for key in binding.keys {
            let Some(Case { before, seen, after, shown }) = case(binding.action) else {
                apart.insert(binding.action);
                continue;
            };
            let mut terminal = play(file.path(), USUAL);
            terminal.send(before);
            terminal.wait_for(seen);
            terminal.send(&(bytes(*key) + after));
            terminal.wait_for(shown);
            terminal.kill();
        }
    }
    let tested = [Action::LookLeft, Action::LookRight, Action::Redraw, Action::Suspend, Action::Quit];
    assert_eq!(apart, HashSet::from(tested));
}

#[test]
fn a_board_that_is_too_wide_is_looked_along() {
    let mut terminal = play(&root().join("tests/player/wide.mgn"), SMALL);
    let ends = |left: bool, right: bool| {
        move |screen: &str| screen.contains("\nA<") == left && screen.contains(">A\n") == right
    };
    let ends = |left, right| {
        let ends = ends(left, right);
        move |screen: &str| ends(&screen.lines().map(|line| format!("{}\n", line.trim())).collect::<String>())
    };
    terminal.wait_until(ends(false, true));
    terminal.send(">>>");
    terminal.wait_until(ends(true, true));
    terminal.send(">>>>>>>>>");
    terminal.wait_until(ends(true, false));
    terminal.send("<");
    terminal.wait_until(ends(true, true));
    terminal.send("<<<<<<<<<");
    terminal.wait_until(ends(false, true));
}

#[test]
fn the_terminal_is_given_back_on_quit() {
    let file = games();
    for key in BINDINGS.iter().find(|binding| binding.action == Action::Quit).expect("a key to quit").keys {
        let mut terminal = play(file.path(), USUAL);
        assert!(terminal.is_taken());
        terminal.send(&bytes(*key));
        assert_eq!(terminal.status(), 0);
        assert!(terminal.is_given_back(), "{key}");
    }
}

#[test]
fn the_terminal_is_given_back_on_a_signal() {
    let file = games();
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let mut terminal = play(file.path(), USUAL);
        terminal.signal(signal);
        assert!(terminal.status() != 0, "{signal}");
        assert!(terminal.is_given_back(), "{signal}");
    }
}

#[test]
fn it_stops_and_comes_back() {
    let file = games();
    let stops: [fn(&mut Terminal); 2] =
        [|terminal| terminal.send(&bytes(Key::Control('z'))), |terminal| terminal.signal("TSTP")];
    for stop in stops {
        let mut terminal = play(file.path(), USUAL);
        terminal.send("ll");
        terminal.wait_for("ply 2 of 8");
        stop(&mut terminal);
        terminal.wait_for_stop();
        assert!(terminal.is_given_back());
        terminal.signal("CONT");
        terminal.wait_for("ply 2 of 8");
        terminal.send("l");
        terminal.wait_for("ply 3 of 8");
        assert!(terminal.is_taken());
    }
}

#[test]
fn a_screen_that_something_else_wrote_on_is_drawn_anew() {
    let file = games();
    let mut terminal = play(file.path(), USUAL);
    terminal.scribble("? help is gone\r\n".repeat(30).as_str());
    terminal.wait_until(|screen| screen.contains("is gone"));
    terminal.send(&bytes(Key::Control('l')));
    terminal.wait_until(|screen| screen.contains("? help   arrows ply") && !screen.contains("is gone"));
}

#[test]
fn the_screens_are_these() {
    let views = [
        ("tsoro/06-a-long-game", "GCC", "capture"),
        ("tsoro/06-a-long-game", ":17\r,,,", "sowing"),
        ("bosh/02-a-match", "", "start"),
        ("bosh/02-a-match", ":40\r", "third-round"),
        ("igisoro/02-capture-or-pass", "/a5^\rk", "retreat"),
        ("igisoro/03-clockwise-relay", "G?", "help"),
        ("igisoro/05-which-lap", "fly", "line"),
    ];
    let bless = std::env::var_os("MATOMBO_BLESS").is_some();
    let mut wrong = Vec::new();
    for (record, keys, name) in views {
        for size in [SMALL, USUAL, LARGE] {
            let mut terminal = play(&root().join(format!("records/{record}.mgn")), size);
            terminal.send(keys);
            let golden = root().join(format!("tests/player/{name}-{}x{}.txt", size.0, size.1));
            let expected = fs::read_to_string(&golden).unwrap_or_default();
            if bless {
                fs::write(&golden, terminal.settled()).expect("a golden");
            } else if !terminal.comes_to(&expected) {
                wrong.push((golden, expected, terminal.contents()));
            }
        }
    }
    if let Some((golden, expected, found)) = wrong.into_iter().next() {
        assert_eq!(expected, found, "{}; MATOMBO_BLESS=1 writes it anew", golden.display());
    }
}

#[test]
fn it_follows_the_size_of_the_window() {
    let mut terminal = play(&root().join("records/bosh/02-a-match.mgn"), SMALL);
    for size in [LARGE, (20, 5), (30, 14), USUAL] {
        terminal.resize(size);
        let words = if size == (20, 5) { "the terminal is t" } else { "? help" };
        terminal.wait_until(move |screen| {
            screen.contains(words) && screen.lines().all(|line| line.chars().count() <= usize::from(size.0))
        });
    }
    terminal.send("l");
    terminal.wait_for("ply 1 of 40");
}

#[test]
fn the_mouse_goes_to_turns_and_turns_the_wheel() {
    let file = games();
    let mut terminal = play(file.path(), USUAL);
    let row = terminal.row_of("2. B8");
    terminal.send(&format!("\x1b[<0;5;{}M\x1b[<0;5;{}m", row + 1, row + 1));
    terminal.wait_for("ply 3 of 8");
    terminal.send("\x1b[<65;5;5M");
    terminal.wait_for("ply 4 of 8");
    terminal.send("\x1b[<64;5;5M\x1b[<64;5;5M");
    terminal.wait_for("ply 2 of 8");
    let row = terminal.row_of("ply 2 of 8");
    terminal.send(&format!("\x1b[<0;1;{}M", row + 1));
    terminal.wait_for("ply 0 of 8");
}

#[test]
fn records_are_found_in_the_list() {
    let file = games();
    let mut terminal = play(file.path(), USUAL);
    terminal.send("r");
    terminal.wait_for("The sign for going on");
    terminal.send("/relay\r");
    terminal.wait_for("Enter open");
    terminal.send("\r");
    terminal.wait_for("A relay that turns round");
    terminal.send("rG\r");
    terminal.wait_for("(5 of 5)");
    terminal.send("]");
    terminal.wait_for("this is the last record");
}

#[test]
fn it_plays_stone_by_stone_to_the_end() {
    let mut terminal = play(&root().join("records/igisoro/05-which-lap.mgn"), USUAL);
    terminal.send("++++ ");
    terminal.wait_for("playing 16x");
    terminal.wait_for(" ply 1 of 1");
    terminal.wait_for("paused 16x");
}

#[test]
fn a_position_is_copied_to_the_clipboard() {
    let mut terminal = play(&root().join("records/bosh/02-a-match.mgn"), USUAL);
    terminal.send("y");
    terminal.wait_for("5*4/5*4 S 0,0 1S");
    // The base64 form of the line.
    terminal.wait_for_bytes("\x1b]52;c;NSo0LzUqNCBTIDAsMCAxUw==");
}

#[test]
fn a_record_is_played_up_to_its_fault() {
    let mut terminal = play(&root().join("records/invalid/E0403-empty-pit.mgn"), USUAL);
    terminal.send("G");
    terminal.wait_for("error[E0403]");
    terminal.send("q");
    assert_eq!(terminal.status(), 1);
}

#[test]
fn records_come_through_a_pipe_and_keys_from_the_terminal() {
    let file = games();
    let script = "matombo convert --to mgn \"$1\" | matombo replay -";
    let mut terminal = Terminal::run_shell(script, file.path(), USUAL);
    terminal.wait_for("? help");
    terminal.send("]");
    terminal.wait_for("<stdin> (2 ...)");
    terminal.send("[l");
    terminal.wait_for("ply 1 of 8");
    terminal.send("q");
    assert_eq!(terminal.status(), 0);
    assert!(terminal.is_given_back());
}

#[test]
fn colours_only_if_wanted_and_never_a_background() {
    let file = games();
    let name = file.path().to_str().expect("a name");
    for (args, env, coloured) in [
        (&["replay", name][..], &[][..], true),
        (&["replay", name], &[("NO_COLOR", "1")], false),
        (&["replay", "--color", "never", name], &[], false),
    ] {
        let mut terminal = Terminal::run(args, USUAL, env);
        terminal.send("c");
        terminal.wait_for("ply 5 of 8");
        assert_eq!(terminal.has_colours(), coloured, "{args:?} {env:?}");
        assert!(!terminal.has_backgrounds());
    }
}

#[test]
fn signs_outside_ascii_where_the_locale_has_them() {
    let file = games();
    let name = file.path().to_str().expect("a name");
    for (args, env, ascii) in [
        (&["replay", name][..], &[("LC_ALL", "C")][..], true),
        (&["replay", name], &[("LC_ALL", "en_GB.UTF-8")], false),
        (&["replay", "--unicode", name], &[("LC_ALL", "C")], false),
    ] {
        let terminal = Terminal::run(args, USUAL, env);
        terminal.wait_for("? help");
        assert_eq!(terminal.contents().is_ascii(), ascii, "{args:?} {env:?}");
    }
}

#[test]
fn text_on_a_terminal_where_it_is_asked_for() {
    let file = games();
    let name = file.path().to_str().expect("a name");
    for args in [
        &["replay", "--plain", name][..],
        &["replay", "--from", "8", name],
        &["replay", "--to", "8", name],
        &["replay", "--frames", "ply", name],
        &["replay", "--laps", name],
        &["replay", "--words", name],
        &["replay", "--delay", "0", name],
    ] {
        let mut terminal = Terminal::run(args, LARGE, &[]);
        terminal.wait_for("a4");
        assert_eq!(terminal.status(), 0, "{args:?}");
        assert!(!terminal.was_taken(), "{args:?}");
    }
    let mut terminal = Terminal::run(&["replay", name], USUAL, &[("TERM", "dumb")]);
    assert_eq!(terminal.status(), 0);
    assert!(!terminal.was_taken());
}

#[test]
fn what_no_terminal_should_send_does_no_harm() {
    let file = games();
    let mut terminal = play(file.path(), USUAL);
    terminal.wait_for("? help");
    // A mouse and a cursor at place 0, which are counted from 1.
    terminal.send("\u{1b}[<0;0;0M\u{1b}[<64;0;5M\u{1b}[M   \u{1b}[32;0;0M\u{1b}[0;0R");
    terminal.send("l");
    terminal.wait_for("ply 1 of 8");
    terminal.send("q");
    assert_eq!(terminal.status(), 0);
    assert!(terminal.is_given_back());
}
