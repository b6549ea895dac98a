use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::rc::Rc;

use super::Failure;
use super::args::InputArgs;
use super::input::{Input, InputForm, Records, decoded, open_file, shown_name};
use crate::notation::{Source, SourcePlace};
use crate::player::{Library, Record};
use crate::record::{Judge, Keep};
use crate::text::{Tab, escape};

/// The tags that the list shows first, in this order.
const FIRST_TAGS: [&str; 7] = ["Game", "Title", "South", "North", "Result", "Date", "Event"];

/// The records of a file, read when they are asked for. Of those passed only the places are kept.
pub(super) struct Shelf {
    /// The file's name, without its folder.
    name: String,
    /// The name that messages show.
    path: String,
    file: Rc<RefCell<File>>,
    json: bool,
    judge: Judge,
    scan: Records,
    places: Vec<Place>,
    all: bool,
}

/// Where a record stands.
#[derive(Clone, Copy)]
struct Place {
    start: SourcePlace,
    bytes: usize,
    limit_passed: Option<usize>,
}

/// A file that is read from a place of its own, however many do so.
struct View {
    file: Rc<RefCell<File>>,
    at: u64,
}

impl Read for View {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Shelf {
    /// Opens a file. What cannot be read twice, such as standard input, is copied to a file without a name first.
    pub(super) fn open(path: &Path, form: Option<InputForm>, args: &InputArgs, max_laps: u64) -> Result<Self, Failure> {
        let shown = shown_name(path);
        let fail = |error| Failure::File { file: shown.clone(), error };
        let file = if path.as_os_str() == "-" {
            copied(decoded(Box::new(io::stdin()), args)).map_err(fail)?
        } else {
            let file = open_file(path)?;
            // Places are those in the text as it is read.
            let as_it_is = file.metadata().map_err(fail)?.is_file() && args.encoding.is_none();
            if as_it_is { file } else { copied(decoded(Box::new(file), args)).map_err(fail)? }
        };
        let file = Rc::new(RefCell::new(file));
        let scan = Records::cut(Box::new(View { file: Rc::clone(&file), at: 0 }), shown.clone(), form, args)?;
        let judge = Judge::new().max_laps(max_laps).keep(Keep::Positions);
        let name = path.file_name().filter(|_| path.as_os_str() != "-");
        let name = name.map_or_else(|| shown.clone(), |part| part.to_string_lossy().into_owned());
        Ok(Self { name, path: shown, file, json: scan.json, judge, scan, places: Vec::new(), all: false })
    }

    /// Reads a record. `None` if there are fewer.
    fn input(&mut self, number: u64) -> Result<Option<Input>, Failure> {
        let index = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1);
        if let Some(place) = self.places.get(index).copied() {
            return self.read_again(place).map(Some);
        }
        while !self.all {
            let Some(input) = self.scan.next().transpose()? else {
                self.all = true;
                break;
            };
            let source = &input.source;
            let place =
                Place { start: source.place(), bytes: source.bytes().len(), limit_passed: source.limit_passed() };
            self.places.push(place);
            if self.places.len() > index {
                return Ok(Some(input));
            }
        }
        Ok(None)
    }

    fn read_again(&self, place: Place) -> Result<Input, Failure> {
        let mut bytes = Vec::with_capacity(place.bytes);
        let mut view = View { file: Rc::clone(&self.file), at: place.start.byte };
        if let Err(error) = view.by_ref().take(place.bytes as u64).read_to_end(&mut bytes) {
            return Err(Failure::File { file: self.path.clone(), error });
        }
        let source = Source::from_bytes(bytes, place.start);
        let source = match place.limit_passed {
            Some(limit) => source.with_limit_passed(limit),
            None => source,
        };
        Ok(Input { source, json: self.json })
    }
}

/// Copies a stream to a file that is gone once it is closed.
fn copied(mut stream: Box<dyn Read + Send>) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut stream, &mut file)?;
    Ok(file)
}

impl Library for Shelf {
    fn name(&self) -> &str {
        &self.name
    }

    fn record(&mut self, number: u64) -> Result<Option<Record>, String> {
        let input = self.input(number).map_err(|failure| failure.to_string())?;
        Ok(input.map(|input| Record::new(input.judge(&self.judge), &input.source)))
    }

    fn title(&mut self, number: u64) -> Result<Option<String>, String> {
        let input = self.input(number).map_err(|failure| failure.to_string())?;
        Ok(input.map(|input| title(&input.tags())))
    }

    fn known(&self) -> (u64, bool) {
        (self.places.len() as u64, self.all)
    }
}

/// Puts what the tags say on one line, what matters most first.
fn title(tags: &[(String, String)]) -> String {
    let mut tags: Vec<(usize, &str)> = tags
        .iter()
        .map(|(name, value)| {
            let rank = FIRST_TAGS.iter().position(|first| first.eq_ignore_ascii_case(name));
            (rank.unwrap_or(FIRST_TAGS.len()), value.as_str())
        })
        .collect();
    tags.sort_by_key(|(rank, _)| *rank);
    let values: Vec<_> = tags.iter().map(|(_, value)| escape(value, Tab::Escape)).collect();
    values.join("  ")
}
