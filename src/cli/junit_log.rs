use std::io::{self, Seek as _, Write};
use std::sync::Arc;

use tempfile::SpooledTempFile;

use super::told::Told;
use crate::text::xml;

/// How much of a suite is held in memory; the rest goes to a temporary file.
const HELD: usize = 1024 * 1024;

/// Writes JUnit's XML: a suite a file, a test a record. A suite begins with its counts, so it is kept until its file
/// ends.
pub(super) struct JunitLog {
    file: Option<Arc<str>>,
    cases: SpooledTempFile,
    tests: u64,
    failures: u64,
}

impl JunitLog {
    pub(super) fn begin(out: &mut impl Write) -> io::Result<Self> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"matombo\">\n")?;
        Ok(Self { file: None, cases: SpooledTempFile::new(HELD), tests: 0, failures: 0 })
    }

    /// Adds a record of a file, with whether it fails and the first diagnostics of it.
    pub(super) fn case(&mut self, file: &Arc<str>, told: &Told, fails: bool, shown: usize) -> io::Result<()> {
        self.file.get_or_insert_with(|| Arc::clone(file));
        self.tests += 1;
        self.failures += u64::from(fails);
        write!(self.cases, "    <testcase classname=\"{}\" name=\"{}\"", xml(file), xml(&told.head))?;
        let text: String = told.items.iter().take(shown).map(|(_, item)| item.as_str()).collect();
        let worst = told.worst.as_ref().filter(|_| fails);
        match worst {
            Some((code, message)) => {
                let (message, text) = (xml(message), between(&text));
                writeln!(
                    self.cases,
                    ">\n      <failure type=\"{code}\" message=\"{message}\">{text}</failure>\n    </testcase>"
                )
            }
            None if text.is_empty() => writeln!(self.cases, "/>"),
            None => writeln!(self.cases, ">\n      <system-out>{}</system-out>\n    </testcase>", between(&text)),
        }
    }

    /// Adds a file that cannot be read, as a suite of its own.
    pub(super) fn trouble(out: &mut impl Write, message: &str) -> io::Result<()> {
        let message = xml(message);
        writeln!(out, "  <testsuite name=\"{message}\" tests=\"1\" failures=\"0\" errors=\"1\">")?;
        writeln!(out, "    <testcase classname=\"matombo\" name=\"the file can be read\">")?;
        writeln!(out, "      <error type=\"unread\" message=\"{message}\"/>\n    </testcase>\n  </testsuite>")
    }

    /// Writes the suite of a file at its end.
    pub(super) fn end_of_file(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let (tests, failures) = (std::mem::take(&mut self.tests), std::mem::take(&mut self.failures));
        let name = xml(&file);
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">")?;
        let mut cases = std::mem::replace(&mut self.cases, SpooledTempFile::new(HELD));
        cases.rewind()?;
        io::copy(&mut cases, out)?;
        writeln!(out, "  </testsuite>")
    }

    pub(super) fn end(out: &mut impl Write) -> io::Result<()> {
        out.write_all(b"</testsuites>\n")
    }
}

/// Escapes text between tags, where line ends may stay.
fn between(text: &str) -> String {
    xml(text).replace("&#10;", "\n")
}
