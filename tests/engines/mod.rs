//! A Python environment with the programs that read tables, made once and kept below the folder of the build.

// Every test uses some of it.
#![allow(dead_code)]

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest as _, Sha256};

/// What is installed, with versions.
const REQUIREMENTS: &str = include_str!("requirements.txt");

/// A Python interpreter that has everything in `requirements.txt`.
pub(crate) struct Engines {
    /// The folder of its programs.
    pub(crate) programs: PathBuf,
}

impl Engines {
    /// Finds the environment, or makes it. `None`, with the reason told, where that is not possible; but where
    /// `MATOMBO_NEEDS_ENGINES` is set, that is a failure.
    pub(crate) fn start() -> Option<Self> {
        match environment() {
            Ok(programs) => Some(Self { programs }),
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
        let output = Command::new(self.programs.join("python")).arg(script).args(args).output().expect("Python starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

/// Returns the environment, whose folder is named by what is in it. One test makes it, others wait.
fn environment() -> Result<PathBuf, String> {
    let words = |error: io::Error| error.to_string();
    let digest = Sha256::digest(REQUIREMENTS);
    let key: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("engines-{key}"));
    let lock = File::create(folder.with_extension("lock")).map_err(words)?;
    lock.lock().map_err(words)?;
    // What is written last tells that all is there.
    let list = folder.join("requirements.txt");
    if !list.exists() {
        let _ = fs::remove_dir_all(&folder);
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/requirements.txt");
        run(Command::new(folder.join("bin/python")).args(install).arg(requirements))?;
        fs::write(&list, REQUIREMENTS).map_err(words)?;
    }
    Ok(folder.join("bin"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{command:?}: {}", errors.trim())) }
}
