//! A Python environment with the programs that read tables, made once and kept below the folder of the build.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest as _, Sha256};

/// What is installed, with versions.
const REQUIREMENTS: &str = include_str!("requirements.txt");

/// A Python interpreter that has everything in `requirements.txt`.
pub(crate) struct Engines {
    python: PathBuf,
}

impl Engines {
    /// Finds the environment, or makes it. `None`, with the reason told, where that is not possible; but where
    /// `MATOMBO_NEEDS_ENGINES` is set, that is a failure.
    pub(crate) fn start() -> Option<Self> {
        match environment() {
            Ok(python) => Some(Self { python }),
            Err(reason) => {
                let needed = std::env::var_os("MATOMBO_NEEDS_ENGINES").is_some();
                assert!(!needed, "the engines are needed here: {reason}");
                let _ = writeln!(std::io::stderr(), "skipped: there are no engines ({reason})");
                None
            }
        }
    }

    /// Runs a script of this folder, and returns what it writes.
    pub(crate) fn run(&self, script: &str, args: &[&Path]) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines").join(script);
        let output = Command::new(&self.python).arg(script).args(args).output().expect("Python starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

/// Returns the interpreter of the environment. Its folder is named by what is in it, and appears only once it is whole.
fn environment() -> Result<PathBuf, String> {
    let digest = Sha256::digest(REQUIREMENTS);
    let key: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("engines-{key}"));
    if !folder.is_dir() {
        let new = folder.with_extension(std::process::id().to_string());
        let made = make(&new);
        // Another test may have been quicker.
        let kept = made.is_ok() && (fs::rename(&new, &folder).is_ok() || folder.is_dir());
        let _ = fs::remove_dir_all(&new);
        made?;
        assert!(kept, "{} cannot be made", folder.display());
    }
    Ok(folder.join("bin/python"))
}

fn make(folder: &Path) -> Result<(), String> {
    run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let list = folder.join("requirements.txt");
    fs::write(&list, REQUIREMENTS).map_err(|error| error.to_string())?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    run(Command::new(folder.join("bin/python")).args(install).arg(list))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{command:?}: {}", errors.trim())) }
}
