use std::io::{self, Write};

use crate::diagnostic::Code;

/// Writes a SARIF log result by result: what it says of the tool comes last, when all rules are known.
#[derive(Default)]
pub(super) struct SarifLog {
    /// The codes of the results, each once.
    rules: Vec<Code>,
    /// Whether there are results.
    begun: bool,
}

/// Where the schema of the format is published.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

impl SarifLog {
    pub(super) fn begin(out: &mut impl Write) -> io::Result<()> {
        write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
        write!(out, "\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    /// Writes a result, an object that lacks only its rule.
    pub(super) fn result(&mut self, out: &mut impl Write, code: Code, object: &str) -> io::Result<()> {
        let index = self.rules.iter().position(|rule| *rule == code).unwrap_or_else(|| {
            self.rules.push(code);
            self.rules.len() - 1
        });
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        let rest = object.strip_prefix('{').unwrap_or(object);
        write!(out, "{{\"ruleId\":\"{code}\",\"ruleIndex\":{index},{rest}")
    }

    /// Writes what is left, with whether all of the input could be read.
    pub(super) fn end(&self, out: &mut impl Write, read: bool) -> io::Result<()> {
        let rules: Vec<_> = self.rules.iter().map(|code| code.to_sarif()).collect();
        let rules = serde_json::to_string(&rules).expect("all keys are texts");
        let version = env!("CARGO_PKG_VERSION");
        write!(out, "],\n\"invocations\":[{{\"executionSuccessful\":{read}}}],")?;
        write!(out, "\"tool\":{{\"driver\":{{\"name\":\"matombo\",\"version\":\"{version}\",\"rules\":{rules}}}}}")?;
        writeln!(out, "}}]}}")
    }
}
