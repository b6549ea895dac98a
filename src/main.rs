//! The `matombo` command.
fn main() {}
