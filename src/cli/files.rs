use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Failure;
use super::args::FilesArgs;
use super::input::shown_name;

/// The endings of the forms that records are written in.
const ENDINGS: &[&str] = &["mgn", "json", "jsonl"];

/// The files to read, in order: those named, those listed, and those in the folders among them.
pub(super) struct Files {
    named: std::vec::IntoIter<PathBuf>,
    listed: Option<List>,
    folder: Option<Folder>,
    /// The endings of the files that stand for a folder.
    endings: &'static [&'static str],
}

impl Files {
    /// Begins with what the arguments name; standard input if they name nothing.
    pub(super) fn new(args: &FilesArgs) -> Result<Self, Failure> {
        let listed = args.files_from.as_deref().map(|list| List::open(list, args.null)).transpose()?;
        let mut named = args.files.clone();
        if named.is_empty() && listed.is_none() {
            named.push(PathBuf::from("-"));
        }
        Ok(Self { named: named.into_iter(), listed, folder: None, endings: ENDINGS })
    }

    /// The same, but of folders only the files in the notation.
    pub(super) fn notation(args: &FilesArgs) -> Result<Self, Failure> {
        Ok(Self { endings: &ENDINGS[..1], ..Self::new(args)? })
    }

    /// Takes files that need not be looked for.
    pub(super) fn of(files: Vec<PathBuf>) -> Self {
        Self { named: files.into_iter(), listed: None, folder: None, endings: ENDINGS }
    }

    fn next_name(&mut self) -> Option<Result<PathBuf, Failure>> {
        let listed_on_stdin = self.listed.as_ref().is_some_and(|list| list.standard_input);
        let name = match self.named.next() {
            Some(name) => Ok(name),
            None => self.listed.as_mut()?.next()?,
        };
        Some(name.and_then(|name| {
            if listed_on_stdin && name.as_os_str() == "-" {
                let message = "`-` cannot be read: standard input holds the names of the files".to_owned();
                return Err(Failure::Usage(message));
            }
            Ok(name)
        }))
    }
}

impl Iterator for Files {
    type Item = Result<PathBuf, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(folder) = &mut self.folder {
                match folder.next() {
                    Some(file) => return Some(file),
                    None => self.folder = None,
                }
            }
            match self.next_name()? {
                Ok(name) if name.as_os_str() != "-" && name.is_dir() => {
                    self.folder = Some(Folder::new(name, self.endings))
                }
                name => return Some(name),
            }
        }
    }
}

/// Names of files that are read from a file as they are needed.
struct List {
    input: Box<dyn BufRead + Send>,
    name: String,
    end: u8,
    standard_input: bool,
}

impl List {
    fn open(list: &Path, null: bool) -> Result<Self, Failure> {
        let name = shown_name(list);
        let standard_input = list.as_os_str() == "-";
        let input: Box<dyn BufRead + Send> = if standard_input {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(list).map_err(|error| Failure::File { file: name.clone(), error })?))
        };
        Ok(Self { input, name, end: if null { 0 } else { b'\n' }, standard_input })
    }

    /// Returns the next name that is not empty.
    fn next(&mut self) -> Option<Result<PathBuf, Failure>> {
        loop {
            let mut name = Vec::new();
            match self.input.read_until(self.end, &mut name) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Err(Failure::File { file: self.name.clone(), error })),
            }
            if name.last() == Some(&self.end) {
                name.pop();
            }
            if self.end == b'\n' && name.last() == Some(&b'\r') {
                name.pop();
            }
            if !name.is_empty() {
                return Some(path_of(name).map_err(|error| Failure::File { file: self.name.clone(), error }));
            }
        }
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere a name can be broken")]
fn path_of(name: Vec<u8>) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Ok(OsString::from_vec(name).into())
}

#[cfg(not(unix))]
fn path_of(name: Vec<u8>) -> io::Result<PathBuf> {
    let name = String::from_utf8(name).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(OsString::from(name).into())
}

/// The files of a folder and all folders in it, in the order of their names.
struct Folder {
    root: PathBuf,
    entries: Box<dyn Iterator<Item = walkdir::Result<DirEntry>> + Send>,
    found: bool,
    endings: &'static [&'static str],
}

impl Folder {
    fn new(root: PathBuf, endings: &'static [&'static str]) -> Self {
        let walk = WalkDir::new(&root).sort_by_file_name();
        let entries = Box::new(walk.into_iter().filter_entry(|entry| !is_hidden(entry)));
        Self { root, entries, found: false, endings }
    }

    fn next(&mut self) -> Option<Result<PathBuf, Failure>> {
        for entry in self.entries.by_ref() {
            match entry {
                Ok(entry) if is_record_file(&entry, self.endings) => {
                    self.found = true;
                    return Some(Ok(entry.into_path()));
                }
                Ok(_) => {}
                Err(error) => {
                    self.found = true;
                    let file = error.path().unwrap_or(&self.root).display().to_string();
                    let loops = || io::Error::other("a link leads back to a folder that holds it");
                    return Some(Err(Failure::File { file, error: error.into_io_error().unwrap_or_else(loops) }));
                }
            }
        }
        if std::mem::replace(&mut self.found, true) {
            return None;
        }
        // A check that looked at nothing must not pass.
        let endings = if self.endings.len() == 1 { ".mgn" } else { ".mgn, .json or .jsonl" };
        let error = io::Error::other(format!("no file in this folder ends in {endings}"));
        Some(Err(Failure::File { file: self.root.display().to_string(), error }))
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Links to files are read, links to folders are not followed: they may lead anywhere.
fn is_record_file(entry: &DirEntry, endings: &[&str]) -> bool {
    let ending = entry.path().extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
        && entry.path().is_file()
}
