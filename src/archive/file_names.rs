use std::collections::HashMap;

use super::Digest;

/// The most bytes of a name that are made of a value; systems allow 255 for a whole name.
const LONGEST: usize = 120;

/// What a file is named after that has no value.
const UNKNOWN: &str = "unknown";

/// Makes names of files from values that strangers wrote: safe on every system, and never two the same.
///
/// A name keeps the letters and digits of any script, and `-`, `_`, `+` and `.` where they are harmless; everything
/// else becomes `_`. Values whose names would be the same, also to a system that does not heed case, get a digest of
/// the value behind the name, all but the first. The same values in the same order always get the same names.
///
/// ```
/// use matombo::archive::FileNames;
/// let mut names = FileNames::new("games-{}", ".mgn");
/// assert_eq!(names.name(Some("Amina")), "games-Amina.mgn");
/// assert_eq!(names.name(Some("../amina")), "games-_._amina.mgn");
/// assert_eq!(names.name(Some("AMINA")), "games-AMINA-2244c9ed.mgn");
/// assert_eq!(names.name(None), "games-unknown.mgn");
/// ```
#[derive(Debug)]
pub struct FileNames {
    before: String,
    after: String,
    /// The names given, in lower case, with what they stand for.
    given: HashMap<String, Option<String>>,
}

impl FileNames {
    /// Takes a pattern in which `{}` stands for the value, and the ending of all names.
    #[must_use]
    pub fn new(pattern: &str, ending: &str) -> Self {
        let (before, after) = pattern.split_once("{}").unwrap_or((pattern, ""));
        Self { before: before.to_owned(), after: format!("{after}{ending}"), given: HashMap::new() }
    }

    /// Returns the name for a value.
    pub fn name(&mut self, value: Option<&str>) -> String {
        let plain = value.map_or_else(|| UNKNOWN.to_owned(), harmless);
        let mut name = self.around(&plain);
        let mut digits = 8;
        while !self.take(&name, value) {
            let digest = Digest::of([value.unwrap_or_default().as_bytes()]);
            let digest: String = digest.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            name = self.around(&format!("{plain}-{}", digest.get(..digits).unwrap_or(&digest)));
            digits += 8;
            debug_assert!(digits <= 40, "digests of 128 bits do not collide");
        }
        name
    }

    fn around(&self, middle: &str) -> String {
        let name = format!("{}{middle}{}", self.before, self.after);
        let stem = name.split('.').next().unwrap_or_default();
        if is_reserved(stem) || name.starts_with(['.', '-']) { format!("_{name}") } else { name }
    }

    /// Notes that a name stands for a value. Returns whether it is free for it.
    fn take(&mut self, name: &str, value: Option<&str>) -> bool {
        let known = self.given.entry(name.to_lowercase()).or_insert_with(|| value.map(str::to_owned));
        known.as_deref() == value
    }
}

/// Makes a part of a name from a value.
fn harmless(value: &str) -> String {
    let mut name = String::new();
    for character in value.chars() {
        let last = name.chars().next_back();
        // Dots neither begin nor follow each other: `..` is another folder.
        let kept = match character {
            '.' => last.is_some_and(|last| last != '.'),
            '-' => !name.is_empty(),
            _ => character.is_alphanumeric() || matches!(character, '_' | '+'),
        };
        let next = if kept { character } else { '_' };
        if name.len() + next.len_utf8() > LONGEST {
            break;
        }
        name.push(next);
    }
    if name.ends_with('.') {
        name.pop();
        name.push('_');
    }
    if name.is_empty() { UNKNOWN.to_owned() } else { name }
}

/// Returns whether a system keeps a name, whatever its ending, for a device.
fn is_reserved(stem: &str) -> bool {
    let stem = stem.trim_end().to_ascii_lowercase();
    let port = |name: &str| {
        stem.strip_prefix(name).is_some_and(|rest| {
            let mut digits = rest.chars();
            digits.next().is_some_and(|digit| matches!(digit, '0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'))
                && digits.next().is_none()
        })
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || port("com") || port("lpt")
}

#[cfg(test)]
mod tests {
    use super::{FileNames, LONGEST};

    #[test]
    fn hostile_values_become_harmless_names() {
        for (value, name) in [
            ("2026-11-30", "2026-11-30.mgn"),
            ("East side", "East_side.mgn"),
            ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j.mgn"),
            ("..", "__.mgn"),
            ("../../etc/passwd", "_._.__etc_passwd.mgn"),
            (".hidden", "_hidden.mgn"),
            ("-rf", "_rf.mgn"),
            ("a\0b\u{1b}[2J\u{202e}c\n", "a_b__2J_c_.mgn"),
            ("trailing.", "trailing_.mgn"),
            ("con", "_con.mgn"),
            ("NUL.txt", "_NUL.txt.mgn"),
            ("com1", "_com1.mgn"),
            ("com10", "com10.mgn"),
            ("\u{52a0}\u{5948}", "\u{52a0}\u{5948}.mgn"),
            ("", "unknown.mgn"),
            ("~", "_.mgn"),
        ] {
            assert_eq!(FileNames::new("{}", ".mgn").name(Some(value)), name, "{value:?}");
        }
        let long = FileNames::new("{}", ".mgn").name(Some(&"\u{5948}".repeat(5000)));
        assert_eq!(long.len(), LONGEST + ".mgn".len());
    }

    #[test]
    fn values_with_one_name_get_names_of_their_own() {
        let mut names = FileNames::new("{}", ".mgn");
        let values =
            [None, Some("unknown"), Some("UNKNOWN"), Some("a b"), Some("a/b"), Some("A_B"), Some("a.b"), Some("")];
        let given: Vec<String> = values.iter().map(|value| names.name(*value)).collect();
        let mut different: Vec<String> = given.iter().map(|name| name.to_lowercase()).collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), values.len(), "{given:?}");
        assert_eq!(values.map(|value| names.name(value)).to_vec(), given);
    }

    #[test]
    fn a_pattern_stands_around() {
        let mut names = FileNames::new("con{}x", ".jsonl");
        assert_eq!(names.name(Some("a")), "conax.jsonl");
        assert_eq!(FileNames::new("{}", ".mgn").name(Some("aux")), "_aux.mgn");
    }
}
