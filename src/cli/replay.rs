use std::io::{IsTerminal as _, Write as _};

use super::args::{FrameStep, ReplayArgs};
use super::convert::report;
use super::failure::complain;
use super::input::open;
use super::output::Output;
use super::{Failure, Status, full_screen};
use crate::record::{Judge, Judged, Keep, Playback};
use crate::render::{BoardStyle, Frame, Palette};
use crate::text::{Tab, escape};

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
    let mut records = open(&args.file, args.form, &args.input)?;
    let file = records.file.clone();
    let input = records.pick(args.record)?;
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
    let Some(mut playback) = Playback::new(judged, show.args.budget.max_laps) else { return Ok(()) };
    if show.wants(0) {
        show.frame(&playback.start());
    }
    for ply in judged.turns.iter().take_while(|ply| show.args.to.is_none_or(|last| ply.ply <= last)) {
        let played = if !show.wants(ply.ply) {
            playback.play(ply, &mut ())
        } else {
            match show.args.step() {
                FrameStep::Stone => playback.stone_frames(ply, |frame| show.frame(frame)),
                FrameStep::Lap => playback.lap_frames(ply, |frame| show.frame(frame)),
                FrameStep::Ply => playback.frame(ply).map(|frame| show.frame(&frame)),
            }
        };
        show.result()?;
        if played.is_none() {
            break;
        }
    }
    Ok(())
}
