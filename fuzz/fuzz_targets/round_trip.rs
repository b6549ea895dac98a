#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| matombo_fuzz_round_trip(bytes));

include!("../checks/round_trip.rs");
