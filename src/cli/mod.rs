//! The command line: the only place that touches arguments, environment, files and streams.

mod animate;
mod args;
mod check;
mod colour;
mod convert;
mod dedupe;
mod diff;
mod encoding;
mod explain;
mod failure;
mod files;
mod fix;
mod fmt;
mod full_screen;
mod gather;
mod generate;
mod input;
mod junit_log;
mod merge;
mod output;
mod page;
mod perft;
mod pieces;
mod progress;
mod record_output;
mod replay;
mod rules;
mod sarif_log;
mod screen;
mod select;
mod selection;
mod shelf;
mod show;
mod sort;
mod split;
mod spool;
mod spread;
mod stats;
mod status;
mod strictness;
mod table;
mod tally;
mod told;
mod written;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Arguments, Command};
use failure::Failure;
use status::Status;

/// Reads the arguments, runs the command and returns the exit status: 0 all well, 1 a record is invalid or none was
/// found, 2 wrong usage or a file that cannot be read or written.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; a closed pipe is nobody's fault.
            let printed = error.print();
            return match printed.map_err(Failure::of_output) {
                Err(failure @ Failure::Output(_)) => failure.report(),
                _ if error.use_stderr() => Status::Trouble.into(),
                _ => Status::Good.into(),
            };
        }
    };
    let result = match arguments.command {
        Command::Check(args) => check::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Select(args) => select::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Dedupe(args) => dedupe::run(&args),
        Command::Sort(args) => sort::run(&args),
        Command::Split(args) => split::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Schema => {
            output::write_all(|out| writeln!(out, "{:#}", crate::record::json_schema())).map(|()| Status::Good)
        }
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => output::write_all(|out| {
            clap_complete::generate(args.shell, &mut command(), "matombo", out);
            Ok(())
        })
        .map(|()| Status::Good),
    };
    match result {
        Ok(status) => status.into(),
        Err(failure) => failure.report(),
    }
}

/// Returns the definition of the command line, for man pages and completions.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}
