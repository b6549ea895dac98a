use std::collections::HashSet;

use super::args::{DedupeArgs, DuplicateFormat, KeptChoice, LikenessChoice};
use super::gather::{Found, Gathered, gather};
use super::output::Output;
use super::record_output::RecordOutput;
use super::spool::{Spool, Spooled};
use super::{Failure, Status};
use crate::archive::{Candidate, Comparison, Digest, Duplicate, Duplicates, Fingerprint};
use crate::record::Keep;
use crate::text::{Tab, counted, escape};

pub(super) fn run(args: &DedupeArgs) -> Result<Status, Failure> {
    if args.report {
        report(args)
    } else if args.keep == KeptChoice::First && args.by != LikenessChoice::Contained {
        write_at_once(args)
    } else {
        write_at_the_end(args)
    }
}

/// Writes every record that no earlier one is the same as.
fn write_at_once(args: &DedupeArgs) -> Result<Status, Failure> {
    let mut out = RecordOutput::open(&args.output, &args.gather.files)?;
    let mut seen = HashSet::new();
    let form = args.output.to.written();
    let gathered = gather(&args.gather, Some(form), keep(args), fingerprint(args), |_, print, text| {
        match text.filter(|_| seen.insert(print.digest)) {
            Some(text) => out.put(&text),
            None => Ok(()),
        }
    })?;
    let duplicates = gathered.records - gathered.left_out - seen.len() as u64;
    out.finish(&gathered, Some(&summary(&gathered, duplicates)))
}

/// Writes the records that are left once all of them are known.
fn write_at_the_end(args: &DedupeArgs) -> Result<Status, Failure> {
    let mut out = RecordOutput::open(&args.output, &args.gather.files)?;
    let mut texts = Spool::new()?;
    // What has no text was told, and is not written either.
    let put = |text: Option<Vec<u8>>| texts.put(&text.unwrap_or_default()).map(drop);
    let (gathered, duplicates) = search(args, put)?;
    let mut texts = texts.finish()?;
    let mut left_out = duplicates.iter().map(|duplicate| duplicate.number).peekable();
    for number in 0..gathered.records {
        let text = texts.next()?.unwrap_or_default();
        if left_out.next_if_eq(&number).is_none() && !text.is_empty() {
            out.put(&text).map_err(|failure| failure.after(gathered.status))?;
        }
    }
    out.finish(&gathered, Some(&summary(&gathered, duplicates.len() as u64)))
}

fn summary(gathered: &Gathered, duplicates: u64) -> String {
    let records = counted(gathered.records, "record");
    format!("{records} read, {} left out", counted(duplicates, "duplicate"))
}

/// Tells which records are duplicates.
fn report(args: &DedupeArgs) -> Result<Status, Failure> {
    let (gathered, duplicates) = search(args, |_| Ok(()))?;
    let status = if duplicates.is_empty() { Status::Good } else { Status::Invalid }.max(gathered.status);
    let mut out = Output::standard();
    let mut put = |text: String| out.put(text.as_bytes()).map_err(|failure| failure.after(status));
    duplicates.iter().try_for_each(|duplicate| put(line(args.format, &gathered, *duplicate)))?;
    out.finish().map_err(|failure| failure.after(status))?;
    Ok(status)
}

fn line(format: DuplicateFormat, gathered: &Gathered, duplicate: Duplicate) -> String {
    let ((file, record), (kept_file, kept)) = (gathered.place(duplicate.number), gathered.place(duplicate.of));
    match format {
        DuplicateFormat::Text => {
            let (file, kept_file) = (escape(file, Tab::Escape), escape(kept_file, Tab::Escape));
            format!("{file}:{record}: duplicate of {kept_file}:{kept}\n")
        }
        DuplicateFormat::Jsonl => {
            let of = serde_json::json!({ "file": kept_file, "record": kept });
            format!("{}\n", serde_json::json!({ "file": file, "record": record, "duplicate_of": of }))
        }
    }
}

/// Reads all records and finds the duplicates among them. Their texts, if they are to be written, go to `put`.
fn search(
    args: &DedupeArgs,
    mut put: impl FnMut(Option<Vec<u8>>) -> Result<(), Failure>,
) -> Result<(Gathered, Vec<Duplicate>), Failure> {
    let mut candidates = Vec::new();
    let mut prefixes = Spool::new()?;
    let form = (!args.report).then(|| args.output.to.written());
    let gathered = gather(&args.gather, form, keep(args), fingerprint(args), |number, print, text| {
        candidates.push(Candidate { digest: print.digest, fullness: print.fullness, number });
        if !print.prefixes.is_empty() {
            prefixes.put(&packed(&print))?;
        }
        put(text)
    })?;
    let mut duplicates = Duplicates::new(candidates, args.keep.into());
    find_contained(&mut duplicates, prefixes.finish()?)?;
    Ok((gathered, duplicates.list()))
}

/// Puts the digests of a line and of its beginnings into one text.
fn packed(print: &Fingerprint) -> Vec<u8> {
    let digests = std::iter::once(&print.digest).chain(&print.prefixes);
    digests.flat_map(|digest| *digest.bytes()).collect()
}

/// Looks for records that are the beginning of another: that is known only once the ends of all are.
fn find_contained(duplicates: &mut Duplicates, mut lines: Spooled) -> Result<(), Failure> {
    while let Some(text) = lines.next()? {
        let (digests, _) = text.as_chunks::<16>();
        let mut digests = digests.iter().map(|bytes| Digest::from_bytes(*bytes));
        if let Some(line) = digests.next() {
            duplicates.contain(&line, digests);
        }
    }
    Ok(())
}

/// Returns how much of each record must be judged.
fn keep(args: &DedupeArgs) -> Keep {
    let compared = if args.by == LikenessChoice::Position { Keep::Positions } else { Keep::Turns };
    if args.report { compared } else { compared.max(args.output.to.written().keep()) }
}

fn fingerprint(args: &DedupeArgs) -> impl Fn(&Found<'_>) -> Fingerprint + Send + Sync + 'static {
    let comparison = Comparison { likeness: args.by.into(), min_plies: args.min_plies, fields: args.tags.clone() };
    move |found| comparison.fingerprint(&found.entry(), found.input.source.bytes())
}
