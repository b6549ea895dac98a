use super::args::{MainChoice, MergeArgs};
use super::failure::complain;
use super::gather::{Found, Gathered, gather};
use super::input::Input;
use super::record_output::RecordOutput;
use super::spool::{Spool, Spooled};
use super::{Failure, Status};
use crate::archive::{Digest, Merger, beginning};
use crate::notation::{Source, SourcePlace};
use crate::record::{Judge, Judged};
use crate::text::{Tab, counted, escape};

pub(super) fn run(args: &MergeArgs) -> Result<Status, Failure> {
    let mut out = RecordOutput::open(&args.output, &args.gather.files)?;
    let form = args.output.to.written();
    let mut members = Vec::new();
    let mut texts = Spool::new()?;
    let common = args.min_common;
    let read = move |found: &Found<'_>| Read::of(found, common);
    let gathered = gather(&args.gather, Some(form), form.keep(), read, |number, read, text| {
        let Some(text) = text else { return Ok(()) };
        let place = texts.put(&text)?;
        texts.put(&read.source)?;
        // Nothing is like a record that stands alone.
        let group = read.group.unwrap_or_else(|| Digest::of([b"alone".as_slice(), &number.to_le_bytes()]));
        members.push(Member { group, place, number, plies: read.plies, json: read.json });
        Ok(())
    })?;
    gathered.tell_repeated_files();
    let judge = Judge::new().max_laps(args.gather.reading.budget.max_laps).keep(form.keep()).without_help();
    let mut merge = Merge { args, gathered: &gathered, texts: texts.finish()?, judge };
    let records = counted(members.len() as u64, "record");
    let groups = groups(&mut members);
    for group in &groups {
        let text = merge.group(group)?;
        out.put(&text).map_err(|failure| failure.after(gathered.status))?;
    }
    let summary = format!("{records} became {}", groups.len());
    out.finish(&gathered, Some(&summary))
}

/// What is needed of a record to find those that it is merged with.
struct Read {
    /// Equal for records that are merged; none if it stands alone.
    group: Option<Digest>,
    plies: u32,
    /// Its text as it was read; nothing if it stands alone.
    source: Vec<u8>,
    json: bool,
}

impl Read {
    fn of(found: &Found<'_>, common: u32) -> Self {
        let group = beginning(&found.judged, common);
        let source = group.map(|_| found.input.source.bytes().to_vec()).unwrap_or_default();
        Self { group, plies: found.judged.plies, source, json: found.input.json }
    }
}

/// A record that waits to be written.
#[derive(Clone, Copy)]
struct Member {
    group: Digest,
    /// Where its text waits, with the text as it was read behind it.
    place: u64,
    /// Its number among all.
    number: u64,
    plies: u32,
    json: bool,
}

/// Puts records that are merged next to each other. The groups are in the order of their first records.
fn groups(members: &mut [Member]) -> Vec<&[Member]> {
    members.sort_unstable_by_key(|member| (member.group, member.number));
    let mut groups: Vec<&[Member]> = members.chunk_by(|one, other| one.group == other.group).collect();
    groups.sort_unstable_by_key(|group| group[0].number);
    groups
}

struct Merge<'a> {
    args: &'a MergeArgs,
    gathered: &'a Gathered,
    texts: Spooled,
    judge: Judge,
}

impl Merge<'_> {
    /// Returns the text of what records become.
    fn group(&mut self, group: &[Member]) -> Result<Vec<u8>, Failure> {
        if let [only] = group {
            return self.texts.read(only.place);
        }
        let main = self.main(group);
        let mut merger = Merger::new(self.judged(&group[main])?);
        for (_, member) in group.iter().enumerate().filter(|(index, _)| *index != main) {
            merger.add(self.judged(member)?);
            self.hold_limit(group, merger.size())?;
        }
        if merger.loses_ext() {
            complain(&format!("{}: `ext` of the records merged into it is lost", self.name(group)));
        }
        let merged = merger.finish().map_err(|error| self.failure(group, &error.to_string()))?;
        let text = self.args.output.to.written().made_text(&merged).unwrap_or_default();
        self.hold_limit(group, text.len())?;
        Ok(text)
    }

    /// Chooses the record that gives the main line: variations need a turn to which they belong.
    fn main(&self, group: &[Member]) -> usize {
        let longest = group.iter().map(|member| member.plies).max();
        let chosen = |member: &Member| match self.args.main {
            MainChoice::First => member.plies > 0,
            MainChoice::Longest => Some(member.plies) == longest,
        };
        group.iter().position(chosen).unwrap_or(0)
    }

    /// Reads and judges a record again, as it was read.
    fn judged(&mut self, member: &Member) -> Result<Judged, Failure> {
        self.texts.read(member.place)?;
        let bytes = self.texts.next()?.unwrap_or_default();
        let source = Source::from_bytes(bytes, SourcePlace::START);
        Ok(Input { source, json: member.json }.judge(&self.judge))
    }

    /// Fails if a merged record could not be read again.
    fn hold_limit(&self, group: &[Member], size: usize) -> Result<(), Failure> {
        if size <= self.args.gather.reading.input.max_record_bytes() {
            return Ok(());
        }
        Err(self.failure(
            group,
            "what is merged is larger than `--max-record`; a larger `--min-common` makes smaller records",
        ))
    }

    fn failure(&self, group: &[Member], why: &str) -> Failure {
        Failure::Usage(format!("{}: {why}", self.name(group)))
    }

    /// Names the record that others are merged into.
    fn name(&self, group: &[Member]) -> String {
        let (file, record) = self.gathered.place(group[0].number);
        format!("{}: record {record}", escape(file, Tab::Escape))
    }
}
