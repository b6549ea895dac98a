use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::colour::ColourChoice;
use super::input::InputForm;
use crate::engine::{DEFAULT_MAX_LAPS, Game};

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
                  Exit status: 0 all well, 1 a record is invalid, 2 wrong usage or a file that cannot be read or written."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Check(CheckArgs),
    Convert(ConvertArgs),
    Replay(ReplayArgs),
    Generate(GenerateArgs),
    Perft(PerftArgs),
    Rules(RulesArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
}

/// How reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people: the line with the fault underlined, the board, what would have been legal.
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
}

/// Check records against the rules.
///
/// Every turn of every record is played by the rules of its game. Whatever is wrong is reported with its place and
/// what would have been legal; the other records and files are checked all the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo check records/tsoro/*.mgn\n  \
                        matombo check --format short - < games.mgn\n  \
                        matombo check --diff games.mgn\n  \
                        matombo check --fix games.mgn\n  \
                        matombo check --format jsonl games.mgn | jq 'select(.valid | not) | .record'\n  \
                        matombo check --strict --allow no-termination --deny W0206 games.mgn")]
pub(super) struct CheckArgs {
    /// Files to check, `-` for standard input, which is also read if no file is named.
    pub(super) files: Vec<PathBuf>,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReportFormat,
    /// Repair what has one certain repair, in the files themselves, then report what is still wrong.
    ///
    /// Repaired are move numbers, captures left out, counts and landing pits behind turns, characters that only look
    /// like those of the notation, dates such as 2026.11.30, a `Result` tag that the final position contradicts, and
    /// a missing result. Everything else is kept byte for byte. Standard input is written to standard output, and the
    /// report to standard error. JSON is not repaired.
    #[arg(long)]
    pub(super) fix: bool,
    /// Show what `--fix` would change as a unified diff, without a report; the exit status is 1 if anything would.
    #[arg(long, conflicts_with = "fix")]
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
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
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
    pub(super) budget: BudgetArgs,
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
}

/// Convert records between the notation and JSON.
///
/// Records are checked first. Invalid ones are reported on standard error and left out, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo convert --to jsonl games.mgn > games.jsonl\n  \
                        matombo convert --to mgn games.jsonl > games.mgn\n  \
                        matombo convert --to json games.mgn | jq '.[0].turns[-1].position'")]
pub(super) struct ConvertArgs {
    /// Files to convert, `-` for standard input, which is also read if no file is named.
    pub(super) files: Vec<PathBuf>,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) to: OutputForm,
    /// Write invalid records too: as they are in the notation; in JSON as far as they could be judged.
    #[arg(long)]
    pub(super) keep_invalid: bool,
    /// The file to write instead of standard output; it appears only once it is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
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
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    pub(super) colour: ColourArgs,
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
