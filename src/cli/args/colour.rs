use clap::Args;

use crate::cli::colour::ColourChoice;

#[derive(Debug, Args)]
pub(in crate::cli) struct ColourArgs {
    /// When to use colours; `NO_COLOR` and `CLICOLOR_FORCE` are heeded by `auto`.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(in crate::cli) color: ColourChoice,
}
