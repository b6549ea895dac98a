use std::io::Write as _;

use super::args::ReplayArgs;
use super::convert::report;
use super::failure::complain;
use super::input::open;
use super::output::Output;
use super::{Failure, Status};
use crate::record::{Judge, Judged, Keep, Playback};
use crate::render::{BoardStyle, Frame, Palette};
use crate::text::{Tab, escape};

pub(super) fn run(args: &ReplayArgs) -> Result<Status, Failure> {
    if let Some(last) = args.to.filter(|last| *last < args.from) {
        return Err(Failure::Usage(format!("--from {} comes after --to {last}", args.from)));
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
    if args.from > judged.plies {
        let name = escape(&file, Tab::Escape);
        let message = format!("{name}: there is no ply {}, the record has {}", args.from, judged.plies);
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
        ply >= self.args.from && self.args.to.is_none_or(|last| ply <= last)
    }

    fn frame(&mut self, frame: &Frame) {
        if self.failed.is_some() {
            return;
        }
        let mut text = String::new();
        if !self.first {
            text.push('\n');
        }
        self.first = false;
        // Writing to a string cannot fail.
        let _ = frame.write(&mut text, self.style, self.palette);
        self.failed = self.out.write_all(text.as_bytes()).err();
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
        } else if show.args.laps {
            playback.lap_frames(ply, |frame| show.frame(frame))
        } else {
            playback.frame(ply).map(|frame| show.frame(&frame))
        };
        show.result()?;
        if played.is_none() {
            break;
        }
    }
    Ok(())
}
