//! Boards, replay frames, pictures and words: what happened in a game, drawn as plain text, SVG or pixels.
//!
//! Everything here is a pure function of positions and events. A [`Frame`] is what happened on a board as data; text
//! and [pictures](Figure) are both made of it.
//! Colour is a [`Palette`] that is passed down; every sign can be read without it. Text of strangers, such as comments
//! and tags, must have gone through [`text::escape`](crate::text::escape) before it comes here.
//!
//! ```
//! use matombo::engine::{Decision, Game, Match, Ruleset};
//! use matombo::render::{BoardStyle, Caption, Palette, Scene};
//!
//! let mut game = Match::start(Ruleset::new(Game::Kimasai))?;
//! let mut scene = Scene::new(game.rules(), game.position());
//! let mut turn = game.turn();
//! turn.decide(&Decision::Origin("A2".parse()?), &mut scene)?;
//! let (turn, _) = game.finish(turn, &mut scene)?;
//!
//! let caption = Caption { ply: 1, number: 1, seat: turn.seat, turn: "A2xa12".to_owned() };
//! let mut text = String::new();
//! scene.frame(&caption, game.position()).write(&mut text, BoardStyle::default(), Palette::plain())?;
//! assert!(text.starts_with("Ply 1, South: 1. A2xa12\n"));
//! assert!(text.contains("South steps from A2 to A1 and captures 2 stones from a12 and b12."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod board_drawing;
mod board_style;
mod caption;
mod cell;
mod figure;
mod frame;
mod lap_scene;
mod mark;
mod marks;
mod page;
mod palette;
mod raster;
mod scene;
mod stone_scene;
mod trail;
mod turn_story;
pub mod words;

pub use animation::Animation;
pub use board_drawing::{BoardDrawing, Piece, draw_board};
pub use board_style::{BoardStyle, StoneStyle};
pub use caption::Caption;
pub use figure::{Figure, Headline, Theme, markup};
pub use frame::{Frame, Next};
pub use lap_scene::LapScene;
pub use mark::Mark;
pub use marks::{Marks, PitMarks};
pub use page::{PageStep, page_board, page_data, page_foot, page_head};
pub use palette::{Painted, Palette, Tone};
pub use raster::{Raster, RasterError};
pub use scene::Scene;
pub use stone_scene::StoneScene;
pub use trail::{SownLap, Trail};
pub use turn_story::TurnStory;
