#![allow(clippy::print_stdout, missing_docs)]
//! What steps of the player cost in a record of 5,000 plies: `cargo bench --bench player`.
//!
//! The record is that of a game of Igisoro played at random, but so that little is captured and it goes on. Times are those
//! from a key to a screen of 140 columns and 45 rows that is ready to be written.

use std::fs;
use std::time::{Duration, Instant};

use matombo::board::Seat;
use matombo::engine::{Aftermath, Game, Match, Ruleset, Turn, random_turn};
use matombo::notation::{Document, DocumentPly, GameResult, Source, WIDTH, print, read};
use matombo::player::{Input, Key, Library, Look, Player, Record};
use matombo::record::{Checks, Judge, Keep, turn_text};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const PLIES: usize = 5000;
/// How many random turns are tried for each that is played.
const TRIES: usize = 12;

struct One(Source);

impl Library for One {
    fn name(&self) -> &str {
        "bench.mgn"
    }

    fn record(&mut self, number: u64) -> Result<Option<Record>, String> {
        let judge = Judge::new().keep(Keep::Positions);
        let judged = judge.judge(self.0.text(), &read(&self.0));
        assert!(judged.is_valid());
        Ok((number == 1).then(|| Record::new(judged, &self.0)))
    }

    fn title(&mut self, number: u64) -> Result<Option<String>, String> {
        Ok((number == 1).then(String::new))
    }

    fn known(&self) -> (u64, bool) {
        (1, true)
    }
}

fn main() {
    let source = Source::from_text(&record());
    let before = memory();
    let begin = Instant::now();
    let mut player = Player::open(Box::new(One(source)), 1).expect("memory").expect("a record");
    println!("open, read and judge        {:>10.3} ms", millis(begin.elapsed()));
    player.update(Input::Size(140, 45));
    let mut shown = Buffer::empty(Rect::new(0, 0, 140, 45));
    let mut press = |key: Key| {
        let begin = Instant::now();
        player.update(Input::Key(key));
        let mut buffer = Buffer::empty(shown.area);
        player.draw(&mut buffer, Look::Coloured);
        let changes = shown.diff(&buffer).len();
        shown = buffer;
        assert!(changes <= 140 * 45);
        begin.elapsed()
    };
    let mut row = |name: &str, times: usize, key: Key| {
        let mut taken: Vec<Duration> = (0..times).map(|_| press(key)).collect();
        taken.sort_unstable();
        let (median, most) = (taken[times / 2], taken[times - 1]);
        println!("{name:<27} {:>10.3} ms, at most {:>8.3} ms", millis(median), millis(most));
    };
    row("from the start to the end", 1, Key::End);
    row("from the end to the start", 1, Key::Home);
    row("a ply on", PLIES, Key::Right);
    row("a ply back", PLIES, Key::Left);
    row("a lap on", PLIES, Key::Down);
    row("a lap back", PLIES, Key::Up);
    row("a stone on", PLIES, Key::Char('.'));
    row("a stone back", PLIES, Key::Char(','));
    if let (Some(before), Some(after)) = (before, memory()) {
        println!("memory at most              {after:>10.1} MiB, of which before it was opened {before:.1}");
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the most memory that the process ever held, in MiB, where the system tells.
fn memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
}

/// Plays a long game and writes it down.
fn record() -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut game = Match::start(Ruleset::new(Game::Igisoro)).expect("a start");
    let mut plies = Vec::new();
    let mut number = 0;
    while plies.len() < PLIES {
        let tries = (0..TRIES).map(|_| {
            let mut after = game.clone();
            let played = random_turn(&mut after, &mut random, &mut ()).expect("within the budget");
            (played.expect("the game goes on"), after)
        });
        let least = tries
            .min_by_key(|((turn, _), after): &((Turn, Aftermath), Match)| (after.outcome().is_some(), turn.captured));
        let ((turn, _), after) = least.expect("some were tried");
        number += u32::from(turn.seat == Seat::South);
        plies.push(DocumentPly {
            number,
            seat: turn.seat,
            turn: turn_text(&turn, after.outcome().is_some(), Checks::None),
            glyphs: Vec::new(),
            refill: None,
            comments: Vec::new(),
            variations: Vec::new(),
        });
        game = after;
    }
    let tags = vec![("Game".to_owned(), "Igisoro".to_owned()), ("Result".to_owned(), "*".to_owned())];
    let mut text = String::new();
    let document = Document { tags, comments: Vec::new(), plies, result: GameResult::Unfinished };
    print(&document, WIDTH, &mut text).expect("a String");
    text
}
