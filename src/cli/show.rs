use std::io::IsTerminal as _;

use super::args::{GameArgs, ShowArgs, ShownPly};
use super::convert::report;
use super::failure::complain;
use super::input::open;
use super::output::Output;
use super::{Failure, Status};
use crate::record::{Judge, Judged, Keep, Playback};
use crate::render::{BoardStyle, Figure, Frame, Headline, Palette, Raster};
use crate::text::{Tab, escape};

pub(super) fn run(args: &ShowArgs) -> Result<Status, Failure> {
    refuse_terminal(args.png && Output::is_standard(args.output.as_deref()), "a PNG picture")?;
    match args.game {
        Some(game) => show_position(args, game),
        None => show_record(args),
    }
}

/// Refuses to write what is no text to a terminal.
pub(super) fn refuse_terminal(binary: bool, what: &str) -> Result<(), Failure> {
    if binary && std::io::stdout().is_terminal() {
        let message = format!("{what} is not written to a terminal: name a file with --output, or redirect the output");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

fn show_position(args: &ShowArgs, game: crate::engine::Game) -> Result<Status, Failure> {
    let rules = args.rules.clone().unwrap_or_default();
    let game = GameArgs { game, rules, position: args.position.clone() };
    let start = super::perft::start(&game, args.budget.max_laps)?;
    write(args, &Frame::position(&start.game), "")?;
    Ok(Status::Good)
}

fn show_record(args: &ShowArgs) -> Result<Status, Failure> {
    let errors = args.colour.color.palette(&std::io::stderr());
    let mut records = open(&args.file, args.form, &args.input)?;
    let file = records.file.clone();
    let name = escape(&file, Tab::Escape);
    let input = records.pick(args.record)?;
    let judged = input.judge(&Judge::new().max_laps(args.budget.max_laps).keep(Keep::Turns));
    let status = if judged.is_valid() { Status::Good } else { Status::Invalid };
    if let ShownPly::Ply(ply) = args.ply
        && ply > judged.plies
    {
        report(&file, &input, &judged, errors);
        return Err(Failure::Usage(format!("{name}: there is no ply {ply}, the record has {}", judged.plies)));
    }
    let frame = find(args, &judged);
    if let Some(frame) = &frame {
        write(args, frame, &judged.about()).map_err(|failure| failure.after(status))?;
    }
    report(&file, &input, &judged, errors);
    if frame.is_none() {
        let playable = Playback::playable(&judged);
        complain(&format!("{name}: nothing to show: only {playable} plies of the record can be played"));
    }
    if args.record == 1 && records.next().is_some() {
        complain(&format!("{name} holds more records: --record N shows another"));
    }
    Ok(status)
}

/// Plays the record up to the ply that is asked for.
fn find(args: &ShowArgs, judged: &Judged) -> Option<Frame> {
    let mut playback = Playback::new(judged, args.budget.max_laps)?;
    let last = match args.ply {
        ShownPly::Last => Playback::playable(judged),
        ShownPly::Ply(ply) => ply,
    };
    let mut frame = (last == 0).then(|| playback.start());
    for ply in judged.turns.iter().take_while(|ply| ply.ply <= last) {
        if ply.ply == last {
            frame = playback.frame(ply);
        } else {
            playback.play(ply, &mut ())?;
        }
    }
    frame
}

fn write(args: &ShowArgs, frame: &Frame, about: &str) -> Result<(), Failure> {
    let mut out = Output::open(args.output.as_deref())?;
    if args.game.is_none() && out.replaces(&args.file) {
        return Err(Failure::Usage("nothing was written: the records would be lost from the file".to_owned()));
    }
    let palette = if out.is_file() { Palette::plain() } else { args.colour.color.palette(&std::io::stdout()) };
    let figure = Figure { frame, theme: args.theme.into(), about, headline: Headline::Whole };
    if args.png {
        let width = args.width.unwrap_or_else(|| 2 * figure.width());
        let raster = Raster::from_svg(&figure.to_svg(), width).map_err(|error| Failure::Usage(error.to_string()))?;
        let mut bytes = Vec::new();
        raster.write_png(&mut bytes).map_err(Failure::of_output)?;
        out.put(&bytes)?;
    } else if args.svg {
        out.put(figure.to_svg().as_bytes())?;
    } else {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = frame.write(&mut text, BoardStyle { unicode: args.unicode, ..BoardStyle::default() }, palette);
        out.put(text.as_bytes())?;
    }
    out.finish()
}
