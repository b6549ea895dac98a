#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| matombo_fuzz_listed(bytes));

include!("../checks/listed.rs");
