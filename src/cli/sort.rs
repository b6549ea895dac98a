use super::args::SortArgs;
use super::gather::{Found, gather};
use super::record_output::RecordOutput;
use super::spool::Spool;
use super::{Failure, Status};

pub(super) fn run(args: &SortArgs) -> Result<Status, Failure> {
    let mut out = RecordOutput::open(&args.output, &args.gather.files)?;
    let form = args.output.to.written();
    let keys = args.by.clone();
    let key = move |found: &Found<'_>| {
        let mut key = Vec::new();
        keys.iter().for_each(|part| part.write(&found.entry(), &mut key));
        key.into_boxed_slice()
    };
    // Where a record waits tells which came first, too.
    let mut order: Vec<(Box<[u8]>, u64)> = Vec::new();
    let mut texts = Spool::new()?;
    let gathered = gather(&args.gather, Some(form), form.keep(), key, |_, key, text| {
        if let Some(text) = text {
            order.push((key, texts.put(&text)?));
        }
        Ok(())
    })?;
    gathered.tell_repeated_files();
    order.sort_unstable();
    let mut texts = texts.finish()?;
    for (_, place) in order {
        out.put(&texts.read(place)?).map_err(|failure| failure.after(gathered.status))?;
    }
    out.finish(&gathered, None)
}
