//! `matombo check`: the formats that other tools read.

mod common;

use std::fs;

use common::{Ran, run_in};
use pretty_assertions::assert_eq;

#[test]
fn workflow_commands_of_github() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "50%,a:b.mgn";
    fs::write(folder.path().join(name), "[Game \"Kimasai\"]\n\n{\u{1f600}} 1. A2 a1 2. B1 *\n").expect("writable");
    fs::write(folder.path().join("warned.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1\n").expect("writable");
    let out = "::error file=50%25%2Ca%3Ab.mgn,line=3,col=11,endColumn=13,title=E0403::`a1` is empty\n\
               ::warning file=warned.mgn,line=3,col=9,endColumn=10,title=W0128::the record has no result, it is read \
               as `*`\n";
    let told = run_in(folder.path(), &["check", "--format", "github", name, "warned.mgn"], "");
    assert_eq!(told, Ran { code: 1, out: out.to_owned(), err: String::new() });
}
