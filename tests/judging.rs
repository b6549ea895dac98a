//! What is told about records that the rules contradict, word for word.
//!
//! The cases stand in `tests/judging/*.txt`: a name, a record, and behind `>>>` all that is told about it. With
//! `UPDATE_JUDGING=1` in the environment the test writes what is told now; read the difference before keeping it.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::{judge, told};
use matombo::board::Seat;
use matombo::engine::{Game, Match, Ruleset, random_turn};
use matombo::notation::{RecordReader, Source, read_position_line};
use matombo::record::{Checks, JsonRecord, Judge, Keep, json_text, refill_text, turn_text};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

#[test]
fn every_case_is_told_word_for_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judging");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a file");
        let mut now = String::new();
        for case in text.strip_prefix("### ").expect("a case").split("\n### ") {
            let (case, _) = case.split_once(">>>").expect("a mark");
            let (name, record) = case.split_once('\n').expect("a record");
            let told = told(record, &judge(record).diagnostics);
            let told = if told.is_empty() { "valid\n".to_owned() } else { told };
            write!(now, "### {name}\n{record}>>>\n{told}\n").expect("a string takes all");
            count += 1;
        }
        let now = now.trim_end().to_owned() + "\n";
        if std::env::var_os("UPDATE_JUDGING").is_some() {
            fs::write(&path, now).expect("writable");
        } else {
            assert_eq!(now, text, "{}", path.display());
        }
    }
    assert!(count > 100, "the cases are part of this repository");
}

/// The corpus, each record with what it is called.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut records = Vec::new();
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "mgn")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for (index, source) in RecordReader::new(fs::File::open(path).expect("a file")).enumerate() {
            records.push((format!("{name} {}", index + 1), source.expect("readable").text().to_owned()));
        }
    }
    records
}

/// Changes one thing of a turn or a refill.
fn mutated(token: &str, random: &mut ChaCha8Rng) -> String {
    let mut bytes = token.as_bytes().to_vec();
    let at = random.random_range(0..bytes.len());
    match bytes[at] {
        b'/' => bytes[at] = b'.',
        b'.' => bytes[at] = b'/',
        b'x' => bytes[at] = b'-',
        b'-' => bytes[at] = b'x',
        b'+' | b',' | b'~' | b'^' | b'@' => bytes.truncate(at.max(1)),
        b'A' | b'a' => bytes[at] += 1,
        b'B' | b'b' => bytes[at] -= 1,
        b'0'..=b'9' => bytes[at] = b'0' + (bytes[at] - b'0' + random.random_range(1..10)) % 10,
        _ => {
            bytes.remove(at);
        }
    }
    String::from_utf8(bytes).expect("ASCII")
}

#[test]
fn a_changed_token_is_found_or_leaves_a_record_that_stands() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut inside, mut later, mut valid) = (0, 0, 0);
    for (name, text) in corpus() {
        let tags_end = text.find("\n\n").expect("movetext") + 2;
        let tokens: Vec<(usize, &str)> = text[tags_end..]
            .split_ascii_whitespace()
            .map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
            .filter(|(_, token)| token.starts_with(['A', 'B', 'a', 'b', '@']))
            .collect();
        for _ in 0..25 {
            let (at, token) = tokens[random.random_range(0..tokens.len())];
            let new = mutated(token, &mut random);
            let changed = format!("{}{new}{}", &text[..at], &text[at + token.len()..]);
            let judged = judge(&changed);
            let place = format!("{name}: `{token}` became `{new}`");
            // The record up to the changed token, without the result.
            let tags: String =
                text[..tags_end].split_inclusive('\n').filter(|line| !line.starts_with("[Result")).collect();
            let start = format!("{tags}{}", &text[tags_end..at]);
            let early = judge(&format!("{start}{new} *\n"));
            let early_fault = early.diagnostics.iter().find(|d| d.is_error());
            let stands = early_fault.is_none_or(|d| d.span.start as usize > start.len() + new.len());
            match judged.diagnostics.iter().find(|d| d.is_error()) {
                Some(first) => {
                    let (begin, end) = (first.span.start as usize, first.span.end as usize);
                    assert!(begin >= at, "{place}:\n{}", told(&changed, &judged.diagnostics));
                    if begin < at + new.len().max(1) {
                        assert!(end <= at + new.len().max(1), "{place}");
                        assert!(!stands, "{place}: {}", first.message);
                        inside += 1;
                    } else {
                        assert!(stands || new.is_empty(), "{place}: {}", first.message);
                        later += 1;
                    }
                }
                None => {
                    assert!(stands, "{place}");
                    let json = json_text(&judged).expect("a known game");
                    let source = Source::from_text(&json);
                    let again = JsonRecord::read(&source).judge(&Judge::new().keep(Keep::Positions));
                    assert!(again.is_valid(), "{place}: {}", told(&json, &again.diagnostics));
                    assert_eq!(
                        again.turns.last().map(|ply| &ply.position),
                        judged.turns.last().map(|ply| &ply.position)
                    );
                    valid += 1;
                }
            }
        }
    }
    assert!(inside > 300 && later > 100 && valid > 10, "{inside} {later} {valid}");
}

/// `NOTATION 7`, written down a second time: what is told about an ending.
fn expected(draws: bool, outcome: Option<Option<Seat>>, termination: Option<&str>, result: &str) -> Vec<&'static str> {
    let won = matches!(result, "1-0" | "0-1");
    let drawn = result == "1/2-1/2";
    if let Some(winner) = outcome {
        let due = match winner {
            Some(Seat::South) => "1-0",
            Some(Seat::North) => "0-1",
            None => "1/2-1/2",
        };
        let mut codes = Vec::new();
        if termination.is_some_and(|word| word != "normal") {
            codes.push("E0904");
        }
        if due != result {
            codes.push("E0902");
        }
        return codes;
    }
    if drawn && !draws {
        return vec!["E0902"];
    }
    let fits = match termination {
        None if result == "*" => return vec![],
        None => return vec!["W0905"],
        Some("normal") => false,
        Some("resignation" | "time forfeit" | "rules infraction") => won,
        Some("adjudication") => won || drawn,
        Some("agreement") => drawn,
        Some("abandoned") => true,
        Some("unterminated") => result == "*",
        Some(other) => unreachable!("{other}"),
    };
    if fits { vec![] } else { vec!["E0904"] }
}

/// How many kinds of end random play comes to, no end included. Stones of Kimasai hardly ever come back unharmed.
fn kinds(game: Game) -> usize {
    if game == Game::Nsolo { 4 } else { 3 }
}

/// Records of a game that come to no end, and to each kind of end.
fn endings(game: Game) -> Vec<(Option<Option<Seat>>, String, String)> {
    let options = if game == Game::Tsoro { "columns=6" } else { "" };
    let rules = Ruleset::parse(game, options).expect("rules");
    let mut found: Vec<(Option<Option<Seat>>, String, String)> = Vec::new();
    for seed in 0..4000 {
        if found.len() == kinds(game) {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Match::start(rules).expect("a start").with_max_laps(10_000);
        let mut line = String::new();
        let mut tags = format!("[Game \"{game}\"]\n[Rules \"{options}\"]\n");
        if game == Game::Nsolo && seed >= 200 {
            // With few stones a position soon comes again.
            let rules = Ruleset::parse(game, "stones=free").expect("rules");
            let few = "8*2/8*0/8*0/1,7*0 S 0,0";
            let setup = read_position_line(few).expect("a position");
            play = Match::from_setup(rules, &setup, 10_000).expect("a start");
            tags = format!("[Game \"{game}\"]\n[Rules \"stones=free\"]\n[Position \"{few}\"]\n");
        }
        let plies = if seed == 0 { 3 } else { 400 };
        for _ in 0..plies {
            let Ok(Some((turn, aftermath))) = random_turn(&mut play, &mut random, &mut ()) else { break };
            line.push_str(&format!("{}\n", turn_text(&turn, false, Checks::None)));
            if let Some(refill) = aftermath.refill {
                line.push_str(&format!("{}\n", refill_text(&refill, Checks::None)));
            }
        }
        let end = play.outcome().map(|outcome| outcome.winner);
        if found.iter().all(|(known, ..)| *known != end) && (end.is_some() || seed == 0) {
            found.push((end, tags, line));
        }
    }
    found
}

#[test]
fn every_termination_with_every_result() {
    let terminations = [
        "normal",
        "resignation",
        "time forfeit",
        "rules infraction",
        "adjudication",
        "agreement",
        "abandoned",
        "unterminated",
    ];
    for game in Game::ALL {
        let endings = endings(game);
        assert_eq!(endings.len(), kinds(game), "{game}");
        for (outcome, tags, line) in &endings {
            for termination in terminations.map(Some).into_iter().chain([None]) {
                for result in ["1-0", "0-1", "1/2-1/2", "*"] {
                    let tag = termination.map_or(String::new(), |word| format!("[Termination \"{word}\"]\n"));
                    let text = format!("{tags}{tag}\n{line}{result}\n");
                    let judged = judge(&text);
                    let mut codes: Vec<_> = judged.diagnostics.iter().map(|d| d.code.code()).collect();
                    codes.sort_unstable_by(|one, other| other.cmp(one));
                    let due = expected(game.has_draws(), *outcome, termination, result);
                    assert_eq!(
                        codes,
                        due,
                        "{game} {outcome:?} {termination:?} {result}\n{}",
                        told(&text, &judged.diagnostics)
                    );
                }
            }
        }
    }
}
