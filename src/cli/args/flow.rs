use std::num::NonZeroUsize;

use clap::Args;

/// How work is spread.
#[derive(Debug, Args)]
pub(in crate::cli) struct JobsArgs {
    /// How many records are worked on at once, up to 256; as many as there are processors if not given. The output is
    /// the same for any N.
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl JobsArgs {
    pub(in crate::cli) fn count(&self) -> NonZeroUsize {
        let most = NonZeroUsize::new(256).unwrap_or(NonZeroUsize::MIN);
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(most)
    }
}

/// How soon records are written.
#[derive(Debug, Args)]
pub(in crate::cli) struct FlowArgs {
    /// Write what becomes of a record at once, before the next is read, for a program that waits for it; one record is
    /// worked on at a time.
    #[arg(long, conflicts_with = "jobs")]
    pub(in crate::cli) line_buffered: bool,
    #[command(flatten)]
    jobs: JobsArgs,
}

impl FlowArgs {
    /// Returns how many records are worked on at once.
    pub(in crate::cli) fn jobs(&self) -> NonZeroUsize {
        if self.line_buffered { NonZeroUsize::MIN } else { self.jobs.count() }
    }
}
