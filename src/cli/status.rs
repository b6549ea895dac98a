use std::process::ExitCode;

/// Names an exit status. The graver one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    /// All well.
    #[default]
    Good,
    /// A record is invalid, or none was found.
    Invalid,
    /// Wrong usage, or something that cannot be read or written.
    Trouble,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Good => Self::SUCCESS,
            Status::Invalid => Self::from(1),
            Status::Trouble => Self::from(2),
        }
    }
}
