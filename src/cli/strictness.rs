use super::Failure;
use super::args::StrictnessArgs;
use super::explain::find;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::quoted;

/// The warnings that are none to the user, and those that are errors.
#[derive(Debug)]
pub(super) struct Strictness {
    allowed: Vec<Code>,
    denied: Vec<Code>,
}

impl Strictness {
    pub(super) fn new(args: &StrictnessArgs) -> Result<Self, Failure> {
        let find_all = |names: &[String]| names.iter().map(|name| find(name)).collect::<Result<Vec<Code>, Failure>>();
        let (allowed, denied) = (find_all(&args.allow)?, find_all(&args.deny)?);
        if let Some(code) = allowed.iter().find(|code| code.severity() == Severity::Error) {
            let message = format!("--allow {code}: `{}` is an error, only warnings can be allowed", code.slug());
            return Err(Failure::Usage(message));
        }
        if let Some(code) = allowed.iter().find(|code| denied.contains(code)) {
            return Err(Failure::Usage(format!("{code} is both allowed and denied: `{}`", quoted(code.slug()))));
        }
        Ok(Self { allowed, denied })
    }

    /// Drops what is allowed, and makes errors of what is denied.
    pub(super) fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain(|diagnostic| !self.allowed.contains(&diagnostic.code));
        for diagnostic in diagnostics {
            diagnostic.denied = self.denied.contains(&diagnostic.code);
        }
    }
}
