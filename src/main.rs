//! The `matombo` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    matombo::cli::run()
}
