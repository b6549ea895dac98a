use clap::{Args, ValueEnum};

use super::{OutputForm, ThemeChoice};

/// How a moving picture is made.
#[derive(Debug, Args)]
pub(in crate::cli) struct AnimationArgs {
    /// What one frame of a moving picture shows [default: ply].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(in crate::cli) frames: Option<FrameChoice>,
    /// How long a frame of a moving picture stays [default: 1500]; the last stays three times as long.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    pub(in crate::cli) delay: Option<u32>,
    /// The colours of `gif` and `apng` [default: light].
    #[arg(long, value_enum, value_name = "THEME")]
    pub(in crate::cli) theme: Option<ThemeChoice>,
    /// The width of `gif` and `apng`; that of `show --svg` if not given.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(64..=4096))]
    pub(in crate::cli) width: Option<u32>,
}

impl AnimationArgs {
    /// The first option that says nothing to this form, and the forms that it is for.
    pub(super) fn idle(&self, to: OutputForm) -> Option<(&'static str, &'static str)> {
        let given = [
            ("--frames", "gif, apng and cast", self.frames.is_some(), to.is_animation()),
            ("--delay", "gif, apng and cast", self.delay.is_some(), to.is_animation()),
            ("--theme", "gif and apng", self.theme.is_some(), to.is_picture()),
            ("--width", "gif and apng", self.width.is_some(), to.is_picture()),
        ];
        given.into_iter().find(|(_, _, given, heard)| *given && !heard).map(|(name, forms, ..)| (name, forms))
    }
}

/// What one frame of a moving picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FrameChoice {
    /// A turn.
    #[default]
    Ply,
    /// A lap, a capture, a retreat or a new round.
    Lap,
}
