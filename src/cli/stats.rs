use super::args::{StatsArgs, StatsFormat};
use super::failure::complain;
use super::files::Files;
use super::output::Output;
use super::pieces::{Batch, Piece, Pieces};
use super::progress::Progress;
use super::spread::in_order;
use super::{Failure, Status};
use crate::archive::stats::{Plots, Report, Statistics};
use crate::engine::Game;
use crate::record::{Judge, Keep};
use crate::render::Palette;
use crate::text::counted;

pub(super) fn run(args: &StatsArgs) -> Result<Status, Failure> {
    let mut stats = Stats {
        args,
        outputs: Outputs::open(args)?,
        statistics: Statistics::new(args.depth),
        status: Status::Good,
        replaces_input: false,
        progress: Progress::new(&args.files),
    };
    let counter = Counter {
        judge: Judge::new().max_laps(args.reading.budget.max_laps).keep(Keep::Turns).without_help(),
        games: args.games.clone(),
        depth: args.depth,
    };
    let work = move |piece: Piece<Batch>| piece.map(|batch| counter.count(&batch));
    let pieces = Pieces::new(Files::new(&args.files)?, args.reading.from, &args.reading.input).select(&args.records);
    in_order(args.jobs.count(), pieces, Piece::weight, work, |piece| {
        stats.piece(piece);
        Ok::<(), Failure>(())
    })?;
    stats.end()
}

/// Counts the records of batches.
struct Counter {
    judge: Judge,
    /// The games that are counted; none for all.
    games: Vec<Game>,
    depth: u8,
}

/// What the records of a batch amount to.
struct CountedBatch {
    statistics: Statistics,
    records: usize,
    bytes: usize,
}

impl Counter {
    fn count(&self, batch: &Batch) -> CountedBatch {
        let mut statistics = Statistics::new(self.depth);
        for (_, input) in &batch.inputs {
            let judged = input.judge(&self.judge);
            let game = judged.header.as_ref().map(|header| header.rules.game());
            if self.games.is_empty() || game.is_none_or(|game| self.games.contains(&game)) {
                statistics.add(&judged);
            }
        }
        CountedBatch { statistics, records: batch.inputs.len(), bytes: batch.bytes }
    }
}

/// Where statistics go. Each is open before anything is read, so that what cannot be written is told at once.
struct Outputs {
    /// For text, JSON or CSV.
    report: Option<Output>,
    /// For plots.
    plots: Option<Output>,
}

impl Outputs {
    fn open(args: &StatsArgs) -> Result<Self, Failure> {
        let picture_only = args.svg.as_deref().is_some_and(|file| Output::is_standard(Some(file)));
        let wants_report = !picture_only || !Output::is_standard(args.output.as_deref());
        if !wants_report && args.format != StatsFormat::Text {
            return Err(Failure::Usage("`--svg -` and `--format` cannot both go to standard output".to_owned()));
        }
        let report = wants_report.then(|| Output::open_beside(args.output.as_deref(), &args.files)).transpose()?;
        let plots = args.svg.as_deref().map(|file| Output::open_beside(Some(file), &args.files)).transpose()?;
        match (&report, &plots) {
            (Some(Output::File { path, .. }), Some(Output::File { path: other, .. })) if path == other => {
                Err(Failure::Usage("`--output` and `--svg` name the same file".to_owned()))
            }
            _ => Ok(Self { report, plots }),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Output> {
        self.report.iter().chain(&self.plots)
    }
}

/// Adds up batches in order.
struct Stats<'a> {
    args: &'a StatsArgs,
    outputs: Outputs,
    statistics: Statistics,
    status: Status,
    /// Whether an output takes the place of an input.
    replaces_input: bool,
    progress: Progress,
}

impl Stats<'_> {
    fn piece(&mut self, piece: Piece<CountedBatch>) {
        match piece {
            Piece::Records(batch) => {
                self.statistics.merge(batch.statistics);
                self.progress.advance(batch.bytes, batch.records);
            }
            Piece::Trouble(failure) => self.trouble(&failure),
            Piece::End(end) => {
                self.replaces_input |= self.outputs.all().any(|output| output.replaces(&end.path));
                if let Some(failure) = end.missing_record() {
                    self.trouble(&failure);
                } else if let Some(emptiness) = end.emptiness() {
                    self.say(&emptiness);
                }
            }
        }
    }

    fn say(&self, message: &str) {
        self.progress.aside(|| complain(message));
    }

    fn trouble(&mut self, failure: &Failure) {
        self.say(&failure.to_string());
        self.status = Status::Trouble;
    }

    fn end(mut self) -> Result<Status, Failure> {
        self.progress.clear();
        self.tell_what_is_missing();
        if self.replaces_input {
            return Err(Failure::Usage("nothing was written: the records would be lost from the file".to_owned()));
        }
        // A file is replaced by nothing less than what was asked for.
        if self.status == Status::Trouble && self.outputs.all().any(Output::is_file) {
            complain("nothing was written: not all of the input could be read");
            return Ok(self.status);
        }
        let status = self.status;
        self.write().map_err(|failure| failure.after(status))?;
        Ok(status)
    }

    /// Tells which records do not count, and whether openings are missing.
    fn tell_what_is_missing(&mut self) {
        let invalid = self.statistics.invalid();
        if invalid > 0 {
            complain(&format!("{} left out; `matombo check` tells why", counted(invalid, "invalid record")));
            self.status = self.status.max(Status::Invalid);
        }
        if self.statistics.openings_are_cut() {
            let most = Statistics::MOST_OPENINGS;
            complain(&format!("not all openings are kept: more than {most}, or turns of more than 120 characters"));
        }
    }

    fn write(self) -> Result<(), Failure> {
        let Self { args, outputs, statistics, .. } = self;
        let top = usize::from(args.top);
        if let Some(mut out) = outputs.plots {
            out.put(Plots { statistics: &statistics, top }.to_svg().as_bytes())?;
            out.finish()?;
        }
        let Some(mut out) = outputs.report else { return Ok(()) };
        match args.format {
            StatsFormat::Text => out.put(text(args, &statistics, out.is_file()).as_bytes())?,
            StatsFormat::Json => out.put(format!("{}\n", statistics.to_json(top)).as_bytes())?,
            StatsFormat::Csv => out.put(&statistics.to_csv(top))?,
        }
        out.finish()
    }
}

fn text(args: &StatsArgs, statistics: &Statistics, to_file: bool) -> String {
    let palette = if to_file { Palette::plain() } else { args.colour.color.palette(&std::io::stdout()) };
    let (top, width) = (args.top.into(), args.width.into());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = Report { statistics, top, width, unicode: args.unicode, palette }.write(&mut text);
    text
}
