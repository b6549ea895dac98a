use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Failure;
use super::args::FilesArgs;
use super::input::shown_name;

/// The endings of the forms that records are written in.
const ENDINGS: &[&str] = &["mgn", "json", "jsonl"];

/// The longest name of a file that a list may hold, in bytes; systems allow far less.
const LONGEST_NAME: u64 = 64 * 1024;

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

    /// Returns whether the last file was found in a folder.
    pub(super) const fn in_folder(&self) -> bool {
        self.folder.is_some()
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
    /// `None` behind its end, or behind an error.
    input: Option<Box<dyn BufRead + Send>>,
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
        Ok(Self { input: Some(input), name, end: if null { 0 } else { b'\n' }, standard_input })
    }

    /// Returns the next name that is not empty. After an error there is none.
    fn next(&mut self) -> Option<Result<PathBuf, Failure>> {
        loop {
            match self.next_line() {
                Ok(None) => return None,
                Ok(Some(name)) if name.is_empty() => {}
                Ok(Some(name)) => return Some(path_of(name).map_err(|error| self.fail(error))),
                Err(error) => {
                    self.input = None;
                    return Some(Err(self.fail(error)));
                }
            }
        }
    }

    fn fail(&self, error: io::Error) -> Failure {
        Failure::File { file: self.name.clone(), error }
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(input) = &mut self.input else { return Ok(None) };
        let mut name = Vec::new();
        if input.take(LONGEST_NAME).read_until(self.end, &mut name)? == 0 {
            return Ok(None);
        }
        let ended = name.last() == Some(&self.end);
        if ended {
            name.pop();
        } else if name.len() as u64 == LONGEST_NAME {
            return Err(io::Error::other(format!("a name in this list is longer than {LONGEST_NAME} bytes")));
        }
        if self.end == b'\n' && name.last() == Some(&b'\r') {
            name.pop();
        }
        Ok(Some(name))
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
                    return Some(readable(entry.into_path()));
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
        && !entry.path().is_dir()
}

/// Only files are read in folders: nobody writes into a named pipe that happens to lie there. A link that leads nowhere
/// is told when it is opened.
fn readable(file: PathBuf) -> Result<PathBuf, Failure> {
    if file.metadata().is_ok_and(|data| !data.is_file()) {
        let error = io::Error::other("not a regular file: name it to read it");
        return Err(Failure::File { file: file.display().to_string(), error });
    }
    // `.` stands for files that need no `./` before their names.
    Ok(file.strip_prefix("./").map(Path::to_owned).unwrap_or(file))
}
