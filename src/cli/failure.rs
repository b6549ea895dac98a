use std::io::{self, Write as _};
use std::process::ExitCode;

use super::Status;
use crate::text::{Tab, escape};

/// Says why a command was given up.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Standard output was closed by its reader: the status so far counts.
    #[error("standard output was closed")]
    Closed(Status),
    /// Standard output cannot be written.
    #[error("cannot write standard output: {0}")]
    Output(io::Error),
    /// A file cannot be read or written.
    #[error("{}: {error}", escape(.file, Tab::Escape))]
    File {
        /// Its name.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// The terminal cannot be used as one.
    #[error("cannot use the terminal: {0}")]
    Terminal(io::Error),
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    pub(super) fn of_output(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed(Status::Good) } else { Self::Output(error) }
    }

    /// Says that a file has no record of some number.
    pub(super) fn no_record(file: &str, number: u64, records: u64) -> Self {
        Self::Usage(format!("{}: there is no record {number}, the file has {records}", escape(file, Tab::Escape)))
    }

    /// Keeps the status reached before standard output was closed.
    pub(super) fn after(self, status: Status) -> Self {
        match self {
            Self::Closed(_) => Self::Closed(status),
            other => other,
        }
    }

    /// Tells the user, and returns the exit status.
    pub(super) fn report(self) -> ExitCode {
        match self {
            Self::Closed(status) => status.into(),
            failure => {
                complain(&failure.to_string());
                Status::Trouble.into()
            }
        }
    }
}

/// Writes a line on standard error.
pub(super) fn complain(message: &str) {
    tell(&format!("matombo: {message}\n"));
}

/// Writes a report on standard error.
pub(super) fn tell(report: &str) {
    // Nobody is left to be told that standard error is closed.
    let _ = io::stderr().lock().write_all(report.as_bytes());
}
