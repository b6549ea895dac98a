use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::num::NonZeroU64;
use std::path::PathBuf;

use tempfile::{TempDir, TempPath};

use super::args::{SplitArgs, SplitByArgs};
use super::failure::complain;
use super::gather::{Found, Gathered, gather};
use super::output::{file_failure, write_all};
use super::record_output::RecordWriter;
use super::spool::{Spool, Spooled};
use super::{Failure, Status};
use crate::archive::{Field, FileNames};
use crate::text::{Tab, escape};

pub(super) fn run(args: &SplitArgs) -> Result<Status, Failure> {
    let form = args.to.written();
    let (field, count) = by(&args.by);
    let mut parts = Parts::new();
    let mut texts = Spool::new()?;
    let value = move |found: &Found<'_>| found.entry().value(field.as_ref()?).map(String::from);
    let gathered = gather(&args.gather, Some(form), form.keep(), value, |_, value, text| {
        let Some(text) = text else { return Ok(()) };
        let part = count.map(|count| (parts.records.len() as u64 / count).to_string());
        parts.add(part.or(value), texts.put(&text)?);
        Ok(())
    })?;
    gathered.tell_repeated_files();
    if gathered.status == Status::Trouble {
        complain("nothing was written: not all of the input could be read");
        return Ok(Status::Trouble);
    }
    let parts = parts.named(args);
    let folder = Folder { args, gathered: &gathered };
    folder.write(&parts, texts.finish()?)?;
    folder.list(&parts)?;
    Ok(gathered.status)
}

/// Returns what decides into which file a record goes: what it says, or its number.
fn by(args: &SplitByArgs) -> (Option<Field>, Option<NonZeroU64>) {
    let game = args.game.then_some(Field::Game);
    (args.tag.clone().or(game), args.count)
}

/// Finds out which record goes into which file.
struct Parts {
    numbers: HashMap<Option<String>, usize>,
    /// What the records of each file have in common.
    values: Vec<Option<String>>,
    /// For every record, its file and where its text waits.
    records: Vec<(usize, u64)>,
}

/// A file to be written.
struct Part {
    name: String,
    /// Where the texts of its records wait.
    places: Vec<u64>,
}

impl Parts {
    fn new() -> Self {
        Self { numbers: HashMap::new(), values: Vec::new(), records: Vec::new() }
    }

    fn add(&mut self, value: Option<String>, place: u64) {
        let next = self.values.len();
        let part = *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        });
        self.records.push((part, place));
    }

    /// Names the files, in the order of their first records.
    fn named(self, args: &SplitArgs) -> Vec<Part> {
        let mut names = FileNames::new(&args.name, args.to.ending());
        let width = self.values.len().to_string().len();
        let numbered = args.by.count.is_some();
        let name = |(index, value): (usize, &Option<String>)| {
            let number = numbered.then(|| format!("{:0width$}", index + 1));
            names.name(number.as_deref().or(value.as_deref()))
        };
        let names: Vec<String> = self.values.iter().enumerate().map(name).collect();
        let mut parts: Vec<Part> = names.into_iter().map(|name| Part { name, places: Vec::new() }).collect();
        for (part, place) in self.records {
            parts[part].places.push(place);
        }
        parts
    }
}

/// The folder that files are written to.
struct Folder<'a> {
    args: &'a SplitArgs,
    gathered: &'a Gathered,
}

impl Folder<'_> {
    fn path(&self, part: &Part) -> PathBuf {
        self.args.into.join(&part.name)
    }

    /// Writes all files in a folder of their own first: none is there before all are whole.
    fn write(&self, parts: &[Part], mut texts: Spooled) -> Result<(), Failure> {
        self.refuse(parts)?;
        let into = &self.args.into;
        let fail = |error| file_failure(into, error);
        if into.exists() && !into.is_dir() {
            return Err(fail(io::Error::from(io::ErrorKind::NotADirectory)));
        }
        fs::create_dir_all(into).map_err(fail)?;
        let aside = tempfile::Builder::new().prefix(".matombo-").tempdir_in(into).map_err(fail)?;
        for part in parts {
            self.write_part(&aside, part, &mut texts)?;
        }
        let mut moved = Vec::new();
        for part in parts {
            if let Err(error) = self.place(&aside, part) {
                // What was there before is never touched without being asked for, so all that was moved is new.
                let new = moved.into_iter().filter(|_| !self.args.force);
                new.for_each(|path: PathBuf| _ = fs::remove_file(path));
                return Err(file_failure(&self.path(part), error));
            }
            moved.push(self.path(part));
        }
        Ok(())
    }

    /// Refuses to replace what was not asked for, and what is read.
    fn refuse(&self, parts: &[Part]) -> Result<(), Failure> {
        let read: HashSet<PathBuf> =
            self.gathered.files.iter().filter_map(|file| file.path.canonicalize().ok()).collect();
        for path in parts.iter().map(|part| self.path(part)) {
            let why = if path.canonicalize().is_ok_and(|path| read.contains(&path)) {
                "it is read, so it is not replaced; nothing was written"
            } else if !self.args.force && path.symlink_metadata().is_ok() {
                "it is there already, and --force was not given; nothing was written"
            } else {
                continue;
            };
            return Err(file_failure(&path, io::Error::other(why)));
        }
        Ok(())
    }

    fn write_part(&self, aside: &TempDir, part: &Part, texts: &mut Spooled) -> Result<(), Failure> {
        let fail = |error| file_failure(&self.path(part), error);
        let file = File::create_new(aside.path().join(&part.name)).map_err(fail)?;
        let mut writer = RecordWriter::new(BufWriter::new(file), self.args.to);
        for place in &part.places {
            writer.put(&texts.read(*place)?).map_err(fail)?;
        }
        writer.end().map_err(fail)
    }

    fn place(&self, aside: &TempDir, part: &Part) -> io::Result<()> {
        let whole = TempPath::try_from_path(aside.path().join(&part.name))?;
        let path = self.path(part);
        let moved = if self.args.force { whole.persist(path) } else { whole.persist_noclobber(path) };
        moved.map_err(|error| error.error)
    }

    /// Tells which files were written, and how many records are in each.
    fn list(&self, parts: &[Part]) -> Result<(), Failure> {
        let line = |part: &Part| {
            let path = self.path(part).display().to_string();
            format!("{}\t{}\n", escape(&path, Tab::Escape), part.places.len())
        };
        let told = write_all(|out| parts.iter().try_for_each(|part| out.write_all(line(part).as_bytes())));
        told.map_err(|failure| failure.after(self.gathered.status))
    }
}
