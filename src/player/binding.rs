use super::Key;

/// Names what a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Goes a ply on.
    PlyOn,
    /// Goes a ply back.
    PlyBack,
    /// Goes a lap on.
    LapOn,
    /// Goes a lap back.
    LapBack,
    /// Goes a stone on.
    StoneOn,
    /// Goes a stone back.
    StoneBack,
    /// Goes ten plies on.
    TenOn,
    /// Goes ten plies back.
    TenBack,
    /// Goes to the start.
    Start,
    /// Goes to the end of the line.
    End,
    /// Asks for the number of a ply and goes there.
    GoTo,
    /// Plays, or pauses.
    Play,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// Goes to the next capture.
    CaptureOn,
    /// Goes to the capture before.
    CaptureBack,
    /// Goes to the next comment.
    CommentOn,
    /// Goes to the comment before.
    CommentBack,
    /// Goes to the next turn with a variation.
    VariationOn,
    /// Goes to the turn with a variation before.
    VariationBack,
    /// Enters the variation of the turn.
    Enter,
    /// Leaves the variation.
    Leave,
    /// Goes to the next way to play this turn.
    OtherOn,
    /// Goes to the way to play this turn before.
    OtherBack,
    /// Asks for a text and finds it.
    Find,
    /// Goes to the next place found.
    FoundOn,
    /// Goes to the place found before.
    FoundBack,
    /// Goes to the next record.
    RecordOn,
    /// Goes to the record before.
    RecordBack,
    /// Lists the records.
    Records,
    /// Turns the board round.
    Flip,
    /// Draws stones as dots, or as numbers.
    Dots,
    /// Looks further left on a wide board.
    LookLeft,
    /// Looks further right on a wide board.
    LookRight,
    /// Reads on in the text.
    TextDown,
    /// Reads back in the text.
    TextUp,
    /// Shows and copies the position line.
    PositionLine,
    /// Shows the help.
    Help,
    /// Draws the screen anew.
    Redraw,
    /// Stops for a while.
    Suspend,
    /// Quits.
    Quit,
}

/// Says what some keys do: the one table that the keyboard, the help and the manual page are made from.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What they do.
    pub action: Action,
    /// The keys, any of which does it.
    pub keys: &'static [Key],
    /// What they do, in a few words.
    pub words: &'static str,
}

const fn bind(action: Action, keys: &'static [Key], words: &'static str) -> Binding {
    Binding { action, keys, words }
}

/// All keys, in the order of the help.
pub const BINDINGS: &[Binding] = &[
    bind(Action::PlyOn, &[Key::Right, Key::Char('l')], "a ply on"),
    bind(Action::PlyBack, &[Key::Left, Key::Char('h')], "a ply back"),
    bind(Action::LapOn, &[Key::Down, Key::Char('j')], "a lap on"),
    bind(Action::LapBack, &[Key::Up, Key::Char('k')], "a lap back"),
    bind(Action::StoneOn, &[Key::Char('.')], "a stone on"),
    bind(Action::StoneBack, &[Key::Char(',')], "a stone back"),
    bind(Action::TenOn, &[Key::PageDown], "ten plies on"),
    bind(Action::TenBack, &[Key::PageUp], "ten plies back"),
    bind(Action::Start, &[Key::Home, Key::Char('g')], "the start"),
    bind(Action::End, &[Key::End, Key::Char('G')], "the end of the line"),
    bind(Action::GoTo, &[Key::Char(':')], "go to a ply by its number"),
    bind(Action::Play, &[Key::Char(' ')], "play, or pause"),
    bind(Action::Faster, &[Key::Char('+'), Key::Char('=')], "play faster, up to 16x"),
    bind(Action::Slower, &[Key::Char('-')], "play slower, down to 0.25x"),
    bind(Action::CaptureOn, &[Key::Char('c')], "the next capture"),
    bind(Action::CaptureBack, &[Key::Char('C')], "the capture before"),
    bind(Action::CommentOn, &[Key::Char('m')], "the next comment"),
    bind(Action::CommentBack, &[Key::Char('M')], "the comment before"),
    bind(Action::VariationOn, &[Key::Char('v')], "the next turn with a variation"),
    bind(Action::VariationBack, &[Key::Char('V')], "the turn with a variation before"),
    bind(Action::Enter, &[Key::Enter], "enter the variation of this turn"),
    bind(Action::Leave, &[Key::Backspace], "leave the variation"),
    bind(Action::OtherOn, &[Key::Tab], "the next way to play this turn"),
    bind(Action::OtherBack, &[Key::BackTab], "the way to play this turn before"),
    bind(Action::Find, &[Key::Char('/')], "find a turn or the text of a comment"),
    bind(Action::FoundOn, &[Key::Char('n')], "the next place found"),
    bind(Action::FoundBack, &[Key::Char('N')], "the place found before"),
    bind(Action::RecordOn, &[Key::Char(']')], "the next record"),
    bind(Action::RecordBack, &[Key::Char('[')], "the record before"),
    bind(Action::Records, &[Key::Char('r')], "list the records"),
    bind(Action::Flip, &[Key::Char('f')], "see the board from the other seat"),
    bind(Action::Dots, &[Key::Char('d')], "stones as dots, or as numbers"),
    bind(Action::LookLeft, &[Key::Char('<')], "look further left on a wide board"),
    bind(Action::LookRight, &[Key::Char('>')], "look further right"),
    bind(Action::TextDown, &[Key::Char('J')], "read on in the text"),
    bind(Action::TextUp, &[Key::Char('K')], "read back in the text"),
    bind(Action::PositionLine, &[Key::Char('y')], "show the position line and copy it"),
    bind(Action::Help, &[Key::Char('?'), Key::F1], "this help"),
    bind(Action::Redraw, &[Key::Control('l')], "draw the screen anew"),
    bind(Action::Suspend, &[Key::Control('z')], "stop for a while; `fg` comes back"),
    bind(Action::Quit, &[Key::Char('q'), Key::Control('c')], "quit"),
];

impl Action {
    /// Returns what a key does.
    #[must_use]
    pub fn of(key: Key) -> Option<Self> {
        BINDINGS.iter().find(|binding| binding.keys.contains(&key)).map(|binding| binding.action)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let keys: Vec<Key> = BINDINGS.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
    }
}
