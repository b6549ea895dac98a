use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::colour::ColourChoice;
use super::encoding::InputEncoding;
use super::input::InputForm;
use super::selection::Selection;
use super::written::{JsonDetail, WrittenForm};
use crate::archive::table::Table;
use crate::archive::{Field, Kept, Likeness, SortKey};
use crate::engine::{DEFAULT_MAX_LAPS, Game};
use crate::notation::WIDTH;
use crate::record::Checks;
use crate::render::Theme;

/// Check, replay and convert records of five traditional mancala games.
///
/// Records are plain text in the notation of `man matombo-notation`, or its JSON form.
#[derive(Debug, Parser)]
#[command(
    name = "matombo",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  matombo check games.mgn\n  matombo replay games.mgn --record 2 | less\n  \
                  matombo convert --to jsonl games.mgn | jq .result\n\n\
                  Exit status: 0 all well, 1 a record is invalid or `select` found none, 2 wrong usage or a file that cannot be \
                  read or written."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Check(CheckArgs),
    Convert(ConvertArgs),
    Select(SelectArgs),
    Fmt(FmtArgs),
    Dedupe(DedupeArgs),
    Sort(SortArgs),
    Split(SplitArgs),
    Merge(MergeArgs),
    Replay(ReplayArgs),
    Show(ShowArgs),
    Generate(GenerateArgs),
    Stats(StatsArgs),
    Perft(PerftArgs),
    Rules(RulesArgs),
    /// Write the JSON Schema of records in JSON.
    ///
    /// It is of version 2020-12, for validators and for programs that generate code from schemas. What fits it may still
    /// break the rules of play: `matombo check` tells.
    #[command(after_help = "Example:\n  matombo schema > record.schema.json")]
    Schema,
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
}

/// How reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people: the line with the fault underlined, the board, what would have been legal and was likely meant.
    #[default]
    Human,
    /// A line a fault: `file:line:column: error[CODE]: message`.
    Short,
    /// A JSON object a record.
    Jsonl,
    /// Workflow commands of GitHub, which shows them in the files of a change.
    Github,
    /// One SARIF 2.1.0 log, for code scanning.
    Sarif,
    /// JUnit's XML, which build servers show: a suite a file, a test a record.
    Junit,
}

/// Check records against the rules.
///
/// Every turn of every record is played by the rules of its game. Whatever is wrong is reported with its place,
/// what would have been legal and what was likely meant; the other records and files are checked all the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo check records/tsoro/*.mgn\n  \
                        matombo check --format short - < games.mgn\n  \
                        matombo check --diff games.mgn\n  \
                        matombo check --fix games.mgn\n  \
                        matombo check --format jsonl games.mgn | jq 'select(.valid | not) | .record'\n  \
                        matombo check --strict --allow no-termination --deny W0206 games.mgn\n  \
                        matombo check --format sarif archive > matombo.sarif\n  \
                        find archive -name '*.mgn' -print0 | matombo check --files-from - -0 --quiet\n  \
                        matombo check --record 3,10-12 games.mgn")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    #[command(flatten)]
    pub(super) records: RecordsArgs,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReportFormat,
    /// Repair what has one certain repair, in the files themselves, then report what is still wrong.
    ///
    /// Repaired are move numbers, captures left out, counts and landing pits behind turns, characters that only look
    /// like those of the notation, dates such as 2026.11.30, a `Result` tag that the final position contradicts, and
    /// a missing result that the final position or the `Result` tag tells. Everything else is kept byte for byte.
    /// Standard input is written to standard output, and the report to standard error. JSON is not repaired; in a
    /// folder it is only checked.
    #[arg(long, conflicts_with_all = ["selection", "encoding"])]
    pub(super) fix: bool,
    /// Show what `--fix` would change as a unified diff, without a report; the exit status is 1 if anything would.
    #[arg(long, conflicts_with_all = ["fix", "selection", "encoding"])]
    pub(super) diff: bool,
    #[command(flatten)]
    pub(super) strictness: StrictnessArgs,
    /// Write no report and no summary: only the exit status tells, and what cannot be read is still told.
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Show no more than N diagnostics; all of them are counted.
    #[arg(long, value_name = "N")]
    pub(super) max_diagnostics: Option<u64>,
    #[command(flatten)]
    pub(super) flow: FlowArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// Which files are read.
#[derive(Debug, Args)]
pub(super) struct FilesArgs {
    /// Files to read, `-` for standard input, which is also read if nothing is named; a folder stands for the files in
    /// it, at any depth, that end in .mgn, .json or .jsonl.
    ///
    /// Files of a folder are read in the order of their names. Hidden ones are left out, and links to other folders
    /// are not followed.
    pub(super) files: Vec<PathBuf>,
    /// Read the files, or folders, that LIST names too, one a line; `-` for standard input.
    #[arg(long, value_name = "LIST")]
    pub(super) files_from: Option<PathBuf>,
    /// The names in LIST end with a zero byte, as `find -print0` writes them.
    #[arg(short = '0', long, requires = "files_from")]
    pub(super) null: bool,
}

/// Which records are looked at.
#[derive(Debug, Args)]
pub(super) struct RecordsArgs {
    /// Only these records of each file, by their numbers: `3,10-12,20-`.
    ///
    /// It is an error if a file has no record with the first number of a part, but `20-` asks for what there is.
    #[arg(long = "record", value_name = "NUMBERS")]
    pub(super) selection: Option<Selection>,
}

/// How work is spread.
#[derive(Debug, Args)]
pub(super) struct JobsArgs {
    /// How many records are worked on at once, up to 256; as many as there are processors if not given. The output is
    /// the same for any N.
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl JobsArgs {
    pub(super) fn count(&self) -> NonZeroUsize {
        let most = NonZeroUsize::new(256).unwrap_or(NonZeroUsize::MIN);
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(most)
    }
}

/// How soon records are written.
#[derive(Debug, Args)]
pub(super) struct FlowArgs {
    /// Write what becomes of a record at once, before the next is read, for a program that waits for it; one record is
    /// worked on at a time.
    #[arg(long, conflicts_with = "jobs")]
    pub(super) line_buffered: bool,
    #[command(flatten)]
    jobs: JobsArgs,
}

impl FlowArgs {
    /// Returns how many records are worked on at once.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        if self.line_buffered { NonZeroUsize::MIN } else { self.jobs.count() }
    }
}

/// How grave diagnostics are to the user.
#[derive(Debug, Args)]
pub(super) struct StrictnessArgs {
    /// Fail if there are warnings: the exit status is 1.
    #[arg(long)]
    pub(super) strict: bool,
    /// Leave out the warning CODE, a number or name of `matombo explain --list`; may be repeated.
    #[arg(long, value_name = "CODE")]
    pub(super) allow: Vec<String>,
    /// Take the warning CODE for an error; may be repeated.
    #[arg(long, value_name = "CODE")]
    pub(super) deny: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct ReadingArgs {
    /// The form of the input; told from its content if not given.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) from: Option<InputForm>,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
}

#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// The encoding of the input, UTF-8 if not given; named as on the web: utf-16, latin1, windows-1250.
    ///
    /// A byte-order mark in the input wins. What is read is turned into UTF-8 first: places are those in that text.
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<InputEncoding>,
    /// The largest record that is read: bytes, or a size such as 500KiB or 1GiB. Larger ones are errors.
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = parse_size)]
    max_record: ByteSize,
}

impl InputArgs {
    /// Returns how many bytes a record may have.
    pub(super) fn max_record_bytes(&self) -> usize {
        self.max_record.as_u64().try_into().unwrap_or(usize::MAX)
    }
}

#[derive(Debug, Args)]
pub(super) struct BudgetArgs {
    /// Laps after which a turn is given up as undecided.
    #[arg(long, value_name = "LAPS", default_value_t = DEFAULT_MAX_LAPS, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_laps: u64,
}

#[derive(Debug, Args)]
pub(super) struct ColourArgs {
    /// When to use colours; `NO_COLOR` and `CLICOLOR_FORCE` are heeded by `auto`.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(super) color: ColourChoice,
}

/// The form records are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputForm {
    /// The canonical notation.
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
    /// A page that steps through the records, for a browser; it needs nothing else and runs offline.
    Html,
    /// A moving picture of one record, for messages.
    Gif,
    /// The same as a PNG that moves: sharper, and larger.
    Apng,
    /// A recording of one record for a terminal, in version 2 of asciicast.
    Cast,
    /// A table for spreadsheets and databases, a row a record or, with `--plies`, a row a ply.
    Csv,
    /// The same table as an Apache Parquet file, with typed columns.
    Parquet,
    /// Score sheets to print, in Markdown.
    Markdown,
}

impl OutputForm {
    /// Whether one record becomes something that moves.
    pub(super) const fn is_animation(self) -> bool {
        matches!(self, Self::Gif | Self::Apng | Self::Cast)
    }

    /// Whether it is a moving picture of pixels.
    pub(super) const fn is_picture(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// Returns what it is, if it is no text.
    pub(super) const fn binary(self) -> Option<&'static str> {
        match self {
            Self::Gif | Self::Apng => Some("a moving picture"),
            Self::Parquet => Some("a Parquet file"),
            _ => None,
        }
    }
}

/// How a moving picture is made.
#[derive(Debug, Args)]
pub(super) struct AnimationArgs {
    /// What one frame of a moving picture shows [default: ply].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) frames: Option<FrameChoice>,
    /// How long a frame of a moving picture stays [default: 1500]; the last stays three times as long.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    pub(super) delay: Option<u32>,
    /// The colours of `gif` and `apng` [default: light].
    #[arg(long, value_enum, value_name = "THEME")]
    pub(super) theme: Option<ThemeChoice>,
    /// The width of `gif` and `apng`; that of `show --svg` if not given.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(64..=4096))]
    pub(super) width: Option<u32>,
}

impl AnimationArgs {
    /// The first option that says nothing to this form, and the forms that it is for.
    fn idle(&self, to: OutputForm) -> Option<(&'static str, &'static str)> {
        let given = [
            ("--frames", "gif, apng and cast", self.frames.is_some(), to.is_animation()),
            ("--delay", "gif, apng and cast", self.delay.is_some(), to.is_animation()),
            ("--theme", "gif and apng", self.theme.is_some(), to.is_picture()),
            ("--width", "gif and apng", self.width.is_some(), to.is_picture()),
        ];
        given.into_iter().find(|(_, _, given, heard)| *given && !heard).map(|(name, forms, ..)| (name, forms))
    }
}

/// What one frame of a moving picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FrameChoice {
    /// A turn.
    #[default]
    Ply,
    /// A lap, a capture, a retreat or a new round.
    Lap,
}

/// Convert records to the notation, JSON, a page, a moving picture, a table or score sheets.
///
/// Records are checked first. Invalid ones are reported on standard error and left out, and the exit status is 1.
/// The columns of tables are told in `notation/tables.md`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo convert --to jsonl games.mgn > games.jsonl\n  \
                        matombo convert --to mgn games.jsonl > games.mgn\n  \
                        matombo convert --to html games.mgn -o games.html\n  \
                        matombo convert --to gif --record 2 games.mgn -o game.gif\n  \
                        matombo convert --to csv archive > games.csv\n  \
                        matombo convert --to parquet --plies archive -o plies.parquet\n  \
                        matombo convert --to markdown games.mgn > sheets.md\n  \
                        matombo convert --to json games.mgn | jq '.[0].turns[-1].position'")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    #[command(flatten)]
    pub(super) records: RecordsArgs,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) to: OutputForm,
    /// Write only what the records say into `json` and `jsonl`, without what the rules make of it: positions, steps,
    /// counts and defaults. It reads as the same record.
    #[arg(long)]
    minimal: bool,
    /// Write a row a ply of the main lines into `csv` and `parquet`, instead of a row a record.
    #[arg(long)]
    plies: bool,
    /// Write invalid records too: as they are in the notation; elsewhere as far as they could be judged.
    #[arg(long)]
    pub(super) keep_invalid: bool,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flow: FlowArgs,
    #[command(flatten)]
    pub(super) animation: AnimationArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

impl ConvertArgs {
    /// Returns how each record is written, if records can be read from it again.
    pub(super) fn written(&self) -> Option<WrittenForm> {
        let detail = if self.minimal { JsonDetail::Minimal } else { JsonDetail::Full };
        match self.to {
            OutputForm::Mgn => Some(WrittenForm::Mgn),
            OutputForm::Json => Some(WrittenForm::Json(detail)),
            OutputForm::Jsonl => Some(WrittenForm::Jsonl(detail)),
            OutputForm::Html
            | OutputForm::Gif
            | OutputForm::Apng
            | OutputForm::Cast
            | OutputForm::Csv
            | OutputForm::Parquet
            | OutputForm::Markdown => None,
        }
    }

    /// Returns the table that records are put into, if they are.
    pub(super) fn table(&self) -> Option<Table> {
        let tabular = matches!(self.to, OutputForm::Csv | OutputForm::Parquet);
        tabular.then_some(if self.plies { Table::Plies } else { Table::Records })
    }

    /// Returns the first option that says nothing to the form that is written, and the forms that it is for.
    pub(super) fn idle_option(&self) -> Option<(&'static str, &'static str)> {
        let json = matches!(self.to, OutputForm::Json | OutputForm::Jsonl);
        match self {
            _ if self.minimal && !json => Some(("--minimal", "json and jsonl")),
            _ if self.plies && self.table().is_none() => Some(("--plies", "csv and parquet")),
            _ => self.animation.idle(self.to),
        }
    }
}

/// What a frame of a replay shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FrameStep {
    /// A turn.
    #[default]
    Ply,
    /// A lap, a capture, a retreat or a new round.
    Lap,
    /// A stone that is sown, or anything else that happens in a turn.
    Stone,
}

/// Which checks stand in the text though they follow from the turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum WrittenChecks {
    /// None: the canonical form.
    #[default]
    None,
    /// The stones of captures and bonus pits, and what stays in reserve.
    Captures,
    /// The same, and where every turn ends.
    Full,
}

impl From<WrittenChecks> for Checks {
    fn from(checks: WrittenChecks) -> Self {
        match checks {
            WrittenChecks::None => Self::None,
            WrittenChecks::Captures => Self::Captures,
            WrittenChecks::Full => Self::Full,
        }
    }
}

/// Put files of the notation into canonical form, in place.
///
/// Comments, glyphs and variations are kept; lines that begin with `%` belong to no record and are dropped. A record
/// with errors is left as it is, byte for byte, and reported, and the exit status is 1. A file that does not change is
/// not written. Standard input goes to standard output.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo fmt games.mgn\n  matombo fmt --check archive\n  \
                        matombo fmt --diff games.mgn\n  matombo fmt --checks full < games.mgn")]
pub(super) struct FmtArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    /// Write nothing but the names of files that are not in canonical form; the exit status is 1 if there are any.
    #[arg(long)]
    pub(super) check: bool,
    /// Show what would change as a unified diff and write no file; the exit status is 1 if anything would.
    #[arg(long, conflicts_with_all = ["check", "encoding"])]
    pub(super) diff: bool,
    /// What to write beside the turns, so that a reader without the rules can check them.
    #[arg(long, value_enum, value_name = "CHECKS", default_value_t)]
    pub(super) checks: WrittenChecks,
    /// The characters after which a line is broken; words are never broken.
    #[arg(long, value_name = "N", default_value_t = WIDTH as u16, value_parser = clap::value_parser!(u16).range(20..))]
    width: u16,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

impl FmtArgs {
    /// Returns the width in characters.
    pub(super) fn width(&self) -> usize {
        self.width.into()
    }
}

/// Replay a record: on a terminal in a full-screen player, elsewhere as text, a frame a turn.
///
/// The player steps on and back by a ply, a lap or a stone, and through variations and the other records of the file;
/// `?` shows its keys. It opens where standard output is a terminal, unless an option asks for text.
///
/// As text, each frame shows the board as the players see it, with what was lifted, sown and captured, and the turn in
/// words. A record with a fault is played up to it; the fault is reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo replay games.mgn\n  \
                        matombo replay games.mgn | less -R\n  \
                        matombo replay games.mgn --record 3 --from 10 --to 12\n  \
                        matombo replay games.mgn --from 1 --to 1 --frames lap\n  \
                        matombo replay games.mgn --words")]
pub(super) struct ReplayArgs {
    /// The file to read, `-` for standard input.
    #[arg(default_value = "-")]
    pub(super) file: PathBuf,
    /// Which record of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) record: u64,
    /// Write text on a terminal too. So does each of the options `--from`, `--to`, `--frames`, `--words` and `--delay`.
    #[arg(long)]
    pub(super) plain: bool,
    /// The first ply to show; 0, the default, is the position before the first turn.
    #[arg(long, value_name = "PLY")]
    pub(super) from: Option<u32>,
    /// The last ply to show.
    #[arg(long, value_name = "PLY")]
    pub(super) to: Option<u32>,
    /// What a frame shows; a turn if not given.
    #[arg(long, value_enum, value_name = "STEP")]
    pub(super) frames: Option<FrameStep>,
    /// The same as `--frames lap`.
    #[arg(long, conflicts_with = "frames")]
    pub(super) laps: bool,
    /// Tell every turn in words on one line, without a board: for screen readers and transcripts.
    #[arg(long, conflicts_with_all = ["frames", "laps"])]
    pub(super) words: bool,
    /// Wait so many seconds, such as 0.5, between frames.
    #[arg(long, value_name = "SECONDS", value_parser = parse_delay)]
    pub(super) delay: Option<Duration>,
    /// Draw with signs outside ASCII. The player does so anyway where the locale is UTF-8.
    #[arg(long)]
    pub(super) unicode: bool,
    /// The form of the input; told from its content if not given.
    #[arg(long = "input", value_enum, value_name = "FORM")]
    pub(super) form: Option<InputForm>,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// Show one board, as text or as a picture.
///
/// It is the board after a ply, with what was lifted, sown and captured in it. A picture draws stones as dots up to a
/// dozen, the last laps as arrows, and crosses out pits that were captured; the board in words stands for it where it
/// cannot be seen. Without a file, a position can be given.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo show games.mgn --record 2 --ply 12\n  \
                        matombo show games.mgn --svg --theme auto -o game.svg\n  \
                        matombo show games.mgn --png --width 1200 > game.png\n  \
                        matombo show --game bosh --position '0,4,-,2*0/3,1,0,4,4 S 12,12 2S' --svg")]
pub(super) struct ShowArgs {
    /// The file to read, `-` for standard input.
    #[arg(default_value = "-", conflicts_with = "game")]
    pub(super) file: PathBuf,
    /// Which record of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "game", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) record: u64,
    /// The ply after which the board is shown; 0 is the position before the first turn, `last` that after the last.
    ///
    /// Of an invalid record, `last` is the last turn before the fault.
    #[arg(long, value_name = "PLY", default_value = "last", conflicts_with = "game", value_parser = parse_ply)]
    pub(super) ply: ShownPly,
    /// Show a position of this game instead of a record: the one it starts from, unless `--position` gives another.
    #[arg(long, value_name = "GAME", value_parser = parse_game)]
    pub(super) game: Option<Game>,
    /// The options of the game, as in a `Rules` tag.
    #[arg(long, value_name = "OPTIONS", requires = "game")]
    pub(super) rules: Option<String>,
    /// The position, as in a `Position` tag.
    #[arg(long, value_name = "LINE", requires = "game", allow_hyphen_values = true)]
    pub(super) position: Option<String>,
    /// Write an SVG picture.
    #[arg(long)]
    pub(super) svg: bool,
    /// Write a PNG picture.
    #[arg(long, conflicts_with = "svg")]
    pub(super) png: bool,
    /// The colours of a picture; `auto` follows the reader's system where it can, and is light elsewhere.
    #[arg(long, value_enum, value_name = "THEME", default_value_t)]
    pub(super) theme: ThemeChoice,
    /// The width of a PNG picture; twice its natural width if not given.
    #[arg(long, value_name = "PIXELS", requires = "png", conflicts_with = "svg", value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub(super) width: Option<u32>,
    /// Draw text with signs outside ASCII.
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub(super) unicode: bool,
    /// Draw text in ASCII only, as is done anyway.
    #[arg(long, conflicts_with_all = ["svg", "png", "unicode"])]
    pub(super) ascii: bool,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The form of the input; told from its content if not given.
    #[arg(long = "input", value_enum, value_name = "FORM")]
    pub(super) form: Option<InputForm>,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// The colours of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeChoice {
    /// Dark lines on a light ground.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// What the reader's system prefers.
    Auto,
}

impl From<ThemeChoice> for Theme {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
            ThemeChoice::Auto => Self::Auto,
        }
    }
}

/// Which turn is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownPly {
    /// The last that can be played.
    Last,
    /// The one with this number; 0 is before the first.
    Ply(u32),
}

/// Write records of random play.
///
/// Every decision is uniform among the legal ones; bonus pits and strips are waived now and then. The same seed gives
/// the same bytes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo generate --game tsoro --games 3 --seed 1\n  \
                        matombo generate --game nsolo --rules 'columns=10 capture=file' --games 1000 --seed 7 > nsolo.mgn")]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) games: u64,
    /// The seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,
    /// Break a game off after so many plies.
    #[arg(long, value_name = "P", default_value_t = 1000)]
    pub(super) max_plies: u32,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
}

#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The game: tsoro, nsolo, igisoro, bosh or kimasai, or one of their other names.
    #[arg(long, value_name = "GAME", value_parser = parse_game)]
    pub(super) game: Game,
    /// Its options, as in a `Rules` tag; see `matombo rules`.
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    pub(super) rules: String,
    /// The position to start from, as in a `Position` tag.
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(super) position: Option<String>,
}

/// Count the sequences of turns of a given length.
///
/// Two turns differ if any decision differs. A line that ends earlier is not counted. One line is written for every
/// depth up to the one asked for.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo perft --game bosh --depth 7\n  \
                        matombo perft --game tsoro --rules 'columns=8 bonus=1' --depth 4")]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// How many turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
}

/// Show the games, their options, defaults and sources.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo rules\n  matombo rules igisoro")]
pub(super) struct RulesArgs {
    /// Show only this game.
    #[arg(value_parser = parse_game)]
    pub(super) game: Option<Game>,
}

/// Explain diagnostic codes.
///
/// Each code has a page: what it means, the rule behind it, the usual slips, a wrong record and its repair. `SPEC` on
/// a page is the specification of the notation; rules such as T5 are those of the rulings.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo explain E0502\n  matombo explain head-undecided gain-missing | less\n  \
                        matombo explain --list | grep warning")]
pub(super) struct ExplainArgs {
    /// The codes, as numbers or in words, in any case.
    #[arg(value_name = "CODE", required_unless_present = "list")]
    pub(super) codes: Vec<String>,
    /// List all codes.
    #[arg(long, conflicts_with = "codes")]
    pub(super) list: bool,
}

/// Write completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  matombo completions bash > ~/.local/share/bash-completion/completions/matombo")]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

fn parse_ply(ply: &str) -> Result<ShownPly, String> {
    match ply {
        "last" => Ok(ShownPly::Last),
        number => number.parse().map(ShownPly::Ply).map_err(|_| "a ply is a number from 0, or `last`".to_owned()),
    }
}

fn parse_size(text: &str) -> Result<ByteSize, String> {
    let size = text.parse().ok().filter(|size: &ByteSize| *size <= ByteSize::gib(2));
    size.ok_or_else(|| "a size is bytes, or something like 500KiB or 1GiB, and at most 2GiB".to_owned())
}

impl ReplayArgs {
    /// Returns what a frame shows.
    pub(super) fn step(&self) -> FrameStep {
        if self.laps { FrameStep::Lap } else { self.frames.unwrap_or_default() }
    }

    /// Returns whether an option asks for text.
    pub(super) fn wants_text(&self) -> bool {
        let range = self.from.is_some() || self.to.is_some();
        self.plain || range || self.laps || self.frames.is_some() || self.words || self.delay.is_some()
    }
}

/// The longest pause between frames that can be asked for.
const LONGEST_DELAY: f64 = 3600.0;

fn parse_delay(seconds: &str) -> Result<Duration, String> {
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.0..=LONGEST_DELAY).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("a number from 0 to {LONGEST_DELAY} is wanted"))
}

fn parse_game(name: &str) -> Result<Game, String> {
    Game::from_name(name).ok_or_else(|| {
        "the games are tsoro (fuva, imbwe), nsolo (nchombwa), igisoro, bosh and kimasai (bao la kimasai)".to_owned()
    })
}

/// The form in which `select` writes what it finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum SelectedForm {
    /// The canonical notation.
    #[default]
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
    /// A line `file:number` a record, the number being that of the record in its file.
    List,
}

impl SelectedForm {
    /// Returns how each record is written; `None` if it is only listed.
    pub(super) const fn written(self) -> Option<WrittenForm> {
        match self {
            Self::Mgn => Some(WrittenForm::Mgn),
            Self::Json => Some(WrittenForm::Json(JsonDetail::Full)),
            Self::Jsonl => Some(WrittenForm::Jsonl(JsonDetail::Full)),
            Self::List => None,
        }
    }
}

/// Select records by what is in them.
///
/// The last argument is an expression that each record of the files is asked for, such as `South ~ "east" and
/// Date >= 1964`: about tags, rules, result, faults, what was played, positions reached and openings. The section
/// EXPRESSIONS of `man matombo` lists what can be asked; `notation/select.md` has the grammar.
///
/// Records are written in the canonical form; invalid ones as they are, without a report. The exit status is 0 if a
/// record was found, 1 if none was.
#[derive(Debug, Args)]
#[command(
    override_usage = "matombo select [OPTIONS] [FILE]... <EXPR>\n       \
                      matombo select [OPTIONS] --expression <EXPR> [FILE]...\n       \
                      matombo select [OPTIONS] --query-file <PATH> [FILE]...",
    after_help = "Examples:\n  matombo select games.mgn 'South ~ \"east\" and Date >= 1964'\n  \
                  matombo select --to list archive 'game = tsoro and (head-stop or waived-bonus)'\n  \
                  matombo select --count archive 'result = 1-0 and south.captures > 3'\n  \
                  matombo select games.mgn 'opens \"B5 b19\"' > b5.mgn\n  \
                  matombo select games.mgn 'reaches board \"8*0/8*0/7*0,1/8*0\" from either seat'\n  \
                  matombo generate --game bosh --games 100 | matombo select --first 3 'rounds > 5'"
)]
pub(super) struct SelectArgs {
    /// The files to read, and behind them the expression, unless an option has it.
    ///
    /// Files are named as for `matombo check`: `-` is standard input, which is also read if nothing is named; a folder
    /// stands for the files in it, at any depth, that end in .mgn, .json or .jsonl.
    #[arg(value_name = "FILE... EXPR", required_unless_present_any = ["expression", "query_file"])]
    pub(super) operands: Vec<PathBuf>,
    /// Read the files, or folders, that LIST names too, one a line; `-` for standard input.
    #[arg(long, value_name = "LIST")]
    pub(super) files_from: Option<PathBuf>,
    /// The names in LIST end with a zero byte, as `find -print0` writes them.
    #[arg(short = '0', long, requires = "files_from")]
    pub(super) null: bool,
    /// The expression; all other arguments are then files.
    #[arg(long, short, value_name = "EXPR")]
    pub(super) expression: Option<String>,
    /// Read the expression from a file; a `#` in it begins a remark up to the end of the line.
    #[arg(long, value_name = "PATH", conflicts_with = "expression")]
    pub(super) query_file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) records: RecordsArgs,
    /// Select the records for which the expression does not hold.
    #[arg(long, short = 'v')]
    pub(super) invert: bool,
    /// Stop after the first N records that are found, in all files together; what follows is not read.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) first: Option<u64>,
    /// Write only how many records were found, in all files together.
    #[arg(long, conflicts_with = "to")]
    pub(super) count: bool,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(super) to: SelectedForm,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flow: FlowArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// How statistics are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum StatsFormat {
    /// For people: tables and bars.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// A table of numbers, one a row.
    Csv,
}

/// Tell what many records amount to.
///
/// For each game: results by seat, how records ended and how long they are, captures, laps and stones a turn, stops at
/// heads, bonus pits, strips, passes and clockwise captures, rounds a match, and how games begin. Only main lines
/// count. Of invalid records nothing counts but their number; the exit status is then 1, and `matombo check` tells
/// what is wrong with them. Records that start from a position of their own have no opening.
///
/// Memory does not grow with the records: 50000 openings are kept, in the order in which they first come, and of
/// turns a record, captures, stones and laps a turn, each number from 1024 on is counted with those close to it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo stats archive\n  \
                        matombo stats --game tsoro --depth 3 --top 10 archive\n  \
                        matombo stats --format json archive | jq '.games[] | {game, results}'\n  \
                        matombo stats --format csv archive > stats.csv\n  \
                        matombo stats --svg stats.svg archive")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    #[command(flatten)]
    pub(super) records: RecordsArgs,
    /// Count only records of this game; may be repeated. Records that name no known game are told of all the same.
    #[arg(long = "game", value_name = "GAME", value_parser = parse_game)]
    pub(super) games: Vec<Game>,
    /// How to tell.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: StatsFormat,
    /// How many turns an opening has at most; 0 leaves openings out.
    #[arg(long, value_name = "TURNS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(..=20))]
    pub(super) depth: u8,
    /// How many turns are listed after an opening, and in text and plots how many pits and rulesets.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) top: u16,
    /// The characters of a line of text.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u16).range(60..=1000))]
    pub(super) width: u16,
    /// Draw bars with signs outside ASCII.
    #[arg(long)]
    pub(super) unicode: bool,
    /// Draw plots too, of all games in one SVG picture; `-` writes it to standard output, in the place of the rest.
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// What commands read that arrange records.
#[derive(Debug, Args)]
pub(super) struct GatherArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
}

/// The form that arranged records are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum RecordForm {
    /// The canonical notation.
    #[default]
    Mgn,
    /// A JSON array, a record a line.
    Json,
    /// A JSON object a line.
    Jsonl,
}

impl RecordForm {
    /// Returns how each record is written.
    pub(super) const fn written(self) -> WrittenForm {
        match self {
            Self::Mgn => WrittenForm::Mgn,
            Self::Json => WrittenForm::Json(JsonDetail::Full),
            Self::Jsonl => WrittenForm::Jsonl(JsonDetail::Full),
        }
    }

    /// Returns how names of its files end.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Mgn => ".mgn",
            Self::Json => ".json",
            Self::Jsonl => ".jsonl",
        }
    }
}

/// Where arranged records go.
#[derive(Debug, Args)]
pub(super) struct RecordOutputArgs {
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(super) to: RecordForm,
    /// The file to write instead of standard output; it appears only once it is whole, and may be one that is read.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// When records are duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum LikenessChoice {
    /// They say the same, tags, comments and all, however it is written.
    #[default]
    Exact,
    /// The same game, rules and start, and the same turns in the main line; tags and comments may differ.
    Turns,
    /// The same game, rules and final position, however it was reached.
    Position,
    /// The same game, rules and start, and the main line of one is the beginning of that of the other: the longer is
    /// kept.
    Contained,
}

impl From<LikenessChoice> for Likeness {
    fn from(choice: LikenessChoice) -> Self {
        match choice {
            LikenessChoice::Exact => Self::Exact,
            LikenessChoice::Turns => Self::Turns,
            LikenessChoice::Position => Self::Position,
            LikenessChoice::Contained => Self::Contained,
        }
    }
}

/// Which of the same records is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum KeptChoice {
    /// The first.
    #[default]
    First,
    /// The one with more turns, then with more comments, variations and tags; of several, the first.
    Fuller,
}

impl From<KeptChoice> for Kept {
    fn from(choice: KeptChoice) -> Self {
        match choice {
            KeptChoice::First => Self::First,
            KeptChoice::Fuller => Self::Fuller,
        }
    }
}

/// How duplicates are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DuplicateFormat {
    /// A line a duplicate: `file:record: duplicate of file:record`.
    #[default]
    Text,
    /// A JSON object a duplicate.
    Jsonl,
}

/// Write records without duplicates, or tell which are.
///
/// Records are kept in their order. An invalid record, or one with fewer turns than `--min-plies`, is a duplicate only
/// of one that is exactly the same. Invalid records are written as they are, and the exit status is 1.
///
/// Memory holds less than a hundred bytes a record, and nothing of the record itself. With `--keep fuller` and
/// `--by contained` the records wait in a temporary file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo dedupe archive -o games.mgn\n  \
                        matombo dedupe --by turns --tags South,North,Date --keep fuller games.mgn -o games.mgn\n  \
                        matombo dedupe --by contained --report archive\n  \
                        matombo dedupe --by position --min-plies 20 --report --format jsonl games.mgn | jq .record")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    pub(super) gather: GatherArgs,
    /// When records are duplicates.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub(super) by: LikenessChoice,
    /// What must agree besides: tags, or `game`, `rules`, `result`, `plies` and `file`. A tag that is missing agrees
    /// with a missing one only.
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub(super) tags: Vec<Field>,
    /// Compare only records with at least N turns in their main line: short games share much. Others are duplicates
    /// only if they are exactly the same.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_plies: u32,
    /// Which of the same records is kept.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub(super) keep: KeptChoice,
    /// Write no records, but which of them are duplicates of which; the exit status is 1 if there are any.
    #[arg(long, conflicts_with_all = ["to", "output"])]
    pub(super) report: bool,
    /// How to report.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, requires = "report")]
    pub(super) format: DuplicateFormat,
    #[command(flatten)]
    pub(super) output: RecordOutputArgs,
}

/// Sort records by tags and other things that they say.
///
/// Records that are the same in all keys stay in their order. In texts, numbers count as numbers (`2.10` comes after
/// `2.9`) and case does not count. A date of which the end is unknown comes before all that it may be: `2026`,
/// `2026-01`, `2026-01-05`. Results are sorted as `1-0`, `0-1`, `1/2-1/2`, `*`. What is missing, or `?`, comes last,
/// also in falling order; before it comes a date that cannot be read.
///
/// Invalid records are sorted by what their tags say and written as they are, and the exit status is 1. The records
/// wait in a temporary file; memory holds their keys.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo sort --by Date,Event,Round archive -o games.mgn\n  \
                        matombo sort --by=-Date games.mgn\n  \
                        matombo sort --by game,plies:desc games.mgn | matombo check")]
pub(super) struct SortArgs {
    #[command(flatten)]
    pub(super) gather: GatherArgs,
    /// What to sort by, the first before the second: tags, or `game`, `rules`, `result`, `plies` and `file`; with `-`
    /// before it or `:desc` behind it in falling order.
    #[arg(long, value_name = "KEYS", value_delimiter = ',', required = true, allow_hyphen_values = true)]
    pub(super) by: Vec<SortKey>,
    #[command(flatten)]
    pub(super) output: RecordOutputArgs,
}

/// What decides into which file a record goes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct SplitByArgs {
    /// N records a file, the last one fewer.
    #[arg(long, value_name = "N")]
    pub(super) count: Option<NonZeroU64>,
    /// A file for every value of this tag; `result`, `plies`, `rules` and `file` are known too.
    #[arg(long, value_name = "NAME")]
    pub(super) tag: Option<Field>,
    /// A file for every game.
    #[arg(long)]
    pub(super) game: bool,
}

/// Split records into several files.
///
/// Files are written to a folder, and their names, with the number of records in each, to standard output. Records
/// keep their order. Names made of values keep letters, digits, `-`, `_`, `+` and harmless dots; everything else
/// becomes `_`, and long ones are cut. Where two values would have the same name, also to a system that does not heed
/// case, the later gets a digest of its value behind it. Without a value the name is `unknown`.
///
/// The files appear only once all of them are whole. No file is replaced unless `--force` is given, and none that is
/// read. Invalid records go where their tags say and are written as they are, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo split --game --into games archive\n  \
                        matombo split --tag Event --into events --to jsonl archive\n  \
                        matombo split --count 1000 --into parts --name 'part-{}' games.mgn")]
pub(super) struct SplitArgs {
    #[command(flatten)]
    pub(super) gather: GatherArgs,
    #[command(flatten)]
    pub(super) by: SplitByArgs,
    /// The folder to write to; it is made if it is not there.
    #[arg(long, value_name = "FOLDER")]
    pub(super) into: PathBuf,
    /// How the files are named, without the ending: `{}` stands for the value or the number.
    #[arg(long, value_name = "PATTERN", default_value = "{}", value_parser = parse_pattern)]
    pub(super) name: String,
    /// Replace files that are there.
    #[arg(long)]
    pub(super) force: bool,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(super) to: RecordForm,
}

/// Which record gives the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MainChoice {
    /// The first.
    #[default]
    First,
    /// The one with the most turns; of several, the first.
    Longest,
}

/// Merge records with one beginning into one record with variations.
///
/// Records of the same game, rules and start whose first turns are the same become one record, in the place of the
/// first of them; its line is the main line, and its result stays. Every other line is a variation where it leaves the
/// others. Comments, glyphs and variations are kept, the same one at a place once. Tags stay that all of them have
/// alike. Where the line of a record ends, a comment tells what is its own, as in
/// `{Amina against Baraka, Round 2, 1-0 (resignation)}`.
///
/// Invalid records stand apart, are written as they are, and the exit status is 1. The records wait in a temporary
/// file; memory holds one merged record, which is an error if it is larger than `--max-record`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo merge openings.mgn -o tree.mgn\n  \
                        matombo merge --min-common 10 --main longest games.mgn | matombo check\n  \
                        matombo merge games.mgn | matombo convert --to html -o games.html")]
pub(super) struct MergeArgs {
    #[command(flatten)]
    pub(super) gather: GatherArgs,
    /// How many turns must be the same; with 0, it is enough that the records start alike.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_common: u32,
    /// Which record gives the main line and the result.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub(super) main: MainChoice,
    #[command(flatten)]
    pub(super) output: RecordOutputArgs,
}

fn parse_pattern(pattern: &str) -> Result<String, String> {
    let harmless = !pattern.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c));
    if pattern.matches("{}").count() == 1 && harmless && pattern.len() <= LONGEST_PATTERN {
        return Ok(pattern.to_owned());
    }
    Err(format!("a name has one `{{}}`, at most {LONGEST_PATTERN} bytes, and nothing that leads to another folder"))
}

/// The longest pattern of names: with a value it stays below what systems allow.
const LONGEST_PATTERN: usize = 60;
