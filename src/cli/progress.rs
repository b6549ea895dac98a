use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use super::args::FilesArgs;
use crate::text::counted;

/// Work that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn in a second.
const HERTZ: u8 = 8;

/// Shows on standard error how far long work has come, if that is a terminal.
pub(super) struct Progress {
    begun: Instant,
    wanted: bool,
    /// The bytes of all input, if they are known.
    total: Option<u64>,
    bytes: u64,
    records: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(files: &FilesArgs) -> Self {
        let wanted = io::stderr().is_terminal();
        let total = if wanted { total_bytes(files) } else { None };
        Self { begun: Instant::now(), wanted, total, bytes: 0, records: 0, bar: None }
    }

    /// Counts what was done.
    pub(super) fn advance(&mut self, bytes: usize, records: usize) {
        if !self.wanted {
            return;
        }
        self.bytes += bytes as u64;
        self.records += records as u64;
        if self.bar.is_none() && self.begun.elapsed() >= PATIENCE {
            self.bar = Some(bar(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.bytes);
            bar.set_message(counted(self.records, "record"));
        }
    }

    pub(super) const fn is_shown(&self) -> bool {
        self.bar.is_some()
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (template, length) = match total {
        Some(total) => ("{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left", Some(total)),
        None => ("{spinner} {bytes}, {msg}, {elapsed}", None),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(HERTZ));
    bar.with_style(style.progress_chars("=> ")).with_finish(ProgressFinish::AndClear)
}

/// Returns the bytes of all files, if they are all plain files that are named.
fn total_bytes(args: &FilesArgs) -> Option<u64> {
    if args.files.is_empty() || args.files_from.is_some() {
        return None;
    }
    let length = |file: &PathBuf| file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    args.files.iter().map(length).sum()
}
