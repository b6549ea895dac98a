#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| matombo_fuzz_parse(bytes));

include!("../checks/parse.rs");
