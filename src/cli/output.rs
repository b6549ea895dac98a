use std::fs::{File, Metadata, Permissions};
use std::io::{self, BufWriter, Seek as _, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use super::Failure;
use super::args::FilesArgs;

/// Where the data of a command goes: standard output, or a file that appears only once it is whole.
pub(super) enum Output {
    /// Standard output.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file without a name, until it is whole: nothing is left of it if the command is stopped.
    File {
        /// The file that is written.
        writer: BufWriter<File>,
        /// The file it becomes.
        path: PathBuf,
    },
}

impl Output {
    pub(super) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(64 * 1024, io::stdout().lock()))
    }

    /// Returns whether standard output is meant, where a file can be named.
    pub(super) fn is_standard(path: Option<&Path>) -> bool {
        path.is_none_or(|path| path.as_os_str() == "-")
    }

    /// Opens the output: a file if one is named.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| !Self::is_standard(Some(path))) else {
            return Ok(Self::standard());
        };
        let target = behind_links(path);
        let device = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        if device || target.is_dir() || target.metadata().is_ok_and(|data| !data.is_file()) {
            let error = io::Error::other("not a regular file: write to standard output and redirect that");
            return Err(file_failure(path, error));
        }
        let unnamed = tempfile::tempfile_in(folder_of(&target)).map_err(|error| file_failure(path, error))?;
        Ok(Self::File { writer: BufWriter::with_capacity(64 * 1024, unnamed), path: target })
    }

    /// Opens the output of a command that reads files: it must not take the place of the list that names them.
    pub(super) fn open_beside(path: Option<&Path>, files: &FilesArgs) -> Result<Self, Failure> {
        let out = Self::open(path)?;
        match &files.files_from {
            Some(list) if out.replaces(list) => {
                Err(Failure::Usage("the output would take the place of the list of files".to_owned()))
            }
            _ => Ok(out),
        }
    }

    /// Returns whether this replaces a file; `-` stands for that which standard input is redirected from.
    pub(super) fn replaces(&self, file: &Path) -> bool {
        let Self::File { path, .. } = self else { return false };
        if file.as_os_str() == "-" {
            return is_standard_input(path);
        }
        file.canonicalize().is_ok_and(|file| file == *path)
    }

    /// Returns whether there is a file that this replaces.
    pub(super) fn replaces_any(&self) -> bool {
        matches!(self, Self::File { path, .. } if path.exists())
    }

    /// Returns whether this is a file.
    pub(super) const fn is_file(&self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Writes bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| self.failure(error))
    }

    /// Says that this cannot be written.
    pub(super) fn failure(&self, error: io::Error) -> Failure {
        match self {
            Self::Standard(_) => Failure::of_output(error),
            Self::File { path, .. } => file_failure(path, error),
        }
    }

    /// Hands on what was written so far.
    pub(super) fn send(&mut self) -> Result<(), Failure> {
        match self {
            Self::Standard(out) => out.flush().map_err(Failure::of_output),
            // A file is not seen before it is whole.
            Self::File { .. } => Ok(()),
        }
    }

    /// Writes what is left, and puts a file in its place.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard(mut out) => out.flush().map_err(Failure::of_output),
            Self::File { writer, path } => {
                let fail = |error: io::Error| file_failure(&path, error);
                let mut whole = writer.into_inner().map_err(|error| fail(error.into_error()))?;
                whole.rewind().map_err(fail)?;
                let mut beside = new_file_in(&folder_of(&path)).map_err(fail)?;
                io::copy(&mut whole, &mut beside).map_err(fail)?;
                if let Ok(old) = path.metadata() {
                    take_over(&old, beside.as_file()).map_err(fail)?;
                }
                beside.as_file().sync_all().map_err(fail)?;
                beside.persist(&path).map(|_: File| ()).map_err(|error| fail(error.error))
            }
        }
    }
}

/// What a file was when it was opened.
pub(super) struct FileMark {
    length: u64,
    modified: Option<SystemTime>,
}

impl FileMark {
    pub(super) fn of(file: &Path) -> Result<Self, Failure> {
        let data = file.metadata().map_err(|error| file_failure(file, error))?;
        Ok(Self { length: data.len(), modified: data.modified().ok() })
    }

    /// Fails if the file is no longer what it was: what others wrote into it would be lost.
    pub(super) fn hold(&self, file: &Path) -> Result<(), Failure> {
        let now = Self::of(file)?;
        if (now.length, now.modified) == (self.length, self.modified) {
            return Ok(());
        }
        Err(file_failure(file, io::Error::other("it was changed while it was read, nothing was written")))
    }
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns whether standard input comes from this file.
#[cfg(unix)]
fn is_standard_input(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let number = |path: &Path| path.metadata().ok().map(|data| (data.dev(), data.ino()));
    let file = number(file);
    file.is_some() && file == number(Path::new("/dev/stdin"))
}

#[cfg(not(unix))]
fn is_standard_input(_file: &Path) -> bool {
    false
}

/// Follows links to the file that is to be replaced, so that they are kept; also to one that is not there yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // As many as systems follow.
    for _ in 0..40 {
        let Ok(next) = target.read_link() else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target.canonicalize().unwrap_or(target)
}

/// Gives a new file the owner and the permissions of the old one. Where the owner cannot be the same, nobody may get
/// more by running it than before.
#[cfg(unix)]
fn take_over(old: &Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let now = new.metadata()?;
    let same = (now.uid(), now.gid()) == (old.uid(), old.gid());
    let kept = same || fchown(new, Some(old.uid()), Some(old.gid())).is_ok();
    let mode = old.permissions().mode();
    new.set_permissions(Permissions::from_mode(if kept { mode } else { mode & 0o777 }))
}

#[cfg(not(unix))]
fn take_over(old: &Metadata, new: &File) -> io::Result<()> {
    new.set_permissions(old.permissions())
}

/// Makes a file under a name of its own, with the permissions that any new file gets.
#[cfg(unix)]
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

pub(super) fn file_failure(path: &Path, error: io::Error) -> Failure {
    // `tempfile` adds the name of its own file, which the user never heard of.
    let words = error.to_string();
    let error = words.split_once(" at path \"").map_or(error, |(words, _)| io::Error::other(words.to_owned()));
    Failure::File { file: path.display().to_string(), error }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File { writer, .. } => writer.flush(),
        }
    }
}

/// Writes to standard output in one go.
pub(super) fn write_all(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), Failure> {
    let mut text = Vec::new();
    write(&mut text).map_err(Failure::of_output)?;
    let mut out = Output::standard();
    out.write_all(&text).map_err(Failure::of_output)?;
    out.finish()
}
