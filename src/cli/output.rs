use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Failure;

/// Where the data of a command goes: standard output, or a file that appears only once it is whole.
pub(super) enum Output {
    /// Standard output.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A new file beside the one it will replace.
    File {
        /// The file that is written.
        writer: BufWriter<NamedTempFile>,
        /// The file it becomes.
        path: PathBuf,
    },
}

impl Output {
    pub(super) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(64 * 1024, io::stdout().lock()))
    }

    /// Opens the output: a file if one is named.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Self::standard());
        };
        // A link is kept: what it leads to is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if target.is_dir() || target.metadata().is_ok_and(|data| !data.is_file()) {
            let error = io::Error::other("not a regular file: write to standard output and redirect that");
            return Err(file_failure(path, error));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let beside = NamedTempFile::new_in(folder).map_err(|error| file_failure(path, error))?;
        Ok(Self::File { writer: BufWriter::with_capacity(64 * 1024, beside), path: target })
    }

    /// Writes what is left, and puts a file in its place.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard(mut out) => out.flush().map_err(Failure::of_output),
            Self::File { writer, path } => {
                let fail = |error: io::Error| file_failure(&path, error);
                let file = writer.into_inner().map_err(|error| fail(error.into_error()))?;
                let permissions = match path.metadata() {
                    Ok(old) => Some(old.permissions()),
                    Err(_) => default_permissions(),
                };
                if let Some(permissions) = permissions {
                    file.as_file().set_permissions(permissions).map_err(fail)?;
                }
                file.as_file().sync_all().map_err(fail)?;
                file.persist(&path).map(|_: File| ()).map_err(|error| fail(error.error))
            }
        }
    }
}

/// The permissions of a new file: temporary ones are readable by their owner alone.
#[cfg(unix)]
fn default_permissions() -> Option<std::fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    // What the umask leaves cannot be asked without changing it; a new file tells.
    let probe = tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o666)).tempfile().ok()?;
    probe.as_file().metadata().ok().map(|data| data.permissions())
}

#[cfg(not(unix))]
fn default_permissions() -> Option<std::fs::Permissions> {
    None
}

fn file_failure(path: &Path, error: io::Error) -> Failure {
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
