#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| matombo_fuzz_check(bytes));

include!("../checks/check.rs");
