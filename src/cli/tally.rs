use super::told::Told;
use crate::text::counted;

/// Counts verdicts.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) records: u64,
    pub(super) invalid: u64,
    pub(super) errors: u64,
    pub(super) warnings: u64,
    /// Files that could not be read.
    pub(super) unread: u64,
    /// Diagnostics that were not shown.
    pub(super) hidden: u64,
}

impl Tally {
    /// Counts a record.
    pub(super) fn add(&mut self, told: &Told) {
        self.records += 1;
        self.errors += told.errors;
        self.warnings += told.warnings;
        self.invalid += u64::from(told.errors > 0);
    }

    pub(super) fn summary(&self) -> String {
        let mut text = format!("{} checked, {} invalid", counted(self.records, "record"), self.invalid);
        for (count, one) in [(self.errors, "error"), (self.warnings, "warning")] {
            if count > 0 {
                text.push_str(&format!(", {}", counted(count, one)));
            }
        }
        if self.unread > 0 {
            text.push_str(&format!("; {} could not be read", counted(self.unread, "file")));
        }
        text
    }
}
