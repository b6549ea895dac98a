//! Reads, checks, replays and converts records of five traditional mancala games: Tsoro, Nsolo, Igisoro, Bosh and
//! Bao la Kimasai.
//!
//! A record is plain text, much like PGN. This crate reads it, plays every turn by the rules of its game, and says of
//! whatever is wrong where it stands and what would have been legal; it writes records in one canonical form and as
//! JSON, and draws what happened. The notation is specified in `notation/SPEC.md`, the rules, with their sources, in
//! `notation/rulings/`. The `matombo` command is a thin layer on top.
//!
//! # Example
//!
//! To read a record, judge it, and print its canonical form and its JSON:
//!
//! ```
//! use matombo::notation::{Source, WIDTH, print, read};
//! use matombo::record::{Checks, Judge, Keep, json_text};
//!
//! let text = r#"[game "nchombwa"] [Date "2026.11.??"] [Result "*"]
//!     B7xa1:2+a6:1,b2:1!  ; the first turn takes two stones and strips two
//!     b5+0 *"#;
//!
//! let source = Source::from_text(text);
//! let judged = Judge::new().keep(Keep::Positions).judge(source.text(), &read(&source));
//! assert!(judged.is_valid(), "{:?}", judged.diagnostics);
//!
//! let mut canonical = String::new();
//! let document = judged.document(Checks::None).ok_or("its game is known")?;
//! print(&document, WIDTH, &mut canonical)?;
//! assert_eq!(canonical, r#"[Game "Nsolo"]
//! [Date "2026-11"]
//! [Result "*"]
//!
//! 1. B7xa1+b2:1,a6:1 $1 {the first turn takes two stones and strips two} 1...
//! b5xA8+0 *
//!
//! "#);
//!
//! let json = json_text(&judged).ok_or("its game is known")?;
//! assert!(json.contains(r#""position":"6*2,1,2/0,2,1,4*2,0/7*2,1/6*2,0,3 N 4,0""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record that breaks the rules is judged as far as it can be:
//!
//! ```
//! use matombo::notation::read_text;
//! use matombo::record::Judge;
//!
//! let text = "[Game \"Tsoro\"]\n\n1. B18/B20 b19 *\n";
//! let judged = Judge::new().judge(text, &read_text(text));
//! let fault = &judged.diagnostics[0];
//! assert_eq!(fault.code.code(), "E0502");
//! assert_eq!(fault.message, "a lap ends in the head `b21`: write `/b21` to go on or `.b21` to stop");
//! assert_eq!(fault.span.of(text), "b19");
//! ```
//!
//! # Modules
//!
//! - [`text`] escapes, measures and wraps plain text for a terminal.
//! - [`board`] has the seats, the names of the pits and the order of sowing.
//! - [`engine`] has the rules of the five games: positions, turns as decisions, events, endless sowing, outcomes.
//! - [`notation`] has what is written: the grammar, the syntax tree with its places, the canonical printer.
//! - [`render`] draws boards and replay frames, as text, SVG and pixels, and tells turns in words.
//! - [`diagnostic`] has what is wrong with a record as data, with stable codes, and the ways to show it.
//! - [`record`] brings the written and the rules together: judging, canonical turns, the JSON form, playing back.
//! - [`archive`] has what records amount to, for tables, queries and statistics over many of them.
//! - [`player`] is the full-screen player of a record: its state, its keys and its screen, without a terminal.
//! - [`cli`] is the command line.
//!
//! # Layers
//!
//! A module uses only those before it in the list; what it uses besides, a test forbids:
//!
//! ```text
//! cli                 the only one that touches arguments, environment, files and streams
//! player              what a screen shows, not how it gets there
//! archive             what records amount to
//! record              written turns meet positions
//! diagnostic
//! render              knows the engine, not the notation
//! engine   notation   neither knows the other
//! board
//! text
//! ```

pub mod archive;
pub mod board;
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod notation;
pub mod player;
pub mod record;
pub mod render;
pub mod text;
