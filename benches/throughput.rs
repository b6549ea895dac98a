#![allow(clippy::print_stdout, missing_docs)]
//! How many records a second are read, judged and converted: `cargo bench`.
//!
//! The records are those of random play, made anew from fixed seeds. Times on a busy machine swing; compare runs on
//! the same one.

use std::time::{Duration, Instant};

use matombo::engine::{Game, Match, Ruleset, perft, random_turn};
use matombo::notation::{Document, DocumentPly, GameResult, JsonReader, RecordReader, WIDTH, print, read};
use matombo::record::{Checks, JsonRecord, Judge, Keep, json_text, refill_text, turn_text};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

const GAMES: u64 = 300;

fn main() {
    println!("{:<9} {:<22} {:>12} {:>12} {:>9}", "game", "work", "records/s", "turns/s", "MB/s");
    for game in Game::ALL {
        let (text, turns) = records(game);
        let sources: Vec<_> = RecordReader::new(text.as_bytes()).map(|source| source.expect("memory")).collect();
        let written: Vec<_> = sources.iter().map(read).collect();
        let judge = Judge::new();
        let keeping = judge.keep(Keep::Positions);
        let mut json = String::new();
        for (source, record) in sources.iter().zip(&written) {
            json.push_str(&json_text(&keeping.judge(source.text(), record)).expect("a known game"));
            json.push('\n');
        }
        let row = |work: &str, bytes: usize, run: &mut dyn FnMut()| {
            let time = best_of_three(run).as_secs_f64();
            let megabytes = bytes as f64 / 1e6 / time;
            let (records, turns) = (GAMES as f64 / time, turns as f64 / time);
            println!("{:<9} {work:<22} {records:>12.0} {turns:>12.0} {megabytes:>9.1}", game.key());
        };
        row("split", text.len(), &mut || assert_eq!(RecordReader::new(text.as_bytes()).count() as u64, GAMES));
        row("read", text.len(), &mut || assert!(sources.iter().all(|source| read(source).errors.is_empty())));
        row("judge", text.len(), &mut || {
            for (source, record) in sources.iter().zip(&written) {
                assert!(judge.judge(source.text(), record).is_valid());
            }
        });
        row("judge, write JSON", json.len(), &mut || {
            for (source, record) in sources.iter().zip(&written) {
                assert!(json_text(&keeping.judge(source.text(), record)).is_some());
            }
        });
        row("read and judge JSON", json.len(), &mut || {
            for source in JsonReader::new(json.as_bytes()) {
                assert!(JsonRecord::read(&source.expect("memory")).judge(&judge).is_valid());
            }
        });
    }
    let mut bosh = Match::start(Ruleset::new(Game::Bosh)).expect("a start");
    let time = best_of_three(&mut || assert!(perft(&mut bosh, 9).is_ok()));
    println!("perft of Bosh to depth 9: {:.3} s", time.as_secs_f64());
}

fn best_of_three(run: &mut dyn FnMut()) -> Duration {
    (0..3)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .min()
        .expect("three runs")
}

/// Makes records of random play; returns their text and the number of turns.
fn records(game: Game) -> (String, usize) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut text = String::new();
    let mut turns = 0;
    for _ in 0..GAMES {
        let mut play = Match::start(Ruleset::new(game)).expect("a start");
        let mut plies: Vec<DocumentPly> = Vec::new();
        while plies.len() < 400 {
            let Ok(Some((turn, aftermath))) = random_turn(&mut play, &mut random, &mut ()) else { break };
            plies.push(DocumentPly {
                number: 0,
                seat: turn.seat,
                turn: turn_text(&turn, play.outcome().is_some(), Checks::None),
                glyphs: Vec::new(),
                refill: aftermath.refill.map(|refill| refill_text(&refill, Checks::None)),
                comments: Vec::new(),
                variations: Vec::new(),
            });
        }
        let mut last = None;
        let mut number = 0;
        for ply in &mut plies {
            number +=
                u32::from(!(last == Some(matombo::board::Seat::South) && ply.seat == matombo::board::Seat::North));
            (ply.number, last) = (number, Some(ply.seat));
        }
        turns += plies.len();
        let result = match play.outcome() {
            None => GameResult::Unfinished,
            Some(outcome) => outcome.winner.map_or(GameResult::Drawn, GameResult::won_by),
        };
        let tags = vec![("Game".to_owned(), game.name().to_owned()), ("Result".to_owned(), result.token().to_owned())];
        print(&Document { tags, comments: Vec::new(), plies, result }, WIDTH, &mut text).expect("a String");
    }
    (text, turns)
}
