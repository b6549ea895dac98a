//! What several tests share: rulesets that try every option, random records, and the command.

// Every test uses some of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use matombo::board::{BySeat, Seat};
use matombo::diagnostic::Diagnostic;
use matombo::engine::{Fill, Game, Match, PitSet, Ruleset, State, random_turn};
use matombo::notation::{Document, DocumentLine, DocumentPly, GameResult, Source, WIDTH, print, read_text, read_turn};
use matombo::record::{Checks, Judge, Judged, Keep, decide, refill_text, turn_text};
use rand::{Rng, RngExt as _};

/// Rulesets that together use every value of every option.
pub(crate) const RULESETS: &[(Game, &str)] = &[
    (Game::Tsoro, ""),
    (Game::Tsoro, "columns=6"),
    (Game::Tsoro, "columns=8 heads=right1 bonus=3"),
    (Game::Tsoro, "columns=7 heads=left1 bonus=1 bonus-duty=must"),
    (Game::Tsoro, "columns=8 heads=none bonus=0"),
    (Game::Tsoro, "columns=9 bonus=5 bonus-heads=safe"),
    (Game::Tsoro, "columns=12 heads=right1 bonus=4 bonus-duty=must bonus-heads=safe"),
    (Game::Nsolo, ""),
    (Game::Nsolo, "columns=10 strip-duty=must"),
    (Game::Nsolo, "capture=file"),
    (Game::Nsolo, "columns=9 capture=file bonus-duty=must repetition=3"),
    (Game::Nsolo, "columns=36 repetition=off"),
    (Game::Igisoro, ""),
    (Game::Igisoro, "setup=front"),
    (Game::Igisoro, "singles=yes reverse=none"),
    (Game::Igisoro, "resow=lap"),
    (Game::Igisoro, "setup=front singles=yes resow=lap"),
    (Game::Bosh, ""),
    (Game::Bosh, "stall=2 fill=right starter=loser"),
    (Game::Bosh, "fill=choice starter=winner"),
    (Game::Bosh, "stall=off fill=choice"),
    (Game::Kimasai, ""),
    (Game::Kimasai, "repetition=3"),
    (Game::Kimasai, "repetition=off"),
];

pub(crate) fn ruleset((game, options): (Game, &str)) -> Ruleset {
    Ruleset::parse(game, options).expect("valid options")
}

/// Pieces of text that try everything the notation gives a meaning to.
const PIECES: &[&str] = &[
    "a",
    "fine move",
    " ",
    "  ",
    "\t",
    "\\",
    "\\\\",
    "}",
    "{",
    "[",
    "]",
    "[Game \"Bosh\"]",
    "\"",
    "'",
    ";",
    "%",
    "*",
    "1-0",
    "1.",
    "B18",
    "(",
    ")",
    "$1",
    "!?",
    "加",
    "é",
    "e\u{301}",
    "😀",
    "👨\u{200d}👩",
    "\u{202e}",
    "שלום",
    "\u{a0}",
    "\u{2028}",
    "½",
    "“",
    "\u{ad}",
    "\u{10ffff}",
    "\\}",
    "\\[",
    "[%clk 0:05:12]",
    "#",
    "~",
    "\u{e000}",
];

pub(crate) fn odd_text(random: &mut impl Rng, lines: bool) -> String {
    let mut text = String::new();
    for _ in 0..random.random_range(0..12) {
        if lines && random.random_range(0..6) == 0 {
            text.push('\n');
        } else {
            text.push_str(PIECES[random.random_range(0..PIECES.len())]);
        }
    }
    text
}

fn odd_comments(random: &mut impl Rng) -> Vec<String> {
    let count = [0, 0, 0, 1, 1, 2][random.random_range(0..6)];
    (0..count).map(|_| odd_text(random, true)).collect()
}

/// Plays a turn that was played before.
pub(crate) fn play_text(game: &mut Match, text: &str) {
    let (body, _) = read_turn(text).expect("readable");
    let mut turn = game.turn();
    let wrong = decide(&mut turn, &body, &mut ()).expect("legal");
    assert_eq!(wrong, []);
    game.finish(turn, &mut ()).expect("decided");
}

/// Where a line stands in its move numbers.
#[derive(Clone, Copy, Default)]
struct Count {
    number: u32,
    last: Option<Seat>,
}

impl Count {
    fn next(self, seat: Seat) -> Self {
        let same = self.last == Some(Seat::South) && seat == Seat::North;
        Self { number: self.number + u32::from(!same), last: Some(seat) }
    }
}

/// Plays a line at random and decorates it with all that a record can hold.
fn random_line(
    game: &mut Match,
    random: &mut impl Rng,
    plies: usize,
    mut count: Count,
    depth: u32,
) -> Vec<DocumentPly> {
    let mut line: Vec<DocumentPly> = Vec::new();
    while line.len() < plies && game.state() == State::Turn {
        let before = game.clone();
        let earlier = count;
        let Ok(Some((turn, aftermath))) = random_turn(game, random, &mut ()) else { break };
        count = count.next(turn.seat);
        let text = turn_text(&turn, game.outcome().is_some(), Checks::None);
        let mut variations = Vec::new();
        while depth > 0 && random.random_range(0..8) == 0 {
            let mut other = before.clone();
            let length = random.random_range(1..5);
            let plies = if random.random_range(0..4) == 0 {
                repeated_turn(&mut other, &text, random, length, earlier, depth - 1)
            } else {
                random_line(&mut other, random, length, earlier, depth - 1)
            };
            if !plies.is_empty() {
                variations.push(DocumentLine { comments: odd_comments(random), plies });
            }
        }
        line.push(DocumentPly {
            number: count.number,
            seat: turn.seat,
            turn: text,
            glyphs: (0..random.random_range(0..8_u8).saturating_sub(5)).map(|_| random.random()).collect(),
            refill: aftermath.refill.map(|refill| refill_text(&refill, Checks::None)),
            comments: odd_comments(random),
            variations,
        });
    }
    // The players need not have chosen when the line ends.
    if let Some(last) = line.last_mut().filter(|_| game.rules().fill() == Fill::Choice && random.random()) {
        last.refill = None;
    }
    line
}

/// A line that begins with the turn it replaces, perhaps with other pits filled.
fn repeated_turn(
    game: &mut Match,
    text: &str,
    random: &mut impl Rng,
    plies: usize,
    count: Count,
    depth: u32,
) -> Vec<DocumentPly> {
    let seat = game.position().to_move();
    let count = count.next(seat);
    let (body, _) = read_turn(text).expect("readable");
    let mut turn = game.turn();
    decide(&mut turn, &body, &mut ()).expect("legal");
    let (_, aftermath) = game.finish(turn, &mut ()).expect("decided");
    let mut refill = aftermath.refill;
    if let State::Refill { pits } = game.state() {
        let chosen = BySeat::from_fn(|seat| PitSet::new((1..=5).rev().take(pits[seat].into())));
        refill = Some(game.refill(chosen, &mut ()).expect("as many as are due"));
    }
    let mut line = vec![DocumentPly {
        number: count.number,
        seat,
        turn: text.to_owned(),
        glyphs: Vec::new(),
        refill: refill.map(|refill| refill_text(&refill, Checks::None)),
        comments: odd_comments(random),
        variations: Vec::new(),
    }];
    let rest = random_line(game, random, plies - 1, count, depth);
    line.extend(rest);
    line
}

/// Makes a valid record in canonical order.
pub(crate) fn random_document(rules: Ruleset, random: &mut impl Rng, plies: usize) -> Document {
    let mut game = Match::start(rules).expect("a start");
    let mut tags = vec![("Game".to_owned(), rules.game().name().to_owned())];
    if !rules.to_string().is_empty() {
        tags.push(("Rules".to_owned(), rules.to_string()));
    }
    if random.random_range(0..4) == 0 {
        for _ in 0..random.random_range(1..6) {
            let _ = random_turn(&mut game, random, &mut ());
        }
        if game.state() == State::Turn && rules.game() != Game::Igisoro {
            let setup = game.position().to_setup();
            game = Match::from_setup(rules, &setup, 1_000_000).expect("a position of play");
            tags.push(("Position".to_owned(), game.position().to_string()));
        } else {
            game = Match::start(rules).expect("a start");
        }
    }
    for name in ["Event", "Site", "Round", "South", "North"] {
        if random.random_range(0..3) == 0 {
            tags.push((name.to_owned(), odd_text(random, false)));
        }
    }
    let comments = odd_comments(random);
    let plies = random_line(&mut game, random, plies, Count::default(), 3);
    // A refill left out at the end is not a decision: the position is undecided all the same.
    let (result, termination) = match game.outcome() {
        Some(outcome) => (outcome.winner.map_or(GameResult::Drawn, GameResult::won_by), None),
        None => match random.random_range(0..5) {
            0 => (GameResult::SouthWon, Some("resignation")),
            1 => (GameResult::NorthWon, Some("time forfeit")),
            2 if rules.game().has_draws() => (GameResult::Drawn, Some("agreement")),
            3 => (GameResult::Unfinished, Some("abandoned")),
            _ => (GameResult::Unfinished, None),
        },
    };
    tags.push(("Result".to_owned(), result.token().to_owned()));
    tags.extend(termination.map(|word| ("Termination".to_owned(), word.to_owned())));
    for name in ["Annotator", "X-9_y", "a"] {
        if random.random_range(0..3) == 0 {
            tags.push((name.to_owned(), odd_text(random, false)));
        }
    }
    Document { tags, comments, plies, result }
}

pub(crate) fn printed(document: &Document) -> String {
    let mut text = String::new();
    print(document, WIDTH, &mut text).expect("a string takes all");
    text
}

pub(crate) fn judge(text: &str) -> Judged {
    Judge::new().keep(Keep::Positions).judge(text, &read_text(text))
}

/// The canonical text of a record that must be valid.
pub(crate) fn canonical(judged: &Judged) -> String {
    printed(&judged.document(Checks::None).expect("a known game"))
}

/// All diagnostics, one a line, with what helps and what follows.
pub(crate) fn told(text: &str, diagnostics: &[Diagnostic]) -> String {
    let source = Source::from_text(text);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let place = source.locate(diagnostic.span.start);
        let mark = text.get(diagnostic.span.start as usize..diagnostic.span.end as usize).unwrap_or_default();
        out.push_str(&format!("{}:{} `{mark}` {} {}\n", place.line, place.column, diagnostic.code, diagnostic.message));
        for help in &diagnostic.help {
            out.push_str(&format!("  help: {help}\n"));
        }
        for note in &diagnostic.notes {
            out.push_str(&format!("  note: {note}\n"));
        }
    }
    out
}

/// What a run of the command came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the command in a folder, with nothing in the environment that changes what it writes.
pub(crate) fn run_in(folder: &std::path::Path, args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    run_with(folder, args, input, &[])
}

pub(crate) fn run_with(
    folder: &std::path::Path,
    args: &[&str],
    input: impl Into<Vec<u8>>,
    env: &[(&str, &str)],
) -> Ran {
    let mut command = cargo_bin_cmd!("matombo");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LANG"] {
        command.env_remove(name);
    }
    command.env("COLUMNS", "100").envs(env.iter().copied()).current_dir(folder).args(args);
    let output = command.write_stdin(input).output().expect("the command starts");
    Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

pub(crate) fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    run_in(&std::env::temp_dir(), args, input)
}

/// What a run should come to.
pub(crate) fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { code, out: out.to_owned(), err: err.to_owned() }
}

/// A folder with files.
pub(crate) fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        std::fs::write(file, text).expect("writable");
    }
    folder
}

/// The text of a file in a folder.
pub(crate) fn text_in(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect("readable")
}

/// Random records, ten of them in each of the five games, as `matombo generate` writes them.
pub(crate) fn fifty_games() -> String {
    let games = Game::ALL.map(|game| {
        run(&["generate", "--game", game.key(), "--games", "10", "--seed", "3", "--max-plies", "30"], "").out
    });
    games.concat()
}

/// The files of the notation below a folder of the project, in order.
pub(crate) fn notation_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "mgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
