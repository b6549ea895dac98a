//! The layers of the crate: arrows between modules point down, and only the command line touches the outside world.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pretty_assertions::assert_eq;

/// Every module of the crate, from the bottom up, and the modules it may use.
const LAYERS: [(&str, &[&str]); 10] = [
    ("text", &[]),
    ("board", &["text"]),
    ("engine", &["board", "text"]),
    ("notation", &["board", "text"]),
    ("render", &["engine", "board", "text"]),
    ("diagnostic", &["render", "notation", "engine", "board", "text"]),
    ("record", &["diagnostic", "render", "notation", "engine", "board", "text"]),
    ("archive", &["record", "diagnostic", "render", "notation", "engine", "board", "text"]),
    ("player", &["record", "diagnostic", "render", "notation", "engine", "board", "text"]),
    ("cli", &["player", "archive", "record", "diagnostic", "render", "notation", "engine", "board", "text"]),
];

/// What only the command line, and the binary around it, may mention.
const OUTSIDE: [&str; 6] =
    ["std::env", "std::fs", "std::process", "std::io::stdin", "std::io::stdout", "std::io::stderr"];
const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];

#[test]
fn every_module_has_a_layer() {
    let folders: BTreeSet<String> = fs::read_dir(source_root())
        .expect("the sources")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("a module's name"))
        .collect();
    assert_eq!(folders, LAYERS.iter().map(|(module, _)| (*module).to_owned()).collect());
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let mut faults = Vec::new();
    for (file, code) in sources() {
        let Some((module, allowed)) = layer_of(&file) else { continue };
        for used in crate_modules(&code) {
            if used != module && !allowed.contains(&used.as_str()) {
                faults.push(format!("{}: {module} uses {used}", file.display()));
            }
        }
        let climb = if file.file_name().is_some_and(|name| name == "mod.rs") { "super::" } else { "super::super::" };
        if code.contains(climb) && file.components().count() == 2 {
            faults.push(format!("{}: {climb} leaves the module, where no layer can be told", file.display()));
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn only_the_command_line_touches_the_outside_world() {
    let mut faults = Vec::new();
    for (file, code) in sources() {
        if layer_of(&file).is_some_and(|(module, _)| module != "cli") {
            faults.extend(touches(&code).into_iter().map(|what| format!("{}: {what}", file.display())));
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// The files below `src` by their path there, without test code.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![source_root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut sources = Vec::new();
    let mut test_files = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        let (code, test_modules) = without_tests(&code_only(&text));
        let folder = match path.file_stem() {
            Some(stem) if stem != "mod" && stem != "lib" && stem != "main" => path.with_extension(""),
            _ => path.parent().expect("a folder").to_owned(),
        };
        test_files.extend(test_modules.iter().map(|module| folder.join(module)));
        sources.push((path, code));
    }
    let is_test =
        |path: &Path| test_files.iter().any(|test| path.starts_with(test) || path == test.with_extension("rs"));
    sources.retain(|(path, _)| !is_test(path));
    let relative = |path: PathBuf| path.strip_prefix(source_root()).expect("a file below src").to_owned();
    sources.into_iter().map(|(path, code)| (relative(path), code)).collect()
}

fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The layer of a file, none for the roots of the crate and of the binary.
fn layer_of(file: &Path) -> Option<(&'static str, &'static [&'static str])> {
    let module = file.components().next()?.as_os_str();
    LAYERS.iter().copied().find(|(name, _)| module == *name)
}

/// Blanks out comments and the inside of texts, and drops the spaces around `::`, so that paths can be looked for.
fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::new();
    let mut at = 0;
    while at < chars.len() {
        let next = chars.get(at + 1).copied();
        match chars[at] {
            '/' if next == Some('/') => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
            }
            '/' if next == Some('*') => {
                let mut depth = 0;
                loop {
                    match (chars.get(at), chars.get(at + 1)) {
                        (Some('/'), Some('*')) => (depth, at) = (depth + 1, at + 2),
                        (Some('*'), Some('/')) => (depth, at) = (depth - 1, at + 2),
                        (Some(_), _) => at += 1,
                        (None, _) => break,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            'r' if raw_text(&chars, at).is_some() => {
                at = raw_text(&chars, at).expect("just seen");
                code.push_str("\"\"");
            }
            '"' => {
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    at += if chars[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
                code.push_str("\"\"");
            }
            // A character, not a lifetime.
            '\'' if next == Some('\\') => {
                at += 3;
                while at < chars.len() && chars[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if chars.get(at + 2) == Some(&'\'') => at += 3,
            other => {
                code.push(other);
                at += 1;
            }
        }
    }
    let words: Vec<&str> = code.split_whitespace().collect();
    words.join(" ").replace(" ::", "::").replace(":: ", "::")
}

/// Where a raw text that begins here ends, if one does.
fn raw_text(chars: &[char], at: usize) -> Option<usize> {
    if at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_') && chars[at - 1] != 'b' {
        return None;
    }
    let hashes = chars[at + 1..].iter().take_while(|char| **char == '#').count();
    let start = at + 1 + hashes;
    if chars.get(start) != Some(&'"') {
        return None;
    }
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let body = &chars[start + 1..];
    let length = (0..body.len()).find(|from| body[*from..].starts_with(&end))?;
    Some(start + 1 + length + end.len())
}

/// Cuts `#[cfg(test)]` items out. Returns the rest and the names of test modules that are files of their own.
fn without_tests(code: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::new();
    let mut modules = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        kept.push_str(&rest[..start]);
        let item = &rest[start + MARK.len()..];
        let end = item.find(['{', ';']).expect("an item has a body or an end");
        if item.as_bytes()[end] == b';' {
            if let Some((_, name)) = item[..end].split_once("mod ") {
                modules.push(name.trim().to_owned());
            }
            rest = &item[end + 1..];
        } else {
            rest = &item[end + braced(&item[end..])..];
        }
    }
    kept.push_str(rest);
    (kept, modules)
}

/// The length of a braced block, braces included.
fn braced(text: &str) -> usize {
    let mut depth = 0;
    for (offset, char) in text.char_indices() {
        match char {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return offset + 1;
        }
    }
    text.len()
}

/// The modules of the crate that code names in paths.
fn crate_modules(code: &str) -> BTreeSet<String> {
    let modules = paths_from(code, "crate").into_iter().chain(paths_from(code, "matombo"));
    modules.filter_map(|path| path.split("::").nth(1).map(str::to_owned)).collect()
}

/// What of the outside world code names.
fn touches(code: &str) -> BTreeSet<String> {
    let mut paths = paths_from(code, "std");
    paths.extend(paths_from(code, "io").into_iter().map(|path| format!("std::{path}")));
    let outside = paths.into_iter().filter(|path| {
        OUTSIDE
            .iter()
            .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
    });
    let printing = PRINTING.iter().map(|name| format!("{name}!"));
    let printing = printing.filter(|call| {
        let before = |at: usize| code[..at].chars().next_back();
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        code.match_indices(call.as_str()).any(|(at, _)| !before(at).is_some_and(is_word))
    });
    outside.chain(printing).collect()
}

/// All paths in code that start with a name, groups in braces written out.
fn paths_from(code: &str, root: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let start = format!("{root}::");
    for (at, _) in code.match_indices(&start) {
        let inside =
            code[..at].chars().next_back().is_some_and(|char| char.is_alphanumeric() || char == '_' || char == ':');
        if !inside {
            spell_out(&code[at + start.len()..], root, &mut paths);
        }
    }
    paths
}

fn spell_out(rest: &str, prefix: &str, paths: &mut Vec<String>) {
    if rest.starts_with('{') {
        let group = &rest[1..braced(rest) - 1];
        let mut depth = 0;
        let parts = group.split(|char| {
            match char {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            char == ',' && depth == 0
        });
        for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
            spell_out(part, prefix, paths);
        }
        return;
    }
    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
    let path = format!("{prefix}::{}", &rest[..end]);
    match rest[end..].strip_prefix("::") {
        Some(more) => spell_out(more, &path, paths),
        None => paths.push(path),
    }
}

#[test]
fn the_scan_finds_paths_in_groups_and_skips_comments_texts_and_tests() {
    let code = r##"
        //! Links to [`crate::cli`] are no use of it.
        use crate::{board::{Pit, Seat}, engine::Match};
        use std::{env, fmt, io::{self, stdin}};
        /* crate::record /* nested */ crate::render */
        fn f<'a>(x: &'a str) -> char { let _ = "crate::cli // \" "; let _ = r#"crate::cli""#; '"' }
        fn g() { crate :: text :: escape(io::stdout()); my_println!(); println!("{x}"); }
        #[cfg(test)]
        mod tests { use crate::diagnostic::Code; fn h() { if true { std::fs::read("x"); } } }
        #[cfg(test)]
        mod more_tests;
        fn i() { crate::notation::read() }
    "##;
    let (code, modules) = without_tests(&code_only(code));
    assert_eq!(modules, ["more_tests"]);
    assert_eq!(crate_modules(&code).into_iter().collect::<Vec<_>>(), ["board", "engine", "notation", "text"]);
    let outside: Vec<_> = touches(&code).into_iter().collect();
    assert_eq!(outside, ["println!", "std::env", "std::io::stdin", "std::io::stdout"]);
}
