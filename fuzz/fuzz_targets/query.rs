#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| matombo_fuzz_query(bytes));

include!("../checks/query.rs");
