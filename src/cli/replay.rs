use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};

use super::args::{FrameStep, ReplayArgs};
use super::convert::report;
use super::failure::complain;
use super::input::open;
use super::output::Output;
use super::{Failure, Status, full_screen};
use crate::board::Seat;
use crate::engine::{Match, Observer, State};
use crate::notation::read_turn;
use crate::record::{Checks, Judge, Judged, JudgedLine, JudgedPly, Keep, decide};
use crate::render::{BoardStyle, Caption, Frame, LapScene, Palette, Scene, StoneScene};
use crate::text::{Tab, escape, escape_lines};

pub(super) fn run(args: &ReplayArgs) -> Result<Status, Failure> {
    if wants_player(args) { full_screen::run(args) } else { write(args) }
}

/// Returns whether there is a terminal to play on, and nothing asks for text. Records that are typed on the terminal
/// leave no keyboard to play with.
fn wants_player(args: &ReplayArgs) -> bool {
    let typed = args.file.as_os_str() == "-" && std::io::stdin().is_terminal();
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    std::io::stdout().is_terminal() && !args.wants_text() && !typed && !dumb
}

/// Writes frames, or words.
fn write(args: &ReplayArgs) -> Result<Status, Failure> {
    let from = args.from.unwrap_or(0);
    if let Some(last) = args.to.filter(|last| *last < from) {
        return Err(Failure::Usage(format!("--from {from} comes after --to {last}")));
    }
    let palette = args.colour.color.palette(&std::io::stdout());
    let errors = args.colour.color.palette(&std::io::stderr());
    let mut records = open(&args.file, args.form)?;
    let file = records.file.clone();
    let skipped = (args.record - 1).try_into().unwrap_or(usize::MAX);
    let mut seen = 0_u64;
    for _ in 0..skipped {
        if records.next().transpose()?.is_none() {
            break;
        }
        seen += 1;
    }
    let Some(input) = records.next().transpose()? else {
        return Err(Failure::no_record(&file, args.record, seen));
    };
    let judged = input.judge(&Judge::new().max_laps(args.budget.max_laps).keep(Keep::Turns));
    let status = if judged.is_valid() { Status::Good } else { Status::Invalid };
    let mut show = Show {
        args,
        out: Output::standard(),
        palette,
        style: BoardStyle { unicode: args.unicode, ..BoardStyle::default() },
        first: true,
        failed: None,
    };
    let shown = play(&judged, &mut show);
    let first = show.first;
    shown.and_then(|()| show.out.finish()).map_err(|failure| failure.after(status))?;
    report(&file, &input, &judged, errors);
    if from > judged.plies {
        let name = escape(&file, Tab::Escape);
        let message = format!("{name}: there is no ply {from}, the record has {}", judged.plies);
        return Err(Failure::Usage(message));
    }
    if first {
        let decided = judged.turns.iter().filter(|ply| ply.turn.is_some()).count();
        complain(&format!("nothing to show: only {decided} plies of the record can be played"));
    }
    if args.record == 1 && records.next().is_some() {
        complain(&format!("{} holds more records: --record N shows another", escape(&file, Tab::Escape)));
    }
    Ok(status)
}

/// Where frames go.
struct Show<'a> {
    args: &'a ReplayArgs,
    out: Output,
    palette: Palette,
    style: BoardStyle,
    first: bool,
    failed: Option<std::io::Error>,
}

impl Show<'_> {
    fn wants(&self, ply: u32) -> bool {
        ply >= self.args.from.unwrap_or(0) && self.args.to.is_none_or(|last| ply <= last)
    }

    fn frame(&mut self, frame: &Frame) {
        if self.failed.is_some() {
            return;
        }
        let mut text = String::new();
        if !self.first && !self.args.words {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = if self.args.words {
            frame.write_words(&mut text)
        } else {
            frame.write(&mut text, self.style, self.palette)
        };
        self.failed = self.pause().and_then(|()| self.out.write_all(text.as_bytes())).err();
        self.first = false;
    }

    /// Waits between two frames, if that is asked for.
    fn pause(&mut self) -> std::io::Result<()> {
        if let Some(delay) = self.args.delay.filter(|_| !self.first) {
            self.out.flush()?;
            std::thread::sleep(delay);
        }
        Ok(())
    }

    fn result(&mut self) -> Result<(), Failure> {
        self.failed.take().map_or(Ok(()), |error| Err(Failure::of_output(error)))
    }
}

/// Plays the main line again, as far as it was decided, and shows its frames.
fn play(judged: &Judged, show: &mut Show<'_>) -> Result<(), Failure> {
    let Some(header) = &judged.header else { return Ok(()) };
    let rules = header.rules;
    let setup = header.start.to_setup();
    let Ok(mut game) = Match::from_setup(rules, &setup, show.args.budget.max_laps) else { return Ok(()) };
    if show.wants(0) {
        let mut frame = Frame::start(&game, titles(judged));
        for comment in &judged.comments {
            frame.push_note(comment_line(comment));
        }
        show.frame(&frame);
    }
    for (index, ply) in judged.turns.iter().enumerate() {
        if ply.turn.is_none() || game.state() != State::Turn || show.args.to.is_some_and(|last| ply.ply > last) {
            break;
        }
        let mut notes: Vec<String> = ply.comments.iter().map(|comment| comment_line(comment)).collect();
        notes.extend(ply.variations.iter().map(variation_line));
        if index + 1 == judged.turns.len() {
            notes.push(result_line(judged));
        }
        if !show.wants(ply.ply) {
            replay(&mut game, ply, &mut ());
        } else {
            frames_of(&mut game, ply, notes, show);
        }
        show.result()?;
    }
    Ok(())
}

/// Plays a turn and shows its frames.
fn frames_of(game: &mut Match, ply: &JudgedPly, notes: Vec<String>, show: &mut Show<'_>) {
    let (rules, before, caption) = (*game.rules(), game.position().clone(), caption(ply));
    match show.args.step() {
        FrameStep::Stone => {
            let mut scene = StoneScene::new(&rules, &before, caption, |frame: &Frame| show.frame(frame));
            replay(game, ply, &mut scene);
            scene.finish(game.position(), notes);
        }
        FrameStep::Lap => {
            let mut scene = LapScene::new(&rules, &before, caption, |frame: &Frame| show.frame(frame));
            replay(game, ply, &mut scene);
            scene.finish(game.position(), notes);
        }
        FrameStep::Ply => {
            let mut scene = Scene::new(&rules, &before);
            replay(game, ply, &mut scene);
            let mut frame = scene.frame(&caption, game.position());
            for note in notes {
                frame.push_note(note);
            }
            show.frame(&frame);
        }
    }
}

/// Plays a decided turn again for an observer to watch.
fn replay(game: &mut Match, ply: &JudgedPly, observer: &mut impl Observer) {
    let text = ply.text(Checks::None);
    let (body, _) = read_turn(&text).expect("a canonical turn can be read");
    let mut turn = game.turn();
    decide(&mut turn, &body, observer).expect("the turn was legal before");
    game.finish(turn, observer).expect("it was decided before");
    if let (State::Refill { .. }, Some(refill)) = (game.state(), ply.refill) {
        game.refill(refill.pits, observer).expect("the refill was allowed before");
    }
}

fn caption(ply: &JudgedPly) -> Caption {
    let turn = Caption::with_glyphs(ply.text(Checks::None), &ply.glyphs);
    Caption { ply: ply.ply.into(), number: ply.number.into(), seat: ply.seat, turn }
}

fn titles(judged: &Judged) -> Vec<String> {
    let Some(header) = &judged.header else { return Vec::new() };
    let shown = header.tags.iter().map(|(name, value)| format!("{name}: {}", escape(value, Tab::Keep)));
    shown.chain([format!("Result: {}", judged.result)]).collect()
}

fn comment_line(comment: &str) -> String {
    format!("{{{}}}", escape_lines(comment))
}

/// Writes a variation on one line; variations of its own are only hinted at.
fn variation_line(line: &JudgedLine) -> String {
    let mut text = "Variation:".to_owned();
    for comment in &line.comments {
        let _ = write!(text, " {}", comment_line(comment));
    }
    let mut number_due = true;
    for ply in &line.turns {
        match (ply.seat, number_due) {
            (Seat::South, _) => text.push_str(&format!(" {}.", ply.number)),
            (Seat::North, true) => text.push_str(&format!(" {}...", ply.number)),
            (Seat::North, false) => {}
        }
        let _ = write!(text, " {}", escape(&ply.text(Checks::None), Tab::Escape));
        for comment in &ply.comments {
            let _ = write!(text, " {}", comment_line(comment));
        }
        text.push_str(if ply.variations.is_empty() { "" } else { " (...)" });
        number_due = !ply.comments.is_empty() || !ply.variations.is_empty() || ply.seat == Seat::North;
    }
    text
}

fn result_line(judged: &Judged) -> String {
    match (judged.outcome, judged.termination) {
        (Some(_), _) | (None, None) => format!("Result: {}", judged.result),
        (None, Some(termination)) => format!("Result: {} ({termination})", judged.result),
    }
}
