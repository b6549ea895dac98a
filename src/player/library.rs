use super::Record;

/// Gives the player the records of a file, one at a time.
///
/// Records are numbered from 1. Errors are told in a few words.
pub trait Library {
    /// Returns the file's name.
    fn name(&self) -> &str;

    /// Reads and judges a record; `None` if there are fewer.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn record(&mut self, number: u64) -> Result<Option<Record>, String>;

    /// Returns what the tags of a record say, in one line; `None` if there are fewer.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn title(&mut self, number: u64) -> Result<Option<String>, String>;

    /// Returns how many records were found so far, and whether these are all.
    fn known(&self) -> (u64, bool);
}
