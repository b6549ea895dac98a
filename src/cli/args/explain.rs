use clap::Args;

/// Explain diagnostic codes.
///
/// Each code has a page: what it means, the rule behind it, the usual slips, a wrong record and its repair. `SPEC` on
/// a page is the specification of the notation; rules such as T5 are those of the rulings.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  matombo explain E0502\n  matombo explain head-undecided gain-missing | less\n  \
                        matombo explain --list | grep warning")]
pub(in crate::cli) struct ExplainArgs {
    /// The codes, as numbers or in words, in any case.
    #[arg(value_name = "CODE", required_unless_present = "list")]
    pub(in crate::cli) codes: Vec<String>,
    /// List all codes.
    #[arg(long, conflicts_with = "codes")]
    pub(in crate::cli) list: bool,
}

/// Write completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  matombo completions bash > ~/.local/share/bash-completion/completions/matombo")]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(in crate::cli) shell: clap_complete::Shell,
}
