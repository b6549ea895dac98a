use serde::Serialize;

use super::{Code, Diagnostic, Severity};
use crate::notation::{Source, Span};

/// The form of a diagnostic in SARIF 2.1.0: an element of `results`, without the keys `ruleId` and `ruleIndex`.
#[derive(Debug, Serialize)]
pub struct SarifResult<'a> {
    level: &'static str,
    message: Text<'a>,
    locations: [SarifLocation<'a>; 1],
    #[serde(rename = "relatedLocations", skip_serializing_if = "Vec::is_empty")]
    related: Vec<SarifLocation<'a>>,
}

/// The form of a code in SARIF 2.1.0: an element of `rules`.
#[derive(Debug, Serialize)]
pub struct SarifRule {
    id: &'static str,
    name: &'static str,
    #[serde(rename = "shortDescription")]
    headline: Text<'static>,
    #[serde(rename = "defaultConfiguration")]
    configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct SarifLocation<'a> {
    #[serde(rename = "physicalLocation")]
    physical: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Debug, Serialize)]
struct Physical {
    #[serde(rename = "artifactLocation")]
    artifact: Artifact,
    region: Region,
}

#[derive(Debug, Serialize)]
struct Artifact {
    uri: String,
}

/// Columns count characters, as `columnKind` must say.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u64>,
    end_column: u64,
}

impl Diagnostic {
    /// Returns the diagnostic as data for SARIF, of a file with a name as the system writes it.
    #[must_use]
    pub fn to_sarif<'a>(&'a self, file: &str, source: &Source) -> SarifResult<'a> {
        let uri = uri(file);
        let physical = |span| Physical { artifact: Artifact { uri: uri.clone() }, region: region(source, span) };
        let related = self
            .labels
            .iter()
            .map(|label| SarifLocation { physical: physical(label.span), message: Some(Text { text: &label.text }) });
        SarifResult {
            level: level(self.severity()),
            message: Text { text: &self.message },
            locations: [SarifLocation { physical: physical(self.span), message: None }],
            related: related.collect(),
        }
    }
}

impl Code {
    /// Returns the code as data for SARIF.
    #[must_use]
    pub const fn to_sarif(self) -> SarifRule {
        SarifRule {
            id: self.code(),
            name: self.slug(),
            headline: Text { text: self.headline() },
            configuration: Configuration { level: level(self.severity()) },
        }
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn region(source: &Source, span: Span) -> Region {
    let (start, end) = (source.locate(span.start), source.locate(span.end));
    let later = end.line > start.line;
    let end_column = if later { end.column } else { end.column.max(start.column) };
    let end_line = later.then_some(end.line);
    Region { start_line: start.line, start_column: start.column, end_line, end_column }
}

/// Makes a URI reference of a file's name: one relative to where the command ran, unless the name is absolute.
fn uri(file: &str) -> String {
    let slashed = if cfg!(windows) { file.replace('\\', "/") } else { file.to_owned() };
    let mut uri = String::from(match slashed.as_bytes() {
        [b'/', ..] => "file://",
        [_, b':', b'/', ..] if cfg!(windows) => "file:///",
        _ => "",
    });
    for byte in slashed.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_uri_references() {
        assert_eq!(uri("a b/c:é%.mgn"), "a%20b/c%3A%C3%A9%25.mgn");
        assert_eq!(uri("../a-1_~.mgn"), "../a-1_~.mgn");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        #[cfg(unix)]
        assert_eq!(uri("/a#b?/c\\d"), "file:///a%23b%3F/c%5Cd");
    }
}
