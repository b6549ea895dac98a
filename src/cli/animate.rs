use std::fmt::Write as _;

use serde_json::json;

use super::Failure;
use super::args::{AnimationArgs, FrameChoice, OutputForm};
use super::output::Output;
use crate::record::{Judged, Playback};
use crate::render::{Animation, BoardStyle, Figure, Frame, Headline, Palette, Raster, Theme};
use crate::text::{Tab, display_width, escape};

/// The most frames of an animation: nobody watches more, and a hostile turn has any number of laps.
const MOST_FRAMES: u32 = 20_000;
/// How long a frame stays if nothing else is asked for, in milliseconds.
const DELAY: u32 = 1500;
/// How many times as long the last frame stays.
const LAST: u32 = 3;

/// Makes a moving picture of a record.
pub(super) struct Animator<'a> {
    pub(super) args: &'a AnimationArgs,
    pub(super) max_laps: u64,
    /// The colours of text.
    pub(super) palette: Palette,
}

/// What is known of the frames before they are written.
#[derive(Default)]
struct Measures {
    frames: u32,
    /// The widest line of text.
    columns: usize,
    /// The most lines of text.
    rows: usize,
}

impl Animator<'_> {
    /// Writes a record; it must be known what is played.
    pub(super) fn write(&self, to: OutputForm, judged: &Judged, out: &mut Output) -> Result<(), Failure> {
        let measures = self.measure(to, judged)?;
        match to {
            OutputForm::Cast => self.cast(judged, &measures, out),
            _ => self.pictures(to, judged, &measures, out),
        }
    }

    /// Shows every frame, until one cannot be shown.
    fn each(&self, judged: &Judged, mut show: impl FnMut(&Frame) -> Result<(), Failure>) -> Result<(), Failure> {
        let Some(mut playback) = Playback::new(judged, self.max_laps) else { return Ok(()) };
        let mut shown = show(&playback.start());
        for ply in &judged.turns {
            shown?;
            shown = Ok(());
            let played = match self.args.frames.unwrap_or_default() {
                FrameChoice::Ply => playback.frame(ply).map(|frame| shown = show(&frame)),
                FrameChoice::Lap => playback.lap_frames(ply, |frame| {
                    if shown.is_ok() {
                        shown = show(frame);
                    }
                }),
            };
            if played.is_none() {
                break;
            }
        }
        shown
    }

    fn measure(&self, to: OutputForm, judged: &Judged) -> Result<Measures, Failure> {
        let mut measures = Measures::default();
        self.each(judged, |frame| {
            measures.frames += 1;
            if measures.frames > MOST_FRAMES {
                let message = format!("the record has more than {MOST_FRAMES} frames, which is more than can be shown");
                return Err(Failure::Usage(message));
            }
            if to == OutputForm::Cast {
                let text = screen(frame, Palette::plain());
                measures.columns = text.lines().map(display_width).max().unwrap_or(0).max(measures.columns);
                measures.rows = text.lines().count().max(measures.rows);
            }
            Ok(())
        })?;
        Ok(measures)
    }

    /// How long the frame with this number stays, from 1, in milliseconds.
    fn delay(&self, number: u32, measures: &Measures) -> u32 {
        let delay = self.args.delay.unwrap_or(DELAY);
        if number == measures.frames { LAST * delay } else { delay }
    }

    fn pictures(&self, to: OutputForm, judged: &Judged, measures: &Measures, out: &mut Output) -> Result<(), Failure> {
        let theme = Theme::from(self.args.theme.unwrap_or_default());
        let mut animation: Option<Animation<&mut Output>> = None;
        let mut out = Some(out);
        let mut number = 0;
        self.each(judged, |frame| {
            number += 1;
            let figure = Figure { frame, theme, about: "", headline: Headline::Fixed };
            let width = self.args.width.unwrap_or_else(|| figure.width());
            let picture =
                Raster::from_svg(&figure.to_svg(), width).map_err(|error| Failure::Usage(error.to_string()))?;
            if let Some(out) = out.take() {
                let begun = match to {
                    OutputForm::Apng => Animation::apng(out, &picture, measures.frames),
                    _ => Animation::gif(out, &picture, theme),
                };
                animation = Some(begun.map_err(Failure::of_output)?);
            }
            let delay = u16::try_from(self.delay(number, measures) / 10).unwrap_or(u16::MAX);
            animation.as_mut().map_or(Ok(()), |animation| animation.add(picture, delay)).map_err(Failure::of_output)
        })?;
        animation.map_or(Ok(()), Animation::finish).map_err(Failure::of_output)
    }

    /// Writes the frames of text as a recording of a terminal, in version 2 of asciicast.
    fn cast(&self, judged: &Judged, measures: &Measures, out: &mut Output) -> Result<(), Failure> {
        let title = judged.about();
        let mut header = json!({"version": 2, "width": measures.columns.max(1), "height": measures.rows.max(1)});
        if !title.is_empty() {
            header["title"] = escape(&title, Tab::Escape).into();
        }
        out.put(format!("{header}\n").as_bytes())?;
        let mut number = 0;
        let mut time = 0;
        self.each(judged, |frame| {
            number += 1;
            // The screen is emptied, and the cursor goes to its corner.
            let data = format!("\u{1b}[2J\u{1b}[H{}", screen(frame, self.palette).replace('\n', "\r\n"));
            out.put(event(time, "o", &data).as_bytes())?;
            time += self.delay(number, measures);
            Ok(())
        })?;
        // A player shows the last frame as long as events come.
        out.put(event(time, "o", "").as_bytes())
    }
}

/// The text of a frame, without a line end behind it: that could move the screen up.
fn screen(frame: &Frame, palette: Palette) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = frame.write(&mut text, BoardStyle { unicode: true, ..BoardStyle::default() }, palette);
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// A line of a recording. The time is written in seconds.
fn event(milliseconds: u32, kind: &str, data: &str) -> String {
    let mut line = String::new();
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let _ = writeln!(line, "[{seconds}.{rest:03}, \"{kind}\", {}]", json!(data));
    line
}
