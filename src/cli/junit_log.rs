use std::io::{self, Seek as _, Write};

use tempfile::SpooledTempFile;

use super::Failure;
use super::told::Told;
use crate::render::markup;

/// How much of a suite is held in memory; the rest goes to a temporary file.
const HELD: usize = 1024 * 1024;

/// Writes JUnit's XML: a suite a file, a test a record. A suite begins with its counts, so it is kept until its file
/// ends.
pub(super) struct JunitLog {
    cases: SpooledTempFile,
    tests: u64,
    failures: u64,
}

impl JunitLog {
    pub(super) fn begin(out: &mut impl Write) -> io::Result<Self> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"matombo\">\n")?;
        Ok(Self { cases: SpooledTempFile::new(HELD), tests: 0, failures: 0 })
    }

    /// Adds a record of a file, with whether it fails and the first diagnostics of it.
    pub(super) fn case(&mut self, file: &str, told: &Told, fails: bool, shown: usize) -> io::Result<()> {
        self.tests += 1;
        self.failures += u64::from(fails);
        write!(self.cases, "    <testcase classname=\"{}\" name=\"{}\"", markup(file), markup(&told.head))?;
        let text: String = told.items.iter().take(shown).map(|(_, item)| item.as_str()).collect();
        let worst = told.worst.as_ref().filter(|_| fails);
        match worst {
            Some((code, message)) => {
                let (message, text) = (markup(message), between(&text));
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
    pub(super) fn trouble(out: &mut impl Write, failure: &Failure) -> io::Result<()> {
        let message = markup(&failure.to_string());
        let name = match failure {
            Failure::File { file, .. } => markup(file),
            _ => "matombo".to_owned(),
        };
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">")?;
        writeln!(out, "    <testcase classname=\"{name}\" name=\"the file can be read\">")?;
        writeln!(out, "      <error type=\"unread\" message=\"{message}\"/>\n    </testcase>\n  </testsuite>")
    }

    /// Writes the suite of a file at its end.
    pub(super) fn end_of_file(&mut self, file: &str, out: &mut impl Write) -> io::Result<()> {
        let (tests, failures) = (std::mem::take(&mut self.tests), std::mem::take(&mut self.failures));
        let name = markup(file);
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

/// Makes lines of text safe between tags.
fn between(text: &str) -> String {
    text.split('\n').map(markup).collect::<Vec<String>>().join("\n")
}
