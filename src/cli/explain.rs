use std::io::Write as _;

use super::args::ExplainArgs;
use super::output::write_all;
use super::{Failure, Status};
use crate::diagnostic::Code;
use crate::text::{nearest, quoted};

pub(super) fn run(args: &ExplainArgs) -> Result<Status, Failure> {
    let codes = args.codes.iter().map(|name| find(name)).collect::<Result<Vec<Code>, Failure>>()?;
    write_all(|out| {
        if args.list {
            return write_list(out);
        }
        for (index, code) in codes.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            out.write_all(code.page().as_bytes())?;
        }
        Ok(())
    })?;
    Ok(Status::Good)
}

/// Finds a code by its number or name in words.
pub(super) fn find(name: &str) -> Result<Code, Failure> {
    Code::from_name(name).ok_or_else(|| {
        let known = Code::ALL.iter().flat_map(|code| [code.code(), code.slug()]);
        let meant = nearest(name, known).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        Failure::Usage(format!("unknown code `{}`: {meant}`matombo explain --list` shows all codes", quoted(name)))
    })
}

/// Writes the number, severity, name in words and meaning of every code, a line each.
fn write_list(out: &mut Vec<u8>) -> std::io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.slug().len()).max().unwrap_or(0);
    for code in Code::ALL {
        writeln!(out, "{code}  {:7}  {:width$}  {}", code.severity().name(), code.slug(), code.headline())?;
    }
    Ok(())
}
