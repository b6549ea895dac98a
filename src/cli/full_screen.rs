//! `matombo replay` on a terminal.

use std::env;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use super::args::ReplayArgs;
use super::input::shown_name;
use super::screen::Screen;
use super::shelf::Shelf;
use super::{Failure, Status};
use crate::player::{Effect, Input, Key, Library as _, Look, Player};
use crate::render::Palette;

/// What reaches the player from outside.
enum Message {
    /// From the keyboard, the mouse or the window.
    Event(Event),
    /// A signal of the system.
    #[cfg(unix)]
    Signal(i32),
    /// The terminal cannot be read any more.
    Lost(io::Error),
}

/// Plays records in full screen until the user has had enough.
pub(super) fn run(args: &ReplayArgs) -> Result<Status, Failure> {
    let mut shelf = Shelf::open(&args.file, args.form, &args.input, args.budget.max_laps)?;
    // Looking for the record counts those before it.
    shelf.title(args.record).map_err(Failure::Usage)?;
    let (seen, _) = shelf.known();
    let player = Player::open(Box::new(shelf), args.record).map_err(Failure::Usage)?;
    let Some(player) = player else {
        return Err(Failure::no_record(&shown_name(&args.file), args.record, seen));
    };
    let plain = args.colour.color.palette(&io::stdout()) == Palette::plain();
    let look = if plain { Look::Plain } else { Look::Coloured };
    let mut show = Show { player: player.unicode(args.unicode || is_utf8()), look, screen: open_screen()? };
    let messages = listen().map_err(Failure::Terminal)?;
    let ended = show.play(&messages);
    let valid = show.player.is_valid();
    // The terminal is given back before anything is told.
    drop(show);
    match ended.map_err(Failure::Terminal)? {
        Ended::Quit => Ok(if valid { Status::Good } else { Status::Invalid }),
        #[cfg(unix)]
        Ended::Signal(signal) => {
            signal_hook::low_level::emulate_default_handler(signal).map_err(Failure::Terminal)?;
            Ok(Status::Trouble)
        }
    }
}

fn open_screen() -> Result<Screen, Failure> {
    Screen::open().map_err(Failure::Terminal)
}

/// Returns whether the locale says that text is UTF-8.
fn is_utf8() -> bool {
    let set = |name: &&str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Begins to listen to the terminal and to signals.
fn listen() -> io::Result<Receiver<Message>> {
    let (sender, messages) = mpsc::channel();
    #[cfg(unix)]
    listen_to_signals(sender.clone())?;
    thread::spawn(move || {
        loop {
            // Whatever a terminal sends: a reader that died unnoticed would leave nobody to hear the keys.
            let read = std::panic::catch_unwind(event::read)
                .unwrap_or_else(|_| Err(io::Error::other("the terminal sent what is no key")));
            let message = read.map_or_else(Message::Lost, Message::Event);
            let lost = matches!(message, Message::Lost(_));
            if sender.send(message).is_err() || lost {
                break;
            }
        }
    });
    Ok(messages)
}

#[cfg(unix)]
fn listen_to_signals(sender: mpsc::Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    // `crossterm` tells of the window's size too, but not of a change before it first reads.
    let wanted = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if sender.send(Message::Signal(signal)).is_err() {
                break;
            }
        }
    });
    Ok(())
}

/// Says why playing ended.
enum Ended {
    Quit,
    #[cfg(unix)]
    Signal(i32),
}

/// The player on its screen.
struct Show {
    player: Player,
    look: Look,
    screen: Screen,
}

impl Show {
    fn play(&mut self, messages: &Receiver<Message>) -> io::Result<Ended> {
        self.player.update(window()?);
        let mut last = Instant::now();
        loop {
            self.show()?;
            let first = wait(messages, self.player.wait())?;
            let now = Instant::now();
            self.player.update(Input::Passed(now - last));
            last = now;
            // What has come in the meantime is shown at once.
            for message in first.into_iter().chain(messages.try_iter()) {
                if let Some(ended) = self.take(message)? {
                    return Ok(ended);
                }
            }
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let (player, look) = (&self.player, self.look);
        self.screen.show(player.size(), |buffer| player.draw(buffer, look))
    }

    fn take(&mut self, message: Message) -> io::Result<Option<Ended>> {
        let input = match message {
            Message::Event(event) => input(&event),
            Message::Lost(error) => return Err(error),
            #[cfg(unix)]
            Message::Signal(signal_hook::consts::SIGTSTP) => return self.suspend().map(|()| None),
            #[cfg(unix)]
            Message::Signal(signal_hook::consts::SIGCONT) => return self.come_back().map(|()| None),
            #[cfg(unix)]
            Message::Signal(signal_hook::consts::SIGWINCH) => Some(window()?),
            #[cfg(unix)]
            Message::Signal(signal) => return Ok(Some(Ended::Signal(signal))),
        };
        match input.map(|input| self.player.update(input)) {
            None | Some(Effect::Show) => {}
            Some(Effect::Copy(text)) => self.screen.send(CopyToClipboard::to_clipboard_from(text))?,
            Some(Effect::Redraw) => self.screen.forget(),
            Some(Effect::Suspend) => self.suspend()?,
            Some(Effect::Quit) => return Ok(Some(Ended::Quit)),
        }
        Ok(None)
    }

    /// Takes the terminal anew, which may have changed while the player was stopped.
    #[cfg(unix)]
    fn come_back(&mut self) -> io::Result<()> {
        self.screen.aside(|| Ok(()))?;
        self.player.update(window()?);
        Ok(())
    }

    /// Stops as Ctrl-Z stops any command. That it was brought back is told by a signal.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        use signal_hook::consts::SIGTSTP;
        self.screen.aside(|| signal_hook::low_level::emulate_default_handler(SIGTSTP))
    }

    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks how large the window is.
fn window() -> io::Result<Input> {
    crossterm::terminal::size().map(|(columns, rows)| Input::Size(columns, rows))
}

/// Waits for a message, no longer than the player wants to.
fn wait(messages: &Receiver<Message>, most: Option<Duration>) -> io::Result<Option<Message>> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    match most {
        None => messages.recv().map(Some).map_err(|_| gone()),
        Some(most) => match messages.recv_timeout(most) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        },
    }
}

/// Tells the player what happened, if it is of interest.
fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => player_key(key).map(Input::Key),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Input::WheelDown),
            MouseEventKind::ScrollUp => Some(Input::WheelUp),
            _ => None,
        },
        Event::Resize(columns, rows) => Some(Input::Size(*columns, *rows)),
        _ => None,
    }
}

fn player_key(key: &KeyEvent) -> Option<Key> {
    Some(match key.code {
        KeyCode::Char(char) if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Control(char.to_ascii_lowercase()),
        KeyCode::Char(_) if key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::META) => return None,
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Esc => Key::Escape,
        KeyCode::F(1) => Key::F1,
        _ => return None,
    })
}
