use super::Key;

/// The longest text that can be typed.
const LONGEST: usize = 200;

/// A line of text being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Prompt {
    text: String,
}

/// Tells what a key did to a line being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// It goes on.
    On,
    /// It is done.
    Done,
    /// It was given up.
    Dropped,
}

impl Prompt {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Takes a key; control characters are no text.
    pub(super) fn key(&mut self, key: Key) -> Typed {
        match key {
            Key::Char(char) if !char.is_control() && self.text.len() < LONGEST => self.text.push(char),
            Key::Control('u') => self.text.clear(),
            Key::Backspace if self.text.pop().is_none() => return Typed::Dropped,
            Key::Enter => return Typed::Done,
            Key::Escape | Key::Control('c') => return Typed::Dropped,
            _ => {}
        }
        Typed::On
    }
}
