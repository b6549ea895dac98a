use std::io::{self, BufWriter, Stdout, Write};
use std::panic;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The terminal while it shows a full screen. It is given back as it was when this is dropped, and on a panic.
///
/// `ratatui::Terminal` is not used: when the window changes it asks the terminal where the cursor is, and the answer
/// would come to whoever reads the keys.
pub(super) struct Screen {
    backend: CrosstermBackend<BufWriter<Stdout>>,
    /// What is on the screen; `None` if that is not known.
    shown: Option<Buffer>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Self> {
        restore_on_panic();
        take()?;
        let backend = CrosstermBackend::new(BufWriter::with_capacity(64 * 1024, io::stdout()));
        Ok(Self { backend, shown: None })
    }

    /// Shows what is drawn: only what has changed is written.
    pub(super) fn show(&mut self, size: (u16, u16), draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let area = Rect::new(0, 0, size.0, size.1);
        let mut buffer = Buffer::empty(area);
        draw(&mut buffer);
        let shown = match self.shown.take().filter(|shown| shown.area == area) {
            Some(shown) => shown,
            None => {
                queue!(self.backend, Clear(ClearType::All))?;
                Buffer::empty(area)
            }
        };
        self.backend.draw(shown.diff(&buffer).into_iter())?;
        self.shown = Some(buffer);
        io::Write::flush(&mut self.backend)
    }

    /// Forgets what is on the screen, so that all of it is drawn anew.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Writes a command to the terminal.
    pub(super) fn send(&mut self, command: impl crossterm::Command) -> io::Result<()> {
        execute!(self.backend, command)
    }

    /// Gives the terminal back, lets something happen, and takes it again.
    pub(super) fn aside(&mut self, happen: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        give_back();
        happen()?;
        self.forget();
        take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide).inspect_err(|_| give_back())
}

/// Gives the terminal back as it was. Doing so twice does no harm.
fn give_back() {
    // Where the terminal is gone there is nothing left to restore.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}

/// Gives the terminal back before a panic is told, or nobody could read it.
fn restore_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        tell(panic);
    }));
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Is run by the test below, in a terminal of its own.
    #[test]
    #[ignore = "it panics, as it should"]
    fn panics_with_a_full_screen() {
        let mut screen = Screen::open().expect("a terminal");
        screen.show((80, 24), |_| ()).expect("a screen");
        panic!("on purpose");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        let pair = native_pty_system().openpty(PtySize::default()).expect("a pseudo-terminal");
        let modes = |master: &dyn portable_pty::MasterPty| format!("{:?}", master.get_termios().expect("modes"));
        let before = modes(&*pair.master);
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
        command.args(["--exact", "cli::screen::tests::panics_with_a_full_screen", "--ignored", "--nocapture"]);
        command.env("TERM", "xterm-256color");
        let mut child = pair.slave.spawn_command(command).expect("this test");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let output = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // The end of a pseudo-terminal may be told as an error.
            let _ = reader.read_to_end(&mut bytes);
            bytes
        });
        assert!(!child.wait().expect("the test").success());
        assert_eq!(modes(&*pair.master), before);
        drop((pair.slave, pair.master));
        let output = output.join().expect("output");
        let text = String::from_utf8_lossy(&output);
        let (held, given_back) = text.split_once("\u{1b}[?1049l").expect("the terminal is given back");
        assert!(held.contains("\u{1b}[?1049h") && !held.contains("on purpose"), "{text:?}");
        assert!(given_back.contains("\u{1b}[?25h") && given_back.contains("on purpose"), "{text:?}");
    }
}
